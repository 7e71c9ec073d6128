package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.HttpAnswer;
import bout.cloud.template.Application.ApiOrigin;
import bout.cloud.template.Application.Behavior;
import bout.cloud.template.Application.WebSocketApi;
import bout.stack.http.AllowedOrigins;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Connections of people who begin to say something and never end. */
@Tag("server")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class HalfRequestsTest {

    private static final int PATIENCE_MS = 60_000;

    /** In a process of its own, because the JDK's server reads its settings once. */
    @Test
    void half_a_head_and_half_a_body_are_given_up() throws Exception {
        Process server = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HalfRequestsTest.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(server.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(server.waitFor(60, TimeUnit.SECONDS));
            assertEquals(
                    List.of("head given up", "body given up", "200"),
                    said.lines().filter(line -> !line.contains("SLF4J")).toList());
        } finally {
            server.destroyForcibly();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Behavior behavior =
                new Behavior("*", new ApiOrigin(Map.of()), List.of("GET", "POST"), Map.of(), Optional.empty());
        HttpServer server = Front.bind(false, 0);
        int port = server.getAddress().getPort();
        try (Front front = new Front(
                        server,
                        AllowedOrigins.loopbackAnd(port, Set.of()),
                        List.of(new Front.Served(behavior, request -> HttpAnswer.message(200, "ok"))));
                StackClient client = new StackClient(URI.create("http://127.0.0.1:" + port))) {
            front.open();
            try (Socket head = begin(port, "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAccept: ");
                    Socket body = begin(
                            port, "POST / HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nContent-Length: 1000\r\n\r\n{")) {
                awaitEnd(head);
                System.out.println("head given up");
                awaitEnd(body);
                System.out.println("body given up");
            }
            System.out.println(client.get("/").statusCode());
        }
        System.exit(0);
    }

    @Test
    void half_a_handshake_is_given_up() throws Exception {
        WebSocketApi api = new WebSocketApi("wss://lines/live", "live", Map.of());
        try (WebSocketGateway gateway = WebSocketGateway.bind(api, "127.0.0.1", InetAddress.getLoopbackAddress(), 0);
                Socket nothing = begin(gateway.url().getPort(), "");
                Socket half = begin(gateway.url().getPort(), "GET /live HTTP/1.1\r\nUpgrade: ")) {
            awaitEnd(nothing);
            awaitEnd(half);
        }
    }

    private static Socket begin(int port, String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MS);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }

    /** Fails if the other side does not end the connection. */
    private static void awaitEnd(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] bytes = new byte[1000];
        for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
            // It may say why.
            assertTrue(read > 0);
        }
    }
}
