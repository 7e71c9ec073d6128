package bout.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.HastyTemplate;
import bout.cli.Ran;
import bout.cli.api.ApiClient;
import bout.stack.Stack;
import bout.stack.StackOptions;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bout smoke} against a strict stack, and against fronts of it that each break one thing. */
@Tag("server")
class SmokeCommandTest {

    private static final String ADMIN_TOKEN = "an-admin-token-that-nobody-guesses";

    /** Until the first ladders are published. */
    private static final String WAIT = "120";

    @AutoClose
    private static Stack stack;

    @BeforeAll
    static void start(@TempDir Path hasty) throws Exception {
        // A run sends five requests without a token and takes a fifth of a second: close to the limit for one address.
        stack = Stack.start(StackOptions.of(HastyTemplate.in(hasty))
                .strict(ADMIN_TOKEN)
                .withParameter("BOUT_REQUESTS_PER_SECOND", "0"));
        // From here on there are standings and a replay.
        smoke(stack.address(), "--token", ADMIN_TOKEN, "--wait", WAIT).succeeds();
    }

    private static Ran smoke(URI site, String... more) {
        return Ran.bout(Stream.concat(List.of("smoke", site.toString()).stream(), List.of(more).stream())
                .toArray(String[]::new));
    }

    @Test
    void a_strict_stack_passes_all_checks_with_one_line_each() {
        Ran ran = smoke(stack.address(), "--token", ADMIN_TOKEN).succeeds();
        assertEquals(14, ran.lines().size(), ran.out());
        ran.lines().forEach(line -> assertTrue(line.startsWith("ok       "), line));
        assertNoBots();
    }

    private static void assertNoBots() {
        try (ApiClient api = new ApiClient(stack.address(), ADMIN_TOKEN)) {
            assertEquals(List.of(), api.get("/api/bots?mine=true").get("bots").entries());
        }
    }

    @Test
    void without_a_token_no_match_is_played_and_the_newest_replay_is_verified() {
        Ran ran = smoke(stack.address(), "--token", "").succeeds();
        for (String check : List.of("match", "picture", "connected bot", "published bot")) {
            ran.prints("skipped  " + check + ": it needs a token");
        }
        ran.prints("ok       replay: /replays/");
    }

    @Test
    void a_stack_that_anyone_may_use_fails() throws Exception {
        try (Stack open = Stack.start(StackOptions.ofThisRepository())) {
            smoke(open.address(), "--token", "", "--wait", WAIT)
                    .exits(1)
                    .prints("FAILED   access: ")
                    .prints("anyone can play");
        }
    }

    @Test
    void an_address_where_nothing_answers_fails_with_one_line() {
        Ran ran = smoke(URI.create("http://127.0.0.1:1"), "--token", "").exits(1);
        assertEquals(List.of("FAILED   it answers: nothing answers at http://127.0.0.1:1"), ran.lines());
    }

    /** Each front changes the answers to one path in one way; exactly the check for that must fail. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /                          | status  | 500                            | it answers
            /new.html                  | status  | 403                            | pages
            /no-such-page.html         | status  | 200                            | missing page
            /embed.html                | header  | Content-Security-Policy        | security headers
            /api/games                 | body    | {"games": []}                  | games
            /api/openapi.yaml          | body    | <html>                         | API description
            /api/no-such-thing         | type    | application/json               | problem documents
            /api/matches               | status  | 502                            | access, match, replay, connected bot, published bot
            /replays/.*                | change  | "hash":"                       | replay
            /api/share/.*/picture.png  | status  | 503                            | picture
            /api/bots/.*/connect       | status  | 503                            | connected bot
            /standings/ladders/robotag.json | status | 404                        | standings
            """)
    void what_is_broken_fails_its_check_and_no_other(String path, String part, String value, String checks)
            throws Exception {
        assertFails(path, part, value, checks);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /games/robotag.html        | type    | application/octet-stream       | pages
            /engine.js                 | type    | text/plain                     | pages
            /style.css                 | body    |                                | pages
            /sandbox/frame.html        | header  | Content-Security-Policy        | security headers
            /                          | header  | X-Frame-Options                | security headers
            /api/games                 | header  | X-Content-Type-Options         | security headers
            /standings/ladders/none.json | header | Permissions-Policy            | security headers
            /api/no-such-thing         | body    | <h1>Not Found</h1>             | problem documents
            /replays/.*                | status  | 404                            | replay
            /replays/.*                | body    | {}                             | replay
            /api/share/.*/picture.png  | type    | text/html                      | picture
            /standings/ladders/robotag.json | body   | {"game": "tokens", "players": []} | standings
            """)
    @Tag("full")
    void what_is_broken_elsewhere_fails_the_same_check(String path, String part, String value, String checks)
            throws Exception {
        assertFails(path, part, value, checks);
    }

    private static void assertFails(String path, String part, String value, String checks) throws Exception {
        try (Front front = new Front(path, part, value == null ? "" : value)) {
            Ran ran = smoke(front.address(), "--token", ADMIN_TOKEN);

            List<String> failed = ran.lines().stream()
                    .filter(line -> line.startsWith("FAILED "))
                    .map(line -> line.replaceFirst("^FAILED +([^:]+):.*", "$1"))
                    .toList();
            // In one line: a log may show only the first one of a message.
            String whole = String.join(" / ", ran.lines()) + ran.err();
            assertEquals(List.of(checks.split(", ")), failed, whole);
            assertEquals(1, ran.status(), whole);
        }
        assertNoBots();
    }

    private static final class Front implements AutoCloseable {

        private static final Set<String> OF_THE_CONNECTION = Set.of(
                "connection", "content-length", "transfer-encoding", "date", "host", "upgrade", "http2-settings");

        private final HttpServer server;
        private final HttpClient http = HttpClient.newHttpClient();
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

        Front(String path, String part, String value) throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(threads);
            server.createContext("/", exchange -> {
                try (exchange) {
                    HttpRequest.Builder request = HttpRequest.newBuilder(
                                    stack.address().resolve(exchange.getRequestURI()))
                            .method(
                                    exchange.getRequestMethod(),
                                    BodyPublishers.ofByteArray(
                                            exchange.getRequestBody().readAllBytes()));
                    exchange.getRequestHeaders().forEach((name, values) -> {
                        if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                            values.forEach(each -> request.header(name, each));
                        }
                    });
                    HttpResponse<byte[]> answer = http.send(request.build(), BodyHandlers.ofByteArray());
                    int status = answer.statusCode();
                    byte[] body = answer.body();
                    answer.headers().map().forEach((name, values) -> {
                        if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                            exchange.getResponseHeaders().put(name, values);
                        }
                    });
                    if (exchange.getRequestURI().getPath().matches(path)) {
                        switch (part) {
                            case "status" -> status = Integer.parseInt(value);
                            case "type" -> exchange.getResponseHeaders().set("Content-Type", value);
                            case "header" -> exchange.getResponseHeaders().remove(value);
                            case "body" -> body = value.getBytes(StandardCharsets.UTF_8);
                            case "change" ->
                                body = new String(body, StandardCharsets.UTF_8)
                                        .replaceFirst(value + ".{8}", value + "00000000")
                                        .getBytes(StandardCharsets.UTF_8);
                            default -> throw new IllegalArgumentException(part);
                        }
                    }
                    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
                    if (body.length > 0) {
                        exchange.getResponseBody().write(body);
                    }
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
            });
            server.start();
        }

        URI address() {
            return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        }

        @Override
        public void close() {
            server.stop(0);
            threads.close();
            http.close();
        }
    }
}
