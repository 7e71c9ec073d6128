package bout.competition.ladder;

import bout.competition.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The leaderboard of a ladder: the listed players, best first. {@link #toPlain} returns the file that the site and
 * other clients read, described by {@code ladder.schema.json}.
 *
 * @param elo the fit, if there is one
 * @param anchor the key of the fit's anchor
 * @param rows the players with a rated match, by {@link bout.competition.ratings.Rating#leaderboard}
 */
public record Leaderboard(
        String game, long sequence, long rated, Optional<LadderElo> elo, String anchor, List<Row> rows) {

    private static final int LAST = 5;

    /**
     * @param rank from 1; equal ratings share one
     * @param name the name to show
     */
    public record Row(int rank, Participant participant, LadderPlayer player) {}

    /**
     * @param listed the players who may appear, by key
     * @param elo fitted to this ladder or to an earlier state of it
     */
    public static Leaderboard of(
            Ladder ladder, Map<String, Participant> listed, Optional<LadderElo> elo, String anchor) {
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
        return new Leaderboard(ladder.game(), ladder.sequence(), ladder.rated(), elo, anchor, List.copyOf(rows));
    }

    /** The row of a listed player. */
    public Optional<Row> row(String key) {
        return rows.stream().filter(row -> row.player().key().equals(key)).findFirst();
    }

    /** The file without the time of writing, so that it is written again only after a change. */
    public Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("game", game);
        plain.put("sequence", sequence);
        plain.put("matches", rated);
        plain.put("anchor", anchor);
        plain.put("eloSequence", elo.map(LadderElo::sequence).orElse(null));
        List<Map<String, Object>> players = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            players.add(plain(rows.get(i), i + 1 < rows.size() ? rows.get(i + 1) : null));
        }
        plain.put("players", players);
        plain.put("highlights", Highlights.of(rows).toPlain());
        return plain;
    }

    private Map<String, Object> plain(Row row, Row next) {
        LadderPlayer player = row.player();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("rank", row.rank());
        plain.put("key", player.key());
        plain.put("name", row.participant().name());
        plain.put("house", row.participant().house());
        plain.put("version", player.version());
        plain.putAll(player.rating().toPlain());
        Optional<LadderElo.Interval> interval =
                elo.filter(fit -> fit.has(player.key())).map(fit -> fit.interval(player.key()));
        plain.put("elo", interval.map(LadderElo.Interval::elo).orElse(null));
        plain.put("eloLow", interval.map(LadderElo.Interval::low).orElse(null));
        plain.put("eloHigh", interval.map(LadderElo.Interval::high).orElse(null));
        plain.put(
                "superior",
                next == null
                        ? null
                        : elo.filter(fit -> fit.has(player.key())
                                        && fit.has(next.player().key()))
                                .map(fit -> fit.superiority(
                                        player.key(), next.player().key()))
                                .orElse(null));
        plain.put("wins", player.wins());
        plain.put("draws", player.draws());
        plain.put("losses", player.losses());
        plain.put("matches", player.matches());
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
