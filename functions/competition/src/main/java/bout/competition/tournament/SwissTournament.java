package bout.competition.tournament;

import bout.competition.pairings.Fixture;
import bout.competition.pairings.FixtureQueue;
import bout.competition.pairings.Swiss;
import bout.competition.tables.Table;
import bout.competition.tables.Table.TieBreak;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.competition.tournament.Tournament.PlayedMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A tournament by the Swiss system. A withdrawn player is not paired from the next round on, but keeps its results,
 * because its opponents met it instead of someone else.
 */
final class SwissTournament extends Tournament {

    private static final List<TieBreak> TIE_BREAKS =
            List.of(TieBreak.BUCHHOLZ_CUT_1, TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.HEAD_TO_HEAD);

    private final Swiss swiss;
    private final List<Swiss.Round> rounds = new ArrayList<>();
    private boolean lastRound;

    SwissTournament(Plan plan, OpenLimits limits) {
        super(plan, limits);
        swiss = new Swiss(plan.players(), plan.size(), plan.boards(), plan.seed());
        pair();
    }

    private void pair() {
        Optional<Swiss.Round> round = swiss.pair(player -> !withdrawn(player));
        round.ifPresent(paired -> {
            rounds.add(paired);
            waiting = new FixtureQueue(paired, this::free);
            int halfPoints = 2 * (plan.size().seats() - 1) * plan.boards();
            paired.byes().forEach(player -> results.bye(player, halfPoints));
        });
        // A round can be missing only after players were withdrawn.
        lastRound = round.isEmpty() || rounds.size() == plan.rounds();
    }

    @Override
    void accept(Fixture fixture, PlayedMatch match) {
        swiss.result(fixture, match.outcome());
        fixture.players().forEach(player -> results.bye(player, Swiss.halfPointsOfBye(plan.size(), fixture)));
        if (roundOver()) {
            for (int player = 0; player < plan.players(); player++) {
                withdrawIfHopeless(player);
            }
            if (!lastRound) {
                pair();
            }
        }
    }

    private boolean roundOver() {
        return waiting.isEmpty() && open().isEmpty();
    }

    @Override
    public boolean over() {
        return lastRound && roundOver();
    }

    @Override
    public Table table() {
        return Table.of(results, plan.ranking(), TIE_BREAKS);
    }

    List<Swiss.Round> rounds() {
        return List.copyOf(rounds);
    }
}
