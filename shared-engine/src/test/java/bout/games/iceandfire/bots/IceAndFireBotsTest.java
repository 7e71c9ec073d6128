package bout.games.iceandfire.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.engine.Action;
import bout.engine.Call;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.iceandfire.IceAndFire;
import bout.games.iceandfire.IceAndFirePosition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class IceAndFireBotsTest {

    private static final IceAndFire GAME = new IceAndFire();
    private static final List<String> BOTS = List.of("wait", "expander", "builder", "rusher", "warlord");
    private static final List<String> WEAKER = BOTS.subList(0, 4);

    @ParameterizedTest
    @FieldSource("WEAKER")
    void warlord_wins_at_least_90_of_100_games_over_both_seats(String opponent) {
        int wins = wins("warlord", opponent);
        assertTrue(wins >= 90, "warlord wins " + wins + " of 100 games against " + opponent);
    }

    @ParameterizedTest
    @CsvSource({"expander", "builder", "rusher"})
    void every_other_bot_wins_at_least_90_of_100_games_against_wait(String bot) {
        int wins = wins(bot, "wait");
        assertTrue(wins >= 90, bot + " wins " + wins + " of 100 games against wait");
    }

    private static int wins(String bot, String opponent) {
        return Play.wins(
                GAME, Options.defaults(List.of()), IntStream.rangeClosed(1, 50).parallel(), bot, opponent);
    }

    @ParameterizedTest
    @FieldSource("BOTS")
    void an_order_of_a_bot_is_only_refused_if_a_unit_is_in_the_way(String bot) {
        Set<String> outcomes = new TreeSet<>();
        for (int seed = 1; seed <= 3; seed++) {
            Match<String> played = Play.match(GAME, "" + seed, bot, "expander");
            Match<String> match = Match.draw(GAME, played.seed(), played.options());
            for (Call call : played.calls()) {
                assertNull(call.failure());
                String line = GAME.restore(Plain.of(call.move()));
                match.play(Turn.of(call.seat(), Action.moved(line)));
                if (call.seat() == Seat.FIRST) {
                    for (Plain outcome :
                            Plain.of(match.picture()).get("outcomes").entries()) {
                        outcomes.add(outcome.text().split(" ")[0]);
                    }
                }
            }
        }
        assertTrue(
                Set.of("wait", "moved", "trained", "built", "dropped", "occupied", "stuck")
                        .containsAll(outcomes),
                "" + outcomes);
        if (!bot.equals("wait")) {
            assertTrue(outcomes.containsAll(Set.of("moved", "trained")), "" + outcomes);
        }
    }

    @ParameterizedTest
    @CsvSource({"219, false", "220, true"})
    void warlord_trains_a_whole_chain_to_the_enemys_hq_if_it_can_pay_for_it(int gold, boolean strikes) {
        Map<String, Object> setUp = Map.of("rows", Collections.nCopies(12, "............"), "mineSpots", List.of());
        IceAndFirePosition state = GAME.start(Plain.of(setUp), Options.defaults(List.of()));
        Map<String, Object> fields = new LinkedHashMap<>(state.request(Seat.FIRST));
        fields.put("gold", gold);
        String line = line("warlord", fields);
        // The path from HQ to HQ has 22 steps, and a unit of level 1 costs 10.
        assertEquals(strikes, line.endsWith(";TRAIN 1 11 11"), line);
        assertTrue(!strikes || line.split(";").length == 22, line);
    }

    private static String line(String bot, Map<String, Object> fields) {
        Object answer = GAME.houseBot(bot).orElseThrow().at(Seat.FIRST, "1").answer(fields);
        return (String) ((Map<?, ?>) answer).get("commands");
    }
}
