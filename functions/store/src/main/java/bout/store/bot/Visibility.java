package bout.store.bot;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Who may see a registered bot and play against it. */
public enum Visibility {
    /** Everyone; but others can play it only once its owner has proved control of its URL. */
    PUBLIC("public"),
    /** Only its owner. Hide the bot from everyone else. */
    PRIVATE("private");

    public static final List<String> CODES =
            Arrays.stream(values()).map(Visibility::code).toList();

    private final String code;

    Visibility(String code) {
        this.code = code;
    }

    /** The code in the API and in the table. */
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
