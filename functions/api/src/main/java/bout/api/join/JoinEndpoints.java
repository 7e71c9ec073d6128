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
import bout.store.access.RequestCounts;
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

    /** How many wrong secrets a network may send in a minute: a class that types an invitation makes mistakes. */
    public static final int WRONG_SECRETS_A_MINUTE = 30;

    private final Joins joins;
    private final RequestCounts minutes;
    private final RequestLimit requests;
    private final JoinLimits limits;
    private final Clock clock;

    /**
     * @param minutes counts the wrong secrets of networks
     * @param requests limits requests to join without an invitation; those with one are not limited by what else comes
     *     from their network
     */
    public JoinEndpoints(Joins joins, RequestCounts minutes, RequestLimit requests, JoinLimits limits, Clock clock) {
        this.joins = joins;
        this.minutes = minutes;
        this.requests = requests;
        this.limits = limits;
        this.clock = clock;
    }

    /** Says whether joining needs an invitation, so that a page asks for one only where it does. */
    public Response get(Caller caller, Request request, Map<String, String> place) {
        return Response.fresh(200, Map.of("selfService", limits.selfService()));
    }

    public Response join(Caller caller, Request request, Map<String, String> place) {
        return switch (JsonBody.read(request)) {
            case JsonBody.Unreadable unreadable -> requests.count(caller, unreadable::response);
            case JsonBody.Read(Object body) -> join(caller, body);
        };
    }

    private Response join(Caller caller, Object body) {
        String network = RequestLimit.network(caller.address());
        Reader reader = new Reader();
        Wanted wanted = reader.read(body);
        if (!reader.violations().isEmpty()) {
            return requests.count(caller, () -> Response.problem(Problem.of(reader.violations())));
        }
        return wanted.secret() == null
                ? requests.count(caller, () -> alone(network, wanted.name()))
                : invited(network, wanted);
    }

    private Response alone(String network, String name) {
        return limits.selfService()
                ? answer(network, joins.join(name, network, limits.perAddress()))
                : Response.problem(Problem.of(
                        ProblemType.INVITATION_REQUIRED,
                        "Joining needs an invitation here. Ask whoever runs this deployment for one."));
    }

    private Response invited(String network, Wanted wanted) {
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
                // After it was looked up: a right secret always gets in, whatever others of the network have sent.
                // Nobody
                // guesses 100 bits; beyond the limit, a wrong one costs a read and no write.
                if (minutes.count("wrong-secrets " + network, WRONG_SECRETS_A_MINUTE) instanceof RequestCounts.Over) {
                    yield tooManyWrongSecrets();
                }
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

    private Response tooManyWrongSecrets() {
        long seconds = minutes.secondsLeft();
        return Response.problem(Problem.of(
                        ProblemType.TOO_MANY_WRONG_SECRETS,
                        "No invitation has this secret, and too many wrong ones came from your network in this minute."
                                + " Open the link again, or compare the secret letter by letter."))
                .with("Retry-After", String.valueOf(seconds))
                .with(Limits.POLICY, "\"wrong-secrets\";q=" + WRONG_SECRETS_A_MINUTE + ";w=60")
                .with(Limits.LIMIT, "\"wrong-secrets\";r=0;t=" + seconds);
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
