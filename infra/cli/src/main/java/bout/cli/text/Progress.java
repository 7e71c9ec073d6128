package bout.cli.text;

import java.io.PrintWriter;

/**
 * One line on the terminal that says how far a command came, written over itself; nothing where standard error is no
 * terminal. Safe for use by many threads.
 */
public final class Progress {

    /** Whether standard error is a terminal: only the script can tell, {@link System#console} looks at the others. */
    private static final boolean TERMINAL = Boolean.getBoolean("bout.terminal");

    private static final long AT_MOST_EVERY_NANOSECONDS = 100_000_000;
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final long games;
    private long played;
    private long printedAt;
    private boolean printed;

    public Progress(PrintWriter err, long games) {
        this.err = err;
        this.games = games;
        this.printedAt = System.nanoTime();
    }

    public void turnPlayed(int turns) {
        if (games == 1) {
            print("turn " + turns);
        }
    }

    public synchronized void gamePlayed() {
        played++;
        if (games > 1) {
            print(played + " of " + games + " games");
        }
    }

    private synchronized void print(String line) {
        if (TERMINAL && System.nanoTime() - printedAt > AT_MOST_EVERY_NANOSECONDS) {
            err.print(CLEAR_LINE + line);
            err.flush();
            printedAt = System.nanoTime();
            printed = true;
        }
    }

    /** Takes the line away, so that what is printed next starts at the margin. */
    public synchronized void clear() {
        if (printed) {
            err.print(CLEAR_LINE);
            err.flush();
            printed = false;
        }
    }
}
