package bout.bench.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bench.usage.Counting;
import bout.bench.usage.Usage;
import bout.stack.Stack;
import bout.stack.StackOptions;
import bout.store.Aws;
import bout.store.match.Matches;
import bout.store.match.Status;
import bout.store.runner.RunnerState;
import bout.store.runner.Runners;
import bout.wire.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Counts what matches use on a local stack with tokens and quotas, and compares it with the model's numbers. */
@Tag("server")
class CountedMatchesTest {

    private static final String ADMIN = "0123456789abcdef0123456789abcdef";

    private static Stack stack;
    private static Matches matches;
    private static Runners runners;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        stack = Stack.start(StackOptions.ofThisRepository().strict(ADMIN).withSchedule(Duration.ofDays(1)));
        Aws aws = new Aws(stack.environment());
        matches = aws.matches(Clock.systemUTC());
        runners = aws.runners(Clock.systemUTC());
        // It is written once for a table, when the first match needs it.
        aws.seatKey().ids();
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @Test
    void a_match_started_with_an_admin_token_uses_what_the_model_says() throws Exception {
        check(MatchKind.ADMIN, ADMIN, 2);
    }

    @Test
    void a_match_started_with_a_limited_token_uses_what_the_model_says() throws Exception {
        check(MatchKind.TOKEN, limitedToken(), 2);
    }

    @Test
    @Tag("full")
    void ten_matches_of_each_kind_use_ten_times_what_the_model_says() throws Exception {
        check(MatchKind.ADMIN, ADMIN, 10);
        check(MatchKind.TOKEN, limitedToken(), 10);
    }

    /** A token that has started a match today: the first one of a day costs a write unit more. */
    private static String limitedToken() throws Exception {
        String token = (String) post(ADMIN, "/api/tokens", Map.of("name", "counted", "scope", "play"))
                .get("token");
        counted(token, 1);
        return token;
    }

    private static void check(MatchKind kind, String token, int matches) throws Exception {
        Usage usage = counted(token, matches);
        String all = usage.toString();
        // Played one by one, each match has a runner of its own. The end of the last one may just not be counted yet.
        double units = (kind.writeUnits() + PriceModel.RUNNER_UNITS) * matches;
        assertTrue(usage.writeUnits() == units || usage.writeUnits() == units - 1, "write units: " + all);
        // The functions that run on a schedule read as well, once after the start; they write nothing.
        assertTrue(usage.readUnits() >= kind.readUnits() * matches, "read units: " + all);
        assertEquals(kind.files() * matches, usage.requests("S3.PutObject.replays"), all);
        assertEquals(kind.fifoMessages() * matches, usage.requests("Sqs.SendMessage.results.fifo"), all);
        assertEquals(kind.messages() * matches, usage.requests("Sqs.SendMessageBatch.matches"), all);
    }

    @Test
    void a_refused_write_and_a_read_are_counted() throws Exception {
        Usage usage;
        try (Counting counting = Counting.start()) {
            matches.find("01890a5d-ac96-774b-bcce-b302099a8057");
            usage = counting.take();
        }
        assertEquals(1, usage.requests("DynamoDb.GetItem"));
        assertEquals(1, usage.readUnits());
    }

    @Test
    void what_the_observer_asks_is_not_counted() {
        try (Counting counting = Counting.start()) {
            Counting.excluded(() -> matches.find("01890a5d-ac96-774b-bcce-b302099a8057"));
            assertTrue(counting.take().requests().isEmpty());
        }
    }

    /** Plays matches one after the other, so that each has a runner of its own. */
    private static Usage counted(String token, int count) throws Exception {
        List<String> ids = new ArrayList<>();
        try (Counting counting = Counting.start()) {
            for (int i = 0; i < count; i++) {
                Map<?, ?> match = post(
                        token,
                        "/api/matches",
                        Map.of(
                                "game",
                                "ajax-tiles",
                                "players",
                                List.of(Map.of("house", "random"), Map.of("house", "random"))));
                ids.add((String) match.get("id"));
                Counting.excluded(() -> awaitEnd(ids.getLast()));
            }
            // Or the last one's end would be counted with the next test.
            Counting.excluded(CountedMatchesTest::awaitRunners);
            return counting.take();
        }
    }

    private static void awaitEnd(String id) {
        await(() -> matches.find(id).orElseThrow().status() == Status.FINISHED);
    }

    private static void awaitRunners() {
        await(() -> runners.all().stream().noneMatch(runner -> runner.state() == RunnerState.ACTIVE));
    }

    private static void await(BooleanSupplier done) {
        try {
            while (!done.getAsBoolean()) {
                Thread.sleep(20);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<?, ?> post(String token, String path, Map<String, ?> body)
            throws IOException, InterruptedException, Json.NotJson {
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
