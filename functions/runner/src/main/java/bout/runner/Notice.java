package bout.runner;

import bout.ledger.MatchRecord;
import bout.ledger.Replays;
import bout.ledger.Status;
import bout.wire.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What somebody is told of the end of a match, in the form of Standard Webhooks: {@code type}, {@code timestamp} and
 * {@code data}.
 *
 * @param id the same however often it is sent, so that who gets it twice can tell. A match that failed and was finished
 *     after it was put back makes two notices
 * @param body JSON, as UTF-8
 */
record Notice(String id, byte[] body) {

    /** @param match one that is over */
    static Notice of(MatchRecord match) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", match.id());
        data.put("game", match.game());
        data.put("status", match.status().code());
        data.put(
                "players",
                match.players().stream()
                        .map(player -> Map.<String, Object>of("name", player.name()))
                        .toList());
        data.put("turn", match.turn());
        data.put("result", match.result() == null ? null : match.result().toPlain());
        data.put("replay", match.status() == Status.FINISHED ? "/" + Replays.key(match.id()) : null);
        if (match.reason() != null) {
            data.put("reason", match.reason());
        }
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("type", "match." + match.status().code());
        plain.put("timestamp", match.finishedAt().toString());
        plain.put("data", data);
        return new Notice(match.id() + "-" + match.status().code(), Json.bytes(plain));
    }
}
