package bout.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class BotServerTest {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static HttpRequest post(String url, String body) {
        return HttpRequest.newBuilder(URI.create(url))
                .header("Bout-Turn", "7")
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    @Test
    void a_bot_receives_the_request_and_returns_its_answer() throws Exception {
        try (BotServer server = new BotServer(0, asked -> HttpAnswer.text(
                        203,
                        asked.method() + " " + asked.path() + " "
                                + asked.headers().get("bout-TURN") + " "
                                + new String(asked.body(), StandardCharsets.UTF_8))
                .with("Bout-Note", "abc"))) {
            HttpResponse<String> answer = CLIENT.send(post(server.url() + "a/b?c=d", "hello"), BodyHandlers.ofString());
            assertEquals(203, answer.statusCode());
            assertEquals("POST /a/b 7 hello", answer.body());
            assertEquals("abc", answer.headers().firstValue("Bout-Note").orElseThrow());
        }
    }

    @Test
    void no_answer_closes_the_connection() throws IOException {
        try (BotServer server = new BotServer(0, asked -> null)) {
            assertThrows(IOException.class, () -> CLIENT.send(post(server.url(), ""), BodyHandlers.ofString()));
        }
    }

    @Test
    void closing_the_server_interrupts_a_bot_that_is_thinking() throws Exception {
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        String url;
        try (BotServer server = new BotServer(0, asked -> {
            thinking.countDown();
            try {
                Thread.sleep(60_000);
                return null;
            } catch (InterruptedException closed) {
                interrupted.countDown();
                throw closed;
            }
        })) {
            url = server.url();
            CLIENT.sendAsync(post(url, ""), BodyHandlers.ofString());
            assertTrue(thinking.await(30, TimeUnit.SECONDS));
        }
        assertEquals(0, interrupted.getCount());
        String closed = url;
        assertThrows(ConnectException.class, () -> CLIENT.send(post(closed, ""), BodyHandlers.ofString()));
    }
}
