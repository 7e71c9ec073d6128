package bout.botclient;

import static bout.botclient.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.address.Lookups.NameLookup;
import bout.botclient.TestServer.Request;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.botclient.player.UnprovenHosts;
import bout.engine.Failure;
import bout.engine.Failure.Kind;
import bout.engine.GameCard;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.ajaxtiles.AjaxTiles;
import bout.games.battlesnake.Snakes;
import bout.games.tokens.Tokens;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
@Timeout(30)
class BotClientTest {

    /** A time limit that a call meets even on a busy machine. */
    private static final int LONG_LIMIT = 10_000;

    /** A time limit for bots that do not answer in time. */
    private static final int SHORT_LIMIT = 300;

    private static final String MOVE = "{\"x\":3,\"y\":0}";
    private static final Map<String, Object> MOVE_READ = Map.of("x", 3, "y", 0);

    private static final WebhookSecret SECRET = WebhookSecret.draw(new SecureRandom());

    private final AjaxTiles game = new AjaxTiles();
    private final Match<?> match =
            Match.draw(game, "7", Options.defaults(game.card().options()));

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final BotClient client = new BotClient(AddressPolicy.LOOPBACK, 4);

    private MoveRequest request(int timeLimit) {
        return request(game.card(), match.request(Seat.FIRST), timeLimit, Duration.ofMinutes(1), "");
    }

    private static MoveRequest request(
            GameCard game, Map<String, Object> fields, int timeLimit, Duration startWithin, String path) {
        long startBefore = System.nanoTime() + startWithin.toNanos();
        return new MoveRequest("seat_0198", game, Seat.SECOND, 41, fields, timeLimit, startBefore, path);
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

    private static String noted(String note) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + MOVE.length() + "\r\nbout-note: " + note + "\r\n\r\n" + MOVE;
    }

    @Test
    void a_note_comes_with_all_its_characters() throws Exception {
        TestServer server = servers.answering(noted("Ziel: ö → 象 \uD83D\uDE00"));
        Reply reply = ask(server, LONG_LIMIT);
        assertAnswered(reply);
        assertEquals("Ziel: ö → 象 \uD83D\uDE00", reply.aside().note());
    }

    @Test
    void bytes_of_a_note_that_are_not_text_are_shown_as_such() throws Exception {
        TestServer server = servers.once(noted("a\u00FF").getBytes(StandardCharsets.ISO_8859_1));
        assertEquals("a\uFFFD", ask(server, LONG_LIMIT).aside().note());
    }

    @Test
    void a_failed_call_has_its_note_too() throws Exception {
        TestServer server =
                servers.answering("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\nBout-Note: division by zero\r\n\r\n");
        assertEquals("division by zero", ask(server, LONG_LIMIT).aside().note());
    }

    @Test
    void a_note_never_has_the_bots_secret_or_url() throws Exception {
        String padding = "x".repeat(250);
        TestServer server = servers.answering(noted(padding + SECRET.text() + " /secret-path-9"));
        Callee callee = Callee.of(server.url("/secret-path-9"), SECRET);
        assertEquals(
                padding + "… …",
                client.player(callee).ask(request(LONG_LIMIT)).aside().note());
    }

    @Test
    void a_move_is_one_post_with_the_games_body_and_the_rest_in_headers() throws Exception {
        TestServer server = servers.answering(ok(MOVE));
        BotUrl url = server.url("/index.php?expand&a=%20");
        assertAnswered(client.player(url).ask(request(LONG_LIMIT)));
        Request received = server.received.getFirst();
        assertEquals("POST /index.php?expand&a=%20 HTTP/1.1", received.line());
        assertEquals(
                Map.ofEntries(
                        Map.entry("host", "127.0.0.1:" + server.port()),
                        Map.entry("user-agent", "bout/0.1"),
                        Map.entry("accept", "application/json"),
                        Map.entry("content-type", "application/x-www-form-urlencoded"),
                        Map.entry(
                                "content-length", String.valueOf(received.body().length())),
                        Map.entry("bout-match", "seat_0198"),
                        Map.entry("bout-game", "ajax-tiles"),
                        Map.entry("bout-seat", "2"),
                        Map.entry("bout-turn", "41"),
                        Map.entry("bout-time-limit", "10000")),
                received.headers());
        assertTrue(received.body().startsWith("color=r&board=%5B%5B%22"), received.body());
        assertEquals(1, server.requests.get());
    }

    @Test
    void a_json_game_is_sent_as_json() throws Exception {
        TestServer server = servers.answering(ok(MOVE));
        MoveRequest json =
                request(new Tokens().card(), Map.of("a", List.of(1, "ü")), LONG_LIMIT, Duration.ofMinutes(1), "");
        assertAnswered(client.player(server.url()).ask(json));
        assertEquals("{\"a\":[1,\"ü\"]}", server.received.getFirst().body());
        assertEquals("application/json", server.received.getFirst().headers().get("content-type"));
    }

    private static MoveRequest snake(String path) {
        return request(new Snakes().card(), Map.of("turn", 41), LONG_LIMIT, Duration.ofMinutes(1), path);
    }

    @Test
    void a_game_may_ask_below_the_url_and_take_notes_from_the_answer() throws Exception {
        TestServer server = servers.answering(ok("{\"move\":\"up\",\"shout\":\"to the left\"}"));
        Reply reply = client.player(server.url("/snake/?key=1")).ask(snake("/move"));

        assertEquals("to the left", reply.aside().note());
        Request received = server.received.getFirst();
        assertEquals("POST /snake/move?key=1 HTTP/1.1", received.line());
        assertEquals("/move", received.headers().get("bout-path"));
    }

