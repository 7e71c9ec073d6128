package bout.wire;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The types of problems that the API reports (RFC 9457). A type never changes its meaning; the table in
 * {@code openapi.yaml} explains each.
 */
public enum ProblemType {
    NOT_JSON("not-json", 400, "The body is not JSON"),
    UNKNOWN_PARAMETER("unknown-parameter", 400, "Unknown parameter"),
    BAD_PARAMETER("bad-parameter", 400, "Invalid parameter"),
    BAD_CURSOR("bad-cursor", 400, "Invalid cursor"),
    BAD_HEADER("bad-header", 400, "Invalid header"),
    TOKEN_REQUIRED("token-required", 401, "Token required"),
    INVALID_TOKEN("invalid-token", 401, "Invalid token"),
    INSUFFICIENT_SCOPE("insufficient-scope", 403, "Insufficient scope"),
    SIGN_IN_REFUSED("sign-in-refused", 403, "Sign-in refused"),
    OWNER_BLOCKED("owner-blocked", 403, "Owner blocked"),
    INVITATION_REQUIRED("invitation-required", 403, "Invitation required"),
    UNKNOWN_PATH("unknown-path", 404, "Unknown path"),
    UNKNOWN_MATCH("unknown-match", 404, "Unknown match"),
    UNKNOWN_GAME("unknown-game", 404, "Unknown game"),
    UNKNOWN_BOT("unknown-bot", 404, "Unknown bot"),
    NO_CODE("no-code", 404, "No code to read"),
    UNKNOWN_TOURNAMENT("unknown-tournament", 404, "Unknown tournament"),
    UNKNOWN_CONTEST("unknown-contest", 404, "Unknown contest"),
    UNKNOWN_OWNER("unknown-owner", 404, "Unknown owner"),
    UNKNOWN_KEY("unknown-key", 404, "Unknown key"),
    UNKNOWN_INVITATION("unknown-invitation", 404, "Unknown invitation"),
    METHOD_NOT_ALLOWED("method-not-allowed", 405, "Method not allowed"),
    MATCH_OVER("match-over", 409, "The match has ended"),
    MATCH_NOT_FINISHED("match-not-finished", 409, "The match has not finished"),
    NOT_CONNECTED("not-a-connected-bot", 409, "Not a connected bot"),
    MATCH_NEEDED("match-needed", 409, "The tournament needs this match"),
    NOT_NOW("not-now", 409, "Not possible in this state"),
    INVITATION_REVOKED("invitation-revoked", 410, "Invitation revoked"),
    INVITATION_EXPIRED("invitation-expired", 410, "Invitation expired"),
    INVITATION_USED_UP("invitation-used-up", 410, "Invitation used up"),
    OUTDATED("outdated", 412, "Changed in the meantime"),
    TOO_LARGE("too-large", 413, "Body too large"),
    WRONG_MEDIA_TYPE("wrong-media-type", 415, "Unsupported media type"),
    UNKNOWN_HOUSE_BOT("unknown-house-bot", 422, "Unknown house bot"),
    MISSING_FIELD("missing-field", 422, "Missing field"),
    UNKNOWN_FIELD("unknown-field", 422, "Unknown field"),
    WRONG_TYPE("wrong-type", 422, "Wrong type"),
    OUT_OF_RANGE("out-of-range", 422, "Value out of range"),
    UNKNOWN_OPTION("unknown-option", 422, "Unknown option"),
    BAD_URL("bad-url", 422, "URL not allowed for a bot"),
    ADDRESS_NOT_ALLOWED("address-not-allowed", 422, "Address not allowed for a bot"),
    BAD_CODE("bad-code", 422, "Code that cannot play"),
    BOT_NOT_PLAYABLE("bot-not-playable", 422, "Bot cannot play this match"),
    DUPLICATE_PLAYER("duplicate-player", 422, "Duplicate player"),
    TOURNAMENT_TOO_LARGE("tournament-too-large", 422, "Too many matches in a tournament"),
    TOO_MANY_BOTS("too-many-bots", 422, "Bot limit reached"),
    TOO_MANY_KEYS("too-many-keys", 422, "Key limit reached"),
    KEY_REUSED("key-reused", 422, "Idempotency-Key reused with a different body"),
    TOO_MANY_REQUESTS("too-many-requests", 429, "Too many requests"),
    TOO_MANY_OPEN("too-many-open-matches", 429, "Too many open matches"),
    BOT_BUSY("bot-busy", 429, "Bot busy"),
    TOO_MANY_LINES("too-many-connections", 429, "Too many connections"),
    CHECK_WAITING("check-waiting", 429, "Check waiting"),
    TOO_MANY_TODAY("too-many-matches-today", 429, "Too many matches today"),
    TOO_MANY_PUBLICATIONS("too-many-publications", 429, "Too much code published today"),
    TOO_MANY_TOURNAMENTS("too-many-open-tournaments", 429, "Too many open tournaments"),
    TOO_MANY_TOKENS_TODAY("too-many-tokens-today", 429, "Too many tokens today"),
    TOO_MANY_WRONG_SECRETS("too-many-wrong-secrets", 429, "Too many wrong secrets"),
    UNEXPECTED("unexpected", 500, "Internal server error"),
    SIGN_IN_UNAVAILABLE("sign-in-unavailable", 503, "Sign-in not available");

    private final String uri;
    private final int status;
    private final String title;

    ProblemType(String name, int status, String title) {
        this.uri = "/problems/" + name;
        this.status = status;
        this.title = title;
    }

    /** A URI reference. */
    @JsonValue
    public String uri() {
        return uri;
    }

    /** The HTTP status of a response whose main problem has this type; see {@link Problem#of(java.util.List)}. */
    public int status() {
        return status;
    }

    public String title() {
        return title;
    }
}
