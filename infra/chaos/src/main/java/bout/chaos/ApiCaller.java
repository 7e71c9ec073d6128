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

/** A well-behaved API client: repeats every request without an answer, with the same idempotency key. */
final class ApiCaller implements AutoCloseable {

    private static final Duration TIME_LIMIT = Duration.ofSeconds(30);
    private static final int MAX_PAUSE_MS = 600;
    private static final int MULTIPLE_CHOICES = 300;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    private final URI stack;
    private final String adminToken;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicInteger repeated = new AtomicInteger();

    /** @param adminToken allows creating tokens and redriving matches */
    ApiCaller(URI stack, String adminToken) {
        this.stack = stack;
        this.adminToken = adminToken;
    }

    /**
     * A token with the scope {@code play}.
     *
     * @param id the owner of the matches started with it
     */
    record Token(String id, String secret) {}

    /** An answer that a retry will not change. */
    static final class Refused extends Exception {
        private Refused(String why) {
            super(why);
        }
    }

    Token makeToken() throws InterruptedException, Refused {
        // No idempotency key: a token whose answer was lost does no harm.
        Map<?, ?> token = post("/api/tokens", adminToken, null, "{\"name\":\"chaos\",\"scope\":\"play\"}");
        return new Token((String) token.get("id"), (String) token.get("token"));
    }

    /** Starts a match, and retries until it is accepted; returns its id. */
    String post(MatchPlan plan, Token token) throws InterruptedException, Refused {
        return (String)
                post("/api/matches", token.secret(), plan.key(), plan.body()).get("id");
    }

    /** Redrives all failed matches. */
    void redrive() throws InterruptedException, Refused {
        boolean more;
        do {
            more = Boolean.TRUE.equals(
                    post("/api/dead-letters/redrive", adminToken, null, "").get("more"));
        } while (more);
    }

    private Map<?, ?> post(String path, String token, String key, String body) throws InterruptedException, Refused {
        HttpRequest.Builder request = HttpRequest.newBuilder(stack.resolve(path))
                .timeout(TIME_LIMIT)
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
                if (status < SERVER_ERROR && !allowsRetrySoon(answer)) {
                    throw new Refused(
                            "the API answered " + status + " to POST " + path + " " + body + ": " + answer.body());
                }
            } catch (IOException noAnswer) {
                // unknown whether the API got the request, so send it again with the same key
            } catch (Json.NotJson broken) {
                throw new Refused("the API answered POST " + path + " with invalid JSON: " + broken.getMessage());
            }
            repeated.incrementAndGet();
            Thread.sleep(1 + ThreadLocalRandom.current().nextInt(MAX_PAUSE_MS));
        }
    }

    /** Whether the answer asks to wait, but not until tomorrow. */
    private static boolean allowsRetrySoon(HttpResponse<String> answer) {
        return answer.statusCode() == TOO_MANY_REQUESTS
                && answer.headers().firstValueAsLong("Retry-After").orElse(0) <= TIME_LIMIT.toSeconds();
    }

    /** Requests a match, as its page does. */
    void view(String id) throws InterruptedException {
        try {
            http.send(
                    HttpRequest.newBuilder(stack.resolve("/api/matches/" + id))
                            .timeout(TIME_LIMIT)
                            .build(),
                    BodyHandlers.discarding());
        } catch (IOException noAnswer) {
            // a visitor would simply reload the page
        }
    }

    /** The number of repeated requests. */
    int repeated() {
        return repeated.get();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
