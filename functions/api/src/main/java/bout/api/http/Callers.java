package bout.api.http;

import bout.store.access.BearerToken;
import bout.store.access.Scope;
import bout.store.access.TokenRecord;
import bout.telemetry.Settings;
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
 * <p>{@code BOUT_ACCESS} says how. With {@code tokens}, callers send a bearer token (RFC 6750); those without one are
 * anonymous and can only read what is public. With {@code open}, every caller is the owner {@value Caller#LOCAL} and
 * may do everything; this is for a stack that only its own machine can reach. {@code BOUT_ADMIN_TOKEN} is one token
 * with the scope admin; empty means that there is none.
 */
public final class Callers {

    /** The syntax of RFC 6750, 2.1; the minimum length keeps out guessable tokens. */
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

    public static Callers open() {
        return new Callers(true, new byte[0], token -> Optional.empty(), SourceAddress.of(new Settings(Map.of())));
    }

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

    /** The caller as which a request counts whose credentials are invalid. */
    public Caller anonymous(Request request) {
        return Caller.anonymous(addresses.of(request));
    }

    public Caller identify(Request request) {
        if (open) {
            return new Caller(Caller.LOCAL, Scope.ADMIN, addresses.of(request));
        }
        String authorization = request.header("Authorization");
        if (authorization == null) {
            return anonymous(request);
        }
        // RFC 9110, 11.1: the name of the scheme is case-insensitive.
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw invalid("Expected the header Authorization: Bearer TOKEN.");
        }
        String token = authorization.substring(SCHEME.length()).strip();
        if (isAdminToken(token)) {
            return new Caller(Caller.ADMIN, Scope.ADMIN, addresses.of(request));
        }
        // Do not quote the text: it may be a real token of another service.
        return BearerToken.read(token)
                .flatMap(tokens)
                .filter(Predicate.not(TokenRecord::revoked))
                .map(known -> Caller.with(known, addresses.of(request)))
                .orElseThrow(() -> invalid("The token is unknown or has been revoked."));
    }

    /** Compares in constant time, so that the time tells nothing about how much of a token is right. */
    private boolean isAdminToken(String token) {
        return adminToken.length > 0 && MessageDigest.isEqual(adminToken, token.getBytes(StandardCharsets.UTF_8));
    }

    private static Refusal invalid(String detail) {
        return new Refusal(ProblemType.INVALID_TOKEN, detail)
                .with("WWW-Authenticate", "Bearer realm=\"bout\", error=\"invalid_token\"");
    }

    public static Refusal forbidden(Caller caller, Scope needed) {
        if (caller.scope() == Scope.ANONYMOUS) {
            return new Refusal(
                            ProblemType.TOKEN_REQUIRED,
                            "This needs a token with the scope " + needed.code()
                                    + ". Send it in the header Authorization: Bearer TOKEN.")
                    .with("WWW-Authenticate", "Bearer realm=\"bout\"");
        }
        return new Refusal(
                        ProblemType.INSUFFICIENT_SCOPE,
                        "This needs the scope " + needed.code() + "; your token has the scope "
                                + caller.scope().code() + ".")
                .with(
                        "WWW-Authenticate",
                        "Bearer realm=\"bout\", error=\"insufficient_scope\", scope=\"" + needed.code() + "\"");
    }
}
