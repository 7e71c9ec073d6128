package bout.competition.tournament;

import bout.competition.Outcome;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.FixtureQueue;
import bout.competition.pairings.GroupRoundRobin;
import bout.competition.pairings.RoundRobin;
import bout.competition.pairings.Schedule.Gauntlet;
import bout.competition.ratings.EloFit;
import bout.competition.ratings.EloFit.PairRecord;
import bout.competition.tables.CrossTable;
import bout.competition.tables.Table;
import bout.engine.Result;
import bout.engine.Seat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A running tournament. Its state follows from its plan, its limits and the order of its results: anyone who adds the
 * same results, and after each of them opens all matches that may start, gets the same open matches and the same table.
 * So the state of a process that died can be restored from the results alone.
 *
 * <p>Not safe for use by several threads.
 */
public abstract sealed class Tournament permits ScheduledTournament, SwissTournament, KnockoutTournament {

    public static final int ANCHOR_ELO = 1000;

    final Plan plan;
    final CrossTable results;

    /** The matches that are known and may start; a knockout, where each depends on the one before, does not use it. */
    FixtureQueue waiting;

    private final OpenLimits limits;
    private final Set<Fixture> open = new LinkedHashSet<>();
    private final int[] openOf;
    private final long[] calls;
    private final long[] failures;
    private final boolean[] withdrawn;
    private long played;

    /** Opened together with the other match on its board, and not yet returned by {@link #next}; or {@code null}. */
    private Fixture second;

    Tournament(Plan plan, OpenLimits limits) {
        this.plan = plan;
        this.limits = limits;
        results = new CrossTable(plan.players());
        openOf = new int[plan.players()];
        calls = new long[plan.players()];
        failures = new long[plan.players()];
        withdrawn = new boolean[plan.players()];
    }

    public static Tournament of(Plan plan) {
        return of(plan, OpenLimits.NONE);
    }

    public static Tournament of(Plan plan, OpenLimits limits) {
        return switch (plan.format()) {
            case ROUND_ROBIN ->
                new ScheduledTournament(
                        plan,
                        limits,
                        plan.size().seats() == 2
                                ? new RoundRobin(plan.players(), plan.boards(), plan.style())
                                : new GroupRoundRobin(
                                        plan.players(), plan.size().seats(), plan.boards(), plan.seed()));
            case GAUNTLET -> new ScheduledTournament(plan, limits, new Gauntlet(plan.players(), plan.boards()));
            case SWISS -> new SwissTournament(plan, limits);
            case KNOCKOUT, DOUBLE_ELIMINATION -> new KnockoutTournament(plan, limits);
        };
    }

    public Plan plan() {
        return plan;
    }

    /**
     * Opens and returns the next match to play. Players who have reached their limit of open matches are skipped. Both
     * matches of a pair on a board open together, the second one even beyond a limit: so neither begins after the other
     * has told how the board goes.
     *
     * @return empty if the tournament is over, or if the next match depends on matches that are still open
     */
    public final Optional<Fixture> next() {
        if (second != null) {
            Fixture opened = second;
            second = null;
            return Optional.of(opened);
        }
        if (open.size() >= limits.inAll()) {
            return Optional.empty();
        }
        Optional<Fixture> next = choose();
        next.ifPresent(fixture -> {
            open(fixture);
            if (mayStart(fixture.swapped())) {
                second = fixture.swapped();
                startedElsewhere(second);
                open(second);
            }
        });
        return next;
    }

    private void open(Fixture fixture) {
        open.add(fixture);
        fixture.players().forEach(player -> openOf[player]++);
    }

    /**
     * Whether a result of this match may be added. That is the case if the match is open, or may start next: the
     * process that played it may be ahead of this object, or may have had wider limits. For withdrawn players it is any
     * match of the schedule.
     */
    public final boolean possible(Fixture fixture) {
        return open.contains(fixture) || mayStart(fixture);
    }

    /** Adds the result of a match, which must be {@link #possible} now. */
    public final void result(Fixture fixture, PlayedMatch match) {
        if (!possible(fixture)) {
            throw new IllegalArgumentException(fixture + " already has a result, or cannot be played yet");
        }
        if (fixture.equals(second)) {
            second = null;
        }
        if (open.remove(fixture)) {
            for (int player : fixture.players()) {
                if (openOf[player]-- == limits.ofPlayer()) {
                    freed(player);
                }
            }
        } else {
            startedElsewhere(fixture);
        }
        results.add(fixture.players(), match.result(), match.outcome());
        count(fixture, match, 1);
        accept(fixture, match);
    }

