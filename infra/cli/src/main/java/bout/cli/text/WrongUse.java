package bout.cli.text;

/** A command does not take what it was given: the message is printed, and the exit status is 2. */
public final class WrongUse extends RuntimeException {

    public WrongUse(String message) {
        super(message);
    }
}