    @Test
    void a_note_in_a_header_comes_before_one_in_the_answer() throws Exception {
        String body = "{\"move\":\"up\",\"shout\":\"shouted\"}";
        TestServer server = servers.answering(
                "HTTP/1.1 200 OK\r\nBout-Note: written\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        Reply reply = client.player(server.url()).ask(snake("/move"));

        assertEquals("written", reply.aside().note());
    }

    @Test
    void calls_around_a_match_reach_also_a_bot_that_proved_nothing() throws Exception {
        TestServer server = servers.answering(ok("{}"));
        client.player(server.url()).inform(snake("/start"));
        new UnprovenHosts(5).limited(client.player(server.url()), "a.example").inform(snake("/end"));

        assertEquals(
                List.of("POST /start HTTP/1.1", "POST /end HTTP/1.1"),
                server.received.stream().map(Request::line).toList());
    }

    @Test
    void a_signature_proves_the_exact_bytes_of_the_body() throws Exception {
        TestServer server = servers.answering(ok(MOVE));
        long before = Instant.now().getEpochSecond();
        assertAnswered(client.player(Callee.of(server.url(), SECRET)).ask(request(LONG_LIMIT)));
        Request received = server.received.getFirst();
        assertEquals("seat_0198-41", received.headers().get("webhook-id"));
        long timestamp = Long.parseLong(received.headers().get("webhook-timestamp"));
        assertTrue(before <= timestamp && timestamp <= Instant.now().getEpochSecond());
        assertEquals(
                SECRET.signature("seat_0198-41", timestamp, received.body().getBytes(StandardCharsets.UTF_8)),
                received.headers().get("webhook-signature"));
    }

    @Test
    void a_secret_printed_by_an_error_page_is_redacted() throws Exception {
        String page = "BOUT_SECRET=" + SECRET.text() + " key=" + SECRET.base64();
        TestServer server = servers.answering(answer("500 Oops", page.length(), page));
        assertFailed(
                Kind.STATUS,
                "Answered with status 500 instead of 200; the body begins: BOUT_SECRET=… key=…",
                client.player(Callee.of(server.url(), SECRET)).ask(request(LONG_LIMIT)));
    }

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
                "HTTP/1.1 201 Created\r\nLocation: /moves/1\r\nContent-Length: 13\r\n\r\n" + MOVE,
                "HTTP/1.1 202 Accepted\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: 13\r\n\r\n"
                        + MOVE,
                "HTTP/1.1 203 Non-Authoritative Information\r\nTransfer-Encoding: Chunked\r\n\r\nd\r\n" + MOVE
                        + "\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 13\r\ncontent-length: 13\r\n\r\n" + MOVE,
                "HTTP/1.1 200 OK\r\nContent-Length: 13, 13\r\n\r\n" + MOVE,
                "HTTP/1.1 200 OK\r\nContent-Length: \t13 \t\r\nContent-Type: TEXT/PLAIN ; Charset=\"UTF-8\"\r\n\r\n"
                        + MOVE,
            })
    void an_answer_is_read_in_every_form_that_http_has(String answer) throws Exception {
        TestServer server = servers.once(answer.getBytes(StandardCharsets.UTF_8));
        assertAnswered(ask(server, LONG_LIMIT));
    }

    @Test
    void an_answer_in_many_pieces_is_read_whole() throws Exception {
        TestServer server = servers.of(connection -> {
            connection.request();
            for (byte part : ok(MOVE).getBytes(StandardCharsets.UTF_8)) {
                connection.send(new byte[] {part});
            }
        });
        assertAnswered(ask(server, LONG_LIMIT));
    }

    @Test
    void a_compressed_answer_is_decompressed_even_if_not_asked_for() throws Exception {
        TestServer server = servers.once(packed(MOVE.getBytes(StandardCharsets.UTF_8), "gzip"));
        assertAnswered(ask(server, LONG_LIMIT));
        assertFalse(server.received.getFirst().headers().containsKey("accept-encoding"));
    }

    @Test
    void a_body_of_exactly_64_kib_is_read() throws Exception {
        String padded = MOVE + " ".repeat((64 << 10) - MOVE.length());
        TestServer server = servers.of(connection -> {
            for (int i = 0; connection.request() != null; i++) {
                connection.send(
                        i == 0
                                ? ok(padded)
                                : "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n" + padded
                                        + "\r\n0\r\n\r\n");
            }
        });
        assertAnswered(ask(server, LONG_LIMIT));
        assertAnswered(ask(server, LONG_LIMIT));
        assertEquals(1, server.connections.get());
    }

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
                client.player(url).ask(request(LONG_LIMIT)));
    }

    @Test
    void a_host_that_does_not_accept_the_connection_is_a_time_out() throws Exception {
        // A listener with a full queue leaves further connections unanswered.
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<Socket> queue = new ArrayList<>();
            try {
                fill(listener, queue);
                BotUrl url =
                        TestServer.url("http://127.0.0.1:" + listener.getLocalPort() + "/", AddressPolicy.LOOPBACK);
                assertFailed(
                        Kind.TIME_OUT,
                        "No connection within 300 ms: the host did not accept it.",
                        client.player(url).ask(request(SHORT_LIMIT)));
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
        throw new IllegalStateException("the listener's queue does not fill up");
    }

    @Test
    void a_host_name_without_an_address_is_not_found() throws Exception {
        BotClient lookingUp = withNames(name -> {
            throw new UnknownHostException(name);
        });
        assertFailed(
                Kind.NAME_NOT_FOUND,
                "The host name in the bot's URL has no address. Check its spelling and its DNS record.",
                lookingUp.player(named(1234)).ask(request(LONG_LIMIT)));
    }

    @Test
    void a_hanging_look_up_is_a_time_out() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        BotClient lookingUp = withNames(name -> {
            try {
                never.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            throw new UnknownHostException(name);
        });
        assertFailed(
                Kind.TIME_OUT,
                "No connection within 300 ms: the name look-up took too long.",
                lookingUp.player(named(1234)).ask(request(SHORT_LIMIT)));
    }

    @Test
    void one_forbidden_address_is_enough_to_refuse_a_host() throws Exception {
        TestServer server = servers.answering(ok(MOVE));
        BotClient lookingUp =
                withNames(name -> List.of(address("127.0.0.1"), address("::1"), address("169.254.169.254")));
        assertFailed(
                Kind.ADDRESS_NOT_ALLOWED,
                "The bot's host has a link-local address (169.254.0.0/16), which is not allowed for a bot; all of its"
                        + " addresses must be public.",
                lookingUp.player(named(server.port())).ask(request(LONG_LIMIT)));
        assertEquals(0, server.connections.get());
    }

    @Test
    void a_connection_uses_the_addresses_that_were_checked() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        // A second look-up would return another address, as in a DNS rebinding attack.
        NameLookup rebinding =
                name -> List.of(address(lookups.incrementAndGet() == 1 ? "127.0.0.1" : "169.254.169.254"));
        TestServer server = servers.answering(ok(MOVE));
        BotClient lookingUp = withNames(rebinding);
        Player player = lookingUp.player(named(server.port()));
        assertAnswered(player.ask(request(LONG_LIMIT)));
        assertAnswered(player.ask(request(LONG_LIMIT)));
        assertEquals(1, lookups.get());
        assertEquals(
                "bot.example.org:" + server.port(),
                server.received.getFirst().headers().get("host"));
    }

    @Test
    void the_next_address_of_a_name_is_tried_when_the_first_refuses() throws Exception {
        TestServer server = servers.answering(ok(MOVE));
        BotClient lookingUp = withNames(name -> List.of(address("127.0.0.2"), address("127.0.0.1")));
        assertAnswered(lookingUp.player(named(server.port())).ask(request(LONG_LIMIT)));
    }

    private BotClient withNames(NameLookup names) {
        return servers.closing(new BotClient(AddressPolicy.LOOPBACK, 4, TestTls.trusting(), names));
    }

    private static BotUrl named(int port) {
        return TestServer.url("http://bot.example.org:" + port + "/", AddressPolicy.LOOPBACK);
    }

    private static InetAddress address(String literal) {
        return InetAddress.ofLiteral(literal);
    }

    @Test
    void a_bot_that_sends_byte_by_byte_gets_no_extra_time() throws Exception {
        TestServer server = servers.of(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n");
            // until the client closes the connection
            while (true) {
                connection.send("x");
                Thread.sleep(20);
            }
        });
        assertFailedWith(
                Kind.TIME_OUT, "The answer's body did not arrive in full within 300 ms", ask(server, SHORT_LIMIT));
    }

    @Test
    void a_bot_can_answer_again_after_a_time_out() throws Exception {
        TestServer server = servers.of(connection -> {
            connection.request();
            if (connection.number == 1) {
                connection.hang();
            }
            connection.send(ok(MOVE));
        });
        assertFailedWith(Kind.TIME_OUT, "No answer arrived", ask(server, SHORT_LIMIT));
        assertAnswered(ask(server, LONG_LIMIT));
    }

    /** What a server sends, whether it then hangs or hangs up, and the failure; three dots stand for any beginning. */
    static Stream<Arguments> failures() throws IOException {
        byte[] bomb = packed(new byte[50 << 20], "gzip");
        assertTrue(bomb.length < 64 << 10, "the compressed body is within the limit");
        String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        String encoded = "HTTP/1.1 200 OK\r\nContent-Length: 13\r\nContent-Encoding: ";
        String hidden = "\u0000<b>\r\n\tnot \u202Eedoc\u0007 \uD83D\uDE00\u00A0!</b>";
        String status = "Answered with status ";
        String nothing = "Expected JSON such as " + MOVE + "; got an empty body.";
        String lengths = "The answer is not HTTP: it has different Content-Length headers: 12, 13.";
        return Stream.of(
                hangs("", Kind.TIME_OUT, "No answer arrived within 300 ms."),
                hangs(
                        "HTTP/1.1 200 OK\r\nContent-Le",
                        Kind.TIME_OUT,
                        "The answer's headers did not arrive in full within 300 ms."),
                hangs(
                        answer("200 OK", 13, "{\"x\":"),
                        Kind.TIME_OUT,
                        "The answer's body did not arrive in full within 300 ms: 5 bytes received."),
                hangsUp("HTTP/1.1 304 No\r\n\r\n", Kind.STATUS, status + "304 instead of 200 and an empty body."),
                hangsUp(answer("404 No", 0, ""), Kind.STATUS, status + "404 instead of 200 and an empty body."),
                hangsUp(
                        answer("502 Bad Gateway", 1000, "x".repeat(1000)),
                        Kind.STATUS,
                        status + "502 instead of 200; the body begins: " + "x".repeat(200) + "…"),
                hangsUp(
                        answer("500 Oops", hidden.getBytes(StandardCharsets.UTF_8).length, hidden),
                        Kind.STATUS,
                        status + "500 instead of 200; the body begins: <b> not \uFFFDedoc \uD83D\uDE00 !</b>"),
                hangs(
                        answer("500 Oops", 1000, "half"),
                        Kind.STATUS,
                        status + "500 instead of 200; the body begins: half"),
                hangsUp(answer("301 Elsewhere", 0, ""), Kind.REDIRECT, "...301 without a Location header"),
                hangsUp(answer("200 OK", 0, ""), Kind.NOT_EXPECTED, nothing),
                hangsUp(answer("201 Created", 0, ""), Kind.NOT_EXPECTED, nothing),
                hangsUp(
                        "HTTP/1.1 204 No Content\r\n\r\n",
                        Kind.NOT_EXPECTED,
                        nothing + " An answer with status 204 has no body; use 200."),
                hangsUp(
                        answer("200 OK", 13, MOVE).replace("\r\n\r\n", "\r\nContent-Length: 12\r\n\r\n"),
                        Kind.BROKEN,
                        lengths),
                hangsUp(answer("200 OK", 13, MOVE).replace("13", "13, 12"), Kind.BROKEN, lengths),
                hangs(
                        answer("200 OK", 65_537, ""),
                        Kind.TOO_LARGE,
                        "The body has more than 65536 bytes, the maximum for an answer."),
                hangsUp(bomb, Kind.TOO_LARGE, "...decompresses to more than 65536 bytes"),
                hangsUp(
                        encoded + "gzip\r\n\r\n" + MOVE,
                        Kind.NOT_EXPECTED,
                        "...Content-Encoding gzip that is not valid gzip data"),
                hangsUp(
                        encoded + "br\r\n\r\n" + MOVE,
                        Kind.NOT_EXPECTED,
                        "...Content-Encoding br, which the request does not accept"),
                hangsUp(
                        answer("200 OK", 20, MOVE),
                        Kind.BROKEN,
                        "The connection closed after 13 of 20 bytes of the body."),
                hangsUp(chunked + "5\r\n{\"x\":\r\n", Kind.BROKEN, "The connection closed after 5 bytes of the body."),
                hangs(chunked + "zz\r\n", Kind.BROKEN, "...The connection closed after"),
                hangs(chunked + "-1\r\n", Kind.BROKEN, "...The connection closed after"),
                hangs(chunked + "ffffffffffffffffff\r\n", Kind.BROKEN, "...The connection closed after"),
                hangs(chunked + "5\r\n{\"x\":XX\r\n", Kind.BROKEN, "...The connection closed after"),
                hangsUp(
                        "HTTP/1.1 200 OK\r\nContent-",
                        Kind.BROKEN,
                        "The connection closed within the answer's headers."),
                hangsUp(
                        answer("200 OK", 2, "\u00C3(").getBytes(StandardCharsets.ISO_8859_1),
                        Kind.NOT_UTF8,
                        "The body is not UTF-8."),
                hangsUp(
                        packed(MOVE.getBytes(StandardCharsets.UTF_8), "identity"),
                        Kind.NOT_UTF8,
                        "...it looks like gzip without a Content-Encoding header"));
    }

    private static String answer(String status, int length, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Length: " + length + "\r\n\r\n" + body;
    }

    private static Arguments hangs(String sent, Kind kind, String text) {
        return Arguments.of(sent.getBytes(StandardCharsets.UTF_8), true, kind, text);
    }

    private static Arguments hangsUp(String sent, Kind kind, String text) {
        return hangsUp(sent.getBytes(StandardCharsets.UTF_8), kind, text);
    }

    private static Arguments hangsUp(byte[] sent, Kind kind, String text) {
        return Arguments.of(sent, false, kind, text);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void an_answer_that_is_no_move_is_explained(byte[] sent, boolean hangs, Kind kind, String text) throws Exception {
        TestServer server = servers.of(connection -> {
            connection.request();
            connection.send(sent);
            if (hangs) {
                connection.hang();
            }
        });
        Reply reply = ask(server, hangs ? SHORT_LIMIT : LONG_LIMIT);
        if (text.startsWith("...")) {
            assertFailedWith(kind, text.substring(3), reply);
        } else {
            assertFailed(kind, text, reply);
        }
        if (kind == Kind.TIME_OUT) {
            int took = reply.milliseconds();
            assertTrue(took >= SHORT_LIMIT && took < SHORT_LIMIT + 1000, took + " ms");
        }
    }

    @Test
    void a_url_repeated_by_an_error_page_is_redacted() throws Exception {
        String page = "No /bots/tok-3n?key=s3cret%20key (or /BOTS/TOK-3N with s3cret key) at 127.0.0.1";
        TestServer server = servers.answering(answer("404 Not Found", page.length(), page));
        assertFailed(
                Kind.STATUS,
                "Answered with status 404 instead of 200; the body begins: No … (or … with …) at …",
                client.player(server.url("/bots/tok-3n?key=s3cret%20key")).ask(request(LONG_LIMIT)));
    }

    @Test
    void a_redirect_is_not_followed() throws Exception {
        TestServer server = servers.answering("HTTP/1.1 302 Elsewhere\r\nLocation: /bot/\r\nContent-Length: 0\r\n\r\n");
        assertFailedWith(
                Kind.REDIRECT,
                "redirect 302 to the same path with a trailing slash",
                client.player(server.url("/bot")).ask(request(LONG_LIMIT)));
        assertEquals(1, server.requests.get());
    }

    /** How an answer begins, what comes again and again, and the failure. */
    static Stream<Arguments> endless() {
        String begin = "HTTP/1.1 200 OK\r\n";
        String kilobyte = "x".repeat(1024);
        String body = "more than 65536 bytes";
        String head = "The answer's headers are too large: the limit is 100 lines of 8192 bytes.";
        return Stream.of(
                Arguments.of(begin + "Connection: close\r\n\r\n", kilobyte, Kind.TOO_LARGE, body),
                Arguments.of(
                        begin + "Transfer-Encoding: chunked\r\n\r\n",
                        "400\r\n" + kilobyte + "\r\n",
                        Kind.TOO_LARGE,
                        body),
                Arguments.of(begin, "X: 1\r\n", Kind.TOO_LARGE, head),
                Arguments.of(begin + "X: ", kilobyte, Kind.TOO_LARGE, head),
                Arguments.of("HTTP/1.1 200 ", kilobyte, Kind.TOO_LARGE, head),
                Arguments.of(begin + "X: 1\r\n ", kilobyte, Kind.TOO_LARGE, head),
                Arguments.of("", "HTTP/1.1 102 Processing\r\n\r\n", Kind.BROKEN, "more than 10 interim answers"));
    }

    @ParameterizedTest
    @MethodSource("endless")
    void an_endless_answer_is_cut_off(String begin, String again, Kind kind, String text) throws Exception {
        TestServer server = servers.of(connection -> {
            connection.request();
            connection.send(begin);
            while (true) {
                connection.send(again);
            }
        });
        assertFailedWith(kind, text, ask(server, LONG_LIMIT));
    }

    @Test
    void a_content_length_that_is_too_short_is_not_expected_and_does_not_affect_later_calls() throws Exception {
        TestServer server = servers.of(connection -> {
            while (connection.request() != null) {
                connection.send(connection.number == 1 ? answer("200 OK", 5, MOVE) : ok(MOVE));
            }
        });
        assertFailedWith(Kind.NOT_EXPECTED, "The body is longer than its Content-Length.", ask(server, LONG_LIMIT));
        assertAnswered(ask(server, LONG_LIMIT));
        assertEquals(2, server.connections.get());
    }

    @Test
    void surplus_bytes_are_not_read_as_the_next_answer() throws Exception {
        TestServer server = servers.replying(request -> ok(MOVE) + ok("{\"x\":0,\"y\":0}"));
        assertAnswered(ask(server, LONG_LIMIT));
        assertAnswered(ask(server, LONG_LIMIT));
        assertEquals(2, server.connections.get());
    }

    /**
     * What a server sends after its first answer was read, to the call that comes next: of the same bot, or of another
     * one behind the same host. The other rows show that it is the late bytes that cost the connection.
     */
    @ParameterizedTest
    @CsvSource({
        "second answer,      ada, /bot,   2",
        "second answer,      ada, /other, 2",
        "second answer,      bob, /bot,   2",
        "start of an answer, ada, /bot,   2",
        "start of an answer, ada, /other, 2",
        "start of an answer, bob, /bot,   2",
        "one byte,           ada, /bot,   2",
        "one byte,           ada, /other, 2",
        "one byte,           bob, /bot,   2",
        "end of stream,      ada, /bot,   2",
        "end of stream,      ada, /other, 2",
        "end of stream,      bob, /bot,   2",
        "nothing,            ada, /bot,   1",
        "nothing,            ada, /other, 2",
        "nothing,            bob, /bot,   2",
    })
    void what_comes_late_is_not_read_as_the_next_answer(String late, String whose, String path, int connections)
            throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        TestServer server = servers.of(connection -> {
            while (connection.request() != null) {
                connection.send(ok(MOVE));
                if (connection.number == 1 && sent.getCount() > 0) {
                    read.await();
                    sendLate(late, connection);
                    sent.countDown();
                }
            }
        });
        assertAnswered(client.player(new Callee("ada", server.url("/bot"), null, false))
                .ask(request(LONG_LIMIT)));
        read.countDown();
        sent.await();
        assertAnswered(
                client.player(new Callee(whose, server.url(path), null, false)).ask(request(LONG_LIMIT)));
        assertEquals(connections, server.connections.get());
        assertEquals(2, server.requests.get(), "no request is sent on the first connection in vain");
    }

    @Test
    void a_late_second_answer_over_tls_is_not_read_either() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        TestServer server = servers.of(TestTls.listener("bot.example.org"), connection -> {
            while (connection.request() != null) {
                connection.send(ok(MOVE));
                if (connection.number == 1) {
                    read.await();
                    sendLate("second answer", connection);
                    sent.countDown();
                }
            }
        });
        BotClient trusting = withNames(name -> List.of(address("127.0.0.1")));
        Player player = trusting.player(secure("bot.example.org", server));
        assertAnswered(player.ask(request(LONG_LIMIT)));
        read.countDown();
        sent.await();
        assertAnswered(player.ask(request(LONG_LIMIT)));
        assertEquals(2, server.connections.get());
    }

    private static void sendLate(String late, TestServer.Connection connection) throws IOException {
        // What is sent has arrived then, because the server is on loopback.
        connection.withoutDelay();
        String second = ok("{\"x\":0,\"y\":0}");
        switch (late) {
            case "second answer" -> connection.send(second);
            case "start of an answer" -> connection.send(second.substring(0, 20));
            case "one byte" -> connection.send("H");
            case "end of stream" -> connection.endStream();
            default -> assertEquals("nothing", late);
        }
    }

    @Test
    void a_connection_closed_without_an_answer_is_broken() throws Exception {
        TestServer server = servers.of(TestServer.Connection::request);
        assertFailed(Kind.BROKEN, "The connection closed before an answer arrived.", ask(server, LONG_LIMIT));
        assertEquals(1, server.requests.get(), "a new connection that fails is not retried");
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
    void an_answer_other_than_http_is_broken(String answer) throws Exception {
        TestServer server = servers.of(connection -> {
            connection.request();
            connection.send(answer);
            connection.hang();
        });
        assertFailedWith(Kind.BROKEN, "The answer is not HTTP", ask(server, LONG_LIMIT));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_server_that_sends_headers_and_body_separately_does_not_lose_40_ms_per_move() throws Exception {
        TestServer server = servers.of(connection -> {
            while (connection.request() != null) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n");
                connection.send(MOVE);
            }
        });
        // Take the fastest call, which a busy machine does not slow down. With delayed acknowledgements, each would
        // take 40 ms.
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < 100; i++) {
            long began = System.nanoTime();
            assertAnswered(ask(server, LONG_LIMIT));
            fastest = Math.min(fastest, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
        }
        assertTrue(fastest < 40, fastest + " ms");
    }

    @Test
    void a_call_on_a_connection_closed_by_the_server_is_retried_once_on_a_new_one() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        TestServer server = servers.of(connection -> {
            connection.request();
            connection.send(ok(MOVE));
            if (connection.number == 1) {
                connection.reset();
                closed.countDown();
            } else {
                connection.request();
                connection.send(ok(MOVE));
            }
        });
        assertAnswered(ask(server, LONG_LIMIT));
        closed.await();
        assertAnswered(ask(server, LONG_LIMIT));
        assertEquals(2, server.connections.get());
    }

    @Test
    void the_second_try_is_the_last() throws Exception {
        TestServer server = servers.of(connection -> {
            connection.request();
            if (connection.number == 1) {
                connection.send(ok(MOVE));
                connection.request();
            }
        });
        Player player = client.player(Callee.of(server.url(), SECRET));
        assertAnswered(player.ask(request(LONG_LIMIT)));
        assertFailed(Kind.BROKEN, "The connection closed before an answer arrived.", player.ask(request(LONG_LIMIT)));
        assertEquals(2, server.connections.get());
        assertEquals(3, server.requests.get());
        assertEquals(server.received.get(1), server.received.get(2), "the same request again, with the same signature");
    }

    @Test
    void a_call_is_not_retried_once_a_byte_of_an_answer_arrived() throws Exception {
        TestServer server = servers.of(connection -> {
            connection.request();
            connection.send(ok(MOVE));
            connection.request();
            connection.send("H");
        });
        assertAnswered(ask(server, LONG_LIMIT));
        assertFailed(Kind.BROKEN, "The connection closed within the answer's headers.", ask(server, LONG_LIMIT));
        assertEquals(2, server.requests.get());
    }

    @Test
    void a_time_out_on_a_reused_connection_is_not_retried() throws Exception {
        TestServer server = servers.of(connection -> {
            connection.request();
            connection.send(ok(MOVE));
            connection.hang();
        });
        assertAnswered(ask(server, LONG_LIMIT));
        assertFailedWith(Kind.TIME_OUT, "No answer arrived", ask(server, SHORT_LIMIT));
        assertEquals(1, server.connections.get());
    }

    @Test
    void the_second_try_has_only_the_remaining_time() throws Exception {
        TestServer server = servers.of(connection -> {
            connection.request();
            if (connection.number == 1) {
                connection.send(ok(MOVE));
                connection.request();
                Thread.sleep(2 * SHORT_LIMIT);
            } else {
                connection.hang();
            }
        });
        assertAnswered(ask(server, LONG_LIMIT));
        Reply reply = ask(server, 3 * SHORT_LIMIT);
        assertFailedWith(Kind.TIME_OUT, "No answer arrived within 900 ms.", reply);
        assertEquals(2, server.connections.get());
        int took = ((Reply.Failed) reply).milliseconds();
        assertTrue(took >= 3 * SHORT_LIMIT && took < 5 * SHORT_LIMIT, took + " ms");
    }

    @Test
    void concurrent_calls_to_a_host_are_limited_and_waiting_does_not_use_the_bots_time() throws Exception {
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        TestServer server = servers.replying(request -> {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            Thread.sleep(20);
            inFlight.decrementAndGet();
            return ok(MOVE);
        });
        // 120 calls of 20 ms, 4 at a time: the last one waits 580 ms, with a time limit of 500 ms.
        assertAnswered(start(120, () -> ask(server, 500)));
        assertEquals(4, most.get());
        assertEquals(4, server.connections.get());
    }

    @Test
    void a_call_that_waits_too_long_for_a_slot_is_not_made() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        TestServer server = servers.replying(request -> {
            release.await();
            return ok(MOVE);
        });
        List<FutureTask<Reply>> calls = start(4, () -> ask(server, LONG_LIMIT));
        server.awaitRequests(4);
        assertInstanceOf(Reply.BrokenOff.class, client.player(server.url()).ask(impatient(LONG_LIMIT)));
        release.countDown();
        assertAnswered(calls);
    }

    @Test
    void a_hanging_bot_holds_up_no_other_behind_the_same_host() throws Exception {
        TestServer server = onlyGoodAnswers();
        start(10, () -> client.player(server.url("/hanging")).ask(request(LONG_LIMIT)));
        server.awaitRequests(4);
        assertAnswered(client.player(server.url("/good")).ask(impatient(LONG_LIMIT)));
    }

    @Test
    void nobody_takes_a_bots_slots_by_naming_its_url() throws Exception {
        TestServer server = onlyGoodAnswers();
        start(10, () -> client.player(server.url("/hanging")).ask(request(LONG_LIMIT)));
        server.awaitRequests(4);
        Callee own = new Callee("bot_7", server.url("/hanging"), null, true);
        // It is called: had it waited for a slot, this would be BrokenOff.
        assertFailedWith(Kind.TIME_OUT, "No answer arrived", client.player(own).ask(impatient(SHORT_LIMIT)));
    }

    @Test
    void a_host_gets_eight_times_the_calls_of_a_bot() throws Exception {
        TestServer server = onlyGoodAnswers();
        for (int bot = 0; bot < 8; bot++) {
            BotUrl url = server.url("/hanging" + bot);
            start(4, () -> client.player(url).ask(request(LONG_LIMIT)));
        }
        server.awaitRequests(32);
        assertInstanceOf(
                Reply.BrokenOff.class, client.player(server.url("/good")).ask(impatient(LONG_LIMIT)));
    }

    /** A process may live for weeks, and a thousand new bots may be called each day. */
    @Test
    void bots_that_are_not_called_any_more_are_forgotten() throws Exception {
        TestServer server = servers.answering(ok(MOVE));
        for (int day = 1; day <= 14; day++) {
            for (int bot = 0; bot < 100; bot++) {
                assertAnswered(client.player(server.url("/" + day + "-" + bot)).ask(request(LONG_LIMIT)));
            }
            client.tidy(System.nanoTime());
            assertEquals(100, client.knownBots(), "those of this day");
            client.tidy(System.nanoTime() + TimeUnit.HOURS.toNanos(1));
            assertEquals(0, client.knownBots());
            assertEquals(0, client.knownHosts());
        }
    }

    @Test
    void a_bot_that_is_being_called_is_not_forgotten() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        BotClient single = servers.closing(new BotClient(AddressPolicy.LOOPBACK, 1));
        TestServer server = servers.replying(request -> {
            release.await();
            return ok(MOVE);
        });
        Callee callee = new Callee("bot_7", server.url(), null, false);
        Player early = single.player(callee);
        List<FutureTask<Reply>> first = start(1, () -> single.player(callee).ask(request(LONG_LIMIT)));
        server.awaitRequests(1);
        single.tidy(System.nanoTime() + TimeUnit.DAYS.toNanos(1));
        // A new line would have a slot of its own.
        List<FutureTask<Reply>> second = start(1, () -> early.ask(request(LONG_LIMIT)));
        while (single.waiting(callee) == 0) {
            Thread.sleep(1);
        }
        assertEquals(1, server.requests.get());
        release.countDown();
        assertAnswered(first);
        assertAnswered(second);
        single.tidy(System.nanoTime() + TimeUnit.DAYS.toNanos(1));
        assertEquals(0, single.knownBots());
        assertAnswered(early.ask(request(LONG_LIMIT)));
    }

    private TestServer onlyGoodAnswers() throws IOException {
        return servers.of(connection -> {
            for (Request request = connection.request(); request != null; request = connection.request()) {
                if (!request.line().contains("good")) {
                    connection.hang();
                }
                connection.send(ok(MOVE));
            }
        });
    }

    private MoveRequest impatient(int timeLimit) {
        return request(game.card(), match.request(Seat.FIRST), timeLimit, Duration.ofMillis(50), "");
    }

    @Test
    void a_sequential_server_that_closes_every_connection_serves_many_matches() throws Exception {
        Semaphore process = new Semaphore(1, true);
        TestServer server = servers.of(connection -> {
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
        });
        assertAnswered(start(100, () -> ask(server, 1000)));
        assertEquals(100, server.requests.get());
    }

    private static List<FutureTask<Reply>> start(int calls, Callable<Reply> call) {
        List<FutureTask<Reply>> started =
                Stream.generate(() -> new FutureTask<>(call)).limit(calls).toList();
        started.forEach(Thread::startVirtualThread);
        return started;
    }

    private static void assertAnswered(List<FutureTask<Reply>> calls) throws Exception {
        for (FutureTask<Reply> call : calls) {
            assertAnswered(call.get());
        }
    }

    @Test
    void a_bot_with_tls_and_a_valid_certificate_answers() throws Exception {
        TestServer server = servers.of(TestTls.listener("bot.example.org"), connection -> {
            while (connection.request() != null) {
                connection.send(ok(MOVE));
            }
        });
        BotClient trusting = withNames(name -> List.of(address("127.0.0.1")));
        Player player = trusting.player(secure("bot.example.org", server));
        assertAnswered(player.ask(request(LONG_LIMIT)));
        assertAnswered(player.ask(request(LONG_LIMIT)));
        assertEquals(1, server.connections.get());
    }

    @Test
    void a_self_signed_certificate_is_not_trusted() throws Exception {
        TestServer server = servers.of(TestTls.listener("bot.example.org"), TestServer.Connection::request);
        BotClient strict = servers.closing(new BotClient(
                AddressPolicy.LOOPBACK, 4, SSLContext.getDefault(), name -> List.of(address("127.0.0.1"))));
        assertFailed(
                Kind.TLS,
                "No TLS connection: the certificate is self-signed or not from a trusted authority,"
                        + " or an intermediate certificate is missing.",
                strict.player(secure("bot.example.org", server)).ask(request(LONG_LIMIT)));
        assertEquals(0, server.requests.get());
    }

    @Test
    void a_certificate_for_another_name_is_refused() throws Exception {
        TestServer server = servers.of(TestTls.listener("bot.example.org"), TestServer.Connection::request);
        BotClient trusting = withNames(name -> List.of(address("127.0.0.1")));
        assertFailed(
                Kind.TLS,
                "No TLS connection: the certificate is for another host name.",
                trusting.player(secure("other.example.org", server)).ask(request(LONG_LIMIT)));
        assertEquals(0, server.requests.get());
    }

    @Test
    void old_versions_of_tls_are_refused_even_if_the_jdk_allows_them() throws Exception {
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

    /** Runs in a JVM with an empty list of disabled algorithms; that of the function is short. */
    static final class OldTls {
        public static void main(String[] arguments) throws Exception {
            BotClientTest test = new BotClientTest();
            TestServer server = test.servers.of(TestTls.listener("bot.example.org", "TLSv1.1"), connection -> {
                connection.request();
                connection.send(ok(MOVE));
            });
            try (SSLSocket socket = (SSLSocket) TestTls.trusting()
                    .getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), server.port())) {
                socket.setEnabledProtocols(new String[] {"TLSv1.3", "TLSv1.2", "TLSv1.1"});
                socket.startHandshake();
                System.out.println("the JDK speaks " + socket.getSession().getProtocol());
            }
            BotClient client = test.withNames(name -> List.of(address("127.0.0.1")));
            switch (client.player(secure("bot.example.org", server)).ask(test.request(LONG_LIMIT))) {
                case Reply.Failed failed ->
                    System.out.println(
                            "the client says " + failed.failure().kind().code());
                default -> System.out.println("the client speaks it");
            }
            test.servers.close();
            test.client.close();
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "plain HTTP, TLS, No TLS connection: the host did not answer with TLS; does the port use plain HTTP?",
                "hangs up, TLS, No TLS connection: the host closed the connection during the handshake.",
                "hangs, TIME_OUT, No connection within 300 ms: the TLS handshake did not complete.",
            })
    void a_host_that_does_not_speak_tls_is_told_so(String host, Kind kind, String text) throws Exception {
        TestServer server = servers.of(connection -> {
            if (host.equals("plain HTTP")) {
                connection.send("HTTP/1.1 400 Bad Request\r\n\r\n");
            }
            if (!host.equals("hangs up")) {
                connection.hang();
            }
        });
        int limit = kind == Kind.TIME_OUT ? SHORT_LIMIT : LONG_LIMIT;
        assertFailed(kind, text, client.player(secure("127.0.0.1", server)).ask(request(limit)));
    }

    private static BotUrl secure(String host, TestServer server) {
        return TestServer.url("https://" + host + ":" + server.port() + "/", AddressPolicy.LOOPBACK);
    }

    @Test
    void an_interrupt_is_not_a_failure_of_the_bot() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        TestServer server = servers.of(connection -> {
            connection.request();
            reached.countDown();
            connection.hang();
        });
        FutureTask<Reply> call = new FutureTask<>(() -> ask(server, LONG_LIMIT));
        Thread thread = Thread.startVirtualThread(call);
        reached.await();
        thread.interrupt();
        assertInstanceOf(Reply.BrokenOff.class, call.get());
        assertEquals(1, server.requests.get());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 OK | timeout=0, max=5 | 2",
                "200 OK | timeout=5 | 1",
                "500 Internal Server Error | timeout=5 | 1"
            })
    void a_connection_is_reused_unless_the_server_is_about_to_close_it(String status, String promise, int connections)
            throws Exception {
        TestServer server = servers.answering(
                "HTTP/1.1 " + status + "\r\nKeep-Alive: " + promise + "\r\nContent-Length: 13\r\n\r\n" + MOVE);
        ask(server, LONG_LIMIT);
        ask(server, LONG_LIMIT);
        assertEquals(connections, server.connections.get());
    }

    @Test
    void concurrent_calls_to_one_name_share_one_look_up() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        CountDownLatch slow = new CountDownLatch(1);
        TestServer server = servers.answering(ok(MOVE));
        BotClient lookingUp = withNames(name -> {
            lookups.incrementAndGet();
            try {
                slow.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            return List.of(address("127.0.0.1"));
        });
        List<FutureTask<Reply>> calls =
                start(4, () -> lookingUp.player(named(server.port())).ask(request(LONG_LIMIT)));
        while (lookups.get() == 0) {
            Thread.sleep(1);
        }
        Thread.sleep(100);
        slow.countDown();
        assertAnswered(calls);
        assertEquals(1, lookups.get());
    }

    @Test
    void a_limited_number_of_connections_is_kept_open() throws Exception {
        int bots = Connector.MOST_IDLE + 20;
        TestServer server = servers.answering(ok(MOVE));
        for (int round = 0; round < 2; round++) {
            for (int bot = 0; bot < bots; bot++) {
                assertAnswered(client.player(server.url("/" + bot)).ask(request(LONG_LIMIT)));
            }
        }
        assertEquals(bots + 20, server.connections.get(), "20 bots need a new one for each call");
    }

    @Test
    void closing_the_client_closes_idle_connections() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        TestServer server = servers.of(connection -> {
            connection.request();
            connection.send(ok(MOVE));
            assertNull(connection.request());
            closed.countDown();
        });
        BotClient own = new BotClient(AddressPolicy.LOOPBACK, 1);
        assertAnswered(own.player(server.url()).ask(request(LONG_LIMIT)));
        own.close();
        assertTrue(closed.await(10, TimeUnit.SECONDS));
    }

    /** All in milliseconds. */
    @ParameterizedTest
    @CsvSource({"0, 20, 20", "300, 20, 20", "1000, 20, 20", "1500, 20, 520", "29000, 1, 28001", "0, 0, 1"})
    void opening_a_connection_counts_as_far_as_it_takes_more_than_a_second(int opening, int answering, int counted) {
        assertEquals(
                counted,
                BotCall.milliseconds(TimeUnit.MILLISECONDS.toNanos(opening), TimeUnit.MILLISECONDS.toNanos(answering)));
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
