package bout.api.http;

import bout.wire.Problem;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.util.List;
import java.util.function.Supplier;

/**
 * Ends the handling of a request that is refused. The code that finds the reason throws it; {@link #caught} answers it.
 */
public final class Refusal extends RuntimeException {

    private final transient Problem problem;
    private final transient Response response;

    private Refusal(Problem problem, Response response) {
        // Without a stack trace: the reason lies in the request, and strangers send many of them.
        super(problem.detail(), null, false, false);
        this.problem = problem;
        this.response = response;
    }

    private Refusal(Problem problem) {
        this(problem, Response.problem(problem));
    }

    /** A reason that is not about single parts of the request. */
    public Refusal(ProblemType type, String detail) {
        this(Problem.of(type, detail));
    }

    public Refusal(List<Violation> violations) {
        this(Problem.of(violations));
    }

    public static Refusal inBody(ProblemType type, String pointer, String detail) {
        return new Refusal(List.of(Violation.inBody(type, pointer, detail)));
    }

    public static Refusal inHeader(ProblemType type, String header, String detail) {
        return new Refusal(List.of(Violation.inHeaders(type, header, detail)));
    }

    public Refusal with(String header, String value) {
        return new Refusal(problem, response.with(header, value));
    }

    public Problem problem() {
        return problem;
    }

    public Response response() {
        return response;
    }

    /** The endpoint's response, or the response to the request that it refuses. */
    public static Response caught(Supplier<Response> endpoint) {
        try {
            return endpoint.get();
        } catch (Refusal refused) {
            return refused.response();
        }
    }
}
