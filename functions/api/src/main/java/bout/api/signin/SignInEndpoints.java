package bout.api.signin;

import bout.api.http.Cookies;
import bout.api.http.Field;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.api.http.SourceAddress;
import bout.store.access.Identities;
import bout.store.access.Invitations;
import bout.store.access.Owners;
import bout.telemetry.Settings;
import bout.wire.DisplayText;
import bout.wire.ProblemType;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Signs people in with the deployment's OpenID provider. A session is a key of theirs, in a cookie. */
public record SignInEndpoints(Optional<Provider> provider, Identities identities, SourceAddress addresses) {

    private static final Duration SESSION_LASTS = Duration.ofDays(30);
    private static final String ATTEMPT = "bout-sign-in";

    public static SignInEndpoints of(Settings settings, Identities identities, SourceAddress addresses) {
        return new SignInEndpoints(Provider.of(settings), identities, addresses);
    }

    public boolean offered() {
        return provider.isPresent();
    }

    public Response begin(Request request) {
        return told(request, this::toTheProvider);
    }

    /** The browser comes back from the provider. */
    public Response callback(Request request) {
        return told(request, this::fromTheProvider);
    }

    /** A person who sees the answer is told on the page for joining: a problem document is for programs. */
    private Response told(Request request, Function<Request, Response> step) {
        try {
            return step.apply(request);
        } catch (Refusal refused) {
            String accepted = request.header("accept");
            if (accepted == null || !accepted.contains("text/html")) {
                throw refused;
            }
            return Response.redirect(addresses.site(request) + "/join.html?refused="
                    + refused.problem().type().uri());
        }
    }

    private Response toTheProvider(Request request) {
        URI site = addresses.site(request);
        Attempt attempt = Attempt.begin();
        return Response.redirect(deployed().authorization(callback(site), attempt))
                .withCookie(Cookies.of(site, ATTEMPT, attempt.secret(), Attempt.LASTS));
    }

    private Response fromTheProvider(Request request) {
        Provider asked = deployed();
        URI site = addresses.site(request);
        // Providers add parameters of their own.
        Query query = Query.read(request.query(), "state", "code");
        Attempt attempt = Cookies.find(request, site, ATTEMPT)
                .map(Attempt::new)
                .filter(begun -> begun.state().equals(query.get("state")))
                .orElseThrow(() -> new Refusal(
                        ProblemType.SIGN_IN_REFUSED,
                        "This browser has not begun to sign in, or more than ten minutes ago, or is done."
                                + " Begin again."));
        String code = query.get("code");
        if (code == null) {
            // The person changed their mind, or the provider does not let them in and has told them so.
            return away(site, "/join.html");
        }
        Provider.Person person = asked.person(code, callback(site), attempt);
        return switch (identities.signIn(asked.issuer(), person.subject(), name(person.name()))) {
            case Invitations.Welcome(Owners.Issued issued) ->
                away(site, "/account.html#signed-in")
                        .withCookie(
                                Cookies.of(site, Cookies.SESSION, issued.token().text(), SESSION_LASTS));
            case Invitations.TooManyKeys tooMany ->
                throw new Refusal(
                        ProblemType.TOO_MANY_KEYS,
                        "You have " + Owners.MOST_KEYS + " keys and links, the maximum. Revoke one first.");
            default -> throw new Refusal(ProblemType.OWNER_BLOCKED, "An admin has blocked you.");
        };
    }

    private Provider deployed() {
        return provider.orElseThrow(
                () -> new Refusal(ProblemType.UNKNOWN_PATH, "This site has no sign-in. Join with an invitation."));
    }

    private static String callback(URI site) {
        return site + "/api/sign-in/callback";
    }

    /** To a page of the site. The attempt is over. */
    private static Response away(URI site, String page) {
        return Response.redirect(site + page).withCookie(Cookies.of(site, ATTEMPT, "", Duration.ZERO));
    }

    /** The provider's name of the person, in the form that a name has at joining. */
    private static String name(String claimed) {
        String shown = DisplayText.name(DisplayText.replaced(claimed, odd -> ""));
        int most = Math.min(Field.MAX_NAME, shown.codePointCount(0, shown.length()));
        Field field = Field.of(shown.substring(0, shown.offsetByCodePoints(0, most)));
        String name = field.name();
        return field.violations().isEmpty() ? name : "player";
    }
}
