package bout.api;

import bout.api.http.Field;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.api.http.SourceAddress;
import bout.store.access.AccessTokens;
import bout.store.access.AccessTokens.Quotas;
import bout.store.access.AccessTokens.TokenRecord;
import bout.store.access.Invitations;
import bout.store.access.Invitations.InvitationRecord;
import bout.store.access.Scope;
import bout.store.bot.Bots;
import bout.store.match.MatchLimits;
import bout.telemetry.Parallel;
import bout.wire.ProblemType;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** For admins: creates, lists, shows and revokes tokens and invitations. */
record AdminEndpoints(AccessTokens tokens, Invitations invitations, Bots bots, SourceAddress addresses) {
    private static final List<String> QUOTAS = List.of("bots", "openMatches", "matchesPerDay");
    private static final int MOST_QUOTA = 1_000_000;

    private record TokenPage(List<Shown> tokens) {}

    private record NewToken(@JsonUnwrapped Shown shown, String token) {}

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

    /** The only response that contains a token. */
    Response createToken(Request request) {
        Field body = Field.body(request).object("an object with the fields name and scope", List.of("name", "scope"));
        String name =
                body.required("name", "a name that says what the token is for").name();
        Scope scope = body.required("scope", "one of " + String.join(", ", Scope.OF_TOKENS))
                .oneOf(Scope.OF_TOKENS, Scope::ofToken);
        body.check();
        return issued(tokens.issue(name, scope));
    }

    static Response issued(AccessTokens.Issued issued) {
        return Response.fresh(
                201, new NewToken(Shown.of(issued.record()), issued.token().text()));
    }

    Response listTokens(Request request) {
        return Response.fresh(
                200, new TokenPage(tokens.list().stream().map(Shown::of).toList()));
    }

    /**
     * Also pauses the token's bots. Others notice by themselves that it is revoked: runners cancel its matches, the
     * standings function its tournaments, and health sweeps pause bots that it registered at the last moment.
     */
    Response revokeToken(Request request) {
        TokenRecord revoked = tokens.revoke(request.id())
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_TOKEN, "No token has this id."));
        // Again for a token that was already revoked: an earlier request may have stopped half-way.
        bots.pauseAll(revoked.id());
        return Response.fresh(200, Shown.of(revoked));
    }

    private record InvitationPage(List<InvitationRecord> invitations) {}

    private record NewInvitation(@JsonUnwrapped InvitationRecord record, String secret, String link) {}

    private record ShownInvitation(@JsonUnwrapped InvitationRecord record, List<Joined> joined) {}

    private record Joined(String id, String name, Instant joinedAt, boolean revoked) {}

    /** The only response that contains the secret. */
    Response createInvitation(Request request) {
        Field body = Field.body(request)
                .object("an object with the fields name, uses and days", List.of("name", "uses", "days", "quotas"));
        String name = body.required("name", "a name that says whom it is for").name();
        Integer uses = number(body, "uses", InvitationRecord.MOST_USES);
        Integer days = number(body, "days", InvitationRecord.MOST_DAYS);
        Quotas quotas = body.has("quotas") ? quotas(body.get("quotas")) : Quotas.NONE;
        body.check();
        Invitations.Created created = invitations.create(name, uses, Duration.ofDays(days), quotas);
        String secret = created.secret().text();
        // Behind the #, browsers send it to nobody, and it is in no log.
        String link = addresses.site(request) + "/join.html#" + secret;
        return Response.fresh(201, new NewInvitation(created.record(), secret, link));
    }

    private static Integer number(Field body, String name, int most) {
        return body.required(name, "a whole number from 1 to " + most).whole(1, most);
    }

    private static Quotas quotas(Field field) {
        if (!field.isObject("an object with any of " + String.join(", ", QUOTAS), QUOTAS)) {
            return null;
        }
        return new Quotas(
                field.get("bots").whole(1, Bots.MOST_OF_OWNER),
                field.get("openMatches").whole(1, MatchLimits.MOST_OPEN),
                field.get("matchesPerDay").whole(1, MOST_QUOTA));
    }

    Response listInvitations(Request request) {
        return Response.fresh(200, new InvitationPage(invitations.list()));
    }

    Response getInvitation(Request request) {
        return shown(invitations.find(request.id()));
    }

    /** Also revokes the tokens that were issued with it, if asked to. */
    Response revokeInvitation(Request request) {
        Query query = Query.read(request.query(), "tokens");
        boolean withTokens = query.flag("tokens");
        query.check();
        Optional<InvitationRecord> revoked = invitations.revoke(request.id());
        if (revoked.isPresent() && withTokens) {
            // Nobody joins any more, so these are all. Again for those that were already revoked: an earlier request
            // may have stopped half-way.
            Parallel.call(invitations.joined(revoked.get().id()), this::revokeWithWhatItMade);
        }
        return shown(revoked);
    }

    private Optional<TokenRecord> revokeWithWhatItMade(TokenRecord token) {
        Optional<TokenRecord> revoked = token.revoked() ? Optional.of(token) : tokens.revoke(token.id());
        bots.pauseAll(token.id());
        return revoked;
    }

    private Response shown(Optional<InvitationRecord> found) {
        InvitationRecord invitation =
                found.orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_INVITATION, "No invitation has this id."));
        List<Joined> joined = invitations.joined(invitation.id()).stream()
                .map(token -> new Joined(token.id(), token.name(), token.createdAt(), token.revoked()))
                .toList();
        return Response.fresh(200, new ShownInvitation(invitation, joined));
    }
}
