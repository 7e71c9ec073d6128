package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import bout.wire.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

final class StackClient implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI stack;

    StackClient(URI stack) {
        this.stack = stack;
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
        return send(HttpRequest.newBuilder(stack.resolve(path)), headers);
    }

    HttpResponse<byte[]> getBytes(String path, String... headers) throws Exception {
        return send(HttpRequest.newBuilder(stack.resolve(path)), BodyHandlers.ofByteArray(), headers);
    }

    HttpResponse<String> send(HttpRequest.Builder request, String... headers) throws Exception {
        return send(request, BodyHandlers.ofString(), headers);
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, BodyHandler<T> read, String... headers)
            throws Exception {
        return http.send((headers.length > 0 ? request.headers(headers) : request).build(), read);
    }

    HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
        return send(HttpRequest.newBuilder(stack.resolve(path)).method(method, BodyPublishers.ofString(body)), headers);
    }

    HttpResponse<String> post(String path, String json, String... headers) throws Exception {
        return send(
                HttpRequest.newBuilder(stack.resolve(path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json)),
                headers);
    }

    /** Registers a bot of Ajax Tiles with these fields; returns what the API says about it. */
    Map<String, Object> registerBot(String fields) throws Exception {
        HttpResponse<String> answer =
                post("/api/bots", "{\"game\":\"ajax-tiles\",\"name\":\"Connected\"," + fields + "}");
        assertEquals(201, answer.statusCode(), answer.body());
        return json(answer.body());
    }

    /** Starts a match of Ajax Tiles between two players in JSON; returns its id. */
    String startMatch(String first, String second) throws Exception {
        return startMatch(first, second, "{}");
    }

    /** The same with options in JSON. */
    String startMatch(String first, String second, String options) throws Exception {
        return startMatchOf("ajax-tiles", first, second, options);
    }

    /** The same for any game. */
    String startMatchOf(String game, String first, String second, String options) throws Exception {
        return startMatchAs(
                "{\"game\":\"" + game + "\",\"players\":[" + first + "," + second + "],\"options\":" + options + "}");
    }

    String startMatchAs(String body) throws Exception {
        HttpResponse<String> accepted = post("/api/matches", body);
        assertEquals(202, accepted.statusCode(), accepted.body());
        return (String) json(accepted.body()).get("id");
    }

    /** The match in which a bot knew its seat by this id, if it has ended. */
    Optional<String> matchOfSeat(String seatId) throws Exception {
        HttpResponse<String> answer = get("/api/matches?seat=" + seatId);
        assertEquals(200, answer.statusCode(), answer.body());
        return ((List<?>) json(answer.body()).get("matches"))
                .stream().map(match -> (String) ((Map<?, ?>) match).get("id")).findFirst();
    }

    Map<String, Object> awaitEnd(String id) throws Exception {
        return awaitEnd(id, TIMEOUT);
    }

    Map<String, Object> awaitEnd(String id, Duration within) throws Exception {
        Instant end = Instant.now().plus(within);
        while (Instant.now().isBefore(end)) {
            HttpResponse<String> answer = get("/api/matches/" + id);
            assertEquals(200, answer.statusCode(), answer.body());
            Map<String, Object> match = json(answer.body());
            if (Set.of("finished", "failed", "cancelled").contains(match.get("status"))) {
                return match;
            }
            Thread.sleep(50);
        }
        return fail("the match " + id + " did not end within " + within);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> json(String text) throws Json.NotJson {
        return (Map<String, Object>) Json.read(text);
    }

    @Override
    public void close() {
        http.close();
    }
}
