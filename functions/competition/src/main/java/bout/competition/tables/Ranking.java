package bout.competition.tables;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The value that a table is sorted by first. */
public enum Ranking {
    /** Points: 1 for a win, 1/2 for a draw. */
    WINS("wins", "points") {
        @Override
        double value(CrossTable results, int player) {
            return results.halfPoints(player) / 2.0;
        }

        @Override
        public List<TieBreak> usualTieBreaks() {
            return List.of(TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER, TieBreak.WINS);
        }
    },
    /** The sum of the game's own scores. */
    SCORE("score", "score") {
        @Override
        double value(CrossTable results, int player) {
            return results.scoreParts(player) / CrossTable.PARTS_OF_A_SCORE;
        }

        @Override
        public List<TieBreak> usualTieBreaks() {
            return List.of(TieBreak.POINTS, TieBreak.HEAD_TO_HEAD);
        }
    };

    private final String code;
    private final String title;

    Ranking(String code, String title) {
        this.code = code;
        this.title = title;
    }

    /** The name in requests and on the command line. */
    public String code() {
        return code;
    }

    public static Optional<Ranking> of(String code) {
        return Arrays.stream(values())
                .filter(ranking -> ranking.code.equals(code))
                .findFirst();
    }

    public static List<String> codes() {
        return Arrays.stream(values()).map(Ranking::code).toList();
    }

    /** The column heading. */
    public String title() {
        return title;
    }

    /** The tie-breaks of tournaments in which everyone meets the same opponents. */
    public abstract List<TieBreak> usualTieBreaks();

    abstract double value(CrossTable results, int player);
}
