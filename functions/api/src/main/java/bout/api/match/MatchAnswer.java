package bout.api.match;

import bout.engine.Replay;
import bout.store.match.Competition;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** A match as callers see it: the schema {@code Match} of the OpenAPI document. Bots' URLs are not in it. */
final class MatchAnswer {

    private MatchAnswer() {}

    static String path(MatchRecord match) {
        return "/api/matches/" + match.id();
    }

    static Map<String, Object> of(MatchRecord match) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", match.id());
        plain.put("game", match.game());
        plain.put("status", match.status().code());
        plain.put("players", match.players().stream().map(MatchAnswer::of).toList());
        plain.put("seed", match.seed());
        plain.put("options", match.options());
        if (match.timeLimit() != null) {
            plain.put("timeLimit", match.timeLimit());
        }
        switch (match.competition()) {
            case null -> {}
            case Competition.OfTournament of -> {
                plain.put("tournament", of.tournament());
                plain.put("board", of.board());
            }
            case Competition.OfLadder of -> plain.put("ladder", true);
        }
        plain.put("turn", match.turn());
        plain.put("result", match.result() == null ? null : match.result().toPlain());
        plain.put("replay", match.status() == Status.FINISHED ? "/replays/" + match.id() + ".json" : null);
        plain.put("createdAt", of(match.createdAt()));
        plain.put("startedAt", of(match.startedAt()));
        plain.put("finishedAt", of(match.finishedAt()));
        plain.put("failures", match.failures().stream().map(MatchAnswer::of).toList());
        if (match.reason() != null) {
            plain.put("reason", match.reason());
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
        // Its number among the calls means something only beside the moves of the replay.
        plain.remove("call");
        return plain;
    }

    private static String of(Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
