package bout.api.access;

import bout.api.http.Canonical;
import bout.api.http.JsonBody;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.table.IdempotencyKey;
import bout.wire.Problem;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.util.List;
import java.util.function.BiFunction;

/** The header {@value #NAME}: what makes two posts the same one. */
public final class IdempotencyHeader {

    public static final String NAME = "Idempotency-Key";

    private static final int MAX = 255;

    private IdempotencyHeader() {}

    /**
     * Answers a post of JSON that may have the header.
     *
     * @param most how many bytes the body may have
     * @param answer to the body, and to the key, which is {@code null} without the header
     */
    public static Response answer(
            Caller caller, Request request, int most, BiFunction<Object, IdempotencyKey, Response> answer) {
        String key = request.header(NAME);
        if (key != null && (key.isBlank() || key.length() > MAX)) {
            return Response.problem(Problem.of(List.of(Violation.inHeaders(
                    ProblemType.BAD_HEADER,
                    NAME,
                    "expected 1 to " + MAX + " characters, got "
                            + (key.isBlank() ? "none" : String.valueOf(key.length()))))));
        }
        return switch (JsonBody.read(request, most)) {
            case JsonBody.Unreadable unreadable -> unreadable.response();
            case JsonBody.Read(Object body) ->
                answer.apply(body, key == null ? null : new IdempotencyKey(caller.owner(), key, Canonical.hash(body)));
        };
    }

    /** The answer to a key that came before with another body. */
    public static Response reused(String what) {
        return Response.problem(Problem.of(List.of(Violation.inHeaders(
                ProblemType.KEY_REUSED,
                NAME,
                "it came within the last 24 hours with another body; take a new key for another " + what))));
    }
}
