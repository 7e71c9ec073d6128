package bout.engine;

/**
 * The result of a call besides the move. It changes nothing in the match and is not part of its hash.
 *
 * @param milliseconds how long the answer took, rounded up; 0 for a house bot
 * @param note what the bot wrote for people to read, or {@code null}
 */
public record Aside(int milliseconds, String note) {

    /** The longest note, in characters (code points). */
    public static final int MAX_NOTE = 280;

    public static Aside took(int milliseconds) {
        return new Aside(milliseconds, null);
    }
}
