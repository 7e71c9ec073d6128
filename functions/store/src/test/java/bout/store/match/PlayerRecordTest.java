package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PlayerRecordTest {

    private static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    @Test
    void a_player_is_exactly_one_of_house_bot_url_and_registered_bot() {
        assertThrows(IllegalArgumentException.class, () -> new PlayerRecord("x", null, null, null, null));
        assertThrows(IllegalArgumentException.class, () -> new PlayerRecord("x", "random", null, BOT, null));
        assertThrows(IllegalArgumentException.class, () -> PlayerRecord.registered("x", "no id", null));
        assertThrows(
                IllegalArgumentException.class,
                () -> new PlayerRecord("x", "random", null, null, "ab"),
                "code of none");
    }

    @Test
    void standings_know_it_by_a_key_and_people_by_a_name() {
        assertEquals(BOT, PlayerRecord.registered("Ada", BOT, null).key());
        assertEquals(
                "house:best-per-step",
                PlayerRecord.house("best-per-step", "best-per-step").key());
        assertEquals(
                "url:Ada", PlayerRecord.url("Ada", "https://bots.example.org/").key());
        assertEquals(
                "Best per step",
                PlayerRecord.house("best-per-step", "best-per-step").shownName());
        assertEquals("Ada", PlayerRecord.house("Ada", "best-per-step").shownName());
    }

    @Test
    void nobody_is_shown_a_url() {
        PlayerRecord secret = PlayerRecord.url("Ada", "https://bots.example.org/secret");
        assertEquals(Map.of("name", "Ada"), secret.toPlain());
        assertFalse(secret.toString().contains("secret\""), secret.toString());
        assertFalse(secret.toString().contains("example.org"), secret.toString());
        assertEquals(
                Map.of("name", "Ada", "bot", BOT),
                PlayerRecord.registered("Ada", BOT, "ab").toPlain());
        assertEquals(
                Map.of("name", "a", "house", "b"), PlayerRecord.house("a", "b").toPlain());
        assertEquals(
                "PlayerRecord[name=Ada, bot=" + BOT + "]",
                PlayerRecord.registered("Ada", BOT, null).toString());
        assertEquals(
                "PlayerRecord[name=a, house=b]", PlayerRecord.house("a", "b").toString());
    }
}
