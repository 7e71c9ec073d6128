package bout.wire;

/**
 * The kinds of problems that the API answers (RFC 9457). A type never changes its meaning; the table in
 * {@code openapi.yaml} explains each to callers.
 */
public enum ProblemType {
    NOT_JSON("not-json", 400, "The body is not JSON"),
    NOT_A_FORM("not-a-form", 400, "The body is not a form"),
    UNKNOWN_PARAMETER("unknown-parameter", 400, "Unknown parameter"),
    BAD_PARAMETER("bad-parameter", 400, "A parameter has a wrong value"),
    BAD_CURSOR("bad-cursor", 400, "Not a cursor of this list"),
    BAD_HEADER("bad-header", 400, "A header has a wrong value"),
    TOKEN_NEEDED("token-needed", 401, "A token is needed"),
    BAD_TOKEN("bad-token", 401, "The token does not count"),
    SCOPE_TOO_SMALL("scope-too-small", 403, "The token's scope is too small"),
    UNKNOWN_PATH("unknown-path", 404, "Unknown path"),
    UNKNOWN_MATCH("unknown-match", 404, "Unknown match"),
    UNKNOWN_GAME("unknown-game", 404, "Unknown game"),
    UNKNOWN_HOUSE_BOT("unknown-house-bot", 404, "Unknown house bot"),
    UNKNOWN_BOT("unknown-bot", 404, "Unknown bot"),
    UNKNOWN_TOURNAMENT("unknown-tournament", 404, "Unknown tournament"),
    UNKNOWN_TOKEN("unknown-token", 404, "Unknown token"),
    METHOD_NOT_ALLOWED("method-not-allowed", 405, "Method not allowed"),
    OUTDATED("outdated", 412, "It has been changed since"),
    TOO_LARGE("too-large", 413, "The body is too large"),
    WRONG_MEDIA_TYPE("wrong-media-type", 415, "Wrong media type"),
    MISSING_FIELD("missing-field", 422, "A field is missing"),
    UNKNOWN_FIELD("unknown-field", 422, "Unknown field"),
    WRONG_TYPE("wrong-type", 422, "A value is of the wrong type"),
    OUT_OF_RANGE("out-of-range", 422, "A value is out of range"),
    UNKNOWN_OPTION("unknown-option", 422, "Unknown option"),
    BAD_URL("bad-url", 422, "A bot cannot have this URL"),
    ADDRESS_NOT_ALLOWED("address-not-allowed", 422, "A bot cannot have this address"),
    BOT_NOT_PLAYABLE("bot-not-playable", 422, "The bot cannot play this match"),
    PLAYER_TWICE("player-twice", 422, "A player is there twice"),
    TOURNAMENT_TOO_LARGE("tournament-too-large", 422, "The tournament has too many matches"),
    TOO_MANY_BOTS("too-many-bots", 422, "As many bots as may be"),
    KEY_REUSED("key-reused", 422, "The Idempotency-Key came before with another body"),
    TOO_MANY_REQUESTS("too-many-requests", 429, "Too many requests"),
    TOO_MANY_OPEN("too-many-open-matches", 429, "Too many open matches"),
    TOO_MANY_TODAY("too-many-matches-today", 429, "Too many matches today"),
    TOO_MANY_TOURNAMENTS("too-many-open-tournaments", 429, "Too many open tournaments"),
    UNEXPECTED("unexpected", 500, "Something went wrong here");

    private final String uri;
    private final int status;
    private final String title;

    ProblemType(String name, int status, String title) {
        this.uri = "/problems/" + name;
        this.status = status;
        this.title = title;
    }

    /** The {@code type} of the problem: a URI reference. */
    public String uri() {
        return uri;
    }

    /** The HTTP status of an answer whose main problem is of this type; see {@link Problem#of(java.util.List)}. */
    public int status() {
        return status;
    }

    public String title() {
        return title;
    }
}
