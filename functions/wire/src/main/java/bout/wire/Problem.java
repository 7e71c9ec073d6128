package bout.wire;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An error response of the API: problem details as in RFC 9457.
 *
 * @param status the HTTP status
 * @param detail what is wrong with this request and how to fix it; safe to show to anyone
 * @param violations every invalid part of the request; empty if the problem is not about single parts
 */
public record Problem(ProblemType type, int status, String detail, List<Violation> violations) {

    public static final String CONTENT_TYPE = "application/problem+json";

    /** The status for a well-formed body that contains an invalid value (RFC 9110, 15.5.21). */
    private static final int UNPROCESSABLE_CONTENT = 422;

    private static final int BAD_REQUEST = 400;

    /**
     * A small body can contain thousands of invalid fields. These limits keep the answer from growing a hundred times
     * as large.
     */
    private static final int MAX_VIOLATIONS = 100;

    private static final int MAX_SENTENCES = 10;

    /** Which kind of place in a request is invalid; {@link #field} names it in the document. */
    public enum Where {
        /** The place is a JSON pointer (RFC 6901) into the body. */
        BODY("pointer"),
        /** The place is the name of a query parameter. */
        QUERY("parameter"),
        /** The place is the name of a header. */
        HEADERS("header");

        private final String field;

        Where(String field) {
            this.field = field;
        }

        public String field() {
            return field;
        }
    }

    /**
     * One invalid part of a request.
     *
     * @param place which part; see {@link Where}
     * @param detail what is wrong and how to fix it; shown after the place and a colon
     */
    public record Violation(ProblemType type, Where where, String place, String detail) {

        public static Violation inBody(ProblemType type, String pointer, String detail) {
            return new Violation(type, Where.BODY, pointer, detail);
        }

        public static Violation inQuery(ProblemType type, String parameter, String detail) {
            return new Violation(type, Where.QUERY, parameter, detail);
        }

        public static Violation inHeaders(ProblemType type, String header, String detail) {
            return new Violation(type, Where.HEADERS, header, detail);
        }

        private String sentence() {
            return (place.isEmpty() ? "The body" : place) + ": " + detail;
        }
    }

    /** A problem that is not about single parts of the request. */
    public static Problem of(ProblemType type, String detail) {
        return new Problem(type, type.status(), detail, List.of());
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
        Violation first = violations.getFirst();
        int status =
                switch (first.type()) {
                    case UNKNOWN_GAME, UNKNOWN_BOT -> first.where() == Where.BODY ? UNPROCESSABLE_CONTENT : BAD_REQUEST;
                    default -> first.type().status();
                };
        return new Problem(
                first.type(),
                status,
                sentences(violations),
                violations.stream().limit(MAX_VIOLATIONS).toList());
    }

    private static String sentences(List<Violation> violations) {
        if (violations.size() == 1) {
            return violations.getFirst().sentence() + ".";
        }
        return violations.size() + " errors"
                + (violations.size() > MAX_SENTENCES ? ", the first " + MAX_SENTENCES : "") + ": "
                + violations.stream()
                        .limit(MAX_SENTENCES)
                        .map(Violation::sentence)
                        .collect(Collectors.joining(". ")) + ".";
    }

    /** The document, as a plain value. */
    public Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("type", type.uri());
        plain.put("title", type.title());
        plain.put("status", status);
        plain.put("detail", wellFormed(detail));
        if (!violations.isEmpty()) {
            plain.put("errors", violations.stream().map(Problem::toPlain).toList());
        }
        return plain;
    }

    private static Map<String, Object> toPlain(Violation wrong) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("type", wrong.type().uri());
        plain.put(wrong.where().field(), wellFormed(wrong.place()));
        plain.put("detail", wellFormed(wrong.detail()));
        return plain;
    }

    /**
     * A problem quotes the request, and JSON can spell half of a surrogate pair ({@code "\ud800"}), which UTF-8 cannot
     * encode. It is replaced with a question mark.
     */
    private static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
