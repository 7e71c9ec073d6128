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
        while (next < schedule.fixtures()) {
            Fixture fixture = schedule.fixture(next++);
            if (!withdrawn(fixture.first()) && !withdrawn(fixture.second())) {
                return Optional.of(fixture);
            }
        }
        return Optional.empty();
    }

    @Override
    void accept(Fixture fixture, Played match) {
        for (int player : new int[] {fixture.first(), fixture.second()}) {
            if (withdrawIfHopeless(player)) {
                results.annul(player);
            }
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
