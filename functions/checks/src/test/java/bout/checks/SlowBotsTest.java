package bout.checks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Seat;
import bout.games.Games;
import bout.telemetry.Machine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How long a check can take. Time is virtual: it passes while a bot thinks, and a bot takes as long as it may. */
class SlowBotsTest {

    private long now;

    static Stream<Game<?>> games() {
        return Games.ALL.stream();
    }

    private final class Slow implements Player {

        private final Game<?> game;
        private final boolean answers;
        private final Map<Seat, HouseBot.Bot> bots = new HashMap<>();

        private Slow(Game<?> game, boolean answers) {
            this.game = game;
            this.answers = answers;
        }

        @Override
        public Reply ask(MoveRequest request) {
            // Opening a connection may take as long as the answer.
            now += 2 * TimeUnit.MILLISECONDS.toNanos(request.timeLimit());
            return answers
                    ? new Reply.Answered(
                            bots.computeIfAbsent(
                                            request.seat(),
                                            seat -> game.houseBots().getFirst().at(seat, "1"))
                                    .answer(request.fields()),
                            request.timeLimit())
                    : new Reply.Failed(new Failure(Failure.Kind.TIME_OUT, "No answer arrived."), request.timeLimit());
        }

        @Override
        public Map<String, Object> fields(Match<?> match, Seat seat, String seatId, int timeLimit, List<String> names) {
            return match.request(seat);
        }
    }

    private void check(Game<?> game, boolean answers) {
        long never = System.nanoTime() + Long.MAX_VALUE / 2;
        Checkup.of(game, new Slow(game, answers), new Slow(game, answers), never, call -> {});
        if (answers) {
            Checkup.match(game, new Slow(game, true), never);
        }
    }

    private void healthCheck(Game<?> game, boolean answers) {
        long never = System.nanoTime() + Long.MAX_VALUE / 2;
        Checkup.likeMatches(game, new Slow(game, answers), new Slow(game, answers), Checkup.MOST_MOVES, never);
    }

    private void assertInTime(Runnable check) {
        now = 0;
        Machine machine = new Machine() {
            @Override
            public long nanoTime() {
                return now;
            }
        };
        ScopedValue.where(Machine.SIMULATED, machine).run(check);
        assertTrue(
                now + UrlVerification.LONGEST <= CheckerHandler.LONGEST_CHECK,
                () -> TimeUnit.NANOSECONDS.toSeconds(now) + " s");
    }

    @ParameterizedTest
    @MethodSource("games")
    void a_bot_that_uses_all_of_its_time_is_checked_within_the_time_of_a_checker(Game<?> game) {
        for (boolean answers : new boolean[] {true, false}) {
            assertInTime(() -> check(game, answers));
            assertInTime(() -> healthCheck(game, answers));
        }
    }
}
