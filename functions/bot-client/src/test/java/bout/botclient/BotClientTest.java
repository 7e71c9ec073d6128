package bout.botclient;

import static bout.botclient.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.address.NameLookup;
import bout.botclient.TestServer.Request;
import bout.engine.Ask;
import bout.engine.Failure;
import bout.engine.Failure.Kind;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.ajaxtiles.AjaxTiles;
import bout.wire.WebhookSecret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
@Timeout(30)
class BotClientTest {

    /** Long enough for a call on a busy machine. */
    private static final int PLENTY = 10_000;

    /** For bots that do not answer in time. */
    private static final int SHORT = 300;

    private static final String MOVE = "{\"x\":3,\"y\":0}";
    private static final Map<String, Object> MOVE_READ = Map.of("x", 3, "y", 0);

    private static final WebhookSecret SECRET = WebhookSecret.draw(new SecureRandom());

    private final AjaxTiles game = new AjaxTiles();
    private final Match<?, ?> match =
            Match.draw(game, "7", Options.defaults(game.card().options()));
    private final BotClient client = new BotClient(AddressPolicy.LOOPBACK, 4);

    @AfterEach
    void close() {
        client.close();
    }

    private MoveRequest request(int timeLimit) {
        return new MoveRequest(
                "0198-match",
                game.card(),
                Seat.SECOND,
                41,
                match.ask(Seat.FIRST),
                timeLimit,
                System.nanoTime() + TimeUnit.MINUTES.toNanos(1));
    }

    private Reply ask(TestServer server, int timeLimit) {
        return client.player(server.url()).ask(request(timeLimit));
    }

    private static void assertAnswered(Reply reply) {
        Reply.Answered answered = assertInstanceOf(Reply.Answered.class, reply, reply.toString());
        assertEquals(MOVE_READ, answered.answer());
        assertTrue(answered.milliseconds() > 0);
    }

    private static void assertFailed(Kind kind, String text, Reply reply) {
        Reply.Failed failed = assertInstanceOf(Reply.Failed.class, reply, reply.toString());
        assertEquals(new Failure(kind, text), failed.failure());
        assertTrue(failed.milliseconds() > 0);
    }

    private static void assertFailedWith(Kind kind, String part, Reply reply) {
        Reply.Failed failed = assertInstanceOf(Reply.Failed.class, reply, reply.toString());
        assertEquals(kind, failed.failure().kind(), failed.toString());
        assertTrue(failed.failure().text().contains(part), failed.failure().text());
    }

    // --- the request

    @Test
    void a_move_is_one_post_with_the_games_own_body_and_all_else_in_headers() throws Exception {
        try (TestServer server = TestServer.answering(ok(MOVE))) {
            BotUrl url = server.url("/index.php?expand&a=%20");
            assertAnswered(client.player(url).ask(request(PLENTY)));
            Request received = server.received.getFirst();
            assertEquals("POST /index.php?expand&a=%20 HTTP/1.1", received.line());
            assertEquals(
                    Map.ofEntries(
                            Map.entry("host", "127.0.0.1:" + server.port()),
                            Map.entry("user-agent", "bout/0.1"),
                            Map.entry("accept", "application/json"),
                            Map.entry("content-type", "application/x-www-form-urlencoded"),
                            Map.entry(
                                    "content-length",
                                    String.valueOf(received.body().length())),
                            Map.entry("bout-match", "0198-match"),
                            Map.entry("bout-game", "ajax-tiles"),
                            Map.entry("bout-seat", "2"),
                            Map.entry("bout-turn", "41"),
                            Map.entry("bout-time-limit", "10000")),
                    received.headers());
            assertTrue(received.body().startsWith("color=r&board=%5B%5B%22"), received.body());
            assertEquals(1, server.requests.get());
        }
    }

    @Test
    void a_json_game_is_sent_as_json() throws Exception {
        try (TestServer server = TestServer.answering(ok(MOVE))) {
            MoveRequest form = request(PLENTY);
            MoveRequest json = new MoveRequest(
                    form.match(),
                    form.game(),
                    form.seat(),
                    form.turn(),
                    new Ask(Ask.Form.JSON, Map.of("a", List.of(1, "ü"))),
                    form.timeLimit(),
                    form.startBefore());
            assertAnswered(client.player(server.url()).ask(json));
            assertEquals("{\"a\":[1,\"ü\"]}", server.received.getFirst().body());
            assertEquals(
                    "application/json", server.received.getFirst().headers().get("content-type"));
        }
    }

    @Test
    void a_bot_with_a_secret_can_tell_that_the_exact_bytes_of_its_body_come_from_us() throws Exception {
        try (TestServer server = TestServer.answering(ok(MOVE))) {
            long before = Instant.now().getEpochSecond();
            assertAnswered(client.player(server.url(), SECRET).ask(request(PLENTY)));
            Request received = server.received.getFirst();
            assertEquals("0198-match-2-41", received.headers().get("webhook-id"));
            long timestamp = Long.parseLong(received.headers().get("webhook-timestamp"));
            assertTrue(before <= timestamp && timestamp <= Instant.now().getEpochSecond());
            assertEquals(
                    SECRET.signature(
                            "0198-match-2-41", timestamp, received.body().getBytes(StandardCharsets.UTF_8)),
                    received.headers().get("webhook-signature"));
        }
    }

