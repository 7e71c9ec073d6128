package bout.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.CloudTable;
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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Counts what matches write on a local stack with tokens and quotas, and compares it with the model's numbers. */
@Tag("server")
class CountedMatchesTest {

    private static final String ADMIN = "0123456789abcdef0123456789abcdef";

    /** To start and end a runner, whatever it plays; not in the bill. */
    private static final double RUNNER_UNITS = 2;

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @AutoClose
    private static Stack stack;

    private static Matches matches;
    private static Runners runners;

    @BeforeAll
    static void start() throws Exception {
        stack = Stack.start(StackOptions.ofThisRepository().strict(ADMIN).withSchedule(Duration.ofDays(1)));
        table().countWriteUnits();
        matches = stack.aws().matches(Clock.systemUTC());
        runners = new Runners(stack.aws().table(), Clock.systemUTC());
        // It is written once for a table, when the first match needs it.
        new SeatKey(stack.aws().table()).ids();
    }

    @Test
    void a_match_started_with_an_admin_token_writes_what_the_model_says() throws Exception {
        assertWrites(MatchKind.ADMIN, ADMIN);
    }

    @Test
    void a_match_started_with_a_limited_token_writes_what_the_model_says() throws Exception {
        String token = (String) post(ADMIN, "/api/tokens", Map.of("name", "counted", "scope", "play"))
                .get("token");
        // The first match of a day costs a write unit more.
        play(token);
        assertWrites(MatchKind.TOKEN, token);
    }

    private static void assertWrites(MatchKind kind, String token) throws Exception {
        double before = writeUnits();
        play(token);
        play(token);
        assertEquals(2 * (kind.writeUnits() + RUNNER_UNITS), writeUnits() - before);
    }

    private static double writeUnits() {
        return table().writeUnits();
    }

    private static CloudTable table() {
        return (CloudTable) stack.clients().dynamoDb().get();
    }

    /** Waits until its runner has ended, so that the next match has a runner of its own. */
    private static void play(String token) throws Exception {
        Map<?, ?> match = post(
                token,
                "/api/matches",
                Map.of("game", "ajax-tiles", "players", List.of(Map.of("house", "random"), Map.of("house", "random"))));
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
