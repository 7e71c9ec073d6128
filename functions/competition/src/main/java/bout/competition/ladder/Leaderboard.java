package bout.competition.ladder;

import bout.competition.Outcome;
import bout.engine.Plain;
import java.util.ArrayList;
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
        plain.put("key", player.key());
        plain.put("name", row.participant().name());
        plain.put("house", row.participant().house());
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
                .map(match -> switch (Outcome.of(match.result(), match.failed()).halfPoints(match.seat())) {
                    case 0 -> "loss";
                    case 1 -> "draw";
                    default -> "win";
                })
                .toList()
                .reversed();
    }
}
