package bout.local.chaos;

import bout.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** A client of the API that does what clients ought to: posts again, under the same key, whatever got no answer. */
final class Caller implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LONGEST_PAUSE_MS = 600;
    private static final int ACCEPTED = 202;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    private final URI stack;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicInteger repeated = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();

    Caller(URI stack) {
        this.stack = stack;
    }

    /** The API's answer is not to be had by asking again. */
    static final class Refused extends Exception {
        private Refused(String why) {
            super(why);
        }
    }

    /** Posts a match until it is accepted; returns its id. */
    String post(MatchPlan plan) throws InterruptedException, Refused {
        HttpRequest request = HttpRequest.newBuilder(stack.resolve("/api/matches"))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", plan.key())
                .POST(BodyPublishers.ofString(plan.body()))
                .build();
        while (true) {
            try {
                HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
                int status = answer.statusCode();
                if (status == ACCEPTED) {
                    return (String) ((Map<?, ?>) Json.read(answer.body())).get("id");
                }
                if (status < SERVER_ERROR && status != TOO_MANY_REQUESTS) {
                    throw new Refused("the API answered " + status + " to " + plan.body() + ": " + answer.body());
                }
            } catch (IOException noAnswer) {
                unanswered.incrementAndGet();
            } catch (Json.NotJson broken) {
                throw new Refused("the API accepted " + plan.body() + " with what is not JSON: " + broken.getMessage());
            }
            repeated.incrementAndGet();
            Thread.sleep(1 + ThreadLocalRandom.current().nextInt(LONGEST_PAUSE_MS));
        }
    }

    /** Looks at a match, as its page does; that this may fail now and then is nothing to mend. */
    void look(String id) throws InterruptedException {
        try {
            http.send(
                    HttpRequest.newBuilder(stack.resolve("/api/matches/" + id))
                            .timeout(PATIENCE)
                            .build(),
                    BodyHandlers.discarding());
        } catch (IOException noAnswer) {
            unanswered.incrementAndGet();
        }
    }

    /** How many posts had to be repeated. */
    int repeated() {
        return repeated.get();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
