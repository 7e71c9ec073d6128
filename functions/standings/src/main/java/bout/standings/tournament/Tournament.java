package bout.standings.tournament;

import bout.engine.Seat;
import bout.standings.pairings.Fixture;
import bout.standings.pairings.Gauntlet;
import bout.standings.pairings.RoundRobin;
import bout.standings.ratings.EloFit;
import bout.standings.ratings.PairRecord;
import bout.standings.tables.CrossTable;
import bout.standings.tables.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A tournament that is played. It follows from its plan, its limits and its results in their order: who takes the same
 * results, and after each of them all matches that may begin, comes to the same open matches and the same table. So what a
 * process knew that was killed is found again from the results alone.
 *
 * <p>Not safe for use by several threads.
 */
public abstract sealed class Tournament permits ScheduledTournament, SwissTournament, KnockoutTournament {

    /** The rating of the anchor of a table. */
    public static final int ANCHOR_ELO = 1000;

    final Plan plan;
    final CrossTable results;

    private final OpenLimits limits;
    private final Set<Fixture> open = new LinkedHashSet<>();
    private final int[] openOf;
    private final long[] calls;
    private final long[] failures;
    private final boolean[] withdrawn;
    private long played;

    Tournament(Plan plan, OpenLimits limits) {
        this.plan = plan;
        this.limits = limits;
        results = new CrossTable(plan.players());
        openOf = new int[plan.players()];
        calls = new long[plan.players()];
        failures = new long[plan.players()];
        withdrawn = new boolean[plan.players()];
    }

    /** A tournament whose matches begin whenever they are asked for. */
    public static Tournament of(Plan plan) {
        return of(plan, OpenLimits.NONE);
    }

    public static Tournament of(Plan plan, OpenLimits limits) {
        return switch (plan.format()) {
            case ROUND_ROBIN ->
                new ScheduledTournament(plan, limits, new RoundRobin(plan.players(), plan.boards(), plan.order()));
            case GAUNTLET -> new ScheduledTournament(plan, limits, new Gauntlet(plan.players(), plan.boards()));
            case SWISS -> new SwissTournament(plan, limits);
            case KNOCKOUT -> new KnockoutTournament(plan, limits);
        };
    }

    public Plan plan() {
        return plan;
    }

    /**
     * The next match to play, which is open from then on. A player who has as many open as may be is passed over.
     *
     * @return nothing when the tournament is over, or as long as what comes next depends on matches that are open
     */
    public final Optional<Fixture> next() {
        if (open.size() >= limits.inAll()) {
            return Optional.empty();
        }
        Optional<Fixture> next = choose();
        next.ifPresent(fixture -> {
            open.add(fixture);
            openOf[fixture.first()]++;
            openOf[fixture.second()]++;
        });
        return next;
    }

    /**
     * Whether a match may have a result: it is open, or whoever played it was ahead of this object, which has yet to begin
     * it. So were the limits once wider, what was begun under them still counts. Of players who have withdrawn, any match of
     * the schedule may.
     */
    public final boolean possible(Fixture fixture) {
        return open.contains(fixture) || mayBegin(fixture);
    }

    /**
     * Takes the result of a match, which must be its only one.
     *
     * @throws IllegalArgumentException when there is no such match now
     */
    public final void result(Fixture fixture, PlayedMatch match) {
        if (!possible(fixture)) {
            throw new IllegalArgumentException(fixture + " has its result already, or cannot be played yet");
        }
        if (open.remove(fixture)) {
            for (Seat seat : Seat.values()) {
                int player = fixture.player(seat);
                if (openOf[player]-- == limits.ofPlayer()) {
                    freed(player);
                }
            }
        } else {
            begunElsewhere(fixture);
        }
        played++;
        results.add(fixture.first(), fixture.second(), match.result());
        for (Seat seat : Seat.values()) {
            calls[fixture.player(seat)] += match.calls(seat);
            failures[fixture.player(seat)] += match.failures(seat);
        }
        accept(fixture, match);
    }

    /** Whether there is nothing to play any more. */
    public abstract boolean over();

    /** How many matches there are in all; where that depends on the results, how many there may be at most. */
    public final long mostMatches() {
        return plan.mostMatches();
    }

    /** The table so far. */
    public abstract Table table();

    abstract Optional<Fixture> choose();

    /** Whether {@link #choose} may still come to this match, without any other result. */
    abstract boolean mayBegin(Fixture fixture);

    /** {@link #choose} is not to come to this match any more. */
    abstract void begunElsewhere(Fixture fixture);

    /** A player who had as many open matches as may be has one less. */
    abstract void freed(int player);

    abstract void accept(Fixture fixture, PlayedMatch match);

    /** The results so far, each player against each other. */
    public CrossTable results() {
        return results;
    }

    /**
     * The likeliest Elo ratings under all results that count.
     *
     * @param anchor who has {@value #ANCHOR_ELO}
     * @return nothing for a knockout, where most pairs have not met
     */
    public Optional<EloFit.Fitted> elo(int anchor) {
        if (plan.format() == Format.KNOCKOUT) {
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
        return switch (EloFit.fit(plan.players(), records, anchor, ANCHOR_ELO, EloFit.USUAL_PRIOR)) {
            case EloFit.Fitted fitted -> Optional.of(fitted);
            case EloFit.Undetermined undetermined ->
                throw new IllegalStateException("with a prior there are always ratings: " + undetermined.reason());
        };
    }

    /** How many matches have a result. */
    public long played() {
        return played;
    }

    /** The matches that were begun and have no result yet, in the order in which they were begun. */
    public final Set<Fixture> open() {
        return Collections.unmodifiableSet(open);
    }

    /** How often a player was asked for a move. */
    public long calls(int player) {
        return calls[player];
    }

    /** How often it gave none. */
    public long failures(int player) {
        return failures[player];
    }

    /** Whether a player plays no more because all its calls failed. */
    public boolean withdrawn(int player) {
        return withdrawn[player];
    }

    /** Whether a player may have one more match open. */
    final boolean free(int player) {
        return openOf[player] < limits.ofPlayer();
    }

    /** Withdraws a player if it is to be. */
    final boolean withdrawIfHopeless(int player) {
        if (!withdrawn[player] && calls[player] == failures[player] && failures[player] >= plan.withdrawAfter()) {
            withdrawn[player] = true;
            return true;
        }
        return false;
    }
}
