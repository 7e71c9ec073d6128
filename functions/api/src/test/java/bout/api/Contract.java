package bout.api;

import static org.junit.jupiter.api.Assertions.fail;

import bout.api.http.Query;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.Scope;
import bout.wire.Json;
import bout.wire.Problem;
import bout.wire.Resources;
import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request.Method;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.atlassian.oai.validator.report.LevelResolver;
import com.atlassian.oai.validator.report.ValidationReport;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The OpenAPI document, held against what is really asked and answered. */
public final class Contract {

    static final String TEXT = Resources.text(Api.class, "openapi.yaml");

    /** The document as a tree. */
    static final JsonNode DOCUMENT = tree();

    // The validator lets unknown parameters of a query pass unless it is told otherwise; the API does not. Who needs
    // which
    // token, the tests of access ask; most others call an open stack.
    private static final OpenApiInteractionValidator VALIDATOR =
            OpenApiInteractionValidator.createForInlineApiSpecification(
                            withoutAllOf(DOCUMENT).toString())
                    .withLevelResolver(LevelResolver.create()
                            .withLevel("validation.request.parameter.query.unexpected", ValidationReport.Level.ERROR)
                            .withLevel("validation.request.security", ValidationReport.Level.IGNORE)
                            .build())
                    .build();

    /** An answer to whatever no path of the document says is looked at as if this had been asked. */
    private static final Route ANY = route("GET", "/api/games/{game}");

    private Contract() {}

    private static Route route(String method, String path) {
        return new Route(method, path, Scope.ANONYMOUS, request -> null);
    }

    /** All methods and paths that the document has. */
    static List<Route> routes() {
        return DOCUMENT.get("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .map(operation -> route(operation.getKey().toUpperCase(Locale.ROOT), path.getKey())))
                .toList();
    }

    /** Fails unless the document allows the request, which the API took. */
    static void checkTaken(Request request) {
        ValidationReport report = report(request);
        if (report.hasErrors()) {
            fail("the API took a request that the OpenAPI document does not allow: " + messages(report));
        }
    }

    private static ValidationReport report(Request request) {
        SimpleRequest.Builder simple = new SimpleRequest.Builder(request.method(), request.path());
        request.headers().forEach(simple::withHeader);
        Query query = Query.read(
                request.query(),
                "game",
                "status",
                "seat",
                "mine",
                "author",
                "bot",
                "opponent",
                "result",
                "first",
                "second",
                "limit",
                "cursor",
                "watch",
                "after",
                "turn",
                "owners",
                "reason",
                "format");
        query.values().forEach(simple::withQueryParam);
        query.violations().forEach(wrong -> simple.withQueryParam(wrong.place(), ""));
        if (request.body().length > 0) {
            simple.withBody(request.body());
        }
        return VALIDATOR.validateRequest(simple.build());
    }

    /** Fails unless the document says that the request may be answered like this. */
    static void check(Request request, Response response) {
        if (request.method().equals("HEAD")) {
            // Like GET without the body, which the tests of HEAD see to.
            return;
        }
        Route asked = asked(request);
        SimpleResponse.Builder simple = new SimpleResponse.Builder(response.status());
        response.headers().forEach(simple::withHeader);
        simple.withBody(response.body());
        String path = asked == ANY ? "/api/games/x" : request.path();
        ValidationReport report = VALIDATOR.validateResponse(path, Method.valueOf(asked.method()), simple.build());
        if (report.hasErrors()) {
            fail("the OpenAPI document does not allow the answer " + response.status() + " "
                    + new String(response.body(), StandardCharsets.UTF_8) + " to " + request.method() + " "
                    + request.path() + ": " + messages(report));
        }
        if (response.status() >= 400
                && !Problem.CONTENT_TYPE.equals(response.headers().get("Content-Type"))) {
            fail("an error that is no problem: " + response);
        }
    }

    /** The documented operation; for a method that the path has not, any of that path. */
    private static Route asked(Request request) {
        List<Route> ofPath = routes().stream()
                .filter(route -> route.match(request.path()).isPresent())
                .toList();
        return ofPath.stream()
                .filter(route -> route.method().equals(request.method()))
                .findFirst()
                .orElse(ofPath.isEmpty() ? ANY : ofPath.getFirst());
    }

    private static String messages(ValidationReport report) {
        return report.getMessages().stream()
                .map(message -> message.getKey() + " " + message.getMessage())
                .collect(Collectors.joining("; "));
    }

    private static JsonNode tree() {
        try {
            return new YAMLMapper().readTree(TEXT);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /**
     * What {@code allOf} puts together, written out: the validator takes no field that a schema does not name, and
     * would refuse in each part the fields of the others.
     */
    private static JsonNode withoutAllOf(JsonNode node) {
        if (node.isArray()) {
            ArrayNode written = Json.MAPPER.createArrayNode();
            node.forEach(element -> written.add(withoutAllOf(element)));
            return written;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode written = Json.MAPPER.createObjectNode();
        for (JsonNode part : node.path("allOf")) {
            add(
                    written,
                    withoutAllOf(
                            part.has("$ref")
                                    ? DOCUMENT.at(part.get("$ref").asText().substring(1))
                                    : part));
        }
        ObjectNode rest = Json.MAPPER.createObjectNode();
        node.forEachEntry((name, value) -> {
            if (!name.equals("allOf")) {
                rest.set(name, withoutAllOf(value));
            }
        });
        add(written, rest);
        return written;
    }

    /** Adds another part's properties and required fields; of anything else the part that comes last decides. */
    private static void add(ObjectNode written, JsonNode part) {
        part.forEachEntry((name, value) -> {
            switch (name) {
                case "properties" -> written.withObject("/properties").setAll((ObjectNode) value);
                case "required" -> {
                    if (value.isArray()) {
                        written.withArray("/required").addAll((ArrayNode) value);
                    } else {
                        written.set(name, value);
                    }
                }
                default -> written.set(name, value);
            }
        });
    }

    /** A request of a test. */
    public static Request request(String method, String path, String query, Map<String, String> headers, String body) {
        Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        anyCase.putAll(headers);
        return new Request(method, path, query, anyCase, body.getBytes(StandardCharsets.UTF_8), "127.0.0.1");
    }
}
