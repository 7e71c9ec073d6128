package bout.standings.tournament;

import bout.engine.Seat;
import bout.standings.pairings.Fixture;
import bout.standings.pairings.Gauntlet;
import bout.standings.pairings.RoundRobin;
import bout.standings.tables.CrossTable;
import bout.standings.tables.Table;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** A tournament that is played. Not safe for use by several threads. */
public abstract sealed class Tournament permits ScheduledTournament, SwissTournament, KnockoutTournament {

    final Plan plan;
    final CrossTable results;

    private final Set<Fixture> open = new LinkedHashSet<>();
    private final long[] calls;
    private final long[] failures;
    private final boolean[] withdrawn;
    private long played;

    Tournament(Plan plan) {
        this.plan = plan;
        results = new CrossTable(plan.players());
        calls = new long[plan.players()];
        failures = new long[plan.players()];
        withdrawn = new boolean[plan.players()];
    }

    public static Tournament of(Plan plan) {
        return switch (plan.format()) {
            case ROUND_ROBIN ->
                new ScheduledTournament(plan, new RoundRobin(plan.players(), plan.boards(), plan.order()));
            case GAUNTLET -> new ScheduledTournament(plan, new Gauntlet(plan.players(), plan.boards()));
            case SWISS -> new SwissTournament(plan);
            case KNOCKOUT -> new KnockoutTournament(plan);
        };
    }

    public Plan plan() {
        return plan;
    }

    /**
     * The next match to play, which is open from then on.
     *
     * @return nothing when the tournament is over, or as long as what comes next depends on matches that are open
     */
    public final Optional<Fixture> next() {
        Optional<Fixture> next = choose();
        next.ifPresent(open::add);
        return next;
    }

    /**
     * Takes the result of an open match.
     *
     * @throws IllegalArgumentException when the match is not open
     */
    public final void result(Fixture fixture, Played match) {
        if (!open.remove(fixture)) {
            throw new IllegalArgumentException(fixture + " is not open");
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
    public abstract long mostMatches();

    /** The table so far. */
    public abstract Table table();

    abstract Optional<Fixture> choose();

    abstract void accept(Fixture fixture, Played match);

    /** The results so far, each player against each other. */
    public CrossTable results() {
        return results;
    }

    /** How many matches have a result. */
    public long played() {
        return played;
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

    /** The matches that were begun and have no result yet, in the order in which they were begun. */
    final Set<Fixture> open() {
        return Collections.unmodifiableSet(open);
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
