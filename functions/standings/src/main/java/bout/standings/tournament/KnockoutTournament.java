package bout.standings.tournament;

import bout.standings.Outcome;
import bout.standings.pairings.Encounter;
import bout.standings.pairings.Fixture;
import bout.standings.pairings.Knockout;
import bout.standings.tables.Table;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A knockout tournament. The matches of a pair come one after the other, since each may decide it; pairs play side by
 * side. Against a player who is withdrawn the other has a walkover.
 */
final class KnockoutTournament extends Tournament {

    private final Knockout knockout;

    /** The encounters of which no match is open. */
    private final Set<Encounter> idle = new LinkedHashSet<>();

    KnockoutTournament(Plan plan, OpenLimits limits) {
        super(plan, limits);
        // Nothing is known of the players but their seeding, which decides who meets whom and nothing more.
        knockout = new Knockout(plan.players(), plan.boards(), plan.seed(), player -> 0);
        idle.addAll(knockout.encounters());
    }

    @Override
    Optional<Fixture> choose() {
        Optional<Encounter> next = idle.stream().findFirst();
        next.ifPresent(idle::remove);
        return next.flatMap(Encounter::next);
    }

    @Override
    boolean mayBegin(Fixture fixture) {
        return encounter(fixture)
                .filter(idle::contains)
                .flatMap(Encounter::next)
                .filter(fixture::equals)
                .isPresent();
    }

    @Override
    void begunElsewhere(Fixture fixture) {
        idle.remove(encounter(fixture).orElseThrow());
    }

    @Override
    void freed(int player) {
        // Nobody has two matches at once.
    }

    private Optional<Encounter> encounter(Fixture fixture) {
        return knockout.encounters().stream()
                .filter(each -> fixture.involves(each.upper()) && fixture.involves(each.lower()))
                .findFirst();
    }

    @Override
    void accept(Fixture fixture, PlayedMatch match) {
        Encounter encounter = encounter(fixture).orElseThrow();
        encounter.result(Outcome.of(match.result()));
        if (withdrawIfHopeless(encounter.upper())) {
            encounter.withdraw(encounter.upper());
        }
        if (withdrawIfHopeless(encounter.lower())) {
            encounter.withdraw(encounter.lower());
        }
        if (encounter.decided().isEmpty()) {
            idle.add(encounter);
        } else {
            goOn();
        }
    }

    /** The next round, and the one after it where all of its encounters are walkovers. */
    private void goOn() {
        while (knockout.advance()) {
            for (Encounter encounter : knockout.encounters()) {
                if (withdrawn(encounter.upper())) {
                    encounter.withdraw(encounter.upper());
                } else if (withdrawn(encounter.lower())) {
                    encounter.withdraw(encounter.lower());
                } else {
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

    /** The rounds that were begun so far. */
    List<List<Knockout.Slot>> bracket() {
        return knockout.bracket();
    }
}
