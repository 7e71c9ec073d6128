package bout.api;

import bout.wire.Problem;
import bout.wire.Problem.Wrong;
import bout.wire.ProblemType;
import java.util.List;
import java.util.Optional;

/** The header {@value #NAME}: what makes two posts the same one. */
final class IdempotencyHeader {

    static final String NAME = "Idempotency-Key";

    private static final int MAX = 255;

    private IdempotencyHeader() {}

    /** What is wrong with the request's key, if it has one and something is. */
    static Optional<Response> refusal(Request request) {
        String key = request.header(NAME);
        if (key == null || !key.isBlank() && key.length() <= MAX) {
            return Optional.empty();
        }
        return Optional.of(Response.problem(Problem.of(List.of(Wrong.inHeaders(
                ProblemType.BAD_HEADER,
                NAME,
                "expected 1 to " + MAX + " characters, got "
                        + (key.isBlank() ? "none" : String.valueOf(key.length())))))));
    }

    /** The answer to a key that came before with another body. */
    static Response reused(String what) {
        return Response.problem(Problem.of(List.of(Wrong.inHeaders(
                ProblemType.KEY_REUSED,
                NAME,
                "it came within the last 24 hours with another body; take a new key for another " + what))));
    }
}
