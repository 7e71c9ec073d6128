package bout.embedded;

/** A template that cannot be read or resolved: what is wrong, where in it, and what would be right. */
public final class InvalidTemplate extends RuntimeException {

    InvalidTemplate(String problem) {
        super(problem);
    }

    InvalidTemplate(String problem, Throwable cause) {
        super(problem, cause);
    }
}
