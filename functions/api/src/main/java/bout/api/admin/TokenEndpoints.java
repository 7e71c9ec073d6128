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
import bout.store.bot.Bots;
import bout.wire.Problem;
import bout.wire.ProblemType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates, lists and revokes tokens. */
public final class TokenEndpoints {

    private static final List<String> FIELDS = List.of("name", "scope");

    private final AccessTokens tokens;
    private final Bots bots;

    public TokenEndpoints(AccessTokens tokens, Bots bots) {
        this.tokens = tokens;
        this.bots = bots;
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

    /**
     * Also pauses the token's bots. Others notice by themselves that it is revoked: runners cancel its matches, the
     * standings function its tournaments, and health sweeps pause bots that it registered at the last moment.
     */
    public Response revoke(Caller caller, Request request, Map<String, String> place) {
        Optional<TokenRecord> revoked = tokens.revoke(place.get("id"));
        // Again for a token that was already revoked: an earlier request may have stopped half-way.
        revoked.ifPresent(token -> bots.pauseAll(token.id()));
        return revoked.map(token -> Response.fresh(200, plain(token)))
                .orElseGet(() -> Response.problem(Problem.of(ProblemType.UNKNOWN_TOKEN, "No token has this id.")));
    }

    /** A token without its secret value, as admins and those who just got it see it. */
    public static Map<String, Object> plain(TokenRecord record) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", record.id());
        plain.put("name", record.name());
        plain.put("scope", record.scope().code());
        plain.put("createdAt", record.createdAt().toString());
        plain.put("revokedAt", record.revoked() ? record.revokedAt().toString() : null);
        plain.put("invitation", record.invitation());
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
            String name = requiredName(fields, "a name that says what the token is for");
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
