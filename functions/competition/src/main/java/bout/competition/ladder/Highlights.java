package bout.competition.ladder;

import bout.competition.Outcome;
import bout.competition.ratings.Rating;
import bout.engine.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The matches of a ladder that are worth watching: the closest one and the biggest upset of the last day that has
 * matches. Matches with a registered bot come before those between house bots, of which there are many more. Only
 * matches that are {@link RecentMatch#worthShowing} are considered.
 *
 * @param closest the match with the smallest difference between the scores, relative to their sum
 * @param upset the match whose winner has a rating furthest below that of the loser, by at least {@value #LEAST_UPSET}
 */
record Highlights(Optional<Highlight> closest, Optional<Highlight> upset) {

    private static final Duration RECENT = Duration.ofDays(1);

    /** A fifth of the range from a new bot to a strong one. */
    private static final double LEAST_UPSET = 5;

    /** @param players seat 1, then seat 2 */
    record Highlight(RecentMatch match, List<Leaderboard.Row> players) {

        boolean ofHouseBots() {
            return players.stream().allMatch(row -> row.participant().house());
        }

        /** From 0 for a draw to 1. */
        double distance() {
            double[] scores = {match.result().firstScore(), match.result().secondScore()};
            double sum = Math.abs(scores[0]) + Math.abs(scores[1]);
            return sum == 0 ? 0 : Math.abs(scores[0] - scores[1]) / sum;
        }

        /** By how much the loser is stronger; 0 for a draw. */
        double surprise() {
            double first = players.get(0).player().rating().leaderboard();
            double second = players.get(1).player().rating().leaderboard();
            return switch (Outcome.of(match.result(), match.failed())) {
                case FIRST_WINS -> second - first;
                case SECOND_WINS -> first - second;
                case DRAW -> 0;
            };
        }

        private Map<String, Object> toPlain() {
            Map<String, Object> plain = new LinkedHashMap<>();
            plain.put("match", match.match());
            List<Map<String, Object>> seats = new ArrayList<>();
            for (Leaderboard.Row row : players) {
                Map<String, Object> seat = new LinkedHashMap<>();
                seat.put("key", row.participant().key());
                seat.put("name", row.participant().name());
                Rating rating = row.player().rating();
                seat.put("rating", rating.points());
                seat.put("plusMinus", rating.plusMinus());
                seat.put("provisional", rating.provisional());
                seats.add(seat);
            }
            plain.put("players", seats);
            plain.put("scores", match.result().toPlain().get("scores"));
            plain.put("winner", winner(match.result()));
            plain.put("at", match.at().toString());
            return plain;
        }

        private static Integer winner(Result result) {
            return switch (Outcome.of(result, null)) {
                case FIRST_WINS -> 1;
                case DRAW -> null;
                case SECOND_WINS -> 2;
            };
        }
    }

    /** @param rows of the leaderboard; matches with others are not considered */
    static Highlights of(List<Leaderboard.Row> rows) {
        Map<String, Leaderboard.Row> listed = new LinkedHashMap<>();
        rows.forEach(row -> listed.put(row.player().key(), row));
        List<Highlight> matches = new ArrayList<>();
        for (Leaderboard.Row row : rows) {
            for (RecentMatch match : row.player().recent()) {
                Leaderboard.Row opponent = listed.get(match.opponent());
                // Both players list the match.
                if (opponent != null && match.seat().number() == 1 && match.worthShowing()) {
                    matches.add(new Highlight(match, List.of(row, opponent)));
                }
            }
        }
        Instant last = matches.stream()
                .map(each -> each.match().at())
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        matches.removeIf(each -> each.match().at().isBefore(last.minus(RECENT)));
        Comparator<Highlight> peopleFirst = Comparator.comparing(Highlight::ofHouseBots);
        Comparator<Highlight> newestFirst =
                Comparator.comparing((Highlight each) -> each.match().at()).reversed();
        return new Highlights(
                matches.stream()
                        .min(peopleFirst
                                .thenComparingDouble(Highlight::distance)
                                .thenComparing(newestFirst)),
                matches.stream()
                        .filter(each -> each.surprise() >= LEAST_UPSET)
                        .min(peopleFirst
                                .thenComparing(Comparator.comparingDouble(Highlight::surprise)
                                        .reversed())
                                .thenComparing(newestFirst)));
    }

    Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("closest", closest.map(Highlight::toPlain).orElse(null));
        plain.put("upset", upset.map(Highlight::toPlain).orElse(null));
        return plain;
    }
}
