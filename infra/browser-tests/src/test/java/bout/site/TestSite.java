package bout.site;

import bout.cloud.template.Application.Behavior;
import bout.cloud.template.Application.BucketOrigin;
import bout.cloud.template.Application.Cdn;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Match;
import bout.engine.Option;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.guide.Guide;
import bout.wire.Json;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Serves the site's files with the headers of the deployment's CDN, and an API and a bucket whose answers the test
 * sets.
 */
final class TestSite implements AutoCloseable {

    /** The site's files as the build made them. */
    static final Path BUILT = Path.of("../site/target/classes/bout/site");

    private static final Map<String, String> CONTENT_TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "json", "application/json",
            "svg", "image/svg+xml",
            "png", "image/png",
            "webmanifest", "application/manifest+json",
            "woff2", "font/woff2");

    /** An answer of the API. */
    record Answer(int status, String contentType, byte[] body) {
        static Answer json(int status, Object plain) {
            return new Answer(status, "application/json", Json.bytes(plain));
        }

        static Answer problem(int status, String type, String detail) {
            return new Answer(
                    status,
                    "application/problem+json",
                    Json.bytes(fields(
                            "type", "/problems/" + type, "title", "A title", "status", status, "detail", detail)));
        }
    }

    /** A request that changes something. */
    record Posted(String request, Object body, String idempotencyKey, String authorization) {}

    private static final Cdn CDN = Template.read(Template.ofThisRepository())
            .application(new Deployment("bout", Map.of(), URI.create("http://127.0.0.1:1"), "eu-west-1"))
            .cdn()
            .orElseThrow();

    private static final Map<List<String>, Replay> REPLAYS = new ConcurrentHashMap<>();

    private final boolean inAFrame;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<Posted> posted = new CopyOnWriteArrayList<>();

    static {
        // Otherwise small answers wait for the acknowledgement of their headers.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    TestSite() {
        this(false);
    }

    /** A site whose pages may be shown in a frame of its own pages, which the deployed ones refuse. */
    static TestSite inAFrame() {
        return new TestSite(true);
    }

    private TestSite(boolean inAFrame) {
        this.inAFrame = inAFrame;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
        List<Object> games = new ArrayList<>();
        for (Game<?> game : Games.ALL) {
            games.add(fields(
                    "id",
                    game.card().id(),
                    "name",
                    game.card().name(),
                    "summary",
                    game.card().summary(),
                    "page",
                    Guide.page(game.card())));
            answer("GET /api/games/" + game.card().id(), Answer.json(200, description(game)));
            bots(game.card().id(), List.of());
            answer(
                    "GET /api/bots?game=" + game.card().id() + "&mine=true&limit=100",
                    Answer.json(200, fields("bots", List.of(), "next", null)));
        }
        answer("GET /api/join", Answer.json(200, Map.of("selfService", false, "signIn", false)));
        answer("GET /api/games", Answer.json(200, Map.of("games", games)));
        list(List.of());
        answer("GET /api/contests", Answer.json(200, Map.of("contests", List.of())));
        answer("GET /api/tournaments?limit=1", Answer.json(200, fields("tournaments", List.of(), "next", null)));
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** @param request the method, a space, the path and the query */
    void answer(String request, Answer answer) {
        answers.put(request, answer);
    }

    /** Sets the list of matches, newest first, without older ones. */
    void list(List<Map<String, Object>> matches) {
        Answer page = Answer.json(200, fields("matches", matches, "next", null));
        answer("GET /api/matches", page);
        answer("GET /api/matches?limit=30", page);
        answer("GET /api/matches?limit=50", page);
    }

    /** Sets the live replay of a match: its first turns. */
    void live(String id, Replay replay, int turns) {
        answer("GET /live/" + id + ".json", Answer.json(200, live(replay, turns)));
    }

    static Map<String, Object> live(Replay replay, int turns) {
        Match<?> soFar = replay.play(Games.byId(replay.start().game()).orElseThrow(), turns);
        return Replay.soFar(soFar, soFar.calls(), replay.start().players()).toPlain();
    }

    /** Sets the public registered bots of a game. */
    void bots(String game, List<Map<String, Object>> bots) {
        answer("GET /api/bots?game=" + game + "&limit=100", Answer.json(200, fields("bots", bots, "next", null)));
    }

    /** The API's record of a registered bot, as shown to others than its owner. */
    static Map<String, Object> bot(String id, String game, String name) {
        return fields(
                "id",
                id,
                "game",
                game,
                "name",
                name,
                "visibility",
                "public",
                "active",
                true,
                "version",
                1,
                "proven",
                true,
                "health",
                fields("suspended", false),
                "createdAt",
                "2026-03-01T12:00:00.120Z",
                "updatedAt",
                "2026-03-01T12:00:00.120Z");
    }

    /** Adds a match with its replay. */
    void has(Map<String, Object> match, Object replay) {
        answer("GET /api/matches/" + match.get("id"), Answer.json(200, match));
        answer("GET /replays/" + match.get("id") + ".json", Answer.json(200, replay));
    }

    List<Posted> posted() {
        return posted;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            Behavior behavior = behavior(path);
            behavior.headers().forEach((name, value) -> exchange.getResponseHeaders()
                    .set(name, inAFrame ? framed(value) : value));
            if (!behavior.origin().equals(CDN.defaultBehavior().origin())) {
                if (!exchange.getRequestMethod().equals("GET")) {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    posted.add(new Posted(
                            exchange.getRequestMethod() + " " + path,
                            body.length == 0 ? null : Json.read(body),
                            exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                            exchange.getRequestHeaders().getFirst("Authorization")));
                }
                // Watching a match does not change its record.
                String request = exchange.getRequestMethod() + " "
                        + exchange.getRequestURI().toString().replace("?watch=true", "");
                String token = exchange.getRequestHeaders().getFirst("Authorization");
                Answer answer = Optional.ofNullable(answers.get(request + " " + token))
                        .or(() -> Optional.ofNullable(answers.get(request)))
                        .orElse(Answer.problem(404, "unknown-path", "No " + request));
                if (behavior.origin() instanceof BucketOrigin && answer.status() == 200) {
                    sendObject(exchange, answer);
                } else {
                    send(exchange, answer);
                }
                return;
            }
            String file = path.equals("/") ? "index.html" : path.substring(1);
            // As deployed: what a visitor has loaded is neither requested nor compiled again.
            exchange.getResponseHeaders().set("Cache-Control", "public, max-age=60");
            if (inAFrame && path.equals("/test/axe.min.js")) {
                send(exchange, new Answer(200, CONTENT_TYPES.get("js"), Visitor.AXE.getBytes(StandardCharsets.UTF_8)));
                return;
            }
            try (InputStream content = TestSite.class.getResourceAsStream("/bout/site/" + file)) {
                String type = CONTENT_TYPES.getOrDefault(
                        file.substring(file.lastIndexOf('.') + 1), "application/octet-stream");
                send(
                        exchange,
                        content == null
                                ? new Answer(404, CONTENT_TYPES.get("html"), page("404.html"))
                                : new Answer(200, type, content.readAllBytes()));
            }
        } catch (Json.NotJson notJson) {
            throw new IOException("a page posted what is not JSON", notJson);
        }
    }

    private static String framed(String header) {
        return header.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
                .replace("DENY", "SAMEORIGIN");
    }

    private static byte[] page(String file) throws IOException {
        try (InputStream content = TestSite.class.getResourceAsStream("/bout/site/" + file)) {
            return content.readAllBytes();
        }
    }

    /** Like S3: with an ETag, and only if the browser does not have it yet. */
    private static void sendObject(HttpExchange exchange, Answer object) throws IOException {
        String tag = "\"%08x\"".formatted(Arrays.hashCode(object.body()));
        exchange.getResponseHeaders().set("ETag", tag);
        exchange.getResponseHeaders().set("Cache-Control", "no-cache");
        boolean known = tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
        send(exchange, known ? new Answer(304, object.contentType(), new byte[0]) : object);
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", answer.contentType());
        exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
        exchange.getResponseBody().write(answer.body());
    }

    /** The CDN behavior for a path. */
    static Behavior behavior(String path) {
        return CDN.behaviors().stream()
                .filter(each -> each.paths().matcher(path).matches())
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Object> description(Game<?> game) {
        List<Object> houseBots = new ArrayList<>();
        for (HouseBot bot : game.houseBots()) {
            houseBots.add(fields("name", bot.name(), "sentence", bot.sentence()));
        }
        TimeLimits limits = game.card().timeLimits();
        return fields(
                "id", game.card().id(),
                "name", game.card().name(),
                "summary", game.card().summary(),
                "page", Guide.page(game.card()),
                "scoreUnit", game.card().scoreUnit(),
                "options", game.card().options().stream().map(Option::toPlain).toList(),
                "timeLimits",
                        fields(
                                "first",
                                limits.first(),
                                "later",
                                limits.later(),
                                "min",
                                TimeLimits.MIN,
                                "max",
                                TimeLimits.MAX),
                "houseBots", houseBots);
    }

    /** A replay of two house bots under the given names, in turn if there are more names. */
    static Replay replay(String game, String first, String second, String seed, List<String> names) {
        return replay(Games.byId(game).orElseThrow(), List.of(first, second), seed, names);
    }

    /** A replay of all house bots in turn, under these names. */
    static Replay replayOfGroup(String game, List<String> names) {
        Game<?> played = Games.byId(game).orElseThrow();
        return replay(played, played.houseBots().stream().map(HouseBot::name).toList(), "7", names);
    }

    /** The same is played only once. */
    private static Replay replay(Game<?> game, List<String> bots, String seed, List<String> names) {
        HouseBot[] seated = IntStream.range(0, names.size())
                .mapToObj(seat -> houseBot(game, bots.get(seat % bots.size())))
                .toArray(HouseBot[]::new);
        List<String> key = Stream.concat(
                        Stream.of(game.card().id(), seed), Arrays.stream(seated).map(HouseBot::name))
                .toList();
        Options options = Options.defaults(game.card().options());
        return named(REPLAYS.computeIfAbsent(key, of -> HouseMatch.replay(game, seed, options, seated)), names);
    }

    /** A replay of two bots with these names. */
    static Replay replay(String... names) {
        return replay("ajax-tiles", "expand", "fearful", "7", List.of(names));
    }

    /** A match of random bots that has, unless its rules end it earlier, {@code maxTurns} turns. */
    static Replay shortReplay(String game, int maxTurns, String seed, List<String> names) {
        Game<?> played = Games.byId(game).orElseThrow();
        Options.Valid options = (Options.Valid) Options.read(played.card().options(), Map.of("maxTurns", maxTurns));
        HouseBot bot = houseBot(played, "random");
        return named(HouseMatch.replay(played, seed, options.options(), bot, bot), names);
    }

    private static Replay named(Replay replay, List<String> names) {
        List<Replay.Player> players = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            players.add(Replay.Player.house(
                    names.get(i), replay.start().players().get(i).house()));
        }
        Replay.Start start = replay.start();
        return new Replay(
                replay.engine(),
                new Replay.Start(start.game(), start.seed(), start.options(), start.setUp(), players),
                replay.calls(),
                replay.result(),
                replay.hash());
    }

    private static HouseBot houseBot(Game<?> game, String name) {
        return game.houseBots().stream()
                .filter(bot -> bot.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The API's record of an open contest that nobody has entered. */
    static Map<String, Object> contest(String id, String name) {
        Map<String, Object> contest = fields("id", id, "name", name, "game", "tokens", "public", true);
        contest.putAll(fields("createdAt", "2026-03-01T12:00:00.120Z", "state", "open"));
        contest.putAll(fields("deadline", Instant.now().plus(Duration.ofDays(2)).toString()));
        contest.putAll(fields("text", "Bring a bot.", "options", Map.of(), "perOwner", 1, "reason", null));
        contest.putAll(fields("onlyInvited", false, "invitation", null));
        contest.put(
                "stages",
                List.of(fields(
                        "settings",
                        Map.of("format", "knockout"),
                        "best",
                        null,
                        "house",
                        null,
                        "percent",
                        null,
                        "tournament",
                        null,
                        "bots",
                        List.of(),
                        "ranking",
                        List.of())));
        for (String list : List.of("entries", "entrants", "ranking", "journal", "podium")) {
            contest.put(list, List.of());
        }
        return contest;
    }

    /** The API's record of the owner of so many bots. */
    static Map<String, Object> ada(int bots) {
        Map<String, Object> ada = fields("id", "own_1", "name", "Ada", "scope", "play", "key", "tok_1");
        ada.put("quotas", fields("bots", 5, "openMatches", 20, "matchesPerDay", 500));
        ada.put("used", fields("bots", bots, "openMatches", 0, "matchesPerDay", 12));
        return ada;
    }

    /** The API's record of a match of a tournament; {@code null} while it is running. */
    static Map<String, Object> ofTournament(String id, int board, int first, int second, Integer winner) {
        Map<String, Object> match = fields("id", id, "board", board, "players", List.of(first, second));
        match.put("status", winner == null ? "running" : "finished");
        List<Integer> scores = winner == null || winner == 1 ? List.of(7, 5) : List.of(3, 5);
        List<Integer> places = winner == null || winner == 1 ? List.of(1, 2) : List.of(2, 1);
        match.put("result", winner == null ? null : fields("places", places, "scores", scores, "reason", "test"));
        match.put("replay", null);
        match.put("finishedAt", null);
        return match;
    }

    /** The API's record of the finished match in a replay, a turn for each call. */
    static Map<String, Object> finished(String id, Replay replay) {
        return finished(id, replay, replay.calls().count());
    }

    /** The API's record of the finished match in a replay. */
    static Map<String, Object> finished(String id, Replay replay, int turns) {
        Map<String, Object> match = unfinished(id, "finished", replay);
        match.put("turn", turns);
        match.remove("live");
        match.put("result", replay.result().toPlain());
        match.put("worthShowing", true);
        match.put("replay", "/replays/" + id + ".json");
        match.put("startedAt", "2026-03-01T12:00:00.310Z");
        match.put("finishedAt", "2026-03-01T12:00:02.950Z");
        match.put("failures", replay.toPlain().get("failures"));
        return match;
    }

    /** The API's record of a match that has not ended. */
    static Map<String, Object> unfinished(String id, String status, Replay replay) {
        return fields(
                "id",
                id,
                "game",
                replay.start().game(),
                "status",
                status,
                "seats",
                replay.start().players().size(),
                "players",
                replay.toPlain().get("players"),
                "seed",
                replay.start().seed(),
                "options",
                replay.start().options(),
                "turn",
                0,
                "result",
                null,
                "replay",
                null,
                "live",
                "/live/" + id + ".json",
                "createdAt",
                "2026-03-01T12:00:00.120Z",
                "startedAt",
                null,
                "finishedAt",
                null,
                "failures",
                List.of());
    }

    static Map<String, Object> fields(Object... namesAndValues) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
