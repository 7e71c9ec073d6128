package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PlayerRecordTest {

    private static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    @Test
    void a_player_is_one_of_house_bot_url_and_registered_bot() {
        assertThrows(IllegalArgumentException.class, () -> new PlayerRecord("Ada", null, null, null, null));
        assertThrows(
                IllegalArgumentException.class,
                () -> new PlayerRecord("Ada", "random", "https://bot.example/", null, null));
        assertThrows(IllegalArgumentException.class, () -> new PlayerRecord("Ada", "random", null, BOT, null));
        assertThrows(
                IllegalArgumentException.class, () -> new PlayerRecord("Ada", "random", null, null, "0".repeat(64)));
        assertThrows(IllegalArgumentException.class, () -> PlayerRecord.registered("Ada", "random"));
    }

    @Test
    void the_text_of_a_player_does_not_give_the_url_away() {
        PlayerRecord player = PlayerRecord.url("Ada", "https://bot.example/secret");
        assertEquals("PlayerRecord[name=Ada, url=(secret)]", player.toString());
        assertFalse(player.toString().contains("bot.example"));
        assertEquals(
                "PlayerRecord[name=Ben, house=random]",
                PlayerRecord.house("Ben", "random").toString());
        assertEquals(
                "PlayerRecord[name=Eve, bot=" + BOT + "]",
                PlayerRecord.registered("Eve", BOT).toString());
    }
}
