package bout.store.table;

/** The pause before a retry: random, and longer each time. */
public final class Backoff {

    private static final int FIRST_MILLIS = 25;
    private static final int LONGEST_MILLIS = 800;

    private Backoff() {}

    /**
     * @param attempt how many attempts were made, from 1
     * @throws IllegalStateException when the thread is interrupted meanwhile
     */
    public static void pause(int attempt) {
        int longest = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(attempt, 10));
        try {
            Machine machine = Machine.current();
            machine.pause(1L + machine.random(longest));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before attempt " + (attempt + 1), interrupted);
        }
    }
}
