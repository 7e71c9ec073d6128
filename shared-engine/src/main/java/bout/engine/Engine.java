package bout.engine;

/** The engine as a whole. */
public final class Engine {
    /**
     * Changes whenever the same set-up and moves may give another state, result or hash than before. A replay names the
     * version that wrote it.
     */
    public static final int VERSION = 1;

    private Engine() {}
}
