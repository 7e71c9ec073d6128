package bout.competition.ladder;

import bout.competition.ladder.LadderPlayer.RecentMatch;
import bout.competition.ladder.Leaderboard.Participant;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.engine.Plain;
import bout.engine.Seat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A bot's ladder page: the file that the site and others read, described by {@code bot.schema.json}. */
public final class BotPage {

    private BotPage() {}

    /**
     * The page of a player, as it is named now. Players who are not in {@code named} stay anonymous; one who is not on
     * the board has no rank.
     */
    public static Map<String, Object> of(
            LadderPlayer player, Participant participant, Leaderboard board, Map<String, Participant> named) {
        Map<String, Object> plain = participant.toPlain();
        plain.put("game", board.game());
        plain.put("version", player.version());
        plain.put("active", board.row(player.key()).isPresent());
        plain.put("rank", board.row(player.key()).map(Leaderboard.Row::rank).orElse(null));
        plain.putAll(player.rating().toPlain());
        plain.putAll(player.results().toPlain());
        plain.put("matches", player.results().matches());
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

    private static List<Map<String, Object>> history(LadderPlayer player) {
        return player.curve().stream()
                .map(point -> {
                    Map<String, Object> plain = Plain.object("at", point.at().toString(), "matches", point.matches());
                    plain.putAll(point.rating().toPlain());
                    plain.put("version", point.version());
                    return plain;
                })
                .toList();
    }

    private static List<Map<String, Object>> opponents(LadderPlayer player, Map<String, Participant> named) {
        List<Map<String, Object>> opponents = new ArrayList<>();
        player.opponents().forEach((key, meeting) -> {
            Map<String, Object> plain = Plain.object("key", key, "name", name(key, named));
            plain.putAll(meeting.toPlain());
            opponents.add(plain);
        });
        return opponents;
    }

    private static List<Map<String, Object>> versions(LadderPlayer player) {
        return player.earlier().stream()
                .map(version -> {
                    Map<String, Object> plain = Plain.object("version", version.version());
                    plain.putAll(version.rating().toPlain());
                    plain.putAll(version.results().toPlain());
                    plain.put("until", version.until().toString());
                    return plain;
                })
                .toList();
    }

    private static List<Map<String, Object>> recent(LadderPlayer player, Map<String, Participant> named) {
        List<Map<String, Object>> recent = new ArrayList<>();
        for (RecentMatch match : player.recent()) {
            Seat failed = match.failed();
            Map<String, Object> plain =
                    Plain.object("match", match.match(), "seat", match.seat().number());
            plain.put(
                    "players",
                    match.players().stream()
                            .map(key -> Plain.object("key", key, "name", name(key, named)))
                            .toList());
            plain.put("places", match.outcome().places());
            plain.put("failedSeat", failed == null ? null : failed.number());
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
