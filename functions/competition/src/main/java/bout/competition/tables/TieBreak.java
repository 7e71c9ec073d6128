package bout.competition.tables;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A value that decides between players who are equal so far; higher is better. Follows the FIDE handbook, C.07, except
 * that an opponent met on several boards counts once.
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
        List<Integer> others = tied.stream().filter(other -> other != player).toList();
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
