package bout.competition.ladder;

import bout.competition.Outcome;
import bout.competition.ratings.Rating;
import bout.engine.Plain;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The matches of a ladder that are worth watching: the closest one by the difference of the scores, relative to their
 * sum, and the biggest upset of at least {@value #LEAST_UPSET}, of the last day that has matches. Matches with a
 * registered bot come before those between house bots, of which there are many more. Only those that are
 * {@link RecentMatch#worthShowing} are considered.
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
            List<Map<String, Object>> seats = players.stream()
                    .map(row -> {
                        Rating rating = row.player().rating();
                        Map<String, Object> seat = Plain.object(
                                "key",
                                row.participant().key(),
                                "name",
                                row.participant().name());
                        seat.put("rating", rating.points());
                        seat.put("plusMinus", rating.plusMinus());
                        seat.put("provisional", rating.provisional());
                        return seat;
                    })
                    .toList();
            Map<String, Object> plain = Plain.object("match", match.match(), "players", seats);
            plain.put("scores", match.result().toPlain().get("scores"));
            plain.put("winner", Outcome.of(match.result()).winner());
            plain.put("at", match.at().toString());
            return plain;
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
        return Plain.object(
                "closest", closest.map(Highlight::toPlain).orElse(null),
                "upset", upset.map(Highlight::toPlain).orElse(null));
    }
}
