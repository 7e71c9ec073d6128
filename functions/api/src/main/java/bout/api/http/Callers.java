package bout.api.http;

import bout.store.access.Owners.Held;
import bout.store.access.Scope;
import bout.telemetry.Settings;
import bout.wire.BearerToken;
import bout.wire.ProblemType;
import bout.wire.Sha256;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Finds out who sends a request.
 *
 * <p>{@code BOUT_ACCESS} says how. With {@code tokens}, callers send a bearer token (RFC 6750); those without one are
 * anonymous and can only read what is public. With {@code open}, every caller is the owner {@value Caller#LOCAL} and
 * may do everything; this is for a stack that only its own machine can reach. {@code BOUT_ADMIN_TOKEN_HASH} is the
 * SHA-256 of one token with the scope admin; empty means that there is none.
 */
public record Callers(
        boolean open, byte[] adminHash, Function<BearerToken, Optional<Held>> tokens, SourceAddress addresses) {

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    private static final String SCHEME = "Bearer ";

    /**
     * The text that pages of the site send in place of a token, which for those who signed in is in a cookie. The
     * cookie alone counts for nothing: browsers send it for pages of other sites, too. Those cannot send this header
     * with it, because browsers ask the API first, and it allows no other origin.
     */
    private static final String SESSION = "session";

    public static Callers ofOpenStack() {
        return new Callers(true, new byte[0], token -> Optional.empty(), SourceAddress.of(new Settings(Map.of())));
    }

    public static Callers of(Settings settings, Function<BearerToken, Optional<Held>> tokens) {
        String access = settings.choice("BOUT_ACCESS", "tokens", "open");
        String hash = settings.text("BOUT_ADMIN_TOKEN_HASH", "");
        if (!hash.isEmpty() && !HASH.matcher(hash).matches()) {
            throw new IllegalArgumentException("BOUT_ADMIN_TOKEN_HASH must be empty or 64 hexadecimal digits");
        }
        return new Callers(access.equals("open"), HexFormat.of().parseHex(hash), tokens, SourceAddress.of(settings));
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
        String sent = authorization.substring(SCHEME.length()).strip();
        String token = sent.equals(SESSION)
                ? Cookies.find(request, addresses.site(request), Cookies.SESSION)
                        .orElse("")
                : sent;
        if (isAdminToken(token)) {
            return new Caller(Caller.ADMIN, Scope.ADMIN, addresses.of(request));
        }
        // Do not quote the text: it may be a real token of another service.
        return BearerToken.read(token)
                .flatMap(tokens)
                .filter(Held::works)
                .map(held -> new Caller(held.owner().id(), held.key().scope(), addresses.of(request), held))
                .orElseThrow(Callers::unknown);
    }

    /** Compares in constant time, so that the time tells nothing about how much of a token is right. */
    private boolean isAdminToken(String token) {
        return adminHash.length > 0 && MessageDigest.isEqual(adminHash, Sha256.of(token));
    }

    public static Refusal unknown() {
        return invalid("The token is unknown or has been revoked, or its owner is blocked.");
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
