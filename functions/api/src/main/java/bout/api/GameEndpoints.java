package bout.api;

import bout.api.http.Field;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Option;
import bout.engine.Plain;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.guide.Example;
import bout.guide.Guide;
import bout.store.contest.ContestRecord;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.wire.ProblemType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Describes the games and shows their ladders and those of contests, with the matches from which anyone can recompute
 * them.
 */
record GameEndpoints(StandingsFiles files, Journals journals, ContestEndpoints contests) {

    /** The games change only with a new deployment. */
    private static final Duration KEPT = Duration.ofMinutes(5);

    private static final Duration LADDER_KEPT = Duration.ofSeconds(StandingsFiles.KEPT_SECONDS);
    static final int MAX_LIMIT = 500;

    /** By game; the guide and the example in a response never change while the application runs. */
    private static final Map<String, Response> ANSWERS = new ConcurrentHashMap<>();

    Response list(Request request) {
        List<Object> games =
                Games.ALL.stream().<Object>map(game -> entry(game.card())).toList();
        return Response.cached(KEPT, Map.of("games", games));
    }

    Response get(Request request) {
        Game<?> game = game(request);
        return ANSWERS.computeIfAbsent(game.card().id(), id -> Response.cached(KEPT, plain(game)));
    }

    private static Game<?> game(Request request) {
        return Games.byId(request.place().get("game"))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_GAME, "No such game; " + Field.KNOWN_GAMES + "."));
    }

    Response ladder(Request request) {
        String game = game(request).card().id();
        return Response.cached(LADDER_KEPT, published(StandingsFiles.ladder(game), game));
    }

    Response contestLadder(Request request) {
        ContestRecord contest = contests.withLadder(request);
        return Response.ok(published(
                StandingsFiles.contestLadder(contest.id()),
                contest.settings().game().id()));
    }

    private Object published(String file, String game) {
        return files.get(file)
                .map(Plain::value)
                .orElseGet(() -> Plain.object(
                        "updatedAt", null, "game", game, "sequence", 0, "matches", 0, "players", List.of()));
    }

    Response ladderMatches(Request request) {
        return matches(request, game(request).card().id());
    }

    Response contestLadderMatches(Request request) {
        return matches(request, contests.withLadder(request).id());
    }

    /** A page of the ladder's journal: its matches in the order in which they are rated. */
    private Response matches(Request request, String ladder) {
        Query query = Query.read(request.query(), "after", "limit");
        int limit = query.limit(MAX_LIMIT);
        String after = query.values().getOrDefault("after", "0");
        if (!after.matches("0|[1-9][0-9]{0,11}")) {
            query.notBetween("after", 0, 999_999_999_999L);
        }
        query.check();
        List<JournalEntry> entries = journals.read(new Subject.Ladder(ladder), Long.parseLong(after), limit);
        return Response.list(
                "matches",
                entries,
                entries.size() < limit ? null : entries.getLast().sequence());
    }

    private static Map<String, Object> entry(GameCard card) {
        Map<String, Object> entry = Plain.object("id", card.id(), "name", card.name(), "summary", card.summary());
        entry.put("seats", card.seats());
        entry.put("page", Guide.page(card));
        return entry;
    }

    /** A game as callers see it: the schema {@code Game} of the OpenAPI document. */
    private static Map<String, Object> plain(Game<?> game) {
        GameCard card = game.card();
        Map<String, Object> plain = entry(card);
        plain.put("engine", Engine.VERSION);
        plain.put("rules", card.rules());
        plain.put("scoreUnit", card.scoreUnit());
        plain.put("options", card.options().stream().map(Option::toPlain).toList());
        Map<String, Object> limits = Plain.object(
                "first", card.timeLimits().first(), "later", card.timeLimits().later());
        limits.put("match", TimeLimits.ofMatch(game));
        limits.put("min", TimeLimits.MIN);
        limits.put("max", TimeLimits.MAX);
        plain.put("timeLimits", limits);
        Example<?> example = Example.of(game);
        Map<String, Object> shown = Plain.object("headers", example.headers(), "body", example.body());
        shown.put("fields", example.fields());
        shown.put("answer", example.answer());
        Map<String, Object> wire =
                Plain.object("method", "POST", "contentType", card.form().contentType());
        wire.put("request", card.request());
        wire.put("answer", card.answer());
        wire.put("example", shown);
        plain.put("wire", wire);
        plain.put(
                "houseBots",
                game.houseBots().stream()
                        .map(bot -> Plain.object("name", bot.name(), "sentence", bot.sentence()))
                        .toList());
        plain.put("guide", Guide.of(game).sections());
        return plain;
    }
}
