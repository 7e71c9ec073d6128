package bout.api;

import bout.api.http.Caller;
import bout.competition.Author;
import bout.competition.journal.Competition;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.store.access.Scope;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOutcome;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.replay.LiveReplays;
import bout.store.replay.Replays;
import bout.wire.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A match as callers see it: the schema {@code Match} of the OpenAPI document. It never contains bots' URLs.
 *
 * @param authors of the bots in it, by their ids, as far as the caller may know them
 */
record MatchAnswer(SeatKey names, Map<String, Author> authors) {

    static String path(MatchRecord match) {
        return "/api/matches/" + match.id();
    }

    /**
     * As the caller may see it. Until a rated match may be shown, only admins see who plays: a bot's owner could tell
     * the bot.
     *
     * @param openBoard whether another match on its board is not over
     */
    Map<String, Object> to(Caller caller, MatchRecord match, boolean openBoard) {
        Map<String, Object> plain = of(match);
        if (!showsPlayers(caller, match)) {
            plain.put("players", null);
        }
        if (openBoard && plain.containsKey("live")) {
            plain.put("live", null);
        }
        return plain;
    }

    static boolean showsPlayers(Caller caller, MatchRecord match) {
        return match.shown() || caller.scope() == Scope.ADMIN;
    }

    Map<String, Object> of(MatchRecord match) {
        Status status = match.shownStatus();
        // A caller who cannot know yet that the match has ended does not learn its result.
        MatchOutcome outcome = status.over() ? match.outcome() : MatchOutcome.NONE;
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", match.id());
        plain.putAll(Json.fields(match.settings().game()));
        plain.put("status", status.code());
        plain.put("seats", match.players().size());
        plain.put(
                "players",
                Seat.first(match.players().size()).stream()
                        .map(seat -> of(match, seat))
                        .toList());
        // The seed of a rated match would tell its players' owners the board in advance.
        plain.put("seed", match.shown() ? match.settings().seed() : null);
        switch (match.origin().competition()) {
            case null -> {}
            case Competition.OfTournament of -> {
                plain.put("tournament", of.tournament());
                if (match.shown()) {
                    plain.put("board", of.fixture().board());
                }
            }
            case Competition.OfLadder of -> {
                plain.put("ladder", true);
                if (of.contest() != null) {
                    plain.put("contest", of.contest());
                }
            }
        }
        plain.put("turn", match.progress().turn());
        plain.put("result", outcome.result());
        if (status.over()) {
            match.forfeit().ifPresent(lost -> {
                plain.put("failedSeat", lost.seat());
                plain.put("failureKind", lost.kind());
            });
        }
        plain.put("worthShowing", status.over() && match.worthShowing());
        String name = names.fileName(match);
        plain.put("replay", status == Status.FINISHED ? "/" + Replays.key(name) : null);
        if (!status.over()) {
            plain.put("live", match.mayBeWatched() ? "/" + LiveReplays.key(name) : null);
        }
        plain.put("createdAt", match.createdAt());
        plain.put("startedAt", match.progress().startedAt());
        plain.put("finishedAt", outcome.finishedAt());
        plain.put("failures", outcome.failures().stream().map(MatchAnswer::of).toList());
        if (outcome.reason() != null) {
            plain.put("reason", outcome.reason());
        }
        return plain;
    }

    private Map<String, Object> of(MatchRecord match, Seat seat) {
        PlayerRecord player = match.players().get(seat.index());
        Map<String, Object> plain = player.toPlain();
        if (authors.containsKey(player.bot())) {
            plain.put("author", authors.get(player.bot()));
        }
        if (player.code() != null) {
            plain.put("code", player.code());
            // With the code, the match can be computed again, but not while it is played.
            if (match.shownStatus() == Status.FINISHED) {
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
}
