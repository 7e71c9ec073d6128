package bout.api.admin;

import bout.api.access.Caller;
import bout.api.http.FieldReader;
import bout.api.http.JsonBody;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.engine.Plain;
import bout.store.access.AccessTokens;
import bout.store.access.Scope;
import bout.store.access.TokenRecord;
import bout.wire.Problem;
import bout.wire.ProblemType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates, lists and revokes tokens. */
public final class TokenEndpoints {

    private static final List<String> FIELDS = List.of("name", "scope");

    private final AccessTokens tokens;

    public TokenEndpoints(AccessTokens tokens) {
        this.tokens = tokens;
    }

    /** The only response that contains a token. */
    public Response create(Caller caller, Request request, Map<String, String> place) {
        return switch (JsonBody.read(request)) {
            case JsonBody.Unreadable unreadable -> unreadable.response();
            case JsonBody.Read(Object body) -> create(body);
        };
    }

    private Response create(Object body) {
        Reader reader = new Reader();
        Wanted wanted = reader.read(body);
        if (!reader.violations().isEmpty()) {
            return Response.problem(Problem.of(reader.violations()));
        }
        AccessTokens.Issued issued = tokens.issue(wanted.name(), wanted.scope());
        Map<String, Object> plain = plain(issued.record());
        plain.put("token", issued.token().text());
        return Response.fresh(201, plain);
    }

    public Response list(Caller caller, Request request, Map<String, String> place) {
        return Response.fresh(
                200,
                Map.of(
                        "tokens",
                        tokens.list().stream().map(TokenEndpoints::plain).toList()));
    }

    public Response revoke(Caller caller, Request request, Map<String, String> place) {
        return tokens.revoke(place.get("id"))
                .map(revoked -> Response.fresh(200, plain(revoked)))
                .orElseGet(() -> Response.problem(Problem.of(ProblemType.UNKNOWN_TOKEN, "No token has this id.")));
    }

    private static Map<String, Object> plain(TokenRecord record) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", record.id());
        plain.put("name", record.name());
        plain.put("scope", record.scope().code());
        plain.put("createdAt", record.createdAt().toString());
        plain.put("revokedAt", record.revoked() ? record.revokedAt().toString() : null);
        return plain;
    }

    private record Wanted(String name, Scope scope) {}

    private static final class Reader extends FieldReader {

        private Wanted read(Object body) {
            if (!(body instanceof Map<?, ?> fields)) {
                wrongType("", "an object with the fields name and scope", body);
                return null;
            }
            unknownFields("", fields, FIELDS);
            String name = null;
            if (fields.containsKey("name")) {
                name = name("/name", fields.get("name"));
            } else {
                wrong(ProblemType.MISSING_FIELD, "/name", "missing; expected a name that says what the token is for");
            }
            return new Wanted(name, scope(fields));
        }

        private Scope scope(Map<?, ?> fields) {
            String expected = "one of " + String.join(", ", Scope.OF_TOKENS);
            if (!fields.containsKey("scope")) {
                wrong(ProblemType.MISSING_FIELD, "/scope", "missing; expected " + expected);
                return null;
            }
            String code = text("/scope", fields.get("scope"));
            if (code == null) {
                return null;
            }
            return Scope.ofToken(code).orElseGet(() -> {
                wrong(ProblemType.OUT_OF_RANGE, "/scope", "expected " + expected + ", got " + Plain.describe(code));
                return null;
            });
        }
    }
}
