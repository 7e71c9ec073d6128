package bout.wire.connection;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Puts the parts of messages together. For what one connection sends, or for one call; not thread-safe. The memory that
 * a sender can take is limited: a few messages of {@link ConnectionText#MAX_PARTS} parts; the oldest is forgotten when
 * another begins.
 */
public final class Parts {

    /** As many messages may be incomplete at a time. Parts of several calls may arrive mixed. */
    private static final int MAX_INCOMPLETE = 8;

    private final Map<String, String[]> incomplete = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String[]> eldest) {
            return size() > MAX_INCOMPLETE;
        }
    };

    /** Takes a part. Returns the text of the message if it is complete now. A part that makes no sense is ignored. */
    public Optional<String> take(ConnectionMessage.Part part) {
        if (part.of() < 1
                || part.of() > ConnectionText.MAX_PARTS
                || part.index() >= part.of()
                || part.text().length() > ConnectionText.MAX_BYTES) {
            return Optional.empty();
        }
        String[] pieces = incomplete.computeIfAbsent(part.id(), id -> new String[part.of()]);
        if (pieces.length != part.of()) {
            return Optional.empty();
        }
        pieces[part.index()] = part.text();
        if (Arrays.asList(pieces).contains(null)) {
            return Optional.empty();
        }
        incomplete.remove(part.id());
        return Optional.of(String.join("", pieces));
    }
}
