package bout.api.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Predicate;

/** The place in a list after a match, a bot or a tournament, as an opaque text: base64url of a version and its id. */
public final class Cursor {

    private static final String VERSION = "1:";

    private Cursor() {}

    /** @param id {@code null} gives {@code null}: there is no next page */
    public static String behind(String id) {
        return id == null
                ? null
                : Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString((VERSION + id).getBytes(StandardCharsets.UTF_8));
    }

    /** The id before the cursor; empty if {@link #behind} did not make the text. */
    public static Optional<String> read(String cursor, Predicate<String> isId) {
        String text;
        try {
            text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        if (!text.startsWith(VERSION)) {
            return Optional.empty();
        }
        String id = text.substring(VERSION.length());
        // Base64 has several spellings (padding, spare bits); only ours is a cursor.
        return isId.test(id) && behind(id).equals(cursor) ? Optional.of(id) : Optional.empty();
    }
}
