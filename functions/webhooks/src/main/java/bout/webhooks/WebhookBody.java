package bout.webhooks;

import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent;
import bout.engine.Plain;
import bout.store.contest.ContestRecord;
import bout.store.contest.Contests;
import bout.store.journal.StandingsFiles;
import bout.store.match.MatchRecord;
import bout.store.match.Status;
import bout.store.replay.Replays;
import bout.store.tournament.TournamentRecord;
import bout.wire.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The body of a webhook about the end of a match or a tournament, or an entry of a contest's journal, in the format of
 * Standard Webhooks: {@code type}, {@code timestamp} and {@code data}.
 *
 * @param id the same for every attempt, so that receivers can recognise duplicates. A match that failed, was requeued
 *     and finished sends two webhooks
 * @param body JSON in UTF-8
 */
record WebhookBody(String id, byte[] body) {

    static WebhookBody of(MatchRecord match) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", match.id());
        data.put("game", match.game());
        data.put("status", match.status().code());
        data.put(
                "players",
                match.players().stream()
                        .map(player -> Map.of("name", player.name()))
                        .toList());
        data.put("turn", match.progress().turn());
        data.put("result", match.outcome().result());
        // That of a match that only its owner may see is where only the API says.
        boolean told = match.status() == Status.FINISHED && !match.origin().seenByOwnerOnly();
        data.put("replay", told ? "/" + Replays.key(match.id()) : null);
        if (match.outcome().reason() != null) {
            data.put("reason", match.outcome().reason());
        }
        return of("match", match.id(), match.status().code(), match.outcome().finishedAt(), data);
    }

    static WebhookBody of(TournamentRecord tournament) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", tournament.id());
        data.put("name", tournament.settings().name());
        data.put("game", tournament.game());
        data.put("state", tournament.state().code());
        data.put("matches", tournament.settings().plan().mostMatches());
        data.put("played", tournament.progress().played());
        data.put("winners", tournament.progress().winners());
        data.put("tournament", "/api/tournaments/" + tournament.id());
        data.put("standings", tournament.isPublic() ? "/" + StandingsFiles.key(tournament) : null);
        return of(
                "tournament",
                tournament.id(),
                tournament.state().code(),
                tournament.progress().finishedAt(),
                data);
    }

    /** Of the last entry in the journal of a contest; nothing in it tells of results that are hidden. */
    static WebhookBody of(ContestRecord contest) {
        Contest now = contest.contest();
        ContestEvent event = contest.masked().journal().getLast();
        Map<String, Object> entry = Json.fields((Record) event);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", contest.id());
        data.put("name", contest.settings().name());
        data.put("game", contest.settings().game().id());
        data.put("state", now.state().code());
        data.put("entry", contest.journal().size());
        for (String field : List.of("stage", "tournament", "match", "reason")) {
            if (entry.get(field) != null) {
                data.put(field, entry.get(field));
            }
        }
        data.put("podium", Contests.Prize.of(now));
        data.put("contest", "/api/contests/" + contest.id());
        String id = contest.id() + "-" + contest.journal().size();
        return of("contest", id, (String) entry.get("event"), event.at(), data);
    }

    private static WebhookBody of(String what, String id, String end, Instant at, Map<String, Object> data) {
        Object plain = Plain.object("type", what + "." + end, "timestamp", at.toString(), "data", data);
        return new WebhookBody(id + "-" + end, Json.bytes(plain));
    }
}
