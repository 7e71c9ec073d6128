package bout.games;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.Play;
import bout.TestJson;
import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.HouseBot;
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
 * A record of what the engine computes: a hash over a thousand games of each game. Replays that are stored somewhere can
 * only be checked as long as this stays the same.
 */
@Tag("slow")
class DeterminismTest {

    private static final int GAMES = 1000;

    /** So that the two players who would fight for ever do not take all of the test's time. */
    private static final int MOST_TURNS = 300;

    private static final Plain RECORD = Plain.of(TestJson.resource("determinism.json"));

    @TestFactory
    List<DynamicTest> a_thousand_games_of_house_bots_have_the_recorded_hash() {
        return Games.ALL.stream()
                .map(game -> DynamicTest.dynamicTest(game.card().id(), () -> check(game)))
                .toList();
    }

    private static void check(Game<?, ?> game) {
        String id = game.card().id();
        Plain recorded = RECORD.get("hashes").get(id);
        assertEquals(
                "engine version " + RECORD.get("engine").integer(1, Integer.MAX_VALUE) + ", " + recorded.value(),
                "engine version " + Engine.VERSION + ", " + hash(game),
                "The games of " + id
                        + " by house bots are not what they were. If a rule, a set-up, the generator or the"
                        + " hash was changed on purpose, raise Engine.VERSION and record version and hash in"
                        + " determinism.json: stored replays of older versions may no longer be confirmed. If only a"
                        + " house bot was changed on purpose, record the hash. Else something changed by accident.");
    }

    private static String hash(Game<?, ?> game) {
        List<HouseBot> bots = game.houseBots();
        StateHash hash = new StateHash();
        for (int i = 0; i < GAMES; i++) {
            String first = bots.get(i % bots.size()).name();
            String second = bots.get(i / bots.size() % bots.size()).name();
            hash.add(Play.match(game, "determinism " + i, options(game, i), first, second)
                    .hash());
        }
        return hash.hex();
    }

    /** Goes through the values of every option from one odd game to the next; the other games have the defaults. */
    private static Options options(Game<?, ?> game, int i) {
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
