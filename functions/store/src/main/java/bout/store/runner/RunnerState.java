package bout.store.runner;

/** The state of a runner: active, then ended or dead for good. */
public enum RunnerState {
    /** It renews its lease and plays matches. */
    ACTIVE,
    /** It ended by itself, and left no match behind. */
    ENDED,
    /** Its lease expired, so its matches go to others. Even if it is only paused, it never gets its lease back. */
    DEAD
}
