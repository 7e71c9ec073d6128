package bout.engine;

/** The engine as a whole. */
public final class Engine {
    /**
     * Changes whenever the same seed may give another set-up than before, or the same set-up and moves another state,
     * result or hash. A replay names the version that wrote it.
     *
     * <p>2: a seed is mixed before a set-up is drawn from it, but for Ice and Fire. RoboTag has options for the numbers of
     * its rules. Replays of version 1 are confirmed as before.
     */
    public static final int VERSION = 2;

    private Engine() {}
}
