package bout.competition.ladder;

import bout.competition.Outcome;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The contents of a bot's ladder page: the file that the site and other clients read, described by
 * {@code bot.schema.json}.
 */
public final class BotPage {

    private BotPage() {}

    /**
     * @param participant the player as shown now
     * @param board the ladder's leaderboard; a player who is not on it has no rank
     * @param named the players whose names may be shown, by key; other players stay anonymous
     */
    public static Map<String, Object> of(
            LadderPlayer player, Participant participant, Leaderboard board, Map<String, Participant> named) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("key", player.key());
        plain.put("name", participant.name());
        plain.put("house", participant.house());
        plain.put("game", board.game());
        plain.put("version", player.version());
        plain.put("active", board.row(player.key()).isPresent());
        plain.put("rank", board.row(player.key()).map(Leaderboard.Row::rank).orElse(null));
        plain.putAll(player.rating().toPlain());
        plain.put("wins", player.wins());
        plain.put("draws", player.draws());
        plain.put("losses", player.losses());
        plain.put("matches", player.matches());
        plain.put("history", history(player));
        plain.put("opponents", opponents(player, named));
        SeatTally tally = player.tally();
        plain.put("calls", tally.calls());
        plain.put("failures", tally.failed());
        Map<String, Object> kinds = new LinkedHashMap<>();
        tally.failures().forEach((kind, count) -> kinds.put(kind.code(), count));
        plain.put("failureKinds", kinds);
        plain.put("p50", percentile(tally.times(), 50));
        plain.put("p95", percentile(tally.times(), 95));
        plain.put("versions", versions(player));
        plain.put("recent", recent(player, named));
        return plain;
    }

    private static Integer percentile(AnswerTimes times, int percent) {
        OptionalInt milliseconds = times.percentile(percent);
        return milliseconds.isPresent() ? milliseconds.getAsInt() : null;
    }

    private static String name(String key, Map<String, Participant> named) {
        Participant participant = named.get(key);
        return participant == null ? null : participant.name();
    }

    /** The curve plus its end, because the last match may have no point of its own. */
    private static List<Map<String, Object>> history(LadderPlayer player) {
        List<Map<String, Object>> history = new ArrayList<>();
        for (RatingHistory.Point point : player.curve()) {
            Map<String, Object> plain = new LinkedHashMap<>();
            plain.put("at", point.at().toString());
            plain.put("matches", point.matches());
            plain.putAll(point.rating().toPlain());
            plain.put("version", point.version());
            history.add(plain);
        }
        return history;
    }

    private static List<Map<String, Object>> opponents(LadderPlayer player, Map<String, Participant> named) {
        List<Map<String, Object>> opponents = new ArrayList<>();
        player.opponents().forEach((key, meeting) -> {
            Map<String, Object> plain = new LinkedHashMap<>();
            plain.put("key", key);
            plain.put("name", name(key, named));
            plain.put("wins", meeting.wins());
            plain.put("draws", meeting.draws());
            plain.put("losses", meeting.losses());
            opponents.add(plain);
        });
        return opponents;
    }

    private static List<Map<String, Object>> versions(LadderPlayer player) {
        List<Map<String, Object>> versions = new ArrayList<>();
        for (EarlierVersion version : player.earlier()) {
            Map<String, Object> plain = new LinkedHashMap<>();
            plain.put("version", version.version());
            plain.putAll(version.rating().toPlain());
            plain.put("wins", version.wins());
            plain.put("draws", version.draws());
            plain.put("losses", version.losses());
            plain.put("until", version.until().toString());
            versions.add(plain);
        }
        return versions;
    }

    private static List<Map<String, Object>> recent(LadderPlayer player, Map<String, Participant> named) {
        List<Map<String, Object>> recent = new ArrayList<>();
        for (RecentMatch match : player.recent()) {
            Outcome outcome = Outcome.of(match.result(), match.failed());
            Map<String, Object> plain = new LinkedHashMap<>();
            plain.put("match", match.match());
            plain.put("opponent", match.opponent());
            plain.put("opponentName", name(match.opponent(), named));
            plain.put("seat", match.seat().number());
            plain.put(
                    "winner",
                    switch (outcome) {
                        case FIRST_WINS -> 1;
                        case DRAW -> null;
                        case SECOND_WINS -> 2;
                    });
            plain.put(
                    "failedSeat", match.failed() == null ? null : match.failed().number());
            plain.put(
                    "failureKind",
                    match.failureKind() == null ? null : match.failureKind().code());
            plain.put("scores", match.result().toPlain().get("scores"));
            plain.put("at", match.at().toString());
            plain.put("rated", match.rated());
            plain.put("worthShowing", match.worthShowing());
            recent.add(plain);
        }
        return recent;
    }
}
