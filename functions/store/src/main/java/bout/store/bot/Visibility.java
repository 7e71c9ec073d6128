package bout.store.bot;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Who may see a registered bot and play against it. */
public enum Visibility {
    /** Everyone; but others can play it only once its owner has proved control of its URL. */
    PUBLIC,
    /** Only its owner. Hide the bot from everyone else. */
    PRIVATE;

    public static final List<String> CODES =
            Arrays.stream(values()).map(Visibility::code).toList();

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Visibility> of(String code) {
        return Arrays.stream(values())
                .filter(visibility -> visibility.code().equals(code))
                .findFirst();
    }
}