    private void count(Fixture fixture, PlayedMatch match, int times) {
        played += times;
        for (int seat = 0; seat < fixture.players().size(); seat++) {
            calls[fixture.players().get(seat)] += times * match.calls().get(seat);
            failures[fixture.players().get(seat)] += times * match.failures().get(seat);
        }
    }

    /** Whether the result of a match can be taken back: in a knockout only until the next round has begun. */
    public boolean mayTakeBack(Fixture fixture) {
        return true;
    }

    /** Takes a result back, as it was added, and opens the match once more. Whoever was withdrawn stays so. */
    public final void takeBack(Fixture fixture, PlayedMatch match) {
        if (!mayTakeBack(fixture)) {
            throw new IllegalArgumentException(fixture + " cannot be played again");
        }
        results.remove(fixture.players(), match.result(), match.outcome());
        count(fixture, match, -1);
        takenBack(fixture, match);
        open(fixture.onceMore());
    }

    /** Called before a match whose result was taken back is open again. */
    void takenBack(Fixture fixture, PlayedMatch match) {}

    public boolean over() {
        return waiting.isEmpty() && open.isEmpty();
    }

    public abstract Table table();

    Optional<Fixture> choose() {
        return waiting.poll();
    }

    /** Whether {@link #choose} may still return this match without any further result. */
    boolean mayStart(Fixture fixture) {
        return waiting.contains(fixture);
    }

    /** Called when this match was started elsewhere, so {@link #choose} must not return it. */
    void startedElsewhere(Fixture fixture) {
        waiting.remove(fixture);
    }

    /** Called when a player drops below its limit of open matches. */
    void freed(int player) {
        waiting.freed(player);
    }

    abstract void accept(Fixture fixture, PlayedMatch match);

    public CrossTable results() {
        return results;
    }

    /**
     * The maximum-likelihood Elo ratings from all results that count, relative to a player who has
     * {@value #ANCHOR_ELO}. Empty for a knockout, where most pairs have not met.
     */
    public Optional<EloFit.Ratings> elo(int anchor) {
        if (plan.format().isKnockout() || plan.size().seats() == 1) {
            return Optional.empty();
        }
        List<PairRecord> records = new ArrayList<>();
        for (int one = 0; one < plan.players(); one++) {
            for (int other = 0; other < one; other++) {
                if (!results.annulled(one) && !results.annulled(other)) {
                    records.add(new PairRecord(
                            one, other, results.wins(one, other), results.draws(one, other), results.wins(other, one)));
                }
            }
        }
        return Optional.of(EloFit.fit(plan.players(), records, anchor, ANCHOR_ELO, EloFit.USUAL_PRIOR));
    }

    public long played() {
        return played;
    }

    /** The matches that have started and have no result yet, in the order in which they started. */
    public final Set<Fixture> open() {
        return Collections.unmodifiableSet(open);
    }

    public long calls(int player) {
        return calls[player];
    }

    public long failures(int player) {
        return failures[player];
    }

    public boolean withdrawn(int player) {
        return withdrawn[player];
    }

    final boolean free(int player) {
        return openOf[player] < limits.ofPlayer();
    }

    /** Withdraws a player if all its calls have failed and there were enough of them; returns whether it did. */
    final boolean withdrawIfHopeless(int player) {
        if (!withdrawn[player] && calls[player] == failures[player] && failures[player] >= plan.withdrawAfter()) {
            withdrawn[player] = true;
            return true;
        }
        return false;
    }

    /**
     * How many matches may be open at once, that is, started and without a result. The second match on a board may
     * exceed each limit by one.
     *
     * @param ofBot of a registered bot in all tournaments of others than its owner together, never exceeded, at least 2
     *     so that the matches of a board fit; 0 = no limit. An open match may wait for that
     */
    public record OpenLimits(int inAll, int ofPlayer, int ofBot) {

        public static final int IN_ALL = 400;

        /**
         * The usual limit of a player in a tournament, and again as many on its ladder: a slow bot holds up no others.
         */
        public static final int OF_PLAYER = 8;

        /** No limits, for callers that request a match only when they can play it. */
        public static final OpenLimits NONE = new OpenLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, 0);

        public OpenLimits {
            if (inAll < 1 || ofPlayer < 1 || ofBot < 0 || ofBot == 1) {
                throw new IllegalArgumentException("limits of open matches must be at least 1, not " + inAll
                        + " in all and " + ofPlayer + " per player, and 0 or at least 2 of a bot, not " + ofBot);
            }
        }
    }

    /**
     * The result of a match, with the calls of each seat and how many of them failed.
     *
     * @param failed the seat that loses because it failed, or {@code null}; see {@link bout.engine.Forfeit}
     */
    public record PlayedMatch(Result result, Seat failed, List<Integer> calls, List<Integer> failures) {

        Outcome outcome() {
            return Outcome.of(result, failed);
        }
    }
}
