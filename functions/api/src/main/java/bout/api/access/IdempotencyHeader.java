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

/** The header {@value #NAME}, which makes it safe to send the same POST again. */
public final class IdempotencyHeader {

    public static final String NAME = "Idempotency-Key";

    private static final int MAX = 255;

    private IdempotencyHeader() {}

    /**
     * Answers a POST of JSON that may have the header.
     *
     * @param most the maximum size of the body in bytes
     * @param answer makes the response from the body and the key, which is {@code null} without the header
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

    /** The response to a key that was used before with a different body. */
    public static Response reused(String what) {
        return Response.problem(Problem.of(List.of(Violation.inHeaders(
                ProblemType.KEY_REUSED,
                NAME,
                "used within the last 24 hours with a different body; use a new key for another " + what))));
    }
}
