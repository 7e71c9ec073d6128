package bout.cli.api;

import bout.cli.text.CommandFailed;
import bout.cli.text.TerminalText;
import bout.competition.journal.JournalEntry;
import bout.engine.Plain;
import bout.stack.FileProblem;
import bout.wire.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls the API of a stack or a deployment. Every answer except a success is a {@link CommandFailed} with the request,
 * what the API says is wrong and, if a token is missing, how to give one.
 */
public final class ApiClient implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private static final int JOURNAL_PAGE = 500;

    public static final class RequestRefused extends CommandFailed {

        private final int status;

        private RequestRefused(int status, String message) {
            super(message);
            this.status = status;
        }

        public int status() {
            return status;
        }

        public boolean isPassing() {
            return status == 408 || status == 429 || status >= 500;
        }
    }

    private final URI api;
    private final String token;
    private final HttpClient http;

    /** @param token sent with every request, or {@code null} for none */
    public ApiClient(URI api, String token) {
        this.api = api;
        this.token = token;
        // No redirects: they would send the token to another place.
        this.http = HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    public Plain get(String path) {
        return send("GET", path, null, null);
    }

    public Plain post(String path, Object body) {
        return send("POST", path, body, null);
    }

    /** @param key the same when the request is repeated, so that only one has an effect */
    public Plain post(String path, Object body, String key) {
        return send("POST", path, body, key);
    }

    public Plain patch(String path, Object body) {
        return send("PATCH", path, body, null);
    }

    public Plain delete(String path) {
        return send("DELETE", path, null, null);
    }

    public List<Plain> all(String path, String field) {
        List<Plain> all = new ArrayList<>();
        for (String cursor = ""; cursor != null; ) {
            Plain page = get(path + cursor);
            all.addAll(page.get(field).entries());
            Plain next = page.get("next");
            cursor = next.isNull() ? null : "&cursor=" + URLEncoder.encode(next.text(), StandardCharsets.UTF_8);
        }
        return all;
    }

    /**
     * Entries of a ladder's public journal after a sequence number, without a gap; empty at the end.
     *
     * @param ladder its path
     */
    public List<JournalEntry> journal(String ladder, long sequence) {
        List<JournalEntry> page = new ArrayList<>();
        Plain answer = get(ladder + "/matches?limit=" + JOURNAL_PAGE + "&after=" + sequence);
        for (Plain each : answer.get("matches").entries()) {
            JournalEntry entry = typed(each, JournalEntry.class);
            long next = sequence + page.size() + 1;
            if (entry.sequence() != next) {
                throw new CommandFailed("the journal of " + ladder + " has a gap: entry " + next + " is followed by "
                        + entry.sequence());
            }
            page.add(entry);
        }
        return page;
    }

    public static <T> T typed(Plain answer, Class<T> type) {
        try {
            return Json.read(Json.bytes(answer.value()), type);
        } catch (Json.NotJson other) {
            throw new CommandFailed(
                    "the API answers something else than this version expects: " + other.getMessage(), other);
        }
    }

    /** A file of standings; empty until it is published, whatever the site then answers. */
    public Optional<Plain> standings(String name) {
        String path = "/standings/" + name + ".json";
        HttpResponse<String> answer = answer("GET", path, null, null);
        return answer.statusCode() == 404 ? Optional.empty() : Optional.of(json("GET", path, answer));
    }

    /** A file or a text of the API, exactly as it is; not safe to print. */
    public String text(String path) {
        return success("GET", path, null, null).body();
    }

    private Plain send(String method, String path, Object body, String key) {
        return json(method, path, success(method, path, body, key));
    }

    private HttpResponse<String> success(String method, String path, Object body, String key) {
        HttpResponse<String> answer = answer(method, path, body, key);
        if (answer.statusCode() >= 300) {
            throw refused(method, path, answer);
        }
        return answer;
    }

    private HttpResponse<String> answer(String method, String path, Object body, String key) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.resolve(path))
                .timeout(ANSWER)
                .header("Accept", "application/json, application/problem+json");
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        if (body == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.method(method, BodyPublishers.ofByteArray(Json.bytes(body)))
                    .header("Content-Type", "application/json");
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (ConnectException nobody) {
            throw new CommandFailed(
                    FileProblem.noAnswer(api, nobody)
                            + ". Start 'bout up' there, or give another URL with --api or BOUT_API.",
                    nobody);
        } catch (IOException failed) {
            throw new CommandFailed(method + " " + api.resolve(path) + " failed: " + FileProblem.text(failed), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("interrupted while waiting for " + api, interrupted);
        }
    }

    private RequestRefused refused(String method, String path, HttpResponse<String> answer) {
        int status = answer.statusCode();
        Plain problem = json(method, path, answer);
        String detail = problem.value() instanceof Map<?, ?> fields && fields.get("detail") instanceof String text
                ? text
                : TerminalText.lines(answer.body());
        String hint = status != 401 && status != 403
                ? ""
                : token == null
                        ? " Set BOUT_TOKEN to your token, or use --token."
                        : " The token came from --token or BOUT_TOKEN.";
        return new RequestRefused(
                status, detail + hint + " (" + method + " " + api.resolve(path) + " answers " + status + ")");
    }

    private Plain json(String method, String path, HttpResponse<String> answer) {
        try {
            return Plain.of(TerminalText.json(Json.read(answer.body())));
        } catch (Json.NotJson notJson) {
            throw new CommandFailed(
                    "the server at " + api + " is not Bout: it answers " + method + " " + path + " with status "
                            + answer.statusCode() + " and no JSON",
                    notJson);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
