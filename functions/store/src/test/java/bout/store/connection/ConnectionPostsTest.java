package bout.store.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.Aws;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class ConnectionPostsTest {

    private record Seen(String method, String path, String authorization, String date, String body) {}

    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private volatile int status = 200;
    private ConnectionPosts posts;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            seen.add(new Seen(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getRawPath(),
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    exchange.getRequestHeaders().getFirst("X-Amz-Date"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        posts = new Aws(Map.of(
                        "AWS_REGION",
                        "eu-central-1",
                        "AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI",
                        "http://127.0.0.1:" + server.getAddress().getPort() + "/live"))
                .connectionPosts();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void a_message_is_a_signed_post_to_the_connection() {
        assertEquals(ConnectionPosts.Sent.SENT, posts.send("L0SM9cOFvHcCIhw=", new ConnectionMessage.Closing("ä")));
        Seen post = seen.getFirst();
        assertEquals("POST", post.method());
        assertEquals("/live/@connections/L0SM9cOFvHcCIhw%3D", post.path());
        assertEquals("{\"type\":\"closing\",\"reason\":\"ä\"}", post.body());
        assertTrue(post.authorization().startsWith("AWS4-HMAC-SHA256 Credential=local/"), post.authorization());
        assertTrue(post.authorization().contains("/eu-central-1/execute-api/aws4_request"), post.authorization());
        assertTrue(post.date().matches("\\d{8}T\\d{6}Z"));
    }

    @Test
    void a_large_message_is_several_posts() {
        ConnectionMessage.Closing large = new ConnectionMessage.Closing("x".repeat(2 * ConnectionText.MAX_BYTES));
        assertEquals(ConnectionPosts.Sent.SENT, posts.send("c", large));
        assertEquals(ConnectionText.write(large), seen.stream().map(Seen::body).toList());
    }

    @Test
    void a_connection_is_closed_by_a_signed_delete() {
        posts.close("c=");
        assertEquals("DELETE", seen.getFirst().method());
        assertEquals("/live/@connections/c%3D", seen.getFirst().path());
        assertEquals("", seen.getFirst().body());
    }

    @Test
    void the_answer_tells_whether_the_connection_is_gone() {
        status = 410;
        assertEquals(ConnectionPosts.Sent.GONE, posts.send("c", "{}"));
        status = 429;
        assertEquals(ConnectionPosts.Sent.NOT_TAKEN, posts.send("c", "{}"));
        server.stop(0);
        assertEquals(ConnectionPosts.Sent.NOT_TAKEN, posts.send("c", "{}"));
        assertNull(System.getProperty("aws.accessKeyId"), "real credentials are never asked for");
    }
}
