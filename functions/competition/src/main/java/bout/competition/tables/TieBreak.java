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
    POINTS("points") {
        @Override
        OptionalDouble value(CrossTable results, int player, List<Integer> tied) {
            return OptionalDouble.of(results.halfPoints(player) / 2.0);
        }
    },
    /** The points against the players with whom one is tied. Applies only if all of them have met. */
    HEAD_TO_HEAD("head to head") {
        @Override
        OptionalDouble value(CrossTable results, int player, List<Integer> tied) {
            if (tied.size() < 2 || tied.stream().anyMatch(other -> other != player && !results.met(player, other))) {
                return OptionalDouble.empty();
            }
            return OptionalDouble.of(tied.stream()
                            .filter(other -> other != player)
                            .mapToInt(other -> results.halfPoints(player, other))
                            .sum()
                    / 2.0);
        }
    },
    /** The sum, over all matches, of the opponent's points times the points won in the match. */
    SONNEBORN_BERGER("Sonneborn-Berger") {
        @Override
        OptionalDouble value(CrossTable results, int player, List<Integer> tied) {
            long sum = 0;
            for (int other = 0; other < results.players(); other++) {
                if (results.met(player, other)) {
                    sum += (long) results.halfPoints(player, other) * results.halfPoints(other);
                }
            }
            return OptionalDouble.of(sum / 4.0);
        }
    },
    /** The sum of the opponents' points. A bye counts like an opponent with as many points as the player itself. */
    BUCHHOLZ("Buchholz") {
        @Override
        OptionalDouble value(CrossTable results, int player, List<Integer> tied) {
            return opponents(results, player, 0, 0);
        }
    },
    /** Buchholz without the weakest opponent. */
    BUCHHOLZ_CUT_1("Buchholz cut 1") {
        @Override
        OptionalDouble value(CrossTable results, int player, List<Integer> tied) {
            return opponents(results, player, 1, 0);
        }
    },
    /** Buchholz without the weakest and the strongest opponent. */
    BUCHHOLZ_MEDIAN("Buchholz median") {
        @Override
        OptionalDouble value(CrossTable results, int player, List<Integer> tied) {
            return opponents(results, player, 1, 1);
        }
    },
    WINS("wins") {
        @Override
        OptionalDouble value(CrossTable results, int player, List<Integer> tied) {
            return OptionalDouble.of(results.wins(player));
        }
    };

    private final String title;

    TieBreak(String title) {
        this.title = title;
    }

    /** The column heading. */
    public String title() {
        return title;
    }

    /**
     * @param tied the players who are equal so far, including this one
     * @return empty if it does not apply; it applies to all tied players or to none
     */
    abstract OptionalDouble value(CrossTable results, int player, List<Integer> tied);

    private static OptionalDouble opponents(CrossTable results, int player, int fewest, int most) {
        List<Integer> points = new ArrayList<>();
        for (int other = 0; other < results.players(); other++) {
            if (results.met(player, other)) {
                points.add(results.halfPoints(other));
            }
        }
        if (results.hadBye(player)) {
            points.add(results.halfPoints(player));
        }
        Collections.sort(points);
        int to = points.size() - most;
        return OptionalDouble.of(
                fewest >= to
                        ? 0
                        : points.subList(fewest, to).stream()
                                        .mapToInt(Integer::intValue)
                                        .sum()
                                / 2.0);
    }
}
