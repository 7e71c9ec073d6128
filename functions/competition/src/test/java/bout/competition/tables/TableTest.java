package bout.competition.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.competition.Outcome;
import bout.competition.tables.Table.Ranking;
import bout.competition.tables.Table.TieBreak;
import bout.engine.Result;
import bout.engine.Seat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TableTest {

    private static final Result FIRST = Result.of(Seat.FIRST, 3, 1, "test");
    private static final Result SECOND = Result.of(Seat.SECOND, 1, 3, "test");
    private static final Result DRAW = Result.of(null, 2, 2, "test");

    private static List<Integer> players(Table table) {
        return table.rows().stream().map(Table.Row::player).toList();
    }

    private static List<Integer> ranks(Table table) {
        return table.rows().stream().map(Table.Row::rank).toList();
    }

    private static Table.Row row(Table table, int player) {
        return table.rows().stream()
                .filter(row -> row.player() == player)
                .findFirst()
                .orElseThrow();
    }

    /** Four players, each pair once: 0 beats 1 and 2, 1 beats 2 and 3, 2 beats 3, 3 beats 0. */
    private static void add(CrossTable results, int first, int second, Result result) {
        results.add(List.of(first, second), result, Outcome.of(result, null));
    }

    private static CrossTable four() {
        CrossTable results = new CrossTable(4);
        add(results, 0, 1, FIRST);
        add(results, 2, 0, SECOND);
        add(results, 1, 2, FIRST);
        add(results, 1, 3, FIRST);
        add(results, 2, 3, FIRST);
        add(results, 3, 0, FIRST);
        return results;
    }

    @Test
    void points_decide_first_then_head_to_head() {
        Table table = Table.of(four(), Ranking.WINS, List.of(TieBreak.HEAD_TO_HEAD));

        assertEquals(List.of(0, 1, 2, 3), players(table));
        assertEquals(List.of(1, 2, 3, 4), ranks(table));
        assertEquals(
                List.of(2.0, 2.0, 1.0, 1.0),
                table.rows().stream().map(Table.Row::value).toList());
        // 0 beat 1, and 2 beat 3.
        assertEquals(OptionalDouble.of(1), row(table, 0).tieBreaks().getFirst());
        assertEquals(OptionalDouble.of(0), row(table, 1).tieBreaks().getFirst());
        assertEquals(OptionalDouble.of(1), row(table, 2).tieBreaks().getFirst());
    }

    @Test
    void sonneborn_berger_weighs_a_win_by_the_points_of_the_loser() {
        Table table = Table.of(four(), Ranking.WINS, List.of(TieBreak.SONNEBORN_BERGER));

        // 0 beat 1 (2 points) and 2 (1 point); 1 beat 2 (1) and 3 (1); 2 beat 3 (1); 3 beat 0 (2).
        assertEquals(OptionalDouble.of(3), row(table, 0).tieBreaks().getFirst());
        assertEquals(OptionalDouble.of(2), row(table, 1).tieBreaks().getFirst());
        assertEquals(OptionalDouble.of(1), row(table, 2).tieBreaks().getFirst());
        assertEquals(OptionalDouble.of(2), row(table, 3).tieBreaks().getFirst());
        assertEquals(List.of(0, 1, 3, 2), players(table));
    }

    @Test
    void a_draw_counts_half_in_points_and_in_sonneborn_berger() {
        CrossTable results = new CrossTable(2);
        add(results, 0, 1, DRAW);
        add(results, 1, 0, FIRST);

        Table table = Table.of(results, Ranking.WINS, List.of(TieBreak.SONNEBORN_BERGER));

        assertEquals(List.of(1, 0), players(table));
        assertEquals(1.5, table.rows().getFirst().value());
        // 1 has 1.5 of 2 points against 0, who has 0.5.
        assertEquals(OptionalDouble.of(0.75), row(table, 1).tieBreaks().getFirst());
        assertEquals(OptionalDouble.of(0.75), row(table, 0).tieBreaks().getFirst());
    }

    @Test
    void buchholz_adds_the_points_of_the_opponents_and_cuts_the_weakest() {
        CrossTable results = four();
        Table table = Table.of(results, Ranking.WINS, List.of(TieBreak.BUCHHOLZ, TieBreak.BUCHHOLZ_CUT_1));

        // 0 met 1 (2), 2 (1) and 3 (1).
        assertEquals(
                List.of(OptionalDouble.of(4), OptionalDouble.of(3)),
                row(table, 0).tieBreaks());
        // 2 met 0 (2), 1 (2) and 3 (1).
        assertEquals(
                List.of(OptionalDouble.of(5), OptionalDouble.of(4)),
                row(table, 2).tieBreaks());
    }

    @Test
    void a_bye_counts_as_points_and_as_an_opponent_of_equal_points() {
        CrossTable results = new CrossTable(3);
        add(results, 0, 1, FIRST);
        results.bye(2, 2);
        add(results, 2, 0, DRAW);
        results.bye(1, 2);

        Table table = Table.of(results, Ranking.WINS, List.of(TieBreak.BUCHHOLZ));

        // 0 has 1.5 points, 1 has 1, 2 has 1.5. 2 met 0 and itself.
        assertEquals(1.5, row(table, 2).value());
        assertEquals(OptionalDouble.of(3), row(table, 2).tieBreaks().getFirst());
        assertEquals(OptionalDouble.of(2.5), row(table, 0).tieBreaks().getFirst());
        assertEquals(1, row(table, 2).draws());
        assertEquals(0, row(table, 2).wins());
    }

    @Test
    void players_equal_in_everything_share_a_rank() {
        CrossTable results = new CrossTable(4);
        add(results, 0, 1, DRAW);
        add(results, 1, 2, DRAW);
        add(results, 2, 0, DRAW);
        add(results, 0, 3, FIRST);
        add(results, 1, 3, FIRST);
        add(results, 2, 3, FIRST);

        Table table = Table.of(results, Ranking.WINS, Ranking.WINS.usualTieBreaks());

        assertEquals(List.of(1, 1, 1, 4), ranks(table));
        assertEquals(List.of(0, 1, 2, 3), players(table));
    }

    @Test
    void head_to_head_applies_only_if_all_have_met() {
        CrossTable results = new CrossTable(4);
        add(results, 0, 1, FIRST);
        add(results, 2, 3, FIRST);

        Table table = Table.of(results, Ranking.WINS, List.of(TieBreak.HEAD_TO_HEAD));

        assertEquals(List.of(1, 1, 3, 3), ranks(table));
        assertEquals(OptionalDouble.empty(), row(table, 0).tieBreaks().getFirst());
    }

    @Test
    void ranking_by_score_ignores_who_won() {
        CrossTable results = new CrossTable(2);
        add(results, 0, 1, Result.of(Seat.FIRST, 1, 0, "test"));
        add(results, 1, 0, Result.of(Seat.SECOND, 4, 5, "test"));
        add(results, 0, 1, Result.of(Seat.SECOND, 0, 40.25, "test"));

        Table table = Table.of(results, Ranking.SCORE, List.of(TieBreak.POINTS));

        assertEquals(List.of(1, 0), players(table));
        assertEquals(44.25, table.rows().getFirst().value());
        assertEquals(6, table.rows().getFirst().scoreAgainst());
        assertEquals(OptionalDouble.of(2), row(table, 0).tieBreaks().getFirst());
    }

    @Test
    void annulled_matches_do_not_count_and_their_player_comes_last() {
        CrossTable results = four();
        results.annul(3);

        Table table = Table.of(results, Ranking.WINS, Ranking.WINS.usualTieBreaks());

        assertEquals(List.of(0, 1, 2, 3), players(table));
        assertEquals(List.of(1, 2, 3, 0), ranks(table));
        assertEquals(2, row(table, 0).wins());
        assertEquals(0, row(table, 0).losses());
        assertEquals(0, row(table, 2).wins());
        // Its own row still shows its results.
        assertEquals(1, row(table, 3).wins());
    }

    @Test
    void the_order_of_the_results_does_not_matter() {
        List<double[]> scores = new ArrayList<>();
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            scores.add(new double[] {random.nextInt(5), random.nextInt(4), random.nextDouble() * 100, i % 3});
        }
        Table inOrder = byScores(scores);
        Collections.shuffle(scores, random);

        assertEquals(inOrder, byScores(scores));
    }

    private static Table byScores(List<double[]> scores) {
        CrossTable results = new CrossTable(5);
        for (double[] each : scores) {
            int first = (int) each[0];
            int second = (int) each[1] < first ? (int) each[1] : (int) each[1] + 1;
            add(results, first, second, Result.byScore(each[2], 40 * each[3], "test"));
        }
        return Table.of(results, Ranking.SCORE, Ranking.SCORE.usualTieBreaks());
    }
}
