package bout.engine;

public final class Engine {
    /**
     * The engine version, which every replay records. Raise it when a change can make the same seed draw a different
     * set-up, or the same set-up and moves lead to a different state, result or hash.
     *
     * <p>Version 2: seeds are mixed before the set-up is drawn (except in A Code of Ice and Fire), and RoboTag's rule
     * numbers became options. Replays of version 1 still verify.
     */
    public static final int VERSION = 2;

    private Engine() {}
}
