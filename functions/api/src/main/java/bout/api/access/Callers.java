package bout.api.access;

import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.BearerToken;
import bout.store.access.Scope;
import bout.store.access.TokenRecord;
import bout.telemetry.Settings;
import bout.wire.Problem;
import bout.wire.ProblemType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Finds out who sends a request.
 *
 * <p>{@code BOUT_ACCESS} says how: {@code tokens}, where callers show a bearer token (RFC 6750) and those who show none
 * are anonymous; or {@code open}, where every caller is the owner {@value Caller#LOCAL} and may do everything, for a
 * stack that only its own machine can reach. {@code BOUT_ADMIN_TOKEN} is one token with the scope admin. Empty means
 * that there is none; whoever has none and no token of the table either can only look at what is public.
 */
public final class Callers {

    /** The syntax of RFC 6750, 2.1; the length keeps out what could be guessed. */
    private static final Pattern ADMIN_TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{32,128}");

    private static final String SCHEME = "Bearer ";

    private final boolean open;
    private final byte[] adminToken;
    private final Function<BearerToken, Optional<TokenRecord>> tokens;
    private final SourceAddress addresses;

    private Callers(
            boolean open,
            byte[] adminToken,
            Function<BearerToken, Optional<TokenRecord>> tokens,
            SourceAddress addresses) {
        this.open = open;
        this.adminToken = adminToken;
        this.tokens = tokens;
        this.addresses = addresses;
    }

    /** What came of looking at a request's credentials. */
    public sealed interface Identification {}

    public record Identified(Caller caller) implements Identification {}

    /**
     * The credentials are none that count.
     *
     * @param sender who sent them, as far as is known: an anonymous caller
     */
    public record Refused(Caller sender, Response response) implements Identification {}

    /** Takes everyone for the owner {@value Caller#LOCAL}. */
    public static Callers open() {
        return new Callers(true, new byte[0], token -> Optional.empty(), SourceAddress.of(new Settings(Map.of())));
    }

    /**
     * @param tokens looks a token up; what it finds may have been revoked
     * @throws IllegalArgumentException for a variable with a value that it cannot have
     */
    public static Callers of(Settings settings, Function<BearerToken, Optional<TokenRecord>> tokens) {
        String access = settings.choice("BOUT_ACCESS", "tokens", "open");
        String adminToken = settings.text("BOUT_ADMIN_TOKEN", "");
        if (!adminToken.isEmpty() && !ADMIN_TOKEN.matcher(adminToken).matches()) {
            throw new IllegalArgumentException(
                    "BOUT_ADMIN_TOKEN must be empty or 32 to 128 letters, digits and characters of ._~+/=-");
        }
        return new Callers(
                access.equals("open"), adminToken.getBytes(StandardCharsets.UTF_8), tokens, SourceAddress.of(settings));
    }

    public Identification identify(Request request) {
        if (open) {
            return new Identified(new Caller(Caller.LOCAL, Scope.ADMIN, addresses.of(request)));
        }
        String authorization = request.header("Authorization");
        if (authorization == null) {
            return new Identified(Caller.anonymous(addresses.of(request)));
        }
        // RFC 9110, 11.1: the name of the scheme has no case.
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return refused(request, "The header Authorization is not of the form: Bearer TOKEN.");
        }
        String token = authorization.substring(SCHEME.length()).strip();
        if (isAdminToken(token)) {
            return new Identified(new Caller(Caller.ADMIN, Scope.ADMIN, addresses.of(request)));
        }
        // The text is not quoted: it may be a real token of somewhere else.
        return BearerToken.read(token)
                .flatMap(tokens)
                .filter(Predicate.not(TokenRecord::revoked))
                .<Identification>map(
                        known -> new Identified(new Caller(known.id(), known.scope(), addresses.of(request))))
                .orElseGet(() -> refused(request, "There is no such token, or it was revoked."));
    }

    /** Takes as long for a token that begins right as for any other of its length. */
    private boolean isAdminToken(String token) {
        return adminToken.length > 0 && MessageDigest.isEqual(adminToken, token.getBytes(StandardCharsets.UTF_8));
    }

    private Refused refused(Request request, String detail) {
        return new Refused(
                Caller.anonymous(addresses.of(request)),
                Response.problem(Problem.of(ProblemType.BAD_TOKEN, detail))
                        .with("WWW-Authenticate", "Bearer realm=\"bout\", error=\"invalid_token\""));
    }

    /** The answer to a caller who may not do what a route does. */
    public static Response refuse(Caller caller, Scope needed) {
        if (caller.scope() == Scope.ANONYMOUS) {
            return Response.problem(Problem.of(
                            ProblemType.TOKEN_NEEDED,
                            "This needs a token with the scope " + needed.code()
                                    + " in the header Authorization: Bearer TOKEN."))
                    .with("WWW-Authenticate", "Bearer realm=\"bout\"");
        }
        return Response.problem(Problem.of(
                        ProblemType.SCOPE_TOO_SMALL,
                        "This needs the scope " + needed.code() + "; the token has the scope "
                                + caller.scope().code() + "."))
                .with(
                        "WWW-Authenticate",
                        "Bearer realm=\"bout\", error=\"insufficient_scope\", scope=\"" + needed.code() + "\"");
    }
}
