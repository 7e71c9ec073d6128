package bout.engine;

/** Thrown if a value of a document (a replay, a set-up, a vector file) is invalid. The message says where and why. */
public final class UnexpectedValue extends RuntimeException {

    private final String pointer;
    private final String problem;

    public UnexpectedValue(String pointer, String expected, Object found) {
        this(pointer, "expected " + expected + ", found " + Plain.describe(found));
    }

    private UnexpectedValue(String pointer, String problem) {
        super((pointer.isEmpty() ? "The document" : pointer) + ": " + problem);
        this.pointer = pointer;
        this.problem = problem;
    }

    /** The JSON pointer (RFC 6901) of the value; empty for the whole document. */
    public String pointer() {
        return pointer;
    }

    /** The expected and the found value, without the position. */
    public String problem() {
        return problem;
    }
}
