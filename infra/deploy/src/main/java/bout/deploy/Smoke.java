package bout.deploy;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiClient.RequestRefused;
import bout.cli.connect.ConnectedBot;
import bout.cli.text.CommandFailed;
import bout.cli.text.ResultText;
import bout.cli.text.TerminalText;
import bout.cloud.template.Application.Behavior;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import bout.engine.Game;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.UnexpectedValue;
import bout.games.Games;
import bout.stack.FileProblem;
import bout.wire.Json;
import bout.wire.ReplayFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;

final class Smoke {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration MATCH = Duration.ofMinutes(3);

    /** A few calls show as much as the hundreds of a whole match. */
    private static final int TURNS = 40;

    private static final Duration PAUSE = Duration.ofMillis(500);

    /** Doubled up to {@link #PAUSE}: a match of house bots may take only as long as a few requests. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    private static final Game<?> GAME = Games.ALL.getFirst();

    private static final SequencedMap<String, String> FILES = new LinkedHashMap<>();

    private static final List<String> WITH_HEADERS =
            List.of("/", "/embed.html", "/sandbox/frame.html", "/api/games", "/standings/ladders/none.json");

    static {
        for (String page : List.of("", "new", "matches", "match", "ladder", "tournaments", "play", "embed")) {
            FILES.put("/" + (page.isEmpty() ? "" : page + ".html"), "text/html");
        }
        FILES.put("/sandbox/frame.html", "text/html");
        Games.ALL.forEach(game -> FILES.put("/games/" + game.card().id() + ".html", "text/html"));
        FILES.put("/style.css", "text/css");
        FILES.put("/engine.js", "text/javascript");
        FILES.put("/favicon.svg", "image/svg+xml");
    }

    /** A bot for the first game: it takes the first free field. */
    private static final String CODE = """
            function bot(request) {
              for (let x = 0; x < request.board.length; x++) {
                const y = request.board[x].indexOf("");
                if (y >= 0) return {x, y};
              }
            }
            """;

    private final URI site;
    private final String token;
    private final Duration patience;
    private final HttpClient http;
    private final ApiClient api;
    private final SequencedMap<String, Check> checks = new LinkedHashMap<>();

    private String matchId;

    /** @param patience how long the first answer may take, and the standings */
    Smoke(URI site, String token, Duration patience) {
        this.site = site;
        this.token = token;
        this.patience = patience;
        // A redirect would take the token to another place.
        this.http = HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        this.api = new ApiClient(site, token);
        checks.put("it answers", this::answers);
        checks.put("pages", this::pages);
        checks.put("missing page", this::missingPage);
        checks.put("security headers", this::headers);
        checks.put("games", this::games);
        checks.put("API description", this::description);
        checks.put("problem documents", this::problems);
        checks.put("access", this::access);
        checks.put("match", this::match);
        checks.put("replay", this::replay);
        checks.put("picture", this::picture);
        checks.put("connected bot", this::connectedBot);
        checks.put("published bot", this::publishedBot);
        checks.put("standings", this::standings);
    }

    /** Also checks that the deployment does not take this token any more. */
    void refuses(String former) {
        checks.put("former admin token", () -> {
            int status = status(former, caller -> caller.get("/api/me"));
            require(status == 401, "it is still taken: /api/me answers " + status + ", not 401");
            return "it is refused";
        });
    }

    /** Of the answer to a request; that of any success is 200. */
    private int status(String bearer, Consumer<ApiClient> request) {
        try (ApiClient caller = new ApiClient(site, bearer)) {
            request.accept(caller);
            return 200;
        } catch (RequestRefused refused) {
            return refused.status();
        }
    }

    private interface Check {
        String run() throws IOException, InterruptedException;
    }

