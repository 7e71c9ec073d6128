package bout.cli.text;

import java.io.PrintWriter;
import java.util.function.Supplier;

/**
 * One line on the terminal that says how far a command is, rewritten in place; nothing where standard error is not a
 * terminal. Safe for use by many threads.
 */
public final class Progress {

    /** Whether standard error is a terminal: only the script can tell, {@link System#console} looks at the others. */
    private static final boolean TERMINAL = Boolean.getBoolean("bout.terminal");

    private static final long AT_MOST_EVERY_NANOSECONDS = 100_000_000;
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final long matches;
    private long played;
    private long printedAt;
    private boolean printed;
    private boolean ended;

    public Progress(PrintWriter err, long matches) {
        this.err = err;
        this.matches = matches;
        this.printedAt = System.nanoTime();
    }

    public static boolean isShown() {
        return TERMINAL;
    }

    public void turnPlayed(int turns) {
        if (matches == 1) {
            show(() -> "turn " + turns);
        }
    }

    public synchronized void matchPlayed() {
        played++;
        if (matches > 1) {
            show(() -> played + " of " + matches + " matches");
        }
    }

    public synchronized long played() {
        return played;
    }

    /** @param line computed only when it is shown, a few times a second at most */
    public synchronized void show(Supplier<String> line) {
        if (TERMINAL && !ended && System.nanoTime() - printedAt > AT_MOST_EVERY_NANOSECONDS) {
            err.print(CLEAR_LINE + line.get());
            err.flush();
            printedAt = System.nanoTime();
            printed = true;
        }
    }

    /** Removes the line, so that the next output starts at the margin. */
    public synchronized void clear() {
        if (printed) {
            err.print(CLEAR_LINE);
            err.flush();
            printed = false;
        }
    }

    public synchronized boolean hasEnded() {
        return ended;
    }

    /** Removes the line for good, with the ^C that a terminal shows for Ctrl-C. */
    public synchronized void end() {
        printed |= TERMINAL;
        clear();
        ended = true;
    }
}
