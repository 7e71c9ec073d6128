package bout.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.cloud.CloudTable;
import bout.engine.Game;
import bout.games.Games;
import bout.stack.Stack;
import bout.stack.StackOptions;
import bout.store.match.Matches;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.runner.Runners;
import bout.store.runner.Runners.RunnerState;
import bout.wire.Json;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Counts what matches write on a local stack with tokens and quotas, and compares it with the model's numbers. */
@Tag("server")
class CountedMatchesTest {

    private static final String ADMIN = "0123456789abcdef0123456789abcdef";

    /** To start and end a runner, whatever it plays; not in the bill. */
    private static final double RUNNER_UNITS = 2;

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final Game<?> GAME = Games.ALL.getFirst();

    private static final Game<?> FOUR = Games.byId("battlesnake").orElseThrow();

    /** Goes on after a failed call, so that many are stored. */
    private static final String PLAYS_ON = "tokens";

    @AutoClose
    private static BotServer bots;

    @AutoClose
    private static Stack stack;

    private static String token;

    private static Matches matches;
    private static Runners runners;

    @BeforeAll
    static void start() throws Exception {
        stack = Stack.start(StackOptions.ofThisRepository()
                .strict(ADMIN)
                .withParameter("BOUT_BOT_ADDRESSES", "loopback")
                .withSchedule(Duration.ofDays(1)));
        bots = new BotServer(0, new BotServer.Bot() {
            private final BotServer.Bot expand =
                    BotServer.houseBot(GAME, GAME.houseBot("expand").orElseThrow());
            private final BotServer.Bot careful =
                    BotServer.houseBot(FOUR, FOUR.houseBot("careful").orElseThrow());

            @Override
            public HttpAnswer answer(BotServer.Request request) throws InterruptedException {
                if (request.path().startsWith("/broken")) {
                    return HttpAnswer.text(500, "");
                }
                return (request.path().startsWith("/snake") ? careful : expand).answer(request);
            }
        });
        token = (String) post(ADMIN, "/api/owners", Map.of("name", "counted", "scope", "play"))
                .get("token");
        table().countWriteUnits();
        matches = stack.aws().matches(Clock.systemUTC());
        runners = new Runners(stack.aws().table(), Clock.systemUTC());
        // It is written once for a table, when the first match needs it.
        new SeatKey(stack.aws().table()).ids();
    }

    @ParameterizedTest
    @FieldSource("bout.price.MatchKind#ALL")
    void a_match_writes_what_the_model_says(MatchKind kind) throws Exception {
        String starter = kind == MatchKind.ADMIN ? ADMIN : token;
        List<Map<String, String>> players = players(kind);
        // The first match of a day costs a write unit more, and so does the first look at a bot.
        String game = kind == MatchKind.FAILING
                ? PLAYS_ON
                : (kind == MatchKind.FOUR ? FOUR : GAME).card().id();
        play(starter, game, players);
        double before = writeUnits();
        play(starter, game, players);
        play(starter, game, players);
        assertEquals(2 * (kind.writeUnits() + RUNNER_UNITS), writeUnits() - before);
    }

    private static List<Map<String, String>> players(MatchKind kind) throws Exception {
        if (kind == MatchKind.REGISTERED) {
            return List.of(registered("first"), registered("second"));
        }
        if (kind == MatchKind.ADMIN || kind == MatchKind.TOKEN) {
            return List.of(Map.of("house", "random"), Map.of("house", "random"));
        }
        String url = bots.url() + (kind == MatchKind.FAILING ? "broken" : kind == MatchKind.FOUR ? "snake" : "");
        String name = "A bot whose name has %d or more letters";
        return IntStream.rangeClosed(1, kind == MatchKind.FOUR ? 4 : 2)
                .mapToObj(i -> Map.of("url", url + "x".repeat(146) + i, "name", name.formatted(i)))
                .toList();
    }

    private static Map<String, String> registered(String name) throws Exception {
        Map<?, ?> bot = post(
                token,
                "/api/bots",
                Map.of("game", GAME.card().id(), "name", name, "url", bots.url() + name, "visibility", "private"));
        return Map.of("bot", (String) bot.get("id"));
    }

    private static double writeUnits() {
        return table().writeUnits();
    }

    private static CloudTable table() {
        return (CloudTable) stack.clients().dynamoDb().get();
    }

    /** Waits until its runner has ended, so that the next match has a runner of its own. */
    private static void play(String starter, String game, List<Map<String, String>> players) throws Exception {
        Map<?, ?> match = post(starter, "/api/matches", Map.of("game", game, "players", players));
        String id = (String) match.get("id");
        await(() -> matches.find(id).orElseThrow().status() == Status.FINISHED);
        await(() -> runners.all().stream().noneMatch(runner -> runner.state() == RunnerState.ACTIVE));
    }

    private static void await(BooleanSupplier done) throws InterruptedException {
        while (!done.getAsBoolean()) {
            Thread.sleep(20);
        }
    }

    private static Map<?, ?> post(String token, String path, Map<String, ?> body) throws Exception {
        HttpResponse<String> answer = HTTP.send(
                HttpRequest.newBuilder(stack.address().resolve(path))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertTrue(answer.statusCode() / 100 == 2, answer.body());
        return (Map<?, ?>) Json.read(answer.body());
    }
}
