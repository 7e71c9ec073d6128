package bout.games.robotag.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.TestJson;
import bout.engine.HouseBot;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.robotag.RoboTag;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoboTagBotsTest {

    private static final RoboTag GAME = new RoboTag();

    @ParameterizedTest
    @ValueSource(strings = {"lazy", "random", "bouncy", "hungry"})
    void hunter_wins_at_least_90_of_100_games_over_both_seats(String opponent) {
        int wins = Play.wins(
                GAME,
                Options.defaults(GAME.card().options()),
                IntStream.rangeClosed(1, 50).parallel(),
                "hunter",
                opponent);
        assertTrue(wins >= 90, "hunter wins " + wins + " of 100 games against " + opponent);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    lazy   | 50 50 500 | 90 90 400 | 60 50 | 0 0
                    hungry | 50 50 500 | 90 90 400 | 60 50 | 2 0
                    hungry | 50 50 500 | 50 90 400 |       | 0 2
                    hungry | 50 50 300 | 50 90 400 |       | 0 0
                    """)
    void a_bot_does_what_its_description_says(String bot, String my, String enemy, String tank, String step) {
        Map<?, ?> answer = (Map<?, ?>) bot(bot).answer(asked(my, enemy, tank));
        assertEquals(List.of(step.split(" ")), List.of("" + answer.get("dx"), "" + answer.get("dy")));
    }

    @Test
    void hunter_chases_a_weaker_robot_and_flees_from_a_stronger_one() {
        Map<?, ?> after = (Map<?, ?>) bot("hunter").answer(asked("50 50 900", "58 50 300", null));
        assertTrue(((Number) after.get("dx")).doubleValue() > 0, "" + after);
        Map<?, ?> away = (Map<?, ?>) bot("hunter").answer(asked("50 50 300", "58 50 900", null));
        assertTrue(((Number) away.get("dx")).doubleValue() < 0, "" + away);
    }

    private static HouseBot.Bot bot(String name) {
        return GAME.houseBot(name).orElseThrow().at(Seat.FIRST, "1");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asked(String my, String enemy, String tank) {
        return (Map<String, Object>) TestJson.read("{'my':" + robot(my) + ",'enemy':" + robot(enemy)
                + ",'map':{'width':100,'height':100,'mines':[],'fuelTanks':["
                + (tank == null ? "" : "{'x':%s,'y':%s,'value':100}".formatted((Object[]) tank.split(" "))) + "]}}");
    }

    private static String robot(String text) {
        return "{'x':%s,'y':%s,'fuel':%s}".formatted((Object[]) text.split(" "));
    }
}
