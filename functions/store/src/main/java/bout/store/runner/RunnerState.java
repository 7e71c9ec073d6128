package bout.store.runner;

import java.util.Arrays;
import java.util.Optional;

/** The state of a runner: active, then ended or dead for good. */
public enum RunnerState {
    /** It renews its lease and plays matches. */
    ACTIVE("active"),
    /** It ended by itself, and left no match behind. */
    ENDED("ended"),
    /** Its lease expired, so its matches go to others. Even if it is only paused, it never gets its lease back. */
    DEAD("dead");

    private final String code;

    RunnerState(String code) {
        this.code = code;
    }

    /** The code in the table. */
    String code() {
        return code;
    }

    /** The state with this code, if there is one. */
    static Optional<RunnerState> of(String code) {
        return Arrays.stream(values()).filter(state -> state.code.equals(code)).findFirst();
    }
}
