package bout.chaos;

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
final class ApiCaller implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LONGEST_PAUSE_MS = 600;
    private static final int MULTIPLE_CHOICES = 300;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    private final URI stack;
    private final String adminToken;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicInteger repeated = new AtomicInteger();

    /** @param adminToken what allows to make tokens and to put matches back */
    ApiCaller(URI stack, String adminToken) {
        this.stack = stack;
        this.adminToken = adminToken;
    }

    /**
     * A token that allows to play.
     *
     * @param id who owns the matches that are posted with it
     */
    record Token(String id, String secret) {}

    /** The API's answer is not to be had by asking again. */
    static final class Refused extends Exception {
        private Refused(String why) {
            super(why);
        }
    }

    Token makeToken() throws InterruptedException, Refused {
        // No idempotency key: a token that was made and whose answer was lost only lies there.
        Map<?, ?> token = post("/api/tokens", adminToken, null, "{\"name\":\"chaos\",\"scope\":\"play\"}");
        return new Token((String) token.get("id"), (String) token.get("token"));
    }

    /** Posts a match until it is accepted; returns its id. */
    String post(MatchPlan plan, Token token) throws InterruptedException, Refused {
        return (String)
                post("/api/matches", token.secret(), plan.key(), plan.body()).get("id");
    }

    /** Puts matches back that were given up. */
    void redrive() throws InterruptedException, Refused {
        boolean more;
        do {
            more = Boolean.TRUE.equals(
                    post("/api/dead-letters/redrive", adminToken, null, "").get("more"));
        } while (more);
    }

    private Map<?, ?> post(String path, String token, String key, String body) throws InterruptedException, Refused {
        HttpRequest.Builder request = HttpRequest.newBuilder(stack.resolve(path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + token)
                .POST(BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        while (true) {
            try {
                HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
                int status = answer.statusCode();
                if (status < MULTIPLE_CHOICES) {
                    return (Map<?, ?>) Json.read(answer.body());
                }
                if (status < SERVER_ERROR && !comesToAnEnd(answer)) {
                    throw new Refused(
                            "the API answered " + status + " to POST " + path + " " + body + ": " + answer.body());
                }
            } catch (IOException noAnswer) {
                // whether it was heard is not known, so it is posted again under the same key
            } catch (Json.NotJson broken) {
                throw new Refused("the API answered POST " + path + " with what is not JSON: " + broken.getMessage());
            }
            repeated.incrementAndGet();
            Thread.sleep(1 + ThreadLocalRandom.current().nextInt(LONGEST_PAUSE_MS));
        }
    }

    /** Whether it says to wait, and not until tomorrow. */
    private static boolean comesToAnEnd(HttpResponse<String> answer) {
        return answer.statusCode() == TOO_MANY_REQUESTS
                && answer.headers().firstValueAsLong("Retry-After").orElse(0) <= PATIENCE.toSeconds();
    }

    /** Looks at a match, as its page does. */
    void look(String id) throws InterruptedException {
        try {
            http.send(
                    HttpRequest.newBuilder(stack.resolve("/api/matches/" + id))
                            .timeout(PATIENCE)
                            .build(),
                    BodyHandlers.discarding());
        } catch (IOException noAnswer) {
            // who looks at a page loads it again
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
