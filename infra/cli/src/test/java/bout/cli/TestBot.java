package bout.cli;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.wire.WebhookSecret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A bot as a real HTTP server: the same answer to every request. */
public final class TestBot implements AutoCloseable {

    private final BotServer server;
    private final HttpAnswer answer;
    public final Queue<String> timeLimits = new ConcurrentLinkedQueue<>();

    public final Queue<String> signed = new ConcurrentLinkedQueue<>();

    /** The secret that its answers prove, or {@code null}. */
    volatile WebhookSecret secret;

    public TestBot(int status, String answer) {
        this.answer = HttpAnswer.json(status, answer);
        try {
            server = new BotServer(0, this::answer);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A bot that always clicks off the board, which is a pass. */
    public static TestBot passing() {
        return new TestBot(200, "{\"x\":-1,\"y\":-1}");
    }

    public String url() {
        return server.url() + "bot";
    }

    private HttpAnswer answer(BotServer.Request asked) {
        timeLimits.add(asked.headers().get("Bout-Time-Limit"));
        if (asked.headers().containsKey(WebhookSecret.SIGNATURE)) {
            signed.add(asked.headers().get(WebhookSecret.ID));
        }
        WebhookSecret has = secret;
        String id = asked.headers().get(WebhookSecret.ID);
        return has == null || id == null ? answer : answer.with(WebhookSecret.PROOF, has.proof(id));
    }

    @Override
    public void close() {
        server.close();
    }
}
