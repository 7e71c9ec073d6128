package bout.competition.tables;

import bout.competition.Coded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The table of a tournament, from the top. Players who are equal in the ranking and in all tie-breaks share a rank, and
 * are listed by seed; the ranks after them are skipped (1, 2, 2, 4). Annulled players are last.
 */
public record Table(Ranking ranking, List<TieBreak> tieBreaks, List<Row> rows) {

    /**
     * The row of one player.
     *
     * @param rank from 1; 0 if its matches were annulled
     * @param value the value of the ranking
     * @param tieBreaks empty where one does not apply
     * @param points 1 for a win or a bye, 1/2 for a draw
     */
    public record Row(
            int rank,
            int player,
            double value,
            List<OptionalDouble> tieBreaks,
            double points,
            int wins,
            int draws,
            int losses,
            double score,
            double scoreAgainst) {}

    /**
     * The player in the middle of those whose matches count, a good anchor for ratings: relative to an outlier, all
     * others would have wide intervals.
     */
    public int middle() {
        long counting = rows.stream().filter(row -> row.rank() > 0).count();
        return rows.get((int) counting / 2).player();
    }

    public static Table of(CrossTable results, Ranking ranking, List<TieBreak> tieBreaks) {
        List<Placed> placed = new ArrayList<>();
        List<Integer> present = IntStream.range(0, results.players())
                .filter(player -> !results.annulled(player))
                .boxed()
                .toList();
        for (List<Integer> equal : split(present, player -> ranking.value(results, player))) {
            place(results, equal, tieBreaks, List.of(), placed);
        }
        for (int player = 0; player < results.players(); player++) {
            if (results.annulled(player)) {
                placed.add(new Placed(
                        0,
                        player,
                        tieBreaks.stream().map(each -> OptionalDouble.empty()).toList()));
            }
        }
        return table(results, ranking, tieBreaks, placed);
    }

    /** The table of a knockout. Players who lost in the same round share a place. */
    public static Table byPlace(CrossTable results, IntUnaryOperator place) {
        List<Placed> placed = IntStream.range(0, results.players())
                .mapToObj(player -> new Placed(place.applyAsInt(player), player, List.of()))
                .sorted(Comparator.comparingInt(Placed::rank))
                .toList();
        return table(results, Ranking.WINS, List.of(), placed);
    }

    private static Table table(CrossTable results, Ranking ranking, List<TieBreak> tieBreaks, List<Placed> placed) {
        return new Table(
                ranking,
                tieBreaks,
                placed.stream()
                        .map(each -> new Row(
                                each.rank,
                                each.player,
                                ranking.value(results, each.player),
                                each.values,
                                results.halfPoints(each.player) / 2.0,
                                results.wins(each.player),
                                results.draws(each.player),
                                results.losses(each.player),
                                results.score(each.player),
                                results.scoreAgainst(each.player)))
                        .toList());
    }

    private record Placed(int rank, int player, List<OptionalDouble> values) {}

    /** Sorts players who are equal so far, in the known values, by the remaining tie-breaks. */
    private static void place(
            CrossTable results,
            List<Integer> tied,
            List<TieBreak> left,
            List<OptionalDouble> known,
            List<Placed> placed) {
        if (left.isEmpty()) {
            int rank = placed.size() + 1;
            tied.forEach(player -> placed.add(new Placed(rank, player, known)));
            return;
        }
        TieBreak next = left.getFirst();
        Map<Integer, OptionalDouble> values = new LinkedHashMap<>();
        tied.forEach(player -> values.put(player, next.value(results, player, tied)));
        boolean applies = values.values().stream().allMatch(OptionalDouble::isPresent);
        for (List<Integer> equal :
                split(tied, player -> applies ? values.get(player).getAsDouble() : 0)) {
            List<OptionalDouble> nowKnown = new ArrayList<>(known);
            nowKnown.add(applies ? values.get(equal.getFirst()) : OptionalDouble.empty());
            place(results, equal, left.subList(1, left.size()), nowKnown, placed);
        }
    }

