package bout.engine;

import java.util.Arrays;
import java.util.List;

/**
 * Why a seat has no move on a turn.
 *
 * @param text one or two sentences that the bot's author can act on; shown as they are, so they hold no secret (no URL)
 */
public record Failure(Kind kind, String text) {

    /** The ways in which a move can be missing. {@link #code} is what replays, the API and metrics say. */
    public enum Kind {
        /** The bot's host refused the connection: nothing listens on that port. */
        REFUSED("refused"),
        /** No way to the bot's host: no route, or the network broke. */
        UNREACHABLE("unreachable"),
        /** The name in the bot's URL has no address. */
        NAME_NOT_FOUND("name-not-found"),
        /** The URL, or an address that its name resolves to, is one that bots may not have. */
        ADDRESS_NOT_ALLOWED("address-not-allowed"),
        /** No TLS 1.2 or 1.3 with a certificate that is valid for the host. */
        TLS("tls"),
        /** The time limit passed before the whole answer had come. */
        TIME_OUT("time-out"),
        /** An answer with another status than 200. */
        STATUS("status"),
        /** A redirect; they are not followed. */
        REDIRECT("redirect"),
        /** More bytes than an answer may have. */
        TOO_LARGE("too-large"),
        /** The connection ended before the answer did, or what came is not HTTP. */
        BROKEN("broken"),
        /** The body is not UTF-8. */
        NOT_UTF8("not-utf8"),
        /** The body is not the JSON that the game expects. */
        NOT_EXPECTED("not-expected"),
        /** A well-formed answer that the game's rules do not allow. */
        NOT_LEGAL("not-legal"),
        /** The bot was not called: it was deleted, or changed so that this match may not have it any more. */
        WITHDRAWN("withdrawn");

        /** The codes of all kinds. */
        public static final List<String> CODES =
                Arrays.stream(values()).map(Kind::code).toList();

        private final String code;

        Kind(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }

        /** @throws IllegalArgumentException for a code that no kind has */
        public static Kind of(String code) {
            for (Kind kind : values()) {
                if (kind.code.equals(code)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("unknown kind of failure: " + code);
        }
    }

    /** An answer whose JSON is not what the game expects. */
    public static Failure notExpected(String expected, Object came) {
        return notExpectedBut(expected, Plain.describe(came));
    }

    /** An answer whose JSON is not what the game expects, with words for what came. */
    public static Failure notExpectedBut(String expected, String came) {
        return new Failure(Kind.NOT_EXPECTED, "Expected " + expected + "; got " + came + ".");
    }
}
