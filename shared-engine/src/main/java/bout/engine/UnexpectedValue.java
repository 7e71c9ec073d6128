package bout.engine;

/** A plain value from outside (a replay, a set-up, a vector) is not what it should be; the message says where. */
public final class UnexpectedValue extends RuntimeException {

    private final String pointer;

    public UnexpectedValue(String pointer, String expected, Object found) {
        super((pointer.isEmpty() ? "The document" : pointer) + ": expected " + expected + ", found "
                + Plain.describe(found));
        this.pointer = pointer;
    }

    /** The JSON pointer (RFC 6901) of the value; empty for the whole document. */
    public String pointer() {
        return pointer;
    }
}
