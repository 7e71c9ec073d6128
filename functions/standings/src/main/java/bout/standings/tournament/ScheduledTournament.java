package bout.standings.tournament;

import bout.standings.pairings.Fixture;
import bout.standings.pairings.Schedule;
import bout.standings.tables.Table;
import java.util.Optional;

/**
 * A tournament in which all matches are known from the start. The matches of a player who is withdrawn are annulled, those
 * that were played too: who had met it before would otherwise be ahead of who had not.
 */
final class ScheduledTournament extends Tournament {

    private final Schedule schedule;
    private long next;

    ScheduledTournament(Plan plan, Schedule schedule) {
        super(plan);
        this.schedule = schedule;
    }

    @Override
    Optional<Fixture> choose() {
        if (next == schedule.fixtures()) {
            return Optional.empty();
        }
        Fixture fixture = schedule.fixture(next++);
        skip();
        return Optional.of(fixture);
    }

    @Override
    void accept(Fixture fixture, Played match) {
        for (int player : new int[] {fixture.first(), fixture.second()}) {
            if (withdrawIfHopeless(player)) {
                results.annul(player);
            }
        }
        skip();
    }

    /** Goes on to the next match that can be played, so that it is known at once whether there is one. */
    private void skip() {
        while (next < schedule.fixtures()) {
            Fixture fixture = schedule.fixture(next);
            if (!withdrawn(fixture.first()) && !withdrawn(fixture.second())) {
                return;
            }
            next++;
        }
    }

    @Override
    public boolean over() {
        return next == schedule.fixtures() && open().isEmpty();
    }

    @Override
    public long mostMatches() {
        return schedule.fixtures();
    }

    @Override
    public Table table() {
        return Table.of(results, plan.ranking(), plan.ranking().usualTieBreaks());
    }
}