    private static final class Skipped extends RuntimeException {
        Skipped(String why) {
            super(why);
        }
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new CommandFailed(otherwise);
        }
    }

    /** Prints a line for each check; returns whether none failed. */
    boolean run(PrintWriter out) {
        boolean passed = true;
        try (http;
                api) {
            for (Map.Entry<String, Check> check : checks.entrySet()) {
                String outcome = "ok       ";
                String text;
                try {
                    text = check.getValue().run();
                } catch (Skipped skipped) {
                    outcome = "skipped  ";
                    text = skipped.getMessage();
                } catch (UnexpectedValue | CommandFailed problem) {
                    outcome = "FAILED   ";
                    text = problem.getMessage();
                } catch (IOException noAnswer) {
                    outcome = "FAILED   ";
                    text = FileProblem.noAnswer(site, noAnswer);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return false;
                }
                out.println(TerminalText.line(outcome + check.getKey() + ": " + text));
                passed &= !outcome.startsWith("FAILED");
                if (!passed && check.getKey().equals(checks.firstEntry().getKey())) {
                    return false;
                }
            }
        }
        return passed;
    }

    /** A new distribution's name is not known everywhere at once. */
    private String answers() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                int status = get("/").statusCode();
                if (status == 200 || System.nanoTime() >= deadline) {
                    require(status == 200, "/ answers " + status);
                    return site.toString();
                }
            } catch (IOException notYet) {
                if (System.nanoTime() >= deadline) {
                    throw notYet;
                }
            }
            Thread.sleep(PAUSE);
        }
    }

    private String pages() throws IOException, InterruptedException {
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            HttpResponse<byte[]> answer = found(file.getKey());
            require(answer.body().length > 0, file.getKey() + " is empty");
            String type = header(answer, "Content-Type");
            require(
                    type.startsWith(file.getValue()),
                    file.getKey() + " has the type '" + type + "', not " + file.getValue());
        }
        return FILES.size() + " pages, scripts and styles";
    }

    private String missingPage() throws IOException, InterruptedException {
        int status = get("/no-such-page.html").statusCode();
        require(status == 404, "a page that does not exist answers " + status + ", not 404");
        return "404";
    }

    private String headers() throws IOException, InterruptedException {
        List<Behavior> behaviors = Template.read(Template.ofThisRepository())
                .application(new Deployment("bout", Map.of(), URI.create("http://127.0.0.1"), "eu-central-1"))
                .cdn()
                .orElseThrow()
                .behaviors();
        int compared = 0;
        for (String path : WITH_HEADERS) {
            HttpResponse<byte[]> answer = get(path);
            Map<String, String> expected = behaviors.stream()
                    .filter(behavior -> behavior.paths().matcher(path).matches())
                    .findFirst()
                    .orElseThrow()
                    .headers();
            for (Map.Entry<String, String> header : expected.entrySet()) {
                String found = header(answer, header.getKey());
                require(
                        anyLines(found).equals(anyLines(header.getValue())),
                        path + " has " + header.getKey() + ": '" + found + "', not '" + header.getValue() + "'");
                compared++;
            }
            if (site.getScheme().equalsIgnoreCase("https")) {
                String found = header(answer, "Strict-Transport-Security");
                require(found.startsWith("max-age="), path + " has no Strict-Transport-Security");
                compared++;
            }
        }
        return compared + " headers are those of template.yaml";
    }

    /** The address of the WebSocket API is the only part of a header that each deployment has of its own. */
    private static String anyLines(String header) {
        return header.replaceAll("wss?://[\\w.:-]+", "wss://LINES");
    }

    private String games() {
        List<String> offered = api.get("/api/games").get("games").entries().stream()
                .map(game -> game.get("id").text())
                .toList();
        for (Game<?> game : Games.ALL) {
            require(
                    offered.contains(game.card().id()),
                    "there is no " + game.card().id() + ", only " + offered);
        }
        return String.join(", ", offered);
    }

    private String description() throws IOException, InterruptedException {
        String path = "/api/openapi.yaml";
        String text = new String(found(path).body(), StandardCharsets.UTF_8);
        require(text.startsWith("openapi:"), path + " is no OpenAPI document");
        return path;
    }

    private String problems() throws IOException, InterruptedException {
        String path = "/api/no-such-thing";
        HttpResponse<byte[]> answer = get(path);
        require(answer.statusCode() == 404, path + " answers " + answer.statusCode() + ", not 404");
        String type = header(answer, "Content-Type");
        require(type.startsWith("application/problem+json"), "an unknown path has the type '" + type + "'");
        try {
            return Plain.of(Json.read(answer.body())).text("type");
        } catch (Json.NotJson notJson) {
            throw new CommandFailed(path + " is not JSON");
        }
    }

    /** The mistake that would cost most: an API that anyone may use. */
    private String access() {
        int status = status(null, caller -> post(caller, house(1)));
        require(status != 200, "a match without a token is accepted: anyone can play");
        require(status == 401, "a match without a token answers " + status + ", not 401");
        return "a match needs a token";
    }

    private String match() throws InterruptedException {
        requireToken();
        matchId = played(house(1));
        return matchId;
    }

    private void requireToken() {
        if (token == null) {
            throw new Skipped("it needs a token (--token or BOUT_TOKEN)");
        }
    }

    private static Map<String, String> house(int bot) {
        return Map.of("house", GAME.houseBots().get(bot).name());
    }

    /** Asks for a match of a player against a house bot, and returns its id. */
    private static String post(ApiClient caller, Map<String, String> player) {
        Map<String, Object> match = Map.of(
                "game", GAME.card().id(), "players", List.of(player, house(0)), "options", Map.of("maxTurns", TURNS));
        return caller.post("/api/matches", match).text("id");
    }

    /** Waits for a match of a player against a house bot, and returns its id. */
    private String played(Map<String, String> player) throws InterruptedException {
        String id = post(api, player);
        long deadline = System.nanoTime() + MATCH.toNanos();
        Duration pause = FIRST_PAUSE;
        while (true) {
            Plain match = api.get("/api/matches/" + id);
            String status = match.text("status");
            if (status.equals("finished")) {
                List<Plain> failures = match.get("failures").entries();
                require(failures.isEmpty(), "in the match " + id + " a bot gave no valid move: " + failures);
                return id;
            }
            require(!status.equals("failed"), "the match " + id + " failed");
            require(
                    System.nanoTime() < deadline,
                    "the match " + id + " is still " + status + " after " + MATCH.toSeconds() + " s");
            Thread.sleep(pause);
            pause = pause.compareTo(PAUSE) < 0 ? pause.multipliedBy(2) : PAUSE;
        }
    }

    private String replay() throws IOException, InterruptedException {
        if (matchId == null) {
            List<Plain> finished = api.get("/api/matches?status=finished&limit=1")
                    .get("matches")
                    .entries();
            if (finished.isEmpty()) {
                throw new Skipped("there is no finished match yet");
            }
            matchId = finished.getFirst().text("id");
        }
        String path = "/replays/" + matchId + ".json";
        Replay replay;
        try {
            replay = ReplayFile.read(found(path).body());
        } catch (ReplayFile.NotAReplay notAReplay) {
            throw new CommandFailed(path + ": " + notAReplay.getMessage());
        }
        Game<?> game =
                Games.byId(replay.start().game()).orElseThrow(() -> new CommandFailed(path + " is of an unknown game"));
        return switch (replay.verify(game)) {
            case Replay.Confirmed confirmed ->
                path + ": " + confirmed.turns() + " turns, played again: " + ResultText.of(game, replay, confirmed);
            case Replay.Differs differs -> throw new CommandFailed(path + ": " + differs.text());
        };
    }

    private String picture() throws IOException, InterruptedException {
        requireToken();
        if (matchId == null) {
            throw new Skipped("there is no finished match yet");
        }
        String path = "/api/share/matches/" + matchId + "/picture.png";
        // The first one of a cold machine takes a while.
        HttpResponse<byte[]> answer = send(request(path).timeout(MATCH));
        require(answer.statusCode() == 200, path + " answers " + answer.statusCode());
        String type = header(answer, "Content-Type");
        require(type.equals("image/png"), path + " has the type '" + type + "', not image/png");
        return path + ": " + answer.body().length + " bytes";
    }

    private String connectedBot() throws InterruptedException {
        requireToken();
        try (OwnBot bot = new OwnBot(Map.of("connected", true));
                ConnectedBot connected =
                        ConnectedBot.playing(api, bot.id, GAME, GAME.houseBots().getFirst())) {
            connected.connect();
            return "it played " + played(Map.of("bot", bot.id));
        }
    }

    private String publishedBot() throws InterruptedException {
        requireToken();
        try (OwnBot bot = new OwnBot(Map.of("code", CODE))) {
            return "it played " + played(Map.of("bot", bot.id));
        }
    }

    /** A private bot, registered for one check and deleted after it. */
    private final class OwnBot implements AutoCloseable {

        private final String id;

        OwnBot(Map<String, Object> program) {
            Map<String, Object> wanted = new HashMap<>(program);
            wanted.putAll(Map.of("game", GAME.card().id(), "name", "Smoke test", "visibility", "private"));
            id = api.post("/api/bots", wanted).text("id");
        }

        @Override
        public void close() {
            api.delete("/api/bots/" + id);
        }
    }

    /** The matchmaker asks for them once a minute. */
    private String standings() throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (Game<?> game : Games.ALL) {
            String name = "ladders/" + game.card().id();
            Optional<Plain> ladder = api.standings(name);
            while (ladder.isEmpty() && System.nanoTime() < deadline) {
                Thread.sleep(PAUSE);
                ladder = api.standings(name);
            }
            require(ladder.isPresent(), "there is no " + name);
            String ofGame = ladder.get().text("game");
            require(ofGame.equals(game.card().id()), name + " is the ladder of " + ofGame);
            ladder.get().get("players").entries();
        }
        return Games.ALL.size() + " ladders";
    }

    private HttpResponse<byte[]> found(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = get(path);
        require(answer.statusCode() == 200, path + " answers " + answer.statusCode());
        return answer;
    }

    private HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(site.resolve(path)).timeout(ANSWER);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static String header(HttpResponse<byte[]> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }
}
