package bout.api.http;

import bout.table.Creator.IdempotencyKey;
import bout.wire.ProblemType;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The header {@value #NAME}, which makes it safe to send the same POST again. */
public final class IdempotencyHeader {

    public static final String NAME = "Idempotency-Key";

    private static final int MAX = 255;

    /** Gateways trim header values, and differ in their definition of white space; none trims these. */
    private static final Pattern VISIBLE = Pattern.compile("[!-~]");

    private IdempotencyHeader() {}

    public record Post(Field body, IdempotencyKey key) {

        /**
         * What an equal request has made, although this one is refused: since then a bot may have been deleted, a limit
         * reached, a deadline passed.
         */
        public <T> T made(Function<IdempotencyKey, Optional<T>> earlier, Refusal refused) {
            return Optional.ofNullable(key).flatMap(earlier).orElseThrow(() -> refused);
        }
    }

    public static Post read(Caller caller, Request request, int most) {
        String key = request.header(NAME);
        boolean visible = key == null || VISIBLE.matcher(key).find();
        if (!visible || key != null && key.length() > MAX) {
            throw refusal(
                    ProblemType.BAD_HEADER,
                    "expected 1 to " + MAX + " characters, at least one of them a visible ASCII character, got "
                            + (visible ? key.length() : "none that is"));
        }
        Field body = Field.body(request, most);
        return new Post(body, key == null ? null : new IdempotencyKey(caller.owner(), key, body.hash()));
    }

    public static Refusal reused(String what) {
        return refusal(
                ProblemType.KEY_REUSED,
                "used within the last 24 hours with a different body; use a new key for another " + what);
    }

    public static Refusal refusal(ProblemType type, String detail) {
        return Refusal.inHeader(type, NAME, detail);
    }
}
