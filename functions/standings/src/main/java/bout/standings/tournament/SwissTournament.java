package bout.standings.tournament;

import bout.standings.Outcome;
import bout.standings.pairings.Fixture;
import bout.standings.pairings.Swiss;
import bout.standings.tables.Table;
import bout.standings.tables.TieBreak;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A tournament by the Swiss system. Who is withdrawn is so from the next round on, and keeps its results: its opponents
 * met it in place of another.
 */
final class SwissTournament extends Tournament {

    private static final List<TieBreak> TIE_BREAKS =
            List.of(TieBreak.BUCHHOLZ_CUT_1, TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.HEAD_TO_HEAD);

    private final Swiss swiss;
    private final Deque<Fixture> waiting = new ArrayDeque<>();
    private int rounds;

    SwissTournament(Plan plan) {
        super(plan);
        swiss = new Swiss(plan.players(), plan.boards(), plan.seed());
        pair();
    }

    private void pair() {
        if (rounds == plan.rounds()) {
            return;
        }
        Optional<Swiss.Round> round = swiss.pair(player -> !withdrawn(player));
        // Only where players were withdrawn there may be no round any more.
        rounds = round.isPresent() ? rounds + 1 : plan.rounds();
        round.ifPresent(paired -> {
            waiting.addAll(paired.fixtures());
            paired.bye().ifPresent(player -> results.bye(player, 2 * plan.boards()));
        });
    }

    @Override
    Optional<Fixture> choose() {
        return Optional.ofNullable(waiting.poll());
    }

    @Override
    void accept(Fixture fixture, Played match) {
        swiss.result(fixture, Outcome.of(match.result()));
        if (waiting.isEmpty() && open().isEmpty()) {
            for (int player = 0; player < plan.players(); player++) {
                withdrawIfHopeless(player);
            }
            pair();
        }
    }

    @Override
    public boolean over() {
        return rounds == plan.rounds() && waiting.isEmpty() && open().isEmpty();
    }

    @Override
    public long mostMatches() {
        return (long) plan.rounds() * plan.boards() * (plan.players() / 2);
    }

    @Override
    public Table table() {
        return Table.of(results, plan.ranking(), TIE_BREAKS);
    }
}
