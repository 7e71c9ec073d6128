package bout.competition.tables;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The value that a table is sorted by first. */
public enum Ranking {
    /** Points: 1 for a win, 1/2 for a draw. */
    WINS("points", List.of(TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)),

    SCORE("score", List.of(TieBreak.POINTS, TieBreak.HEAD_TO_HEAD));

    private final String title;
    private final List<TieBreak> usualTieBreaks;

    Ranking(String title, List<TieBreak> usualTieBreaks) {
        this.title = title;
        this.usualTieBreaks = usualTieBreaks;
    }

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Ranking> of(String code) {
        return Arrays.stream(values())
                .filter(ranking -> ranking.code().equals(code))
                .findFirst();
    }

    public static List<String> codes() {
        return Arrays.stream(values()).map(Ranking::code).toList();
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
