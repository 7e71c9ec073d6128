package bout.competition.tournament;

import bout.competition.pairings.Encounter;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.Knockout;
import bout.competition.tables.Table;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.competition.tournament.Tournament.PlayedMatch;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A knockout tournament, of one or two defeats. The matches of a pair or group are played one after the other, since
 * each may decide it; pairs play in parallel. The opponent of a withdrawn player gets a walkover; in a group, a
 * withdrawn player is behind the others, and still plays until enough of them advance without a match.
 */
final class KnockoutTournament extends Tournament {

    private final Knockout knockout;

    /** The encounters without an open match. */
    private final Set<Encounter> idle = new LinkedHashSet<>();

    KnockoutTournament(Plan plan, OpenLimits limits) {
        super(plan, limits);
        knockout = new Knockout(plan.players(), plan.size(), plan.boards(), plan.seed(), plan.twice());
        idle.addAll(knockout.encounters());
    }

    @Override
    Optional<Fixture> choose() {
        Optional<Encounter> next = idle.stream().findFirst();
        next.ifPresent(idle::remove);
        return next.flatMap(Encounter::next);
    }

    @Override
    boolean mayStart(Fixture fixture) {
        return encounter(fixture)
                .filter(idle::contains)
                .flatMap(Encounter::next)
                .filter(fixture::equals)
                .isPresent();
    }

    @Override
    void startedElsewhere(Fixture fixture) {
        idle.remove(encounter(fixture).orElseThrow());
    }

    @Override
    void freed(int player) {
        // No player has two open matches at once.
    }

    private Optional<Encounter> encounter(Fixture fixture) {
        return knockout.encounters().stream()
                .filter(each -> each.players().containsAll(fixture.players()))
                .findFirst();
    }

    @Override
    void accept(Fixture fixture, PlayedMatch match) {
        Encounter encounter = encounter(fixture).orElseThrow();
        encounter.result(fixture, match.outcome());
        encounter.players().stream().filter(this::withdrawIfHopeless).forEach(encounter::withdraw);
        if (encounter.decided().isPresent()) {
            startNextRounds();
        } else if (encounter.next().isPresent()) {
            idle.add(encounter);
        }
    }

    @Override
    public boolean mayTakeBack(Fixture fixture) {
        return knockout.encounters().stream().anyMatch(encounter -> encounter.has(fixture));
    }

    @Override
    void takenBack(Fixture fixture, PlayedMatch match) {
        knockout.reopen();
        Encounter encounter = encounter(fixture).orElseThrow();
        boolean waits = idle.remove(encounter) || encounter.decided().isPresent();
        encounter.takeBack(fixture, match.outcome(), waits ? 0 : 1);
    }

    /** Starts the next round, and further rounds as long as all encounters are walkovers. */
    private void startNextRounds() {
        while (knockout.advance()) {
            for (Encounter encounter : knockout.encounters()) {
                encounter.players().stream().filter(this::withdrawn).forEach(encounter::withdraw);
                if (encounter.decided().isEmpty()) {
                    idle.add(encounter);
                }
            }
        }
    }

    @Override
    public boolean over() {
        return knockout.champion().isPresent();
    }

    @Override
    public Table table() {
        return Table.byPlace(results, knockout::place);
    }

    Knockout knockout() {
        return knockout;
    }
}
