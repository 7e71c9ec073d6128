package bout.api;

import bout.api.http.Field;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.api.http.SourceAddress;
import bout.store.access.Invitations;
import bout.store.access.Invitations.InvitationRecord;
import bout.store.access.Owners.Quotas;
import bout.store.bot.Bots;
import bout.store.match.MatchLimits;
import bout.telemetry.Parallel;
import bout.wire.ProblemType;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** For admins: creates, lists, shows and revokes invitations. */
record InvitationEndpoints(Invitations invitations, OwnerEndpoints owners, SourceAddress addresses) {
    private static final List<String> QUOTAS = List.of("bots", "openMatches", "matchesPerDay");
    private static final int MOST_QUOTA = 1_000_000;

    private record NewInvitation(@JsonUnwrapped InvitationRecord record, String secret, String link) {}

    private record ShownInvitation(@JsonUnwrapped InvitationRecord record, List<Joined> joined) {}

    private record Joined(String id, String name, Instant joinedAt, boolean blocked) {}

    Response create(Request request) {
        Field body = Field.body(request)
                .object("an object with the fields name, uses and days", List.of("name", "uses", "days", "quotas"));
        String name = body.required("name", "a name that says whom it is for").name();
        Integer uses = number(body, "uses", InvitationRecord.MOST_USES);
        Integer days = number(body, "days", InvitationRecord.MOST_DAYS);
        Quotas quotas = body.has("quotas") ? quotas(body.get("quotas")) : Quotas.NONE;
        body.check();
        Invitations.Created created = invitations.create(name, uses, Duration.ofDays(days), quotas);
        return created(request, addresses, created);
    }

    /** The only response that contains the secret. */
    static Response created(Request request, SourceAddress addresses, Invitations.Created created) {
        String secret = created.secret().text();
        // Browsers do not send the part after the #, so it is in no log.
        String link = addresses.site(request) + "/join.html#" + secret;
        return Response.fresh(201, new NewInvitation(created.record(), secret, link));
    }

    static Integer number(Field body, String name, int most) {
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

    Response list(Request request) {
        return Response.ok(Map.of("invitations", invitations.list()));
    }

    Response get(Request request) {
        return shown(invitations.find(request.id()));
    }

    /** Also blocks the owners who joined with it, if asked to. */
    Response revoke(Request request) {
        Query query = Query.read(request.query(), "owners");
        boolean withOwners = query.flag("owners");
        query.check();
        Optional<InvitationRecord> revoked = invitations.revoke(request.id());
        if (revoked.isPresent() && withOwners) {
            // No one can join any more, so these are all. Again for those that were already blocked: an earlier request
            // may have stopped half-way.
            Parallel.call(invitations.joined(revoked.get().id()), owner -> owners.change(owner.id(), null, true));
        }
        return shown(revoked);
    }

    private Response shown(Optional<InvitationRecord> found) {
        InvitationRecord invitation =
                found.orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_INVITATION, "No invitation has this id."));
        List<Joined> joined = invitations.joined(invitation.id()).stream()
                .map(owner -> new Joined(owner.id(), owner.name(), owner.createdAt(), owner.blocked()))
                .toList();
        return Response.ok(new ShownInvitation(invitation, joined));
    }
}
