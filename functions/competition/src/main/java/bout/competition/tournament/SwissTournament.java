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

    /** For each round, the doubled points of each player in its matches. */
    private final List<int[]> halfPoints = new ArrayList<>();

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
            halfPoints.add(new int[plan.players()]);
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
        count(fixture, match, 1);
        // The round, not yet the tournament.
        if (super.over()) {
            for (int player = 0; player < plan.players(); player++) {
                withdrawIfHopeless(player);
            }
            if (!lastRound) {
                pair();
            }
        }
    }

    @Override
    void takenBack(Fixture fixture, PlayedMatch match) {
        swiss.takeBack(fixture, match.outcome());
        count(fixture, match, -1);
    }

    private void count(Fixture fixture, PlayedMatch match, int times) {
        int round = fixture.board() / plan.boards();
        for (int seat = 0; seat < fixture.players().size(); seat++) {
            int player = fixture.players().get(seat);
            results.bye(player, times * Swiss.halfPointsOfBye(plan.size(), fixture));
            halfPoints.get(round)[player] += times * match.outcome().halfPoints(seat);
        }
    }

    @Override
    public boolean over() {
        return lastRound && super.over();
    }

    @Override
    public Table table() {
        return Table.of(results, plan.ranking(), TIE_BREAKS);
    }

    /** The points of a player in the matches of a round, from 0. */
    double points(int round, int player) {
        return halfPoints.get(round)[player] / 2.0;
    }

    List<Swiss.Round> rounds() {
        return List.copyOf(rounds);
    }
}
