package bout.api.match;

import bout.api.access.Caller;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.store.access.Scope;
import bout.store.competition.Competition;
import bout.store.match.MatchOutcome;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.replay.LiveReplays;
import bout.store.replay.Replays;
import bout.wire.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A match as callers see it: the schema {@code Match} of the OpenAPI document. It never contains bots' URLs.
 *
 * @param names makes the names of the match's files
 */
record MatchAnswer(SeatKey names) {

    static String path(MatchRecord match) {
        return "/api/matches/" + match.id();
    }

    /**
     * As the caller may see it. While a rated match is played, only admins see who plays: a bot's owner could tell the
     * bot.
     */
    Map<String, Object> to(Caller caller, MatchRecord match) {
        Map<String, Object> plain = of(match);
        if (match.rated() && !match.status().over() && caller.scope() != Scope.ADMIN) {
            plain.put("players", null);
        }
        return plain;
    }

    Map<String, Object> of(MatchRecord match) {
        MatchOutcome outcome = match.outcome();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", match.id());
        plain.putAll(Json.fields(match.settings().game()));
        plain.put("status", match.status().code());
        plain.put(
                "players", Stream.of(Seat.values()).map(seat -> of(match, seat)).toList());
        // The seed of a rated match would tell its players' owners the board in advance.
        boolean secret = match.rated() && match.status() != Status.FINISHED;
        plain.put("seed", secret ? null : match.settings().seed());
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
        match.failedSeat().ifPresent(seat -> plain.put("failedSeat", seat.number()));
        plain.put("worthShowing", match.worthShowing());
        String name = names.fileName(match.id(), match.origin().seenByOwnerOnly());
        plain.put("replay", match.status() == Status.FINISHED ? "/" + Replays.key(name) : null);
        if (!match.status().over()) {
            plain.put("live", "/" + LiveReplays.key(name));
        }
        plain.put("createdAt", of(match.createdAt()));
        plain.put("startedAt", of(match.progress().startedAt()));
        plain.put("finishedAt", of(outcome.finishedAt()));
        plain.put("failures", outcome.failures().stream().map(MatchAnswer::of).toList());
        if (outcome.reason() != null) {
            plain.put("reason", outcome.reason());
        }
        return plain;
    }

    private Map<String, Object> of(MatchRecord match, Seat seat) {
        PlayerRecord player = match.players().get(seat.index());
        Map<String, Object> plain = player.toPlain();
        if (player.code() != null) {
            plain.put("code", player.code());
            // Whoever has the code can compute the match again, but not while it is played.
            if (match.status() == Status.FINISHED) {
                plain.put("randomSeed", names.ids().randomSeed(match.id(), seat, player.bot()));
            }
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
