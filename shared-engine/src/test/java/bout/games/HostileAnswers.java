package bout.games;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.TestJson;
import bout.engine.Action;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Plain;
import bout.engine.Position;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Plays matches with arbitrary answers, for the property tests of the games. */
public final class HostileAnswers {

    private HostileAnswers() {}

    /** Any JSON number, with a preference for extreme ones. */
    public static Arbitrary<Object> numbers() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(-4, 12).asGeneric(),
                Arbitraries.integers().asGeneric(),
                Arbitraries.longs().asGeneric(),
                Arbitraries.doubles().between(-3, 3).asGeneric(),
                Arbitraries.doubles().asGeneric(),
                Arbitraries.of(1e30, -1e300, 5e-324, -0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
    }

    /** Any JSON value; usually not a valid answer. */
    public static Arbitrary<Object> anything(String... fields) {
        Arbitrary<Object> scalar = Arbitraries.oneOf(
                numbers(),
                Arbitraries.strings().ofMaxLength(20).asGeneric(),
                Arbitraries.of(true, false),
                Arbitraries.just(null));
        return Arbitraries.oneOf(
                scalar,
                scalar.list().ofMaxSize(4).asGeneric(),
                Arbitraries.maps(Arbitraries.of(fields), scalar).ofMaxSize(3).asGeneric(),
                Arbitraries.maps(Arbitraries.strings().ofMaxLength(4), scalar)
                        .ofMaxSize(3)
                        .asGeneric());
    }

    /**
     * Plays the answers one after the other until they run out or the match is over, and calls {@code look} after each
     * turn. If the match is over, its replay must be confirmed.
     */
    public static <M, P extends Position<M>> Match<M> play(
            Match<M> match, Class<P> type, List<Object> answers, Consumer<P> look) {
        int next = 0;
        while (next + match.seats().size() <= answers.size() && !match.over()) {
            List<Action<M>> actions = new ArrayList<>();
            for (Seat seat : match.seats()) {
                Action<M> action = match.isToMove(seat) ? match.read(seat, answers.get(next++)) : null;
                if (action != null && action.failure() != null) {
                    String text = action.failure().text();
                    assertTrue(!text.isEmpty() && text.length() < 300, text);
                }
                actions.add(action);
            }
            match.play(new Turn<>(actions));
            TestJson.throughJson(match.picture());
            look.accept(type.cast(match.position()));
        }
        if (match.over()) {
            assertReplayIsConfirmed(match);
        }
        return match;
    }

    /** Writes the replay as JSON, reads it again and verifies it. */
    public static <M> void assertReplayIsConfirmed(Match<M> match) {
        Game<M> game = match.game();
        List<Replay.Player> players = match.seats().stream()
                .map(seat -> Replay.Player.named("" + seat.number()))
                .toList();
        Replay replay = Replay.of(match, players);
        Replay read = Replay.read(Plain.of(TestJson.throughJson(replay.toPlain())));
        assertInstanceOf(Replay.Confirmed.class, read.verify(game));
        assertEquals(match.hash(), read.play(game, Integer.MAX_VALUE).hash());
    }
}
