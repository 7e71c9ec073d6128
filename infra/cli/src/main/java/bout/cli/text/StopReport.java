package bout.cli.text;

/** Says what a long command has saved, and how to continue, when it is stopped (Ctrl-C). Until it is closed. */
public final class StopReport implements AutoCloseable {

    /** The exit status of a command that stops because of its report; the signal's own takes its place. */
    public static final int STOPPED = 130;

    private final Thread hook;

    /** @param report runs on a thread of its own, while the command goes on until the process ends */
    public StopReport(Runnable report) {
        hook = new Thread(report, "stop-report");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // The process is ending, so the report is being printed: wait for it, to print nothing in between.
            try {
                hook.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
