package bout.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Why a call gave no move.
 *
 * @param text one or two sentences that help the bot's author, without secrets or URLs, since it is public. It is part
 *     of a match's hash, so changing a text changes the hash of new matches
 */
public record Failure(Kind kind, String text) {

    /** The causes of a failed call. Replays, the API and metrics use the {@link #code}. */
    public enum Kind {
        /** The bot's host refused the connection: nothing is listening on the port. */
        REFUSED("refused", "did not answer"),
        /** The bot's host cannot be reached: no route, or a network error. */
        UNREACHABLE("unreachable", "did not answer"),
        /** The host name in the bot's URL does not resolve to an address. */
        NAME_NOT_FOUND("name-not-found", "did not answer"),
        /** Bots may not have this URL, or its host name resolves to a forbidden address. */
        ADDRESS_NOT_ALLOWED("address-not-allowed", "did not answer"),
        /** The host does not offer TLS 1.2 or 1.3, or its certificate is not valid for the host name. */
        TLS("tls", "did not answer"),
        /** The complete answer did not arrive within the time limit. */
        TIME_OUT("time-out", "too late"),
        /** The answer has a status other than 200 to 299. */
        STATUS("status", "error"),
        /** The answer is a redirect. Redirects are not followed. */
        REDIRECT("redirect", "error"),
        TOO_LARGE("too-large", "error"),
        /** The connection closed before the answer was complete, or the answer is not HTTP. */
        BROKEN("broken", "error"),
        NOT_UTF8("not-utf8", "error"),
        /** The body does not have the form that the game expects. */
        NOT_EXPECTED("not-expected", "invalid answer"),
        /** The answer is well-formed, but the rules forbid the move. */
        NOT_LEGAL("not-legal", "illegal move"),
        /** The bot was not called, because it was deleted or changed and may no longer play in this match. */
        WITHDRAWN("withdrawn", "withdrawn"),
        /** The bot has used up its time for the whole match. It is called no more, and loses; see {@link Forfeit}. */
        OUT_OF_TIME("out-of-time", "out of time");

        public static final List<String> CODES =
                Arrays.stream(values()).map(Kind::code).toList();

        private final String code;
        private final String lost;

        Kind(String code, String lost) {
            this.code = code;
            this.lost = lost;
        }

        /** How a match was lost by failing so, in a few words, such as {@code too late}. */
        public String lost() {
            return lost;
        }

        public String code() {
            return code;
        }

        public static Kind of(String code) {
            return Arrays.stream(values())
                    .filter(kind -> kind.code.equals(code))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown kind of failure: " + code));
        }
    }

    public Map<String, Object> toPlain() {
        return Plain.object("kind", kind.code(), "text", text);
    }

    /** Whether the bot was too slow: in this call, or in the whole match. */
    public boolean late() {
        return kind == Kind.TIME_OUT || kind == Kind.OUT_OF_TIME;
    }

    /** The failure for a well-formed JSON answer that does not have the expected form. */
    public static Failure notExpected(String expected, Object came) {
        return notExpectedBut(expected, Plain.describe(came));
    }

    public static Failure notExpectedBut(String expected, String came) {
        return new Failure(Kind.NOT_EXPECTED, "Expected " + expected + "; got " + came + ".");
    }
}