    private static List<List<Integer>> split(List<Integer> players, ToDoubleFunction<Integer> value) {
        Map<Integer, Double> values = new LinkedHashMap<>();
        players.forEach(player -> values.put(player, value.applyAsDouble(player)));
        List<Integer> sorted = new ArrayList<>(players);
        sorted.sort(Comparator.<Integer>comparingDouble(values::get).reversed());
        List<List<Integer>> groups = new ArrayList<>();
        for (int player : sorted) {
            if (groups.isEmpty() || !values.get(groups.getLast().getFirst()).equals(values.get(player))) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(player);
        }
        return groups;
    }

    /** The value that a table is sorted by first. */
    public enum Ranking implements Coded {
        /** Points: 1 for a win, 1/2 for a draw. */
        WINS("points", List.of(TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)),

        SCORE("score", List.of(TieBreak.POINTS, TieBreak.HEAD_TO_HEAD));

        private final String title;
        private final List<TieBreak> usualTieBreaks;

        Ranking(String title, List<TieBreak> usualTieBreaks) {
            this.title = title;
            this.usualTieBreaks = usualTieBreaks;
        }

        public String title() {
            return title;
        }

        /** The tie-breaks of tournaments in which everyone meets the same opponents. */
        public List<TieBreak> usualTieBreaks() {
            return usualTieBreaks;
        }

        double value(CrossTable results, int player) {
            return this == WINS ? results.halfPoints(player) / 2.0 : results.score(player);
        }
    }

    /**
     * A value that decides between players who are equal so far; higher is better. Follows the FIDE handbook, C.07,
     * except that an opponent met on several boards counts once.
     */
    public enum TieBreak {
        /** 1 for a win, 1/2 for a draw. Used where the table is ranked by score. */
        POINTS("points"),

        /** The points against the players with whom one is tied. Applies only if all of them have met. */
        HEAD_TO_HEAD("head to head"),

        /** The sum, over all matches, of the opponent's points times the points won in the match. */
        SONNEBORN_BERGER("Sonneborn-Berger"),

        /** The sum of the opponents' points. A bye counts like an opponent with as many points as the player itself. */
        BUCHHOLZ("Buchholz"),

        /** Buchholz without the weakest opponent. */
        BUCHHOLZ_CUT_1("Buchholz cut 1"),

        WINS("wins");

        private final String title;

        TieBreak(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }

        /** The value among the tied players, of whom this is one; it applies to all of them or to none. */
        OptionalDouble value(CrossTable results, int player, List<Integer> tied) {
            return switch (this) {
                case POINTS -> OptionalDouble.of(results.halfPoints(player) / 2.0);
                case HEAD_TO_HEAD -> headToHead(results, player, tied);
                case SONNEBORN_BERGER -> OptionalDouble.of(sonnebornBerger(results, player) / 4.0);
                case BUCHHOLZ -> OptionalDouble.of(buchholz(results, player, 0));
                case BUCHHOLZ_CUT_1 -> OptionalDouble.of(buchholz(results, player, 1));
                case WINS -> OptionalDouble.of(results.wins(player));
            };
        }

        private static OptionalDouble headToHead(CrossTable results, int player, List<Integer> tied) {
            List<Integer> others =
                    tied.stream().filter(other -> other != player).toList();
            if (others.isEmpty() || !others.stream().allMatch(other -> results.met(player, other))) {
                return OptionalDouble.empty();
            }
            return OptionalDouble.of(others.stream()
                            .mapToInt(other -> results.halfPoints(player, other))
                            .sum()
                    / 2.0);
        }

        private static long sonnebornBerger(CrossTable results, int player) {
            long sum = 0;
            for (int other = 0; other < results.players(); other++) {
                if (results.met(player, other)) {
                    sum += (long) results.halfPoints(player, other) * results.halfPoints(other);
                }
            }
            return sum;
        }

        /** @param without how many of the weakest opponents do not count */
        private static double buchholz(CrossTable results, int player, int without) {
            List<Integer> halfPoints = new ArrayList<>();
            for (int other = 0; other < results.players(); other++) {
                if (results.met(player, other)) {
                    halfPoints.add(results.halfPoints(other));
                }
            }
            if (results.hadBye(player)) {
                halfPoints.add(results.halfPoints(player));
            }
            Collections.sort(halfPoints);
            return halfPoints.stream().skip(without).mapToInt(Integer::intValue).sum() / 2.0;
        }
    }
}
