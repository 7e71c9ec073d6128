package bout.wire;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An error as callers of the API see it: problem details of RFC 9457.
 *
 * @param status the HTTP status
 * @param detail what is wrong this time and what would be right; fit to be shown
 * @param violations every part of the request that is wrong; empty where the problem is not about single parts
 */
public record Problem(ProblemType type, int status, String detail, List<Violation> violations) {

    public static final String CONTENT_TYPE = "application/problem+json";

    /** The status of a well-formed body in which a value is wrong (RFC 9110, 15.5.21). */
    private static final int UNPROCESSABLE_CONTENT = 422;

    private static final int BAD_REQUEST = 400;

    /**
     * How many wrong parts are told at most, and how many of them in the sentence: a small body can hold thousands of
     * wrong fields, and the answer should not be a hundred times as large.
     */
    private static final int MAX_WRONGS = 100;

    private static final int MAX_SENTENCES = 10;

    /** Where in a request something is wrong; {@link #field} says it in the document. */
    public enum Where {
        /** The place is a JSON pointer (RFC 6901) into the body. */
        BODY("pointer"),
        /** The place is the name of a parameter of the query. */
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
     * One part of a request that is wrong.
     *
     * @param place which part; see {@link Where}
     * @param detail what is wrong and what would be right, to be read behind the place and a colon
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
     * The problem of everything that is wrong; its type is that of the first entry, as RFC 9457 (3) asks to show the
     * problem that matters most.
     *
     * <p>A game, a house bot or a bot that does not exist is 404 as a part of the path, but a wrong value in a query or a body.
     *
     * @param violations at least one; of more than {@value #MAX_WRONGS} the first are told
     */
    public static Problem of(List<Violation> violations) {
        Violation first = violations.getFirst();
        int status =
                switch (first.type()) {
                    case UNKNOWN_GAME, UNKNOWN_HOUSE_BOT, UNKNOWN_BOT ->
                        first.where() == Where.BODY ? UNPROCESSABLE_CONTENT : BAD_REQUEST;
                    default -> first.type().status();
                };
        return new Problem(
                first.type(),
                status,
                sentences(violations),
                violations.stream().limit(MAX_WRONGS).toList());
    }

    private static String sentences(List<Violation> violations) {
        if (violations.size() == 1) {
            return violations.getFirst().sentence() + ".";
        }
        return violations.size() + " things are wrong"
                + (violations.size() > MAX_SENTENCES ? ", such as these " + MAX_SENTENCES : "") + ": "
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
     * A problem quotes what came, and JSON can spell half of a surrogate pair ({@code "\ud800"}), which no UTF-8 can; it
     * is shown as a question mark.
     */
    private static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
