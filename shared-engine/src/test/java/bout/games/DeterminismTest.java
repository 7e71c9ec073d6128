package bout.games;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.TestJson;
import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Option;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.StateHash;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares the hashes of 25 and of a thousand matches of each game with the recorded ones. If one changes, stored
 * replays may no longer verify. 25 are each house bot against each.
 */
@Tag("slow")
class DeterminismTest {

    private static final int GAMES = 1000;

    /** Of so many, the replay is also written, read and played again. */
    private static final int FEW_GAMES = 25;

    /** The turn limit, so that two bots that never finish do not take all of the test's time. */
    private static final int MOST_TURNS = 300;

    private static final Plain RECORD = Plain.of(TestJson.resource("determinism.json"));

    @TestFactory
    List<DynamicTest> twenty_five_matches_of_house_bots_have_the_recorded_hash() {
        return checks(FEW_GAMES, "hashesOfTwentyFive");
    }

    @TestFactory
    @Tag("full")
    List<DynamicTest> a_thousand_matches_of_house_bots_have_the_recorded_hash() {
        return checks(GAMES, "hashes");
    }

    private static List<DynamicTest> checks(int games, String record) {
        return Games.ALL.stream()
                .map(game -> DynamicTest.dynamicTest(game.card().id(), () -> check(game, games, record)))
                .toList();
    }

    private static void check(Game<?> game, int games, String record) {
        String id = game.card().id();
        Plain recorded = RECORD.get(record).get(id);
        assertEquals(
                "engine version " + RECORD.get("engine").integer(1, Integer.MAX_VALUE) + ", " + recorded.value(),
                "engine version " + Engine.VERSION + ", " + hash(game, games),
                "The matches of house bots in " + id
                        + " have changed. If you changed a rule, a set-up, the random generator or the hash on"
                        + " purpose, raise Engine.VERSION and put the new version and hashes into determinism.json;"
                        + " stored replays of older versions may no longer verify. If you changed only a house bot,"
                        + " put the new hashes there. Otherwise something changed by accident.");
    }

    private static String hash(Game<?> game, int games) {
        List<HouseBot> bots = game.houseBots();
        StateHash hash = new StateHash();
        for (int i = 0; i < games; i++) {
            String first = bots.get(i % bots.size()).name();
            String second = bots.get(i / bots.size() % bots.size()).name();
            Match<?> match = Play.match(game, "determinism " + i, options(game, i), first, second);
            assertTrue(match.calls().stream().allMatch(call -> call.failure() == null), first + ", " + second);
            if (i < FEW_GAMES) {
                HostileAnswers.assertReplayIsConfirmed(match);
            }
            hash.add(match.hash());
        }
        return hash.hex();
    }

    /** Odd matches vary the values of all options; even matches use the defaults. */
    private static Options options(Game<?> game, int i) {
        Map<String, Object> given = new LinkedHashMap<>();
        for (Option option : game.card().options()) {
            if (i % 2 == 0 && !option.name().equals("maxTurns")) {
                continue;
            }
            given.put(
                    option.name(),
                    switch (option) {
                        case Option.IntegerOption integer when integer.name().equals("maxTurns") -> MOST_TURNS;
                        case Option.IntegerOption integer -> integer.min() + i % (integer.max() - integer.min() + 1);
                        case Option.BooleanOption ignored -> i / 2 % 2 == 0;
                        case Option.ChoiceOption choice ->
                            choice.choices().get(i % choice.choices().size());
                    });
        }
        return Options.read(game.card().options(), Plain.of(given));
    }
}
