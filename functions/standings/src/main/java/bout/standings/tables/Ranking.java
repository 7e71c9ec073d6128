package bout.standings.tables;

import java.util.List;

/** What a table is sorted by first. */
public enum Ranking {
    /** Points: 1 for a win, 1/2 for a draw. */
    WINS("points") {
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
    SCORE("score") {
        @Override
        double value(CrossTable results, int player) {
            return results.scoreParts(player) / CrossTable.PARTS_OF_A_SCORE;
        }

        @Override
        public List<TieBreak> usualTieBreaks() {
            return List.of(TieBreak.POINTS, TieBreak.HEAD_TO_HEAD);
        }
    };

    private final String title;

    Ranking(String title) {
        this.title = title;
    }

    /** Its name above a column. */
    public String title() {
        return title;
    }

    /** The tie-breaks of tournaments in which all meet the same opponents. */
    public abstract List<TieBreak> usualTieBreaks();

    abstract double value(CrossTable results, int player);
}
