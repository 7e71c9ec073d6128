package bout.connected;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.CallSlots;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Failure;
import bout.engine.Seat;
import bout.games.tokens.Tokens;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.connection.ConnectionPosts;
import bout.store.connection.Connections;
import bout.telemetry.Machine;
import bout.wire.WebhookSecret;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** What counts as the time of a connected bot. Time is virtual; API Gateway and the bot are functions of this test. */
@Timeout(60)
@Tag("aws")
class ConnectedPlayerTest {

    private static final String BOT = "bot_1";
    private static final Duration NEVER = Duration.ofDays(1);

    private final VirtualTime time = new VirtualTime();
    private final RunnerConnectionTest.Server server = new RunnerConnectionTest.Server();
    private final Aws aws = TestAws.aws(TestAws.application().environment());
    private final Connections stored = new Connections(aws.table(), Clock.systemUTC());
    private final List<ConnectionMessage.Request> requests = new ArrayList<>();

    /** The status of API Gateway's answer; 0 = none. */
    private IntSupplier gateway = () -> 200;

    /** Gets what API Gateway took. */
    private Consumer<ConnectionMessage.Request> bot = request -> answerAfter(100, request);

    private BotConnections connections;

    @BeforeEach
    void open() throws InterruptedException {
        server.awaitStart();
        connections = connections(BotConnections.MESSAGES_PER_SECOND);
    }

    @AfterEach
    void close() throws InterruptedException {
        connections.end();
        server.stop();
    }

    private BotConnections connections(int messagesPerSecond) {
        BotConnections made = new BotConnections(
                URI.create("ws://127.0.0.1:" + server.getPort() + "/live"),
                stored,
                new ConnectionPosts(
                        new Gateway(),
                        () -> AwsBasicCredentials.create("id", "secret"),
                        "eu",
                        URI.create("http://a/live")),
                reason -> {},
                2,
                BotConnections.rate(messagesPerSecond, 1),
                Clock.systemUTC());
        made.begin();
        return made;
    }

    private final class Gateway implements SdkHttpClient {

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    int status = gateway.getAsInt();
                    if (status == 0) {
                        throw new IOException("no answer");
                    }
                    if (status == 200) {
                        byte[] body = request.contentStreamProvider()
                                .orElseThrow()
                                .newStream()
                                .readAllBytes();
                        taken(ConnectionText.read(new String(body, StandardCharsets.UTF_8))
                                .orElseThrow());
                    }
                    return HttpExecuteResponse.builder()
                            .response(
                                    SdkHttpResponse.builder().statusCode(status).build())
                            .build();
                }

