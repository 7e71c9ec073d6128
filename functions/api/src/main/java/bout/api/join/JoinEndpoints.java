package bout.api.join;

import bout.api.access.Caller;
import bout.api.access.Limits;
import bout.api.access.RequestLimit;
import bout.api.admin.TokenEndpoints;
import bout.api.http.FieldReader;
import bout.api.http.JsonBody;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.AccessTokens;
import bout.store.access.InvitationRecord;
import bout.store.access.InvitationSecret;
import bout.store.access.Joins;
import bout.store.access.WrongSecrets;
import bout.wire.Problem;
import bout.wire.ProblemType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gives tokens to people who join. */
public final class JoinEndpoints {

    private static final List<String> FIELDS = List.of("secret", "name");

    private final Joins joins;
    private final WrongSecrets wrongSecrets;
    private final JoinLimits limits;
    private final Clock clock;

    public JoinEndpoints(Joins joins, WrongSecrets wrongSecrets, JoinLimits limits, Clock clock) {
        this.joins = joins;
        this.wrongSecrets = wrongSecrets;
        this.limits = limits;
        this.clock = clock;
    }

    /** Says whether joining needs an invitation, so that a page asks for one only where it does. */
    public Response get(Caller caller, Request request, Map<String, String> place) {
        return Response.fresh(200, Map.of("selfService", limits.selfService()));
    }

    public Response join(Caller caller, Request request, Map<String, String> place) {
        return switch (JsonBody.read(request)) {
            case JsonBody.Unreadable unreadable -> unreadable.response();
            case JsonBody.Read(Object body) -> join(RequestLimit.network(caller.address()), body);
        };
    }

    private Response join(String network, Object body) {
        Reader reader = new Reader();
        Wanted wanted = reader.read(body);
        if (!reader.violations().isEmpty()) {
            return Response.problem(Problem.of(reader.violations()));
        }
        return wanted.secret() == null ? alone(network, wanted.name()) : invited(network, wanted);
    }

    private Response alone(String network, String name) {
        return limits.selfService()
                ? answer(network, joins.join(name, network, limits.perAddress()))
                : Response.problem(Problem.of(
                        ProblemType.INVITATION_REQUIRED,
                        "Joining needs an invitation here. Ask whoever runs this deployment for one."));
    }

    private Response invited(String network, Wanted wanted) {
        if (wrongSecrets.tooMany(network)) {
            return tooManyWrongSecrets();
        }
        Optional<InvitationSecret> secret = InvitationSecret.read(wanted.secret());
        return answer(
                network, secret.isPresent() ? joins.join(secret.get(), wanted.name()) : new Joins.UnknownSecret());
    }

    private Response answer(String network, Joins.Joined joined) {
        return switch (joined) {
            case Joins.Welcome(AccessTokens.Issued issued) -> {
                Map<String, Object> plain = TokenEndpoints.plain(issued.record());
                plain.put("token", issued.token().text());
                yield Response.fresh(201, plain);
            }
            case Joins.UnknownSecret unknown -> {
                wrongSecrets.count(network);
                // Do not quote the text: it may be another secret, pasted into the wrong place.
                yield Response.problem(Problem.of(
                        ProblemType.UNKNOWN_INVITATION,
                        "No invitation has this secret. Open the link again, or compare the secret letter by letter."));
            }
            case Joins.Revoked(InvitationRecord invitation) ->
                over(ProblemType.INVITATION_REVOKED, invitation, "was revoked");
            case Joins.Expired(InvitationRecord invitation) ->
                over(ProblemType.INVITATION_EXPIRED, invitation, "expired at " + invitation.expiresAt());
            case Joins.UsedUp(InvitationRecord invitation) ->
                over(
                        ProblemType.INVITATION_USED_UP,
                        invitation,
                        "has been used " + invitation.uses() + (invitation.uses() == 1 ? " time" : " times")
                                + ", the maximum");
            case Joins.TooManyToday(Instant until) -> tooManyToday(until);
        };
    }

    private static Response over(ProblemType type, InvitationRecord invitation, String why) {
        return Response.problem(Problem.of(
                type,
                "The invitation \"" + invitation.name() + "\" " + why
                        + ". Ask whoever sent it to you for another one."));
    }

    private static Response tooManyWrongSecrets() {
        return Response.problem(Problem.of(
                        ProblemType.TOO_MANY_WRONG_SECRETS,
                        "Too many wrong secrets came from your network; try again in a minute."))
                .with("Retry-After", "60")
                .with(Limits.POLICY, "\"wrong-secrets\";q=" + WrongSecrets.MOST + ";w=60")
                .with(Limits.LIMIT, "\"wrong-secrets\";r=0;t=60");
    }

    private Response tooManyToday(Instant until) {
        long seconds = Math.max(1, Duration.between(clock.instant(), until).toSeconds() + 1);
        return Response.problem(Problem.of(
                        ProblemType.TOO_MANY_TOKENS_TODAY,
                        "As many people as may have joined from your network today: " + limits.perAddress()
                                + ". The limit resets at " + until + "."))
                .with("Retry-After", String.valueOf(seconds))
                .with(
                        Limits.POLICY,
                        "\"joins-a-day\";q=" + limits.perAddress() + ";w="
                                + Duration.ofDays(1).toSeconds())
                .with(Limits.LIMIT, "\"joins-a-day\";r=0;t=" + seconds);
    }

    /** @param secret {@code null} for someone without an invitation */
    private record Wanted(String secret, String name) {}

    private static final class Reader extends FieldReader {

        private Wanted read(Object body) {
            if (!(body instanceof Map<?, ?> fields)) {
                wrongType("", "an object with the field name and, with an invitation, secret", body);
                return null;
            }
            unknownFields("", fields, FIELDS);
            String name = requiredName(fields, "the name by which others will know you");
            return new Wanted(fields.containsKey("secret") ? text("/secret", fields.get("secret")) : null, name);
        }
    }
}
