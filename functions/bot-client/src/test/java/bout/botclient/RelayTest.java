package bout.botclient;

import static bout.botclient.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.botclient.BotClient.Relayed;
import bout.engine.Failure;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
@Timeout(30)
class RelayTest {

    private static final int LONG_LIMIT = 10_000;
    private static final int SHORT_LIMIT = 300;

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final BotClient client = new BotClient(AddressPolicy.LOOPBACK, 4);

    private Relayed relay(BotUrl url, Map<String, String> headers, int timeLimit) {
        return client.relay(
                Callee.of(url, null),
                headers,
                "{\"board\":\"ä\"}".getBytes(StandardCharsets.UTF_8),
                timeLimit,
                System.nanoTime() + TimeUnit.MINUTES.toNanos(1));
    }

    @Test
    void the_bot_gets_headers_and_body_as_they_came() throws Exception {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Bout-Turn", "4");
        headers.put("webhook-signature", "v1,abc=");
        headers.put("host", "elsewhere.example");
        headers.put("content-length", "999");
        TestServer server = servers.answering(ok("{\"x\":1}"));
        Relayed relayed = relay(server.url(), headers, LONG_LIMIT);

        assertEquals(200, relayed.status());
        assertEquals("{\"x\":1}", relayed.body());
        assertNull(relayed.failure());
        TestServer.Request got = server.received.getFirst();
        assertEquals("4", got.headers().get("bout-turn"));
        assertEquals("v1,abc=", got.headers().get("webhook-signature"));
        assertEquals(server.url().authority(), got.headers().get("host"));
        assertEquals("{\"board\":\"ä\"}", got.body());
    }

    @Test
    void the_path_goes_below_the_bots_url() throws Exception {
        TestServer server = servers.answering(ok("{}"));
        relay(server.url("/bot?x=1"), Map.of("Bout-Path", "/move"), LONG_LIMIT);

        assertEquals("POST /bot/move?x=1 HTTP/1.1", server.received.getFirst().line());
    }

    @Test
    void an_error_keeps_its_status_body_and_headers() throws Exception {
        TestServer server = servers.answering(
                "HTTP/1.1 418 I'm a teapot\r\nBout-Note: tea\r\nContent-Length: 16\r\n\r\nat /key-1234567 ");
        Relayed relayed = relay(server.url("/key-1234567"), Map.of(), LONG_LIMIT);

        assertEquals(418, relayed.status());
        assertEquals("at … ", relayed.body().replace("/", ""), "the URL is nobody's business");
        assertEquals("tea", relayed.headers().get("bout-note"));
    }

    @Test
    void what_cannot_be_passed_back_is_a_failure() throws Exception {
        TestServer silent = servers.of(TestServer.Connection::request);
        TestServer redirecting =
                servers.answering("HTTP/1.1 307 Elsewhere\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n");
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = unused.getLocalPort();
            unused.close();
            BotUrl nobody = TestServer.url("http://127.0.0.1:" + port + "/", AddressPolicy.LOOPBACK);

            assertEquals(
                    Failure.Kind.REFUSED,
                    relay(nobody, Map.of(), LONG_LIMIT).failure().kind());
            assertEquals(
                    Failure.Kind.BROKEN,
                    relay(silent.url(), Map.of(), LONG_LIMIT).failure().kind());
            assertEquals(
                    Failure.Kind.REDIRECT,
                    relay(redirecting.url(), Map.of(), LONG_LIMIT).failure().kind());
        }
    }

    @Test
    void a_bot_that_takes_too_long_is_a_failure() throws Exception {
        TestServer slow = servers.of(connection -> {
            connection.request();
            connection.hang();
        });
        Relayed relayed = relay(slow.url(), Map.of(), SHORT_LIMIT);

        assertEquals(0, relayed.status());
        assertEquals("No answer arrived within 300 ms.", relayed.failure().text());
    }

    @ParameterizedTest
    @CsvSource({"'Bout Turn',4", "'Bout-Turn:',4", "Bout-Turn,'4\r\nX: y'", "'',x"})
    void a_header_cannot_bring_another(String name, String value) throws Exception {
        TestServer server = servers.answering(ok("{}"));
        assertThrows(IllegalArgumentException.class, () -> relay(server.url(), Map.of(name, value), LONG_LIMIT));
        assertEquals(0, server.requests.get());
    }
}
