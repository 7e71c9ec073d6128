package bout.api.match;

import bout.engine.Replay;
import bout.store.match.Competition;
import bout.store.match.MatchOutcome;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.wire.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** A match as callers see it: the schema {@code Match} of the OpenAPI document. It never contains bots' URLs. */
final class MatchAnswer {

    private MatchAnswer() {}

    static String path(MatchRecord match) {
        return "/api/matches/" + match.id();
    }

    static Map<String, Object> of(MatchRecord match) {
        MatchOutcome outcome = match.outcome();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", match.id());
        plain.putAll(Json.fields(match.settings().game()));
        plain.put("status", match.status().code());
        plain.put("players", match.players().stream().map(MatchAnswer::of).toList());
        plain.put("seed", match.settings().seed());
        switch (match.origin().competition()) {
            case null -> {}
            case Competition.OfTournament of -> {
                plain.put("tournament", of.tournament());
                plain.put("board", of.board());
            }
            case Competition.OfLadder of -> plain.put("ladder", true);
        }
        plain.put("turn", match.progress().turn());
        plain.put("result", outcome.result() == null ? null : outcome.result().toPlain());
        plain.put("replay", match.status() == Status.FINISHED ? "/replays/" + match.id() + ".json" : null);
        plain.put("createdAt", of(match.createdAt()));
        plain.put("startedAt", of(match.progress().startedAt()));
        plain.put("finishedAt", of(outcome.finishedAt()));
        plain.put("failures", outcome.failures().stream().map(MatchAnswer::of).toList());
        if (outcome.reason() != null) {
            plain.put("reason", outcome.reason());
        }
        return plain;
    }

    private static Map<String, Object> of(PlayerRecord player) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("name", player.name());
        if (player.house() != null) {
            plain.put("house", player.house());
        }
        if (player.bot() != null) {
            plain.put("bot", player.bot());
        }
        return plain;
    }

    private static Map<String, Object> of(Replay.FailedCall call) {
        Map<String, Object> plain = call.toPlain();
        // The number of the call means nothing without the moves of the replay.
        plain.remove("call");
        return plain;
    }

    private static String of(Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
