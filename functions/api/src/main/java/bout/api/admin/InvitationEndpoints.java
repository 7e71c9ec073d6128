package bout.api.admin;

import bout.api.access.Caller;
import bout.api.access.SiteAddress;
import bout.api.http.FieldReader;
import bout.api.http.JsonBody;
import bout.api.http.Query;
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
import bout.wire.Problem;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates, lists, shows and revokes invitations. */
public final class InvitationEndpoints {

    private static final List<String> FIELDS = List.of("name", "uses", "days", "quotas");
    private static final List<String> QUOTAS = List.of("bots", "openMatches", "matchesPerDay");
    private static final List<String> REVOKE_PARAMETERS = List.of("tokens");
    private static final int MOST_QUOTA = 1_000_000;

    private final Invitations invitations;
    private final AccessTokens tokens;
    private final Bots bots;
    private final SiteAddress site;

    public InvitationEndpoints(Invitations invitations, AccessTokens tokens, Bots bots, SiteAddress site) {
        this.invitations = invitations;
        this.tokens = tokens;
        this.bots = bots;
        this.site = site;
    }

    /** The only response that contains the secret. */
    public Response create(Caller caller, Request request, Map<String, String> place) {
        return switch (JsonBody.read(request)) {
            case JsonBody.Unreadable unreadable -> unreadable.response();
            case JsonBody.Read(Object body) -> create(request, body);
        };
    }

    private Response create(Request request, Object body) {
        Reader reader = new Reader();
        Wanted wanted = reader.read(body);
        if (!reader.violations().isEmpty()) {
            return Response.problem(Problem.of(reader.violations()));
        }
        Invitations.Created created =
                invitations.create(wanted.name(), wanted.uses(), Duration.ofDays(wanted.days()), wanted.quotas());
        Map<String, Object> plain = plain(created.record());
        plain.put("secret", created.secret().text());
        // Behind the #, browsers send it to nobody, and it is in no log.
        plain.put("link", site.of(request) + "/join.html#" + created.secret().text());
        return Response.fresh(201, plain);
    }

    public Response list(Caller caller, Request request, Map<String, String> place) {
        return Response.fresh(
                200,
                Map.of(
                        "invitations",
                        invitations.list().stream()
                                .map(InvitationEndpoints::plain)
                                .toList()));
    }

    public Response get(Caller caller, Request request, Map<String, String> place) {
        return answer(invitations.find(place.get("id")));
    }

    /** Also revokes the tokens that were issued with it, if asked to. */
    public Response revoke(Caller caller, Request request, Map<String, String> place) {
        Query query = Query.read(request.query(), REVOKE_PARAMETERS);
        List<Violation> violations = new ArrayList<>(query.violations());
        boolean withTokens = query.flag("tokens", violations);
        if (!violations.isEmpty()) {
            return Response.problem(Problem.of(violations));
        }
        Optional<InvitationRecord> revoked = invitations.revoke(place.get("id"));
        if (withTokens) {
            // Nobody joins any more, so these are all. Again for those that were already revoked: an earlier request
            // may have stopped half-way.
            revoked.ifPresent(
                    invitation -> Parallel.call(invitations.joined(invitation.id()), this::revokeWithWhatItMade));
        }
        return answer(revoked);
    }

    private Optional<TokenRecord> revokeWithWhatItMade(TokenRecord token) {
        Optional<TokenRecord> revoked = token.revoked() ? Optional.of(token) : tokens.revoke(token.id());
        bots.pauseAll(token.id());
        return revoked;
    }

    private Response answer(Optional<InvitationRecord> found) {
        return found.map(invitation -> {
                    Map<String, Object> plain = plain(invitation);
                    plain.put(
                            "joined",
                            invitations.joined(invitation.id()).stream()
                                    .map(InvitationEndpoints::joined)
                                    .toList());
                    return Response.fresh(200, plain);
                })
                .orElseGet(() ->
                        Response.problem(Problem.of(ProblemType.UNKNOWN_INVITATION, "No invitation has this id.")));
    }

    private static Map<String, Object> joined(TokenRecord token) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", token.id());
        plain.put("name", token.name());
        plain.put("joinedAt", token.createdAt().toString());
        plain.put("revoked", token.revoked());
        return plain;
    }

    private static Map<String, Object> plain(InvitationRecord invitation) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", invitation.id());
        plain.put("name", invitation.name());
        plain.put("uses", invitation.uses());
        plain.put("used", invitation.used());
        plain.put("quotas", plain(invitation.quotas()));
        plain.put("createdAt", invitation.createdAt().toString());
        plain.put("expiresAt", invitation.expiresAt().toString());
        plain.put("revokedAt", invitation.revoked() ? invitation.revokedAt().toString() : null);
        return plain;
    }

    private static Map<String, Object> plain(Quotas quotas) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("bots", quotas.bots());
        plain.put("openMatches", quotas.openMatches());
        plain.put("matchesPerDay", quotas.matchesPerDay());
        plain.values().removeIf(quota -> quota == null);
        return plain;
    }

    private record Wanted(String name, Integer uses, Integer days, Quotas quotas) {}

    private static final class Reader extends FieldReader {

        private Wanted read(Object body) {
            if (!(body instanceof Map<?, ?> fields)) {
                wrongType("", "an object with the fields name, uses and days", body);
                return null;
            }
            unknownFields("", fields, FIELDS);
            String name = requiredName(fields, "a name that says whom it is for");
            return new Wanted(
                    name,
                    number(fields, "uses", InvitationRecord.MOST_USES),
                    number(fields, "days", InvitationRecord.MOST_DAYS),
                    fields.containsKey("quotas") ? quotas(fields.get("quotas")) : Quotas.NONE);
        }

        private Integer number(Map<?, ?> fields, String field, int most) {
            if (!fields.containsKey(field)) {
                wrong(ProblemType.MISSING_FIELD, "/" + field, "missing; expected a whole number from 1 to " + most);
                return null;
            }
            return wholeNumber("/" + field, fields.get(field), 1, most);
        }

        private Quotas quotas(Object value) {
            if (!(value instanceof Map<?, ?> fields)) {
                wrongType("/quotas", "an object with any of " + String.join(", ", QUOTAS), value);
                return null;
            }
            unknownFields("/quotas", fields, QUOTAS);
            Integer bots = quota(fields, "bots", Bots.MOST_OF_OWNER);
            Integer open = quota(fields, "openMatches", MatchLimits.MOST_OPEN);
            Integer day = quota(fields, "matchesPerDay", MOST_QUOTA);
            return violations().isEmpty() ? new Quotas(bots, open, day) : null;
        }

        private Integer quota(Map<?, ?> fields, String field, int most) {
            return fields.containsKey(field) ? wholeNumber("/quotas/" + field, fields.get(field), 1, most) : null;
        }
    }
}
