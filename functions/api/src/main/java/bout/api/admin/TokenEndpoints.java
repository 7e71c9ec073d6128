package bout.api.admin;

import bout.api.access.Caller;
import bout.api.http.Field;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.AccessTokens;
import bout.store.access.Scope;
import bout.store.access.TokenRecord;
import bout.store.bot.Bots;
import bout.wire.ProblemType;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Creates, lists and revokes tokens. */
public record TokenEndpoints(AccessTokens tokens, Bots bots) {

    private static final List<String> FIELDS = List.of("name", "scope");

    private record Page(List<Shown> tokens) {}

    /** The only response that contains a token. */
    public Response create(Caller caller, Request request, Map<String, String> place) {
        Field body = Field.body(request).object("an object with the fields name and scope", FIELDS);
        String name =
                body.required("name", "a name that says what the token is for").name();
        Scope scope = body.required("scope", "one of " + String.join(", ", Scope.OF_TOKENS))
                .oneOf(Scope.OF_TOKENS, Scope::ofToken);
        body.check();
        return issued(tokens.issue(name, scope));
    }

    public Response list(Caller caller, Request request, Map<String, String> place) {
        return Response.fresh(
                200, new Page(tokens.list().stream().map(Shown::of).toList()));
    }

    /**
     * Also pauses the token's bots. Others notice by themselves that it is revoked: runners cancel its matches, the
     * standings function its tournaments, and health sweeps pause bots that it registered at the last moment.
     */
    public Response revoke(Caller caller, Request request, Map<String, String> place) {
        TokenRecord revoked = tokens.revoke(place.get("id"))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_TOKEN, "No token has this id."));
        // Again for a token that was already revoked: an earlier request may have stopped half-way.
        bots.pauseAll(revoked.id());
        return Response.fresh(200, Shown.of(revoked));
    }

    /** The response to whoever just got a token. */
    public static Response issued(AccessTokens.Issued issued) {
        return Response.fresh(
                201, new New(Shown.of(issued.record()), issued.token().text()));
    }

    private record New(@JsonUnwrapped Shown shown, String token) {}

    /** A token without its secret value. */
    private record Shown(
            String id, String name, String scope, Instant createdAt, Instant revokedAt, String invitation) {
        private static Shown of(TokenRecord record) {
            return new Shown(
                    record.id(),
                    record.name(),
                    record.scope().code(),
                    record.createdAt(),
                    record.revokedAt(),
                    record.invitation());
        }
    }
}
