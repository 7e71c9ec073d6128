package bout.api.admin;

import bout.api.access.Caller;
import bout.api.access.SiteAddress;
import bout.api.http.Field;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.AccessTokens;
import bout.store.access.InvitationRecord;
import bout.store.access.Invitations;
import bout.store.access.Quotas;
import bout.store.access.TokenRecord;
import bout.store.bot.Bots;
import bout.store.match.MatchLimits;
import bout.store.table.Parallel;
import bout.wire.ProblemType;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates, lists, shows and revokes invitations. */
public record InvitationEndpoints(Invitations invitations, AccessTokens tokens, Bots bots, SiteAddress site) {

    private static final List<String> FIELDS = List.of("name", "uses", "days", "quotas");
    private static final List<String> QUOTAS = List.of("bots", "openMatches", "matchesPerDay");
    private static final List<String> REVOKE_PARAMETERS = List.of("tokens");
    private static final int MOST_QUOTA = 1_000_000;

    private record Page(List<InvitationRecord> invitations) {}

    private record New(@JsonUnwrapped InvitationRecord record, String secret, String link) {}

    private record Shown(@JsonUnwrapped InvitationRecord record, List<Joined> joined) {}

    private record Joined(String id, String name, Instant joinedAt, boolean revoked) {}

    /** The only response that contains the secret. */
    public Response create(Caller caller, Request request, Map<String, String> place) {
        Field body = Field.body(request).object("an object with the fields name, uses and days", FIELDS);
        String name = body.required("name", "a name that says whom it is for").name();
        Integer uses = number(body, "uses", InvitationRecord.MOST_USES);
        Integer days = number(body, "days", InvitationRecord.MOST_DAYS);
        Quotas quotas = body.has("quotas") ? quotas(body.get("quotas")) : Quotas.NONE;
        body.check();
        Invitations.Created created = invitations.create(name, uses, Duration.ofDays(days), quotas);
        String secret = created.secret().text();
        // Behind the #, browsers send it to nobody, and it is in no log.
        return Response.fresh(201, new New(created.record(), secret, site.of(request) + "/join.html#" + secret));
    }

    private static Integer number(Field body, String name, int most) {
        return body.required(name, "a whole number from 1 to " + most).whole(1, most);
    }

    private static Quotas quotas(Field field) {
        if (!field.isObject("an object with any of " + String.join(", ", QUOTAS), QUOTAS)) {
            return null;
        }
        Integer bots = field.get("bots").whole(1, Bots.MOST_OF_OWNER);
        Integer open = field.get("openMatches").whole(1, MatchLimits.MOST_OPEN);
        Integer day = field.get("matchesPerDay").whole(1, MOST_QUOTA);
        return new Quotas(bots, open, day);
    }

    public Response list(Caller caller, Request request, Map<String, String> place) {
        return Response.fresh(200, new Page(invitations.list()));
    }

    public Response get(Caller caller, Request request, Map<String, String> place) {
        return shown(invitations.find(place.get("id")).orElseThrow(InvitationEndpoints::unknown));
    }

    /** Also revokes the tokens that were issued with it, if asked to. */
    public Response revoke(Caller caller, Request request, Map<String, String> place) {
        Query query = Query.read(request.query(), REVOKE_PARAMETERS);
        boolean withTokens = query.flag("tokens");
        query.check();
        InvitationRecord revoked = invitations.revoke(place.get("id")).orElseThrow(InvitationEndpoints::unknown);
        if (withTokens) {
            // Nobody joins any more, so these are all. Again for those that were already revoked: an earlier request
            // may have stopped half-way.
            Parallel.call(invitations.joined(revoked.id()), this::revokeWithWhatItMade);
        }
        return shown(revoked);
    }

    private Optional<TokenRecord> revokeWithWhatItMade(TokenRecord token) {
        Optional<TokenRecord> revoked = token.revoked() ? Optional.of(token) : tokens.revoke(token.id());
        bots.pauseAll(token.id());
        return revoked;
    }

    private static Refusal unknown() {
        return new Refusal(ProblemType.UNKNOWN_INVITATION, "No invitation has this id.");
    }

    private Response shown(InvitationRecord invitation) {
        List<Joined> joined = invitations.joined(invitation.id()).stream()
                .map(token -> new Joined(token.id(), token.name(), token.createdAt(), token.revoked()))
                .toList();
        return Response.fresh(200, new Shown(invitation, joined));
    }
}