                @Override
                public void abort() {}
            };
        }

        @Override
        public void close() {}
    }

    private void taken(ConnectionMessage message) {
        if (message instanceof ConnectionMessage.Request request) {
            requests.add(request);
            bot.accept(request);
        } else if (message instanceof ConnectionMessage.Ping(String call, String reply)) {
            connections.calls.take(new ConnectionMessage.Pong(call, reply));
        }
    }

    private void answerAfter(int milliseconds, ConnectionMessage.Request request) {
        time.after(
                Duration.ofMillis(milliseconds),
                () -> connections.calls.take(
                        new ConnectionMessage.Answer(request.call(), request.reply(), 200, Map.of(), "1")));
    }

    private void connect() {
        stored.open(BOT, "tok_1", null, "tokens", "c=").orElseThrow();
    }

    private Player player() {
        return connections.player(BOT, "tokens", WebhookSecret.draw(new SecureRandom()), true);
    }

    private static MoveRequest request(int timeLimit, Duration startWithin) {
        return new MoveRequest(
                "seat_1",
                new Tokens().card(),
                Seat.FIRST,
                0,
                Map.of(),
                timeLimit,
                Machine.current().nanoTime() + startWithin.toNanos(),
                "");
    }

    private Reply ask(int timeLimit) {
        return ask(timeLimit, NEVER);
    }

    private Reply ask(int timeLimit, Duration startWithin) {
        return ScopedValue.where(Machine.SIMULATED, time).call(() -> player().ask(request(timeLimit, startWithin)));
    }

    private static void assertAnswered(int milliseconds, Reply reply) {
        assertEquals(
                milliseconds,
                assertInstanceOf(Reply.Answered.class, reply, reply::toString).milliseconds());
    }

    private static void assertTimeOut(String text, int milliseconds, Reply reply) {
        Reply.Failed failed = assertInstanceOf(Reply.Failed.class, reply, reply::toString);
        assertEquals(new Failure(Failure.Kind.TIME_OUT, text), failed.failure());
        assertEquals(milliseconds, failed.milliseconds());
    }

    private void refuse(int status, int fromMillis, int toMillis) {
        gateway = () -> time.passed().toMillis() >= fromMillis && time.passed().toMillis() < toMillis ? status : 200;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 429, 500, 503})
    void a_request_that_api_gateway_does_not_take_for_seconds_costs_the_bot_nothing(int status) {
        connect();
        refuse(status, 0, 5000);
        assertAnswered(100, ask(1000));
        assertTrue(time.passed().toMillis() >= 5100, time.passed()::toString);
    }

    @Test
    void a_call_that_api_gateway_never_takes_is_broken_off_and_the_bot_stays_connected() {
        connect();
        refuse(429, 0, Integer.MAX_VALUE);
        assertInstanceOf(Reply.BrokenOff.class, ask(1000));
        assertEquals(10, time.passed().toSeconds());
        assertTrue(connections.isConnected(BOT));
    }

    @Test
    void a_call_that_api_gateway_does_not_take_ends_with_the_time_of_the_runner() {
        connect();
        refuse(429, 0, Integer.MAX_VALUE);
        assertInstanceOf(Reply.BrokenOff.class, ask(1000, Duration.ofSeconds(3)));
        assertEquals(3, time.passed().toSeconds());
    }

    @Test
    void that_api_gateway_takes_no_ping_says_nothing_about_the_bot() {
        connect();
        refuse(429, 0, Integer.MAX_VALUE);
        assertEquals(
                Player.Presence.THERE,
                ScopedValue.where(Machine.SIMULATED, time).call(() -> player().presence()));
        assertTrue(connections.isConnected(BOT));
    }

    @Test
    void a_refusal_for_any_other_reason_is_a_fault_of_ours() {
        connect();
        gateway = () -> 403;
        IllegalStateException wrong = assertThrows(IllegalStateException.class, () -> ask(1000));
        assertTrue(wrong.getMessage().contains("403"), wrong::getMessage);
    }

    @Test
    void time_stands_still_while_a_lost_request_cannot_be_repeated() {
        connect();
        bot = request -> {
            if (requests.size() > 1) {
                answerAfter(100, request);
            }
        };
        refuse(429, 1, 6000);
        assertAnswered(700, ask(1000));
        assertEquals(2, requests.size());
    }

    @Test
    void an_answer_counts_also_while_api_gateway_refuses_to_repeat_the_request() {
        connect();
        bot = request -> answerAfter(800, request);
        refuse(429, 1, Integer.MAX_VALUE);
        assertInstanceOf(Reply.Answered.class, ask(1000));
    }

    @Test
    void the_time_of_a_bot_that_is_not_connected_begins_at_once() {
        assertTimeOut("The bot was not connected within 1000 ms.", 1000, ask(1000));
        assertEquals(1000, time.passed().toMillis());
    }

    @Test
    void an_answer_may_take_a_second_more_for_the_way() {
        connect();
        bot = request -> answerAfter(1900, request);
        assertAnswered(1900, ask(1000));
        bot = request -> {};
        assertTimeOut("No answer arrived within 1000 ms.", 2000, ask(1000));
    }

    /** In a row: time limit, and what the bot is told with each request, in milliseconds. */
    @ParameterizedTest
    @CsvSource({"500, 500 500 500", "1000, 1000 500 500 200", "4000, 4000 3000 2000 1000 500", "100, 100 100 100"})
    void a_request_whose_message_was_lost_is_repeated_with_time_to_answer_it(int limit, String told) {
        connect();
        bot = request -> {};
        ask(limit);
        assertEquals(
                told,
                String.join(
                        " ",
                        requests.stream()
                                .map(request -> String.valueOf(request.timeLimit()))
                                .toList()));
    }

    @Test
    void calls_beyond_what_api_gateway_lets_through_wait_and_are_not_charged() {
        connect();
        connections = connections(25);
        bot = request -> answerAfter(1, request);
        for (int call = 0; call < 100; call++) {
            assertAnswered(1, ask(1000));
        }
        assertEquals(5, time.passed().plusMillis(500).toSeconds(), "four fifths of 25 a second");
        assertInstanceOf(Reply.BrokenOff.class, ask(1000, Duration.ofMillis(10)));
    }

    @Test
    void a_call_beyond_those_of_a_bot_waits_and_is_not_a_turn() throws Exception {
        CallSlots slots = connections.slots(BOT);
        long soon = System.nanoTime() + NEVER.toNanos();
        assertTrue(slots.take(true, soon));
        assertTrue(slots.take(true, soon));
        FutureTask<Reply> third = new FutureTask<>(() -> player().ask(request(1000, NEVER)));
        Thread waiting = Thread.startVirtualThread(third);
        while (slots.waiting() == 0) {
            Thread.onSpinWait();
        }
        waiting.interrupt();
        assertInstanceOf(Reply.BrokenOff.class, third.get());
        assertEquals(0, slots.waiting());
    }

    @Test
    void an_invocation_opens_a_connection_of_its_own_although_a_late_call_kept_the_last_one_open() throws Exception {
        RunnerConnection left = connections.own();
        OpenCalls.OpenCall late = connections.openCall();
        connections.end();
        assertTrue(left.isOpen());
        connections.begin();
        late.close();
        assertFalse(left.isOpen());
        assertNotSame(left, connections.own());
    }

    @Test
    void an_invocation_that_begins_beside_another_one_shares_its_connection() throws Exception {
        RunnerConnection shared = connections.own();
        connections.begin();
        assertSame(shared, connections.own());
        connections.end();
        assertSame(shared, connections.own());
        assertTrue(shared.isOpen());
    }

    @Test
    void bots_do_not_wait_for_each_other() {
        assertSame(connections.slots("gary"), connections.slots("gary"));
        assertNotSame(connections.slots("gary"), connections.slots("hush"));
    }

    /** All in milliseconds. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # waited, limit, next
            0,        60000, 250
            250,      60000, 250
            500,      60000, 500
            1000,     60000, 1000
            30000,    60000, 1000
            0,        1000,  200
            900,      1000,  200
            0,        100,   100
            """)
    void a_newer_connection_is_looked_for_soon_at_first_and_each_second_later(int waited, int limit, int next) {
        assertEquals(
                Duration.ofMillis(next), ConnectedPlayer.nextLook(Duration.ofMillis(waited), Duration.ofMillis(limit)));
    }

    @Test
    void a_call_whose_time_is_over_waits_for_nothing() throws InterruptedException {
        assertFalse(
                connections.awaitRate(System.nanoTime() - Duration.ofSeconds(1).toNanos()));
    }
}
