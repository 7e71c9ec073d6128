package bout.cli.text;

/** The command {@code bout} in messages that say what to type next. */
public final class CommandName {

    private CommandName() {}

    /** What to type for {@code bout} in the folder where this command was typed, such as {@code ./bout}. */
    public static String typed() {
        return System.getProperty("bout.command", "bout");
    }
}
