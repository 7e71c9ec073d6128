package bout.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PlayerRecordTest {

    @Test
    void a_player_is_either_a_house_bot_or_a_url() {
        assertThrows(IllegalArgumentException.class, () -> new PlayerRecord("Ada", null, null));
        assertThrows(IllegalArgumentException.class, () -> new PlayerRecord("Ada", "random", "https://bot.example/"));
    }

    @Test
    void the_text_of_a_player_does_not_give_the_url_away() {
        PlayerRecord player = PlayerRecord.url("Ada", "https://bot.example/secret");
        assertEquals("PlayerRecord[name=Ada, url=(secret)]", player.toString());
        assertFalse(player.toString().contains("bot.example"));
        assertEquals(
                "PlayerRecord[name=Ben, house=random]",
                PlayerRecord.house("Ben", "random").toString());
    }
}
