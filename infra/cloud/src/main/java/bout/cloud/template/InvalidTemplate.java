package bout.cloud.template;

/** A template that cannot be read or resolved. The message says what is wrong, where, and how to fix it. */
public final class InvalidTemplate extends RuntimeException {

    InvalidTemplate(String problem) {
        this(problem, null);
    }

    InvalidTemplate(String problem, Throwable cause) {
        super(problem, cause);
    }
}
