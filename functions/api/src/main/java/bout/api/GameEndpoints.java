package bout.api;

import bout.api.http.Field;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.competition.journal.JournalEntry;
import bout.competition.journal.Subject;
import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Option;
import bout.engine.Plain;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.guide.Example;
import bout.guide.Guide;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.wire.ProblemType;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Describes the games and shows their ladders, with the matches from which anyone can recompute them. */
record GameEndpoints(StandingsFiles files, Journals journals, Map<String, Response> answers) {

    /** The games change only with a new deployment. */
    private static final Duration KEPT = Duration.ofMinutes(5);

    private static final Duration LADDER_KEPT = Duration.ofSeconds(StandingsFiles.KEPT_SECONDS);
    static final int MAX_LIMIT = 500;

    GameEndpoints(StandingsFiles files, Journals journals) {
        // By game; the guide and the example in a response never change while the application runs.
        this(files, journals, new ConcurrentHashMap<>());
    }

    Response list(Request request) {
        return Response.cached(
                KEPT,
                Map.of("games", Games.ALL.stream().map(GameAnswer.Entry::of).toList()));
    }

    Response get(Request request) {
        Game<?> game = game(request);
        return answers.computeIfAbsent(game.card().id(), id -> Response.cached(KEPT, GameAnswer.of(game)));
    }

    private static Game<?> game(Request request) {
        return Games.byId(request.place().get("game"))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_GAME, "No such game; " + Field.KNOWN_GAMES + "."));
    }

    private record NoLadder(Instant updatedAt, String game, int sequence, int matches, List<Object> players) {}

    Response ladder(Request request) {
        String game = game(request).card().id();
        return Response.cached(
                LADDER_KEPT,
                files.get(StandingsFiles.ladder(game))
                        .map(Plain::value)
                        .orElseGet(() -> new NoLadder(null, game, 0, 0, List.of())));
    }

    /** A page of the ladder's journal: its matches in the order in which they are rated. */
    Response ladderMatches(Request request) {
        Query query = Query.read(request.query(), "after", "limit");
        int limit = query.limit(MAX_LIMIT);
        String after = query.values().getOrDefault("after", "0");
        if (!after.matches("0|[1-9][0-9]{0,11}")) {
            query.unlike("after", "a whole number of at most 12 digits");
        }
        query.check();
        Subject ladder = new Subject.Ladder(game(request).card().id());
        List<JournalEntry> entries = journals.read(ladder, Long.parseLong(after), limit);
        return Response.list(
                "matches",
                entries,
                entries.size() < limit ? null : entries.getLast().sequence());
    }

    /** A game as callers see it: the schema {@code Game} of the OpenAPI document. */
    private record GameAnswer(
            @JsonUnwrapped Entry entry,
            int engine,
            @JsonUnwrapped Card card,
            Limits timeLimits,
            Wire wire,
            List<House> houseBots,
            List<Guide.Section> guide) {

        record Entry(String id, String name, String summary, String page) {
            static Entry of(Game<?> game) {
                GameCard card = game.card();
                return new Entry(card.id(), card.name(), card.summary(), Guide.page(card));
            }
        }

        private record Card(List<String> rules, String scoreUnit, List<Map<String, Object>> options) {}

        private record Limits(int first, int later, int match, int min, int max) {}

        private record Wire(String method, String contentType, String request, String answer, Shown example) {}

        private record Shown(Object headers, Object body, Object fields, Object answer) {}

        private record House(String name, String sentence) {}

        static GameAnswer of(Game<?> game) {
            GameCard card = game.card();
            Example<?> example = Example.of(game);
            return new GameAnswer(
                    Entry.of(game),
                    Engine.VERSION,
                    new Card(
                            card.rules(),
                            card.scoreUnit(),
                            card.options().stream().map(Option::toPlain).toList()),
                    new Limits(
                            card.timeLimits().first(),
                            card.timeLimits().later(),
                            TimeLimits.ofMatch(game),
                            TimeLimits.MIN,
                            TimeLimits.MAX),
                    new Wire(
                            "POST",
                            card.form().contentType(),
                            card.request(),
                            card.answer(),
                            new Shown(
                                    example.headers(),
                                    example.body(),
                                    example.ask().fields(),
                                    example.answer())),
                    game.houseBots().stream()
                            .map(bot -> new House(bot.name(), bot.sentence()))
                            .toList(),
                    Guide.of(game).sections());
        }
    }
}
