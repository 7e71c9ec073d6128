package bout.api;

import bout.api.http.Caller;
import bout.api.http.Field;
import bout.api.http.Limits;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.RequestLimit;
import bout.api.http.Response;
import bout.store.access.Invitations;
import bout.store.access.Invitations.InvitationRecord;
import bout.store.access.Owners;
import bout.store.access.RequestCounts;
import bout.telemetry.Settings;
import bout.wire.InvitationSecret;
import bout.wire.ProblemType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lets people in: as new owners, or with further keys of an owner whose link or recovery code they have.
 *
 * @param minutes counts the wrong secrets of networks
 * @param requests limits requests to join without an invitation; those with one are not limited by what else comes from
 *     their network
 * @param signIn whether people can sign in instead
 */
public record JoinEndpoints(
        Invitations invitations,
        RequestCounts minutes,
        RequestLimit requests,
        JoinLimits limits,
        boolean signIn,
        Clock clock) {

    /** How many wrong secrets a network may send in a minute: a class that types an invitation makes mistakes. */
    public static final int WRONG_SECRETS_A_MINUTE = 30;

    /** Says how to join, so that a page offers only what works. */
    public Response get(Request request) {
        return Response.ok(Map.of("selfService", limits.selfService(), "signIn", signIn));
    }

    public Response join(Request request) {
        Caller caller = request.caller();
        String network = RequestLimit.network(caller.address());
        Wanted wanted;
        try {
            wanted = Wanted.read(Field.body(request));
        } catch (Refusal refused) {
            return requests.count(caller, refused::response);
        }
        return wanted.secret == null
                ? requests.count(caller, () -> alone(network, wanted.name))
                : invited(network, wanted);
    }

    private Response alone(String network, String name) {
        if (!limits.selfService()) {
            throw new Refusal(
                    ProblemType.INVITATION_REQUIRED,
                    "Joining needs an invitation here. Ask the operator of this deployment for one.");
        }
        return answer(network, invitations.join(name, network, limits.perAddress()));
    }

    private Response invited(String network, Wanted wanted) {
        Optional<InvitationSecret> secret = InvitationSecret.read(wanted.secret);
        return answer(
                network,
                secret.isPresent() ? invitations.join(secret.get(), wanted.name) : new Invitations.UnknownSecret());
    }

    private Response answer(String network, Invitations.Joined joined) {
        return switch (joined) {
            case Invitations.Welcome(Owners.Issued issued) -> OwnerEndpoints.issued(issued);
            case Invitations.UnknownSecret unknown -> {
                // After it was looked up: a right secret always gets in, whatever others of the network have sent. 100
                // bits cannot be guessed; beyond the limit, a wrong one costs a read and no write.
                if (minutes.count("wrong-secrets " + network, WRONG_SECRETS_A_MINUTE)
                        .isEmpty()) {
                    throw Limits.over(
                            ProblemType.TOO_MANY_WRONG_SECRETS,
                            "No invitation has this secret, and too many wrong ones came from your network in this"
                                    + " minute. Open the link again, or compare the secret letter by letter.",
                            "wrong-secrets",
                            WRONG_SECRETS_A_MINUTE,
                            Duration.ofMinutes(1),
                            minutes.secondsLeft());
                }
                // Do not quote the text: it may be another secret, pasted into the wrong place.
                throw new Refusal(
                        ProblemType.UNKNOWN_INVITATION,
                        "No invitation has this secret. Open the link again, or compare the secret letter by letter.");
            }
            case Invitations.Revoked(InvitationRecord invitation) ->
                throw over(ProblemType.INVITATION_REVOKED, invitation, "was revoked");
            case Invitations.Expired(InvitationRecord invitation) ->
                throw over(ProblemType.INVITATION_EXPIRED, invitation, "expired at " + invitation.expiresAt());
            case Invitations.UsedUp(InvitationRecord invitation) ->
                throw over(
                        ProblemType.INVITATION_USED_UP,
                        invitation,
                        "has been used " + invitation.uses() + (invitation.uses() == 1 ? " time" : " times")
                                + ", the maximum");
            case Invitations.Blocked blocked ->
                throw new Refusal(ProblemType.OWNER_BLOCKED, "An admin has blocked the owner of this link or code.");
            case Invitations.TooManyKeys tooMany ->
                throw new Refusal(
                        ProblemType.TOO_MANY_KEYS,
                        "The owner of this link has " + Owners.MOST_KEYS
                                + " keys and links, the maximum, and must revoke one first.");
            case Invitations.TooManyToday(Instant until) ->
                throw Limits.over(
                        ProblemType.TOO_MANY_TOKENS_TODAY,
                        "The limit of people who can join from your network in a day has been reached: "
                                + limits.perAddress() + ". It resets at " + until + ".",
                        "joins-a-day",
                        limits.perAddress(),
                        Duration.ofDays(1),
                        Limits.secondsUntil(clock, until));
        };
    }

    private static Refusal over(ProblemType type, InvitationRecord invitation, String why) {
        return new Refusal(
                type, "The invitation \"" + invitation.name() + "\" " + why + ". Ask its sender for another one.");
    }

    private record Wanted(String secret, String name) {
        private static Wanted read(Field body) {
            body.object("an object with the field name and, with an invitation, secret", List.of("secret", "name"));
            String name = body.required("name", "the name by which others will know you")
                    .name();
            String secret = body.get("secret").text();
            body.check();
            return new Wanted(secret, name);
        }
    }

    /**
     * Who may join without an invitation.
     *
     * @param selfService whether anyone may
     * @param perAddress how many may per address and day (UTC), of IPv6 per /56; 0 = no limit
     */
    public record JoinLimits(boolean selfService, int perAddress) {

        public static final int PER_ADDRESS = 5;

        public static JoinLimits of(Settings settings) {
            return new JoinLimits(
                    settings.choice("BOUT_SELF_SERVICE", "off", "on").equals("on"),
                    Limits.read(settings, "BOUT_JOINS_PER_ADDRESS", PER_ADDRESS));
        }
    }
}
