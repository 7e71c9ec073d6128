package bout.store.bot;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Who may see a registered bot and play against it. */
public enum Visibility {
    /** Everyone; others than its owner only once its owner proved to control it. */
    PUBLIC("public"),
    /** Its owner. For all others there is no such bot. */
    PRIVATE("private");

    public static final List<String> CODES =
            Arrays.stream(values()).map(Visibility::code).toList();

    private final String code;

    Visibility(String code) {
        this.code = code;
    }

    /** What the API and the table say. */
    public String code() {
        return code;
    }

    /** The visibility with this code, if there is one. */
    public static Optional<Visibility> of(String code) {
        return Arrays.stream(values())
                .filter(visibility -> visibility.code.equals(code))
                .findFirst();
    }
}