    @Test
    void an_error_page_that_prints_the_secret_does_not_give_it_away() throws Exception {
        String page = "BOUT_SECRET=" + SECRET.text() + " key=" + SECRET.base64();
        try (TestServer server =
                TestServer.answering("HTTP/1.1 500 Oops\r\nContent-Length: " + page.length() + "\r\n\r\n" + page)) {
            assertFailed(
                    Kind.STATUS,
                    "Answered with the status 500 instead of 200; its body begins: BOUT_SECRET=… key=…",
                    client.player(server.url(), SECRET).ask(request(PLENTY)));
        }
    }

    @Test
    void a_connection_is_used_for_many_calls() throws Exception {
        try (TestServer server = TestServer.answering(ok(MOVE))) {
            Player player = client.player(server.url());
            for (int i = 0; i < 20; i++) {
                assertAnswered(player.ask(request(PLENTY)));
            }
            assertEquals(1, server.connections.get());
            assertEquals(20, server.requests.get());
        }
    }

    // --- answers that are fine

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n" + MOVE,
                "HTTP/1.1 200\r\nContent-Length: 13\r\nContent-Type: text/html\r\n\r\n" + MOVE,
                "HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n\uFEFF" + MOVE,
                "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n \r\n\t\n" + MOVE + "\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"x\":\r\n8;a=b\r\n3,\"y\":0}\r\n0\r\nT: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 13\r\nConnection: close\r\n\r\n" + MOVE,
                "HTTP/1.0 200 OK\r\n\r\n" + MOVE,
                "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + MOVE,
                "HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\nContent-Length: 13\r\n\r\n" + MOVE,
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n" + MOVE,
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n" + MOVE,
            })
    void an_answer_is_read_in_every_form_that_http_has(String answer) throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send(answer);
        })) {
            assertAnswered(ask(server, PLENTY));
        }
    }

    @Test
    void an_answer_in_many_pieces_is_put_together() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            for (byte part : ok(MOVE).getBytes(StandardCharsets.UTF_8)) {
                connection.send(new byte[] {part});
            }
        })) {
            assertAnswered(ask(server, PLENTY));
        }
    }

    @Test
    void an_answer_packed_unasked_is_unpacked() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send(packed(MOVE.getBytes(StandardCharsets.UTF_8), "gzip"));
        })) {
            assertAnswered(ask(server, PLENTY));
            assertFalse(server.received.getFirst().headers().containsKey("accept-encoding"));
        }
    }

    @Test
    void a_body_of_exactly_64_kib_is_read() throws Exception {
        String padded = MOVE + " ".repeat((64 << 10) - MOVE.length());
        try (TestServer server = TestServer.of(connection -> {
            for (int i = 0; connection.request() != null; i++) {
                connection.send(
                        i == 0
                                ? ok(padded)
                                : "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n" + padded
                                        + "\r\n0\r\n\r\n");
            }
        })) {
            assertAnswered(ask(server, PLENTY));
            assertAnswered(ask(server, PLENTY));
            assertEquals(1, server.connections.get());
        }
    }

    // --- no connection

    @Test
    void a_port_where_nothing_listens_refuses() throws Exception {
        int port;
        try (ServerSocket closedSoon = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closedSoon.getLocalPort();
        }
        BotUrl url = TestServer.url("http://127.0.0.1:" + port + "/", AddressPolicy.LOOPBACK);
        assertFailed(
                Kind.REFUSED,
                "The bot's host refused the connection: nothing listens on that port.",
                client.player(url).ask(request(PLENTY)));
    }

    @Test
    void a_host_that_does_not_take_the_connection_up_is_a_time_out_without_a_connection() throws Exception {
        // A listener whose queue is full leaves further connections unanswered.
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<Socket> queue = new ArrayList<>();
            try {
                fill(listener, queue);
                BotUrl url =
                        TestServer.url("http://127.0.0.1:" + listener.getLocalPort() + "/", AddressPolicy.LOOPBACK);
                assertFailed(
                        Kind.TIME_OUT,
                        "No connection within 300 ms: the host did not take it up.",
                        client.player(url).ask(request(SHORT)));
            } finally {
                for (Socket socket : queue) {
                    socket.close();
                }
            }
        }
    }

    private static void fill(ServerSocket listener, List<Socket> queue) throws IOException {
        while (queue.size() < 20) {
            Socket socket = new Socket();
            queue.add(socket);
            try {
                socket.connect(new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()), 200);
            } catch (IOException full) {
                return;
            }
        }
        throw new IllegalStateException("the queue of the listener does not fill up");
    }

    @Test
    void a_name_without_an_address_is_not_found() throws Exception {
        try (BotClient lookingUp = withNames(name -> {
            throw new UnknownHostException(name);
        })) {
            assertFailed(
                    Kind.NAME_NOT_FOUND,
                    "The host name in the bot's URL has no address. Is it spelt right, and is its DNS record public?",
                    lookingUp.player(named(1234)).ask(request(PLENTY)));
        }
    }

    @Test
    void a_look_up_that_hangs_is_a_time_out_without_a_connection() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (BotClient lookingUp = withNames(name -> {
            try {
                never.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            throw new UnknownHostException(name);
        })) {
            assertFailed(
                    Kind.TIME_OUT,
                    "No connection within 300 ms: the look-up of the host's name took too long.",
                    lookingUp.player(named(1234)).ask(request(SHORT)));
        }
    }

    @Test
    void one_address_that_is_not_allowed_among_those_of_a_name_is_enough_to_refuse_it() throws Exception {
        try (TestServer server = TestServer.answering(ok(MOVE));
                BotClient lookingUp =
                        withNames(name -> List.of(address("127.0.0.1"), address("::1"), address("169.254.169.254")))) {
            assertFailed(
                    Kind.ADDRESS_NOT_ALLOWED,
                    "The bot's host has a link-local address (169.254.0.0/16), which a bot may not have; all of its"
                            + " addresses must be public.",
                    lookingUp.player(named(server.port())).ask(request(PLENTY)));
            assertEquals(0, server.connections.get());
        }
    }

    @Test
    void a_name_that_leads_to_loopback_is_not_allowed_in_the_cloud() throws Exception {
        try (TestServer server = TestServer.answering(ok(MOVE));
                BotClient inTheCloud = new BotClient(
                        AddressPolicy.PUBLIC, 4, TestTls.trusting(), name -> List.of(address("127.0.0.1")))) {
            BotUrl url = TestServer.url("https://rebinding.example.org:" + server.port() + "/", AddressPolicy.PUBLIC);
            assertFailedWith(
                    Kind.ADDRESS_NOT_ALLOWED,
                    "a loopback address (127.0.0.0/8)",
                    inTheCloud.player(url).ask(request(PLENTY)));
            assertEquals(0, server.connections.get());
        }
    }

    @Test
    void a_name_is_looked_up_once_for_a_connection_and_the_connection_goes_to_what_was_checked() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        // A second look-up would lead elsewhere, as in an attack by DNS rebinding.
        NameLookup rebinding =
                name -> List.of(address(lookups.incrementAndGet() == 1 ? "127.0.0.1" : "169.254.169.254"));
        try (TestServer server = TestServer.answering(ok(MOVE));
                BotClient lookingUp = withNames(rebinding)) {
            Player player = lookingUp.player(named(server.port()));
            assertAnswered(player.ask(request(PLENTY)));
            assertAnswered(player.ask(request(PLENTY)));
            assertEquals(1, lookups.get());
            assertEquals(
                    "bot.example.org:" + server.port(),
                    server.received.getFirst().headers().get("host"));
        }
    }

    @Test
    void the_next_address_of_a_name_is_tried_when_the_first_refuses() throws Exception {
        try (TestServer server = TestServer.answering(ok(MOVE));
                BotClient lookingUp = withNames(name -> List.of(address("127.0.0.2"), address("127.0.0.1")))) {
            assertAnswered(lookingUp.player(named(server.port())).ask(request(PLENTY)));
        }
    }

    private BotClient withNames(NameLookup names) {
        return new BotClient(AddressPolicy.LOOPBACK, 4, TestTls.trusting(), names);
    }

    private static BotUrl named(int port) {
        return TestServer.url("http://bot.example.org:" + port + "/", AddressPolicy.LOOPBACK);
    }

    private static InetAddress address(String literal) {
        return InetAddress.ofLiteral(literal);
    }

    // --- too late

    @Test
    void a_bot_that_takes_the_request_and_says_nothing_is_a_time_out() throws Exception {
        try (TestServer server = TestServer.of(TestServer.Connection::hang)) {
            assertFailed(Kind.TIME_OUT, "Nothing of an answer came within 300 ms.", ask(server, SHORT));
        }
    }

    @Test
    void a_connection_that_nobody_accepts_is_a_time_out() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            BotUrl url = TestServer.url("http://127.0.0.1:" + listener.getLocalPort() + "/", AddressPolicy.LOOPBACK);
            assertFailed(
                    Kind.TIME_OUT,
                    "Nothing of an answer came within 300 ms.",
                    client.player(url).ask(request(SHORT)));
        }
    }

    @Test
    void a_head_that_never_ends_is_a_time_out() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nContent-Le");
            connection.hang();
        })) {
            assertFailed(Kind.TIME_OUT, "The head of the answer was not complete within 300 ms.", ask(server, SHORT));
        }
    }

    @Test
    void a_body_that_stops_half_way_is_a_time_out_that_says_how_far_it_came() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"x\":");
            connection.hang();
        })) {
            assertFailed(
                    Kind.TIME_OUT,
                    "The body of the answer was not complete within 300 ms: 5 bytes of it had come.",
                    ask(server, SHORT));
        }
    }

    @Test
    void a_bot_that_drips_a_byte_at_a_time_gets_no_more_time_for_it() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n");
            // Until the client has closed the connection.
            while (true) {
                connection.send("x");
                Thread.sleep(20);
            }
        })) {
            assertFailedWith(
                    Kind.TIME_OUT, "The body of the answer was not complete within 300 ms", ask(server, SHORT));
        }
    }

    @Test
    void a_time_out_takes_as_long_as_the_limit_and_not_much_longer() throws Exception {
        try (TestServer server = TestServer.of(TestServer.Connection::hang)) {
            Reply.Failed failed = assertInstanceOf(Reply.Failed.class, ask(server, SHORT));
            assertTrue(
                    failed.milliseconds() >= SHORT && failed.milliseconds() < SHORT + 1000,
                    failed.milliseconds() + " ms");
        }
    }

    @Test
    void a_bot_that_was_too_late_once_may_answer_the_next_time() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            if (connection.number == 1) {
                connection.hang();
            }
            connection.send(ok(MOVE));
        })) {
            assertFailedWith(Kind.TIME_OUT, "Nothing", ask(server, SHORT));
            assertAnswered(ask(server, PLENTY));
        }
    }

    // --- answers that are not fine

    @Test
    void another_status_than_200_is_told_with_the_begin_of_the_body() throws Exception {
        try (TestServer server = TestServer.answering(
                "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 28\r\n\r\nFatal error:\n  no such thing")) {
            assertFailed(
                    Kind.STATUS,
                    "Answered with the status 500 instead of 200; its body begins: Fatal error: no such thing",
                    ask(server, PLENTY));
            ask(server, PLENTY);
            assertEquals(1, server.connections.get(), "the connection is fine");
        }
    }

    @ParameterizedTest
    @CsvSource({"201, Created", "204, No Content", "304, Not Modified", "404, Not Found", "503, Unavailable"})
    void a_status_without_a_body_says_so(int status, String reason) throws Exception {
        String length = status == 204 || status == 304 ? "" : "Content-Length: 0\r\n";
        try (TestServer server = TestServer.answering("HTTP/1.1 " + status + " " + reason + "\r\n" + length + "\r\n")) {
            assertFailed(
                    Kind.STATUS,
                    "Answered with the status " + status + " instead of 200, with an empty body.",
                    ask(server, PLENTY));
        }
    }

    @Test
    void an_error_page_of_any_length_is_cut() throws Exception {
        try (TestServer server =
                TestServer.answering("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 1000\r\n\r\n" + "x".repeat(1000))) {
            assertFailed(
                    Kind.STATUS,
                    "Answered with the status 502 instead of 200; its body begins: " + "x".repeat(200) + "…",
                    ask(server, PLENTY));
        }
    }

    @Test
    void an_error_page_is_shown_without_what_cannot_be_seen() throws Exception {
        String page = "\u0000<b>\r\n\tnot \u202Eedoc\u0007 \uD83D\uDE00\u00A0!</b>";
        try (TestServer server = TestServer.answering("HTTP/1.1 500 Oops\r\nContent-Length: "
                + page.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + page)) {
            assertFailed(
                    Kind.STATUS,
                    "Answered with the status 500 instead of 200; its body begins: <b> not \uFFFDedoc \uD83D\uDE00 !</b>",
                    ask(server, PLENTY));
        }
    }

    @Test
    void an_error_whose_body_never_ends_is_told_by_its_status() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 500 Oops\r\nContent-Length: 1000\r\n\r\nhalf");
            connection.hang();
        })) {
            assertFailed(
                    Kind.STATUS,
                    "Answered with the status 500 instead of 200; its body begins: half",
                    ask(server, SHORT));
        }
    }

    @Test
    void an_error_page_that_repeats_the_url_does_not_give_it_away() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            String page = "No /bots/tok-3n?key=s3cret%20key (or /BOTS/TOK-3N with s3cret key) at 127.0.0.1";
            connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: " + page.length() + "\r\n\r\n" + page);
        })) {
            assertFailed(
                    Kind.STATUS,
                    "Answered with the status 404 instead of 200; its body begins: No … (or … with …) at …",
                    client.player(server.url("/bots/tok-3n?key=s3cret%20key")).ask(request(PLENTY)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "301, https://127.0.0.1/bot, to https on the same host",
        "302, /bot/, to the same path with a slash at its end",
        "303, /login, 'to another path, query or port of the same host'",
        "307, https://elsewhere.example.org/bot, to another host",
        "308, http://[, with a Location that is no URL",
    })
    void a_redirect_is_not_followed(int status, String location, String where) throws Exception {
        try (TestServer server = TestServer.answering(
                "HTTP/1.1 " + status + " Elsewhere\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n")) {
            assertFailed(
                    Kind.REDIRECT,
                    "Answered with the redirect " + status + " " + where
                            + "; redirects are not followed, so the bot's URL must be the final one.",
                    client.player(server.url("/bot")).ask(request(PLENTY)));
            assertEquals(1, server.requests.get());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/b[o]t", "/b%zzt", "/?a=[b]", "/a?%"})
    void a_redirect_of_a_url_that_is_not_quite_one_is_told_too(String target) throws Exception {
        try (TestServer server =
                TestServer.answering("HTTP/1.1 301 Elsewhere\r\nLocation: /c\r\nContent-Length: 0\r\n\r\n")) {
            assertFailedWith(
                    Kind.REDIRECT,
                    "301 to another path, query or port of the same host",
                    client.player(server.url(target)).ask(request(PLENTY)));
        }
    }

    @Test
    void a_redirect_without_a_location_is_told_too() throws Exception {
        try (TestServer server = TestServer.answering("HTTP/1.1 301 Elsewhere\r\nContent-Length: 0\r\n\r\n")) {
            assertFailedWith(Kind.REDIRECT, "301 without a header Location", ask(server, PLENTY));
        }
    }

    @Test
    void a_body_that_says_it_is_too_large_is_not_read() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 65537\r\n\r\n");
            connection.hang();
        })) {
            assertFailed(
                    Kind.TOO_LARGE,
                    "The body has more than 65536 bytes, the most that an answer may have.",
                    ask(server, PLENTY));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Connection: close", "Transfer-Encoding: chunked"})
    void a_body_without_end_is_cut_off(String framing) throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\n" + framing + "\r\n\r\n");
            String kilobyte = "x".repeat(1024);
            while (true) {
                connection.send(framing.endsWith("chunked") ? "400\r\n" + kilobyte + "\r\n" : kilobyte);
            }
        })) {
            assertFailedWith(Kind.TOO_LARGE, "more than 65536 bytes", ask(server, PLENTY));
        }
    }

    @Test
    void a_packed_body_that_grows_beyond_the_limit_is_not_unpacked_further() throws Exception {
        // 50 MB of zeros make some 50 KB.
        byte[] bomb = packed(new byte[50 << 20], "gzip");
        assertTrue(bomb.length < 64 << 10, "the packed body is within the limit");
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send(bomb);
        })) {
            assertFailedWith(Kind.TOO_LARGE, "unpacks to more than 65536 bytes", ask(server, PLENTY));
        }
    }

    @Test
    void a_body_that_only_says_it_is_packed_is_not_expected() throws Exception {
        try (TestServer server = TestServer.answering(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 13\r\n\r\n" + MOVE)) {
            assertFailedWith(
                    Kind.NOT_EXPECTED, "said to be packed with gzip, but cannot be unpacked", ask(server, PLENTY));
        }
    }

    @Test
    void a_body_packed_in_another_way_is_not_expected() throws Exception {
        try (TestServer server =
                TestServer.answering("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 13\r\n\r\n" + MOVE)) {
            assertFailedWith(
                    Kind.NOT_EXPECTED, "packed with br, which the request does not accept", ask(server, PLENTY));
        }
    }

    @Test
    void a_million_headers_are_not_read() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\n");
            while (sent.incrementAndGet() < 1_000_000) {
                connection.send("X-" + sent + ": 1\r\n");
            }
            connection.send("Content-Length: 13\r\n\r\n" + MOVE);
        })) {
            assertFailedWith(Kind.TOO_LARGE, "at most 100 header lines", ask(server, PLENTY));
            assertTrue(sent.get() < 1_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 ", "HTTP/1.1 200 OK\r\nX: 1\r\n "})
    void a_line_without_end_is_not_read(String begin) throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send(begin);
            String kilobyte = "x".repeat(1024);
            while (true) {
                connection.send(kilobyte);
            }
        })) {
            assertFailedWith(Kind.TOO_LARGE, "The head of the answer is too large", ask(server, PLENTY));
        }
    }

    @Test
    void interim_answers_without_end_are_not_read() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            while (true) {
                connection.send("HTTP/1.1 102 Processing\r\n\r\n");
            }
        })) {
            assertFailedWith(Kind.BROKEN, "more than 10 interim answers", ask(server, PLENTY));
        }
    }

    @Test
    void a_length_that_is_too_long_is_an_answer_that_broke_off() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n" + MOVE);
        })) {
            assertFailed(Kind.BROKEN, "The answer broke off after 13 bytes of its body of 20.", ask(server, PLENTY));
        }
    }

    @Test
    void a_length_that_is_too_short_is_not_expected_and_harms_no_later_call() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            while (connection.request() != null) {
                connection.send(
                        connection.number == 1 ? "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + MOVE : ok(MOVE));
            }
        })) {
            assertFailedWith(
                    Kind.NOT_EXPECTED,
                    "More bytes came behind the end that Content-Length gives.",
                    ask(server, PLENTY));
            assertAnswered(ask(server, PLENTY));
            assertEquals(2, server.connections.get());
        }
    }

    @Test
    void bytes_behind_a_whole_answer_are_not_taken_for_the_next_one() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            while (connection.request() != null) {
                connection.send(ok(MOVE) + ok("{\"x\":0,\"y\":0}"));
            }
        })) {
            assertAnswered(ask(server, PLENTY));
            assertAnswered(ask(server, PLENTY));
            assertEquals(2, server.connections.get());
        }
    }

    @Test
    void a_chunked_body_that_ends_early_is_an_answer_that_broke_off() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"x\":\r\n");
        })) {
            assertFailed(Kind.BROKEN, "The answer broke off after 5 bytes of its body.", ask(server, PLENTY));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "-1\r\n", "ffffffffffffffffff\r\n", "5\r\n{\"x\":XX\r\n"})
    void chunks_that_are_none_are_an_answer_that_broke_off(String chunks) throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks);
            connection.hang();
        })) {
            assertFailedWith(Kind.BROKEN, "The answer broke off", ask(server, PLENTY));
        }
    }

    @Test
    void a_connection_that_is_closed_instead_of_an_answer_is_broken() throws Exception {
        try (TestServer server = TestServer.of(TestServer.Connection::request)) {
            assertFailed(Kind.BROKEN, "The connection was closed before an answer came.", ask(server, PLENTY));
            assertEquals(1, server.requests.get(), "a new connection that fails is not tried again");
        }
    }

    @Test
    void a_connection_that_is_closed_within_the_head_is_broken() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nContent-");
        })) {
            assertFailed(Kind.BROKEN, "The connection was closed within the head of the answer.", ask(server, PLENTY));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.6\r\n",
                MOVE + "\r\n\r\n",
                "\u0000\u0001\u0002\r\n",
                "HTTP/9.9 200 OK\r\nContent-Length: 13\r\n\r\n" + MOVE,
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 000 OK\r\nContent-Length: 13\r\n\r\n" + MOVE,
                "HTTP/1.1 099 OK\r\nContent-Length: 13\r\n\r\n" + MOVE,
                "HTTP/1.1 1000 OK\r\nContent-Length: 13\r\n\r\n" + MOVE,
                "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n" + MOVE,
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n" + MOVE,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13\r\n\r\n" + MOVE,
            })
    void what_is_not_http_is_broken(String answer) throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send(answer);
            connection.hang();
        })) {
            assertFailedWith(Kind.BROKEN, "The answer is not HTTP", ask(server, PLENTY));
        }
    }

    @Test
    void a_body_that_is_not_utf8_says_so() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
            connection.send(new byte[] {(byte) 0xC3, (byte) 0x28});
        })) {
            assertFailed(Kind.NOT_UTF8, "The body is not UTF-8.", ask(server, PLENTY));
        }
    }

    @Test
    void a_body_that_is_packed_without_a_header_is_not_utf8_and_the_text_guesses_why() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send(packed(MOVE.getBytes(StandardCharsets.UTF_8), "identity"));
        })) {
            assertFailedWith(
                    Kind.NOT_UTF8, "it looks like gzip, but has no header Content-Encoding", ask(server, PLENTY));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~ | got an empty body.",
                "~  ~ | got an empty body.",
                "<html>hello</html> | got no JSON: Unexpected character ('<' (code 60))",
                "{\"x\":3,\"y\":0} {} | got no JSON",
                "{\"x\":3,\"x\":4,\"y\":0} | got no JSON: Duplicate",
                "{\"x\":NaN,\"y\":0} | got no JSON",
                "{'x':3} | got no JSON",
            })
    void what_is_not_json_is_told_with_what_was_expected(String body, String came) throws Exception {
        try (TestServer server = TestServer.answering(ok(body))) {
            assertFailedWith(Kind.NOT_EXPECTED, "Expected JSON such as {\"x\":3,\"y\":0}; ", ask(server, PLENTY));
            assertFailedWith(Kind.NOT_EXPECTED, came, ask(server, PLENTY));
        }
    }

    @Test
    void json_that_is_nested_without_end_does_no_harm() throws Exception {
        try (TestServer server = TestServer.answering(ok("[".repeat(60_000)))) {
            assertFailedWith(Kind.NOT_EXPECTED, "got no JSON", ask(server, PLENTY));
        }
    }

    // --- connections that are used again

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_server_that_sends_head_and_body_apart_does_not_lose_40_ms_at_each_move() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            while (connection.request() != null) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n");
                connection.send(MOVE);
            }
        })) {
            Player player = client.player(server.url());
            // The fastest, which a busy machine does not slow: where acknowledgements are put off, each takes 40 ms.
            long fastest = Long.MAX_VALUE;
            for (int i = 0; i < 100; i++) {
                long began = System.nanoTime();
                assertAnswered(player.ask(request(PLENTY)));
                fastest = Math.min(fastest, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
            }
            assertTrue(fastest < 40, fastest + " ms");
        }
    }

    @Test
    void a_kept_connection_that_the_server_has_closed_is_tried_once_more_on_a_new_one() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send(ok(MOVE));
            if (connection.number == 1) {
                connection.reset();
                closed.countDown();
            } else {
                connection.request();
                connection.send(ok(MOVE));
            }
        })) {
            Player player = client.player(server.url());
            assertAnswered(player.ask(request(PLENTY)));
            closed.await();
            assertAnswered(player.ask(request(PLENTY)));
            assertEquals(2, server.connections.get());
        }
    }

    @Test
    void the_second_try_is_the_last_one() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            if (connection.number == 1) {
                connection.send(ok(MOVE));
                connection.request();
            }
        })) {
            Player player = client.player(server.url(), SECRET);
            assertAnswered(player.ask(request(PLENTY)));
            assertFailed(Kind.BROKEN, "The connection was closed before an answer came.", player.ask(request(PLENTY)));
            assertEquals(2, server.connections.get());
            assertEquals(3, server.requests.get());
            assertEquals(
                    server.received.get(1), server.received.get(2), "signature and all: it is the same request again");
        }
    }

    @Test
    void nothing_is_tried_again_once_a_byte_of_an_answer_came() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send(ok(MOVE));
            connection.request();
            connection.send("H");
        })) {
            Player player = client.player(server.url());
            assertAnswered(player.ask(request(PLENTY)));
            assertFailed(
                    Kind.BROKEN,
                    "The connection was closed within the head of the answer.",
                    player.ask(request(PLENTY)));
            assertEquals(2, server.requests.get());
        }
    }

    @Test
    void a_time_out_on_a_kept_connection_is_not_tried_again() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send(ok(MOVE));
            connection.hang();
        })) {
            Player player = client.player(server.url());
            assertAnswered(player.ask(request(PLENTY)));
            assertFailedWith(Kind.TIME_OUT, "Nothing of an answer came", player.ask(request(SHORT)));
            assertEquals(1, server.connections.get());
        }
    }

    @Test
    void the_second_try_has_no_more_time_than_is_left() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            if (connection.number == 1) {
                connection.send(ok(MOVE));
                connection.request();
                Thread.sleep(2 * SHORT);
            } else {
                connection.hang();
            }
        })) {
            Player player = client.player(server.url());
            assertAnswered(player.ask(request(PLENTY)));
            Reply reply = player.ask(request(3 * SHORT));
            assertFailedWith(Kind.TIME_OUT, "Nothing of an answer came within 900 ms.", reply);
            assertEquals(2, server.connections.get());
            int took = ((Reply.Failed) reply).milliseconds();
            assertTrue(took >= 3 * SHORT && took < 5 * SHORT, took + " ms");
        }
    }

    // --- many calls at once

    @Test
    void no_more_calls_are_in_flight_at_a_host_than_allowed_and_waiting_is_not_the_bots_time() throws Exception {
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (TestServer server = TestServer.of(connection -> {
            while (connection.request() != null) {
                most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                Thread.sleep(20);
                inFlight.decrementAndGet();
                connection.send(ok(MOVE));
            }
        })) {
            // 120 calls of 20 ms, 4 at once: the last one waits 580 ms and has a limit of 500.
            for (Reply reply : askAtOnce(server, 120, 500)) {
                assertAnswered(reply);
            }
            assertEquals(4, most.get());
            assertEquals(4, server.connections.get());
        }
    }

    @Test
    void a_call_that_waits_too_long_for_its_turn_is_not_made() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (TestServer server = TestServer.of(connection -> {
                    connection.request();
                    release.await();
                    connection.send(ok(MOVE));
                });
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> calls = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                calls.add(threads.submit(() -> ask(server, PLENTY)));
            }
            while (server.requests.get() < 4) {
                Thread.sleep(1);
            }
            MoveRequest request = request(PLENTY);
            MoveRequest impatient = new MoveRequest(
                    request.match(),
                    request.game(),
                    request.seat(),
                    request.turn(),
                    request.ask(),
                    request.timeLimit(),
                    System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50));
            assertInstanceOf(Reply.BrokenOff.class, client.player(server.url()).ask(impatient));
            release.countDown();
            for (Future<Reply> call : calls) {
                assertAnswered(call.get());
            }
        }
    }

    @Test
    void a_server_that_takes_one_call_at_a_time_and_closes_after_each_serves_many_matches() throws Exception {
        Semaphore process = new Semaphore(1, true);
        try (TestServer server = TestServer.of(connection -> {
            process.acquire();
            try {
                connection.request();
                Thread.sleep(2);
                connection.send(
                        "HTTP/1.1 200 OK\r\nHost: x\r\nConnection: close\r\nContent-type: application/json\r\n\r\n"
                                + MOVE);
            } finally {
                process.release();
            }
        })) {
            for (Reply reply : askAtOnce(server, 100, 1000)) {
                assertAnswered(reply);
            }
            assertEquals(100, server.requests.get());
        }
    }

    private List<Reply> askAtOnce(TestServer server, int calls, int timeLimit) throws Exception {
        List<Reply> replies = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> pending = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                pending.add(threads.submit(() -> ask(server, timeLimit)));
            }
            for (Future<Reply> reply : pending) {
                replies.add(reply.get());
            }
        }
        return replies;
    }

    // --- TLS

    @Test
    void a_bot_behind_tls_with_a_good_certificate_answers() throws Exception {
        try (TestServer server = TestServer.of(TestTls.listener("bot.example.org"), connection -> {
                    while (connection.request() != null) {
                        connection.send(ok(MOVE));
                    }
                });
                BotClient trusting = withNames(name -> List.of(address("127.0.0.1")))) {
            Player player = trusting.player(secure("bot.example.org", server));
            assertAnswered(player.ask(request(PLENTY)));
            assertAnswered(player.ask(request(PLENTY)));
            assertEquals(1, server.connections.get());
        }
    }

    @Test
    void a_certificate_that_nobody_signed_is_not_trusted() throws Exception {
        try (TestServer server = TestServer.of(TestTls.listener("bot.example.org"), TestServer.Connection::request);
                BotClient strict = new BotClient(
                        AddressPolicy.LOOPBACK, 4, SSLContext.getDefault(), name -> List.of(address("127.0.0.1")))) {
            assertFailed(
                    Kind.TLS,
                    "No TLS connection: the certificate is not signed by an authority that is trusted (a self-signed one"
                            + " is not), or an intermediate certificate is missing.",
                    strict.player(secure("bot.example.org", server)).ask(request(PLENTY)));
            assertEquals(0, server.requests.get());
        }
    }

    @Test
    void a_certificate_for_another_name_is_not_accepted() throws Exception {
        try (TestServer server = TestServer.of(TestTls.listener("bot.example.org"), TestServer.Connection::request);
                BotClient trusting = withNames(name -> List.of(address("127.0.0.1")))) {
            assertFailed(
                    Kind.TLS,
                    "No TLS connection: the certificate is for another host name.",
                    trusting.player(secure("other.example.org", server)).ask(request(PLENTY)));
            assertEquals(0, server.requests.get());
        }
    }

    @Test
    void old_versions_of_tls_are_refused_where_the_jdk_allows_them_too() throws Exception {
        Path loose = Files.createTempFile("bout", ".security");
        Files.writeString(loose, "jdk.tls.disabledAlgorithms=\n");
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.security.properties=" + loose,
                        "-cp",
                        System.getProperty("java.class.path"),
                        OldTls.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Files.delete(loose);
        assertTrue(said.contains("the JDK speaks TLSv1.1\n"), said);
        assertTrue(said.contains("the client says tls\n"), said);
    }

    /** Runs in a JVM whose list of disabled algorithms is empty, as that of the function is short. */
    static final class OldTls {
        public static void main(String[] arguments) throws Exception {
            TestServer.Behaviour hello = connection -> {
                connection.request();
                connection.send(ok(MOVE));
            };
            try (TestServer server = TestServer.of(TestTls.listener("bot.example.org", "TLSv1.1"), hello)) {
                try (SSLSocket socket = (SSLSocket) TestTls.trusting()
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), server.port())) {
                    socket.setEnabledProtocols(new String[] {"TLSv1.3", "TLSv1.2", "TLSv1.1"});
                    socket.startHandshake();
                    System.out.println("the JDK speaks " + socket.getSession().getProtocol());
                }
                BotClientTest test = new BotClientTest();
                try (BotClient client = test.withNames(name -> List.of(address("127.0.0.1")))) {
                    switch (client.player(secure("bot.example.org", server)).ask(test.request(PLENTY))) {
                        case Reply.Failed failed ->
                            System.out.println(
                                    "the client says " + failed.failure().kind().code());
                        default -> System.out.println("the client speaks it too");
                    }
                }
            }
        }
    }

    @Test
    void plain_http_on_the_port_is_no_tls() throws Exception {
        try (TestServer server = TestServer.of(connection -> {
            connection.send("HTTP/1.1 400 Bad Request\r\n\r\n");
            connection.hang();
        })) {
            assertFailed(
                    Kind.TLS,
                    "No TLS connection: what the host sent is no TLS; does the port speak plain HTTP?",
                    client.player(secure("127.0.0.1", server)).ask(request(PLENTY)));
        }
    }

    @Test
    void a_host_that_hangs_up_within_the_handshake_is_no_tls() throws Exception {
        try (TestServer server = TestServer.of(connection -> {})) {
            assertFailed(
                    Kind.TLS,
                    "No TLS connection: the host closed the connection within the handshake.",
                    client.player(secure("127.0.0.1", server)).ask(request(PLENTY)));
        }
    }

    @Test
    void a_handshake_that_hangs_is_a_time_out_without_a_connection() throws Exception {
        try (TestServer server = TestServer.of(TestServer.Connection::hang)) {
            assertFailed(
                    Kind.TIME_OUT,
                    "No connection within 300 ms: the TLS handshake was not completed.",
                    client.player(secure("127.0.0.1", server)).ask(request(SHORT)));
        }
    }

    private static BotUrl secure(String host, TestServer server) {
        return TestServer.url("https://" + host + ":" + server.port() + "/", AddressPolicy.LOOPBACK);
    }

    // --- the process

    @Test
    void an_interrupt_is_no_failure_of_the_bot() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            reached.countDown();
            connection.hang();
        })) {
            FutureTask<Reply> call = new FutureTask<>(() -> ask(server, PLENTY));
            Thread thread = Thread.startVirtualThread(call);
            reached.await();
            thread.interrupt();
            assertInstanceOf(Reply.BrokenOff.class, call.get());
            assertEquals(1, server.requests.get());
        }
    }

    @Test
    void a_connection_is_not_used_again_when_the_server_is_about_to_close_it() throws Exception {
        try (TestServer server = TestServer.answering(
                "HTTP/1.1 200 OK\r\nKeep-Alive: timeout=0, max=5\r\nContent-Length: 13\r\n\r\n" + MOVE)) {
            assertAnswered(ask(server, PLENTY));
            assertAnswered(ask(server, PLENTY));
            assertEquals(2, server.connections.get());
        }
        try (TestServer server =
                TestServer.answering("HTTP/1.1 200 OK\r\nKeep-Alive: timeout=5\r\nContent-Length: 13\r\n\r\n" + MOVE)) {
            assertAnswered(ask(server, PLENTY));
            assertAnswered(ask(server, PLENTY));
            assertEquals(1, server.connections.get());
        }
    }

    @Test
    void calls_that_need_the_same_name_share_one_look_up() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        CountDownLatch slow = new CountDownLatch(1);
        try (TestServer server = TestServer.answering(ok(MOVE));
                BotClient lookingUp = withNames(name -> {
                    lookups.incrementAndGet();
                    try {
                        slow.await();
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                    return List.of(address("127.0.0.1"));
                });
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> calls = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                calls.add(threads.submit(
                        () -> lookingUp.player(named(server.port())).ask(request(PLENTY))));
            }
            while (lookups.get() == 0) {
                Thread.sleep(1);
            }
            Thread.sleep(100);
            slow.countDown();
            for (Future<Reply> call : calls) {
                assertAnswered(call.get());
            }
            assertEquals(1, lookups.get());
        }
    }

    @Test
    void idle_connections_are_closed_with_the_client() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send(ok(MOVE));
            assertNull(connection.request());
            closed.countDown();
        })) {
            BotClient own = new BotClient(AddressPolicy.LOOPBACK, 1);
            assertAnswered(own.player(server.url()).ask(request(PLENTY)));
            own.close();
            assertTrue(closed.await(10, TimeUnit.SECONDS));
        }
    }

    private static byte[] packed(byte[] body, String encoding) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(body);
        }
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(("HTTP/1.1 200 OK\r\nContent-Encoding: " + encoding + "\r\nContent-Length: " + packed.size()
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        answer.writeBytes(packed.toByteArray());
        return answer.toByteArray();
    }
}
