package bout.wire;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An error response of the API: problem details as in RFC 9457.
 *
 * @param status the HTTP status
 * @param detail what is wrong with this request and how to fix it; safe to show to anyone
 * @param errors every invalid part of the request; empty if the problem is not about single parts
 */
public record Problem(
        ProblemType type,
        String title,
        int status,
        String detail,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Violation> errors) {

    public static final String CONTENT_TYPE = "application/problem+json";

    private static final int BAD_REQUEST = 400;

    /** The status for a well-formed body that contains an invalid value (RFC 9110, 15.5.21). */
    private static final int UNPROCESSABLE_CONTENT = 422;

    /**
     * A small body can contain thousands of invalid fields. These limits keep the answer from growing a hundred times
     * as large.
     */
    private static final int MAX_VIOLATIONS = 100;

    private static final int MAX_SENTENCES = 10;

    /**
     * One invalid part of a request, in one of three places.
     *
     * @param pointer a JSON pointer (RFC 6901) into the body
     * @param parameter the name of a query parameter
     * @param header the name of a header
     * @param detail what is wrong and how to fix it; shown after the place and a colon
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Violation(ProblemType type, String pointer, String parameter, String header, String detail) {

        public static Violation inBody(ProblemType type, String pointer, String detail) {
            return new Violation(type, wellFormed(pointer), null, null, wellFormed(detail));
        }

        public static Violation inQuery(ProblemType type, String parameter, String detail) {
            return new Violation(type, null, wellFormed(parameter), null, wellFormed(detail));
        }

        public static Violation inHeaders(ProblemType type, String header, String detail) {
            return new Violation(type, null, null, header, wellFormed(detail));
        }

        @JsonIgnore
        public String place() {
            return pointer != null ? pointer : parameter != null ? parameter : header;
        }

        private String sentence() {
            return (place().isEmpty() ? "The body" : place()) + ": " + detail;
        }
    }

    public static Problem of(ProblemType type, String detail) {
        return new Problem(type, type.title(), type.status(), wellFormed(detail), List.of());
    }

    /**
     * The problem for all invalid parts of a request. Its type is that of the first: RFC 9457 (section 3) asks for the
     * most relevant problem.
     *
     * <p>An unknown game or bot is 404 if the path names it, but 422 in a body and 400 in a query.
     *
     * @param violations at least one; only the first {@value #MAX_VIOLATIONS} are listed
     */
    public static Problem of(List<Violation> violations) {
        ProblemType type = violations.getFirst().type();
        int status =
                switch (type) {
                    case UNKNOWN_GAME, UNKNOWN_BOT ->
                        violations.getFirst().pointer() != null ? UNPROCESSABLE_CONTENT : BAD_REQUEST;
                    default -> type.status();
                };
        int count = violations.size();
        String sentences = violations.stream()
                .limit(MAX_SENTENCES)
                .map(Violation::sentence)
                .collect(Collectors.joining(". ", "", "."));
        String heading = count == 1
                ? ""
                : count + " errors" + (count > MAX_SENTENCES ? ", the first " + MAX_SENTENCES : "") + ": ";
        return new Problem(
                type,
                type.title(),
                status,
                heading + sentences,
                violations.stream().limit(MAX_VIOLATIONS).toList());
    }

    /**
     * A problem quotes the request, and JSON can spell half of a surrogate pair ({@code "\ud800"}), which UTF-8 cannot
     * encode. It is replaced with a question mark.
     */
    private static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
