package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.api.http.Request;
import bout.api.http.Response;
import bout.cloud.template.Template;
import bout.engine.Plain;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.access.AdminToken;
import bout.wire.Json;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Calls the function as API Gateway does. Every answer is held against the OpenAPI document, and so is every request
 * that the API took; and no answer may have a bot's URL in it.
 */
final class Gateway {

    /** Part of every bot's URL in these tests. */
    static final String SECRET = "s3cr3t";

    static final String ADMIN = "an-admin-token-that-nobody-guesses";

    static final String HOUSE_BOTS =
            "{\"game\":\"ajax-tiles\",\"players\":[{\"house\":\"expand\"},{\"house\":\"random\"}]}";

    private final ApiHandler handler;

    Gateway(TestApplication application) {
        this(application.environment("ApiFunction"));
    }

    Gateway(TestApplication application, Clock clock) {
        this(application.environment("ApiFunction"), clock);
    }

    /** With another value of a variable of its environment. */
    Gateway(TestApplication application, String variable, String value) {
        this(changed(application.environment("ApiFunction"), variable, value));
    }

    Gateway(Map<String, String> environment) {
        this(environment, Clock.systemUTC());
    }

    private Gateway(Map<String, String> environment, Clock clock) {
        this.handler = new ApiHandler(TestAws.aws(environment), clock);
    }

    private static Map<String, String> changed(Map<String, String> environment, String variable, String value) {
        environment.put(variable, value);
        return environment;
    }

    /** An application with the token {@link #ADMIN} and, unless the settings say otherwise, no limit of requests. */
    static TestApplication deployed(String... settings) {
        Map<String, String> all = new LinkedHashMap<>(
                Map.of("AdminTokenHash", new AdminToken(ADMIN).hash(), "BOUT_REQUESTS_PER_SECOND", "0"));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return TestAws.application(Template.read(Template.ofThisRepository()), all);
    }

    /** A new owner; the token of its first key is the field {@code token}. */
    Answer issue(String name, String scope) {
        return post(ADMIN, "/api/owners", Json.text(Map.of("name", name, "scope", scope)));
    }

    /** An owner and its first token. */
    record Person(String id, String token) {}

    Person person(String name) {
        Answer issued = issue(name, "play");
        return new Person(issued.get("owner").text("id"), issued.text("token"));
    }

    /** What came back, its body read. */
    record Answer(int status, Map<String, String> headers, String body) {

        Plain json() {
            try {
                return Plain.of(Json.read(body));
            } catch (Json.NotJson notJson) {
                throw new AssertionError(body, notJson);
            }
        }

        Plain get(String field) {
            return json().get(field);
        }

        boolean has(String field) {
            return json().has(field);
        }

        String text(String field) {
            return get(field).text();
        }

        /** A field of each thing in a list. */
        List<String> texts(String list, String field) {
            return get(list).entries().stream().map(each -> each.text(field)).toList();
        }

        /** What is said of the first thing that is wrong: its pointer, parameter, header, type or detail. */
        String error(String field) {
            return get("errors").at(0).get(field).text();
        }

        /** The header field {@code Location}. */
        String location() {
            return headers.get("Location");
        }

        /** Fails unless this is the status. */
        Answer is(int expectedStatus, String... why) {
            assertEquals(expectedStatus, status, () -> String.join("", why) + " " + body);
            return this;
        }

        /** Fails unless this is a problem of the type with the status. */
        Answer isProblem(int expectedStatus, String type) {
            assertEquals("/problems/" + type, text("type"), body);
            assertEquals(expectedStatus, status, body);
            assertEquals(expectedStatus, json().get("status").integer(400, 599));
            assertEquals("application/problem+json", headers.get("Content-Type"));
            return this;
        }
    }

    /** What is logged meanwhile. */
    static String logged(Runnable calls) {
        PrintStream err = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try {
            calls.run();
        } finally {
            System.setErr(err);
        }
        return logged.toString(StandardCharsets.UTF_8);
    }

    Answer get(String path) {
        return as(null, "GET", path, "");
    }

    Answer post(String body) {
        return as(null, "POST", "/api/matches", body);
    }

    Answer post(String key, String body) {
        return as(null, "POST", "/api/matches", body, "idempotency-key", key);
    }

    Answer get(String token, String path) {
        return as(token, "GET", path, "");
    }

    Answer post(String token, String path, String body, String... headers) {
        return as(token, "POST", path, body, headers);
    }

    Answer patch(String token, String path, String body, String... headers) {
        return as(token, "PATCH", path, body, headers);
    }

    Answer delete(String token, String path, String... headers) {
        return as(token, "DELETE", path, "", headers);
    }

    /**
     * @param token {@code null} for none
     * @param path with the query
     * @param headers further fields, name by value
     */
    Answer as(String token, String method, String path, String body, String... headers) {
        Map<String, String> all = new LinkedHashMap<>();
        if (token != null) {
            all.put("authorization", "Bearer " + token);
        }
        if (!body.isEmpty()) {
            all.put("content-type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        String[] pathAndQuery = path.split("\\?", 2);
        return call(method, pathAndQuery[0], pathAndQuery.length < 2 ? "" : pathAndQuery[1], all, body);
    }

    Answer call(String method, String path, String query, Map<String, String> headers, String body) {
        return call(GatewayEvents.of(method, path, query, headers, body));
    }

    Answer call(APIGatewayV2HTTPEvent event) {
        APIGatewayV2HTTPResponse answered = handler.handleRequest(event, null);
        Request request = Request.of(event);
        byte[] body = answered.getBody().getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = new TreeMap<>(answered.getHeaders());
        Contract.check(request, new Response(answered.getStatusCode(), headers, List.of(), body));
        if (answered.getStatusCode() < 300 && !request.method().equals("HEAD")) {
            Contract.checkTaken(request);
        }
        if (answered.getCookies() != null) {
            headers.put("Set-Cookie", String.join("\n", answered.getCookies()));
        }
        assertFalse(answered.getBody().contains(SECRET), "a bot's URL is in the answer");
        assertEquals("nosniff", headers.get("X-Content-Type-Options"));
        return new Answer(answered.getStatusCode(), headers, answered.getBody());
    }
}
