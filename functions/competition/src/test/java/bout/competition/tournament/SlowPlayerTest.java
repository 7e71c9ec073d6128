package bout.competition.tournament;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.pairings.Fixture;
import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.competition.tournament.Tournament.PlayedMatch;
import bout.engine.Game.TournamentStyle;
import bout.engine.Result;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A tournament with one slow player, planned as the standings function does, on a simulated clock. */
class SlowPlayerTest {

    private static final int USUAL_SECONDS = 20;

    /** A bot that uses 50 s for each of a hundred moves. */
    private static final int SLOW_SECONDS = 5_000;

    private static final int SLOW = 3;
    private static final OpenLimits DEFAULTS = new OpenLimits(400, 8, 0);

    /** A match that runs until a second of the simulated clock. */
    private record Running(Fixture fixture, long until, long started) {}

    /**
     * What a tournament did while it had matches to start that do not involve the slow player.
     *
     * @param seconds until the last of them started
     * @param busy how many places of the runners were busy on average
     * @param useful how many of them with matches of usual length
     */
    private record Use(long seconds, double busy, double useful) {}

    private static Use play(TournamentStyle style, int players, int boards, boolean slow) {
        Plan plan = new Plan(style, GroupSize.TWO, players, "seed", Map.of("boards", boards, "ranking", "wins"));
        Tournament tournament = Tournament.of(plan, DEFAULTS);
        PriorityQueue<Running> running =
                new PriorityQueue<>(Comparator.comparingLong(Running::until).thenComparingLong(Running::started));
        long now = 0;
        long started = 0;
        long slowSeconds = 0;
        long usualSeconds = 0;
        long seconds = 0;
        double busyWhenLastStarted = 0;
        double usefulWhenLastStarted = 0;
        int slowRunning = 0;
        while (true) {
            boolean usualStarted = false;
            for (Optional<Fixture> next = tournament.next(); next.isPresent(); next = tournament.next()) {
                boolean isSlow = slow && next.get().involves(SLOW);
                slowRunning += isSlow ? 1 : 0;
                usualStarted |= !isSlow;
                running.add(new Running(next.get(), now + (isSlow ? SLOW_SECONDS : USUAL_SECONDS), started++));
            }
            if (usualStarted) {
                seconds = now;
                busyWhenLastStarted = slowSeconds + usualSeconds;
                usefulWhenLastStarted = usualSeconds;
            }
            if (running.isEmpty()) {
                break;
            }
            Running first = running.remove();
            long passed = first.until() - now;
            slowSeconds += passed * slowRunning;
            usualSeconds += passed * (running.size() + 1 - slowRunning);
            now = first.until();
            slowRunning -= slow && first.fixture().involves(SLOW) ? 1 : 0;
            tournament.result(
                    first.fixture(),
                    new PlayedMatch(Result.byScore(1, 1, "test"), null, List.of(100, 100), List.of(0, 0)));
        }
        assertTrue(tournament.over());
        return new Use(seconds, busyWhenLastStarted / seconds, usefulWhenLastStarted / seconds);
    }

    @ParameterizedTest
    @CsvSource({
        // Half of the tournaments have so many boards that the slow player's own fixtures fill a short memory.
        "WINS_IN_ROUNDS, 100, 2", "WINS_IN_ROUNDS, 12, 150",
        "SCORES_OF_ORDERED_PAIRS, 100, 2", "SCORES_OF_ORDERED_PAIRS, 12, 150",
    })
    void with_a_slow_player_the_runners_stay_busy_with_the_matches_of_the_others(
            TournamentStyle style, int players, int boards) {
        Use without = play(style, players, boards, false);
        Use with = play(style, players, boards, true);
        double capacity = Math.min(DEFAULTS.inAll(), players * DEFAULTS.ofPlayer() / 2);

        assertTrue(without.busy() >= 0.9 * capacity, () -> "without it, busy: " + without.busy() + " of " + capacity);
        // Both matches on a board start together, so each of its opponents waits with two places for the slow player.
        assertTrue(with.busy() >= 0.75 * capacity, () -> "busy: " + with.busy() + " of " + capacity);
        // The slow player takes no more places than a player may.
        double left = capacity - DEFAULTS.ofPlayer();
        assertTrue(with.useful() >= 0.75 * left, () -> "useful: " + with.useful() + " of " + left);
        assertTrue(
                with.seconds() <= without.seconds() / 0.75,
                () -> "the others' matches took " + with.seconds() + " s instead of " + without.seconds());
    }
}
