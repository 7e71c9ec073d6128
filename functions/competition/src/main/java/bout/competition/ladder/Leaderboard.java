package bout.competition.ladder;

import bout.competition.Author;
import bout.competition.ladder.LadderPlayer.RecentMatch;
import bout.competition.ratings.Rating;
import bout.engine.Plain;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The leaderboard of a ladder: the listed players with a rated match, best first. */
public record Leaderboard(String game, long sequence, long rated, List<Row> rows) {

    private static final int LAST = 5;

    /** A player's rank is from 1; equal ratings share one. */
    public record Row(int rank, Participant participant, LadderPlayer player) {}

    /** @param listed the players who may appear, by key */
    public static Leaderboard of(Ladder ladder, Map<String, Participant> listed) {
        List<LadderPlayer> players = ladder.players().values().stream()
                .filter(player -> listed.containsKey(player.key()) && player.lifetime() > 0)
                .sorted(Comparator.<LadderPlayer>comparingDouble(
                                player -> player.rating().leaderboard())
                        .reversed()
                        .thenComparing(LadderPlayer::key))
                .toList();
        List<Row> rows = new ArrayList<>();
        for (LadderPlayer player : players) {
            boolean tied = !rows.isEmpty()
                    && rows.getLast().player().rating().leaderboard()
                            == player.rating().leaderboard();
            rows.add(new Row(tied ? rows.getLast().rank() : rows.size() + 1, listed.get(player.key()), player));
        }
        return new Leaderboard(ladder.game(), ladder.sequence(), ladder.rated(), List.copyOf(rows));
    }

    public Optional<Row> row(String key) {
        return rows.stream().filter(row -> row.player().key().equals(key)).findFirst();
    }

    /** The file without the time of writing, so that it is written again only after a change. */
    public Map<String, Object> toPlain() {
        List<Map<String, Object>> players =
                rows.stream().map(Leaderboard::plain).toList();
        Map<String, Object> plain =
                Plain.object("game", game, "sequence", sequence, "matches", rated, "players", players);
        plain.put("highlights", Highlights.of(rows).toPlain());
        return plain;
    }

    private static Map<String, Object> plain(Row row) {
        LadderPlayer player = row.player();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("rank", row.rank());
        plain.putAll(row.participant().toPlain());
        plain.put("version", player.version());
        plain.putAll(player.rating().toPlain());
        plain.putAll(player.results().toPlain());
        plain.put("matches", player.results().matches());
        plain.put("trend", player.trend());
        plain.put("calls", player.tally().calls());
        plain.put("failures", player.tally().failed());
        plain.put("last", last(player));
        return plain;
    }

    /** How the last rated matches ended, newest last. */
    private static List<String> last(LadderPlayer player) {
        return player.recent().stream()
                .filter(RecentMatch::rated)
                .limit(LAST)
                .map(match -> switch (match.outcome().halfWins(match.seat().index())) {
                    case 0 -> "loss";
                    case 1 -> "draw";
                    default -> "win";
                })
                .toList()
                .reversed();
    }

    /**
     * A player who may appear on a ladder, as shown now. Its key is {@code bot_ID} or {@code house:NAME}.
     *
     * @param author {@code null} if nobody is to be named
     */
    public record Participant(String key, String name, boolean house, Author author) {

        private static final String HOUSE = "house:";

        /** Who it is, as the first fields of a row or page. */
        Map<String, Object> toPlain() {
            return Plain.object("key", key, "name", name, "author", author, "house", house);
        }

        public static Participant house(String name) {
            return new Participant(HOUSE + name, name, true, null);
        }

        public static Participant registered(String id, String name, Author author) {
            return new Participant(id, name, false, author);
        }

        /**
         * The name of its page: {@code bot_ID} or, because each game has its own house bots, {@code GAME.house.NAME}.
         */
        public static String page(String game, String key) {
            return key.startsWith(HOUSE) ? game + ".house." + key.substring(HOUSE.length()) : key;
        }
    }

    /**
     * The matches of a ladder that are worth watching: the closest one by the difference of the scores, relative to
     * their sum, and the biggest upset of at least {@value #LEAST_UPSET}, of the last day that has matches. Matches
     * with a registered bot come before those between house bots, of which there are many more. Only those that are
     * {@link RecentMatch#worthShowing} are considered.
     */
    record Highlights(Optional<Highlight> closest, Optional<Highlight> upset) {

        private static final Duration RECENT = Duration.ofDays(1);

        /** A fifth of the range from a new bot to a strong one. */
        private static final double LEAST_UPSET = 5;

        /** @param players by seat */
        record Highlight(RecentMatch match, List<Leaderboard.Row> players) {

            boolean ofHouseBots() {
                return players.stream().allMatch(row -> row.participant().house());
            }

            /** Between the two best scores, from 0 for a draw to 1. */
            double distance() {
                double[] scores = match.result().scores().stream()
                        .mapToDouble(Double::doubleValue)
                        .sorted()
                        .toArray();
                double best = scores[scores.length - 1];
                double second = scores[scores.length - 2];
                double sum = Math.abs(best) + Math.abs(second);
                return sum == 0 ? 0 : (best - second) / sum;
            }

            /** By how much the strongest player is stronger than the winner; 0 for a draw. */
            double surprise() {
                Integer winner = match.outcome().winner();
                double[] ratings = players.stream()
                        .mapToDouble(row -> row.player().rating().leaderboard())
                        .toArray();
                return winner == null ? 0 : Arrays.stream(ratings).max().orElseThrow() - ratings[winner - 1];
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
                Map<String, Object> result = match.result().toPlain();
                return Plain.object(
                        "match", match.match(),
                        "players", seats,
                        "places", result.get("places"),
                        "scores", result.get("scores"),
                        "at", match.at().toString());
            }
        }

        /** @param rows of the leaderboard; matches with others are not considered */
        static Highlights of(List<Leaderboard.Row> rows) {
            Map<String, Leaderboard.Row> listed = new LinkedHashMap<>();
            rows.forEach(row -> listed.put(row.player().key(), row));
            List<Highlight> matches = new ArrayList<>();
            for (Leaderboard.Row row : rows) {
                for (RecentMatch match : row.player().recent()) {
                    // All its players list the match.
                    if (match.seat().number() == 1
                            && match.worthShowing()
                            && match.players().size() > 1
                            && listed.keySet().containsAll(match.players())) {
                        matches.add(new Highlight(
                                match, match.players().stream().map(listed::get).toList()));
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
}
