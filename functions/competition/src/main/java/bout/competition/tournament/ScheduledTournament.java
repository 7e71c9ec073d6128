package bout.competition.tournament;

import bout.competition.pairings.Fixture;
import bout.competition.pairings.FixtureQueue;
import bout.competition.pairings.Schedule;
import bout.competition.tables.Table;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.competition.tournament.Tournament.PlayedMatch;

/**
 * A tournament whose matches are all known from the start, two on each board of a pair. When a player is withdrawn, all
 * its meetings are annulled, including those already played; otherwise the players who had met it would have an
 * advantage.
 */
final class ScheduledTournament extends Tournament {

    private final Schedule schedule;

    ScheduledTournament(Plan plan, OpenLimits limits, Schedule schedule) {
        super(plan, limits);
        this.schedule = schedule;
        waiting = new FixtureQueue(schedule, this::free);
    }

    @Override
    boolean mayStart(Fixture fixture) {
        return super.mayStart(fixture)
                || schedule.has(fixture) && fixture.players().stream().anyMatch(this::withdrawn);
    }

    @Override
    void accept(Fixture fixture, PlayedMatch match) {
        for (int player : fixture.players()) {
            if (withdrawIfHopeless(player)) {
                results.annul(player);
                waiting.remove(player);
            }
        }
    }

    @Override
    public Table table() {
        return Table.of(results, plan.ranking(), plan.ranking().usualTieBreaks());
    }
}
