package bout.wire.connection;

import bout.wire.Json;
import bout.wire.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public final class ConnectionText {

    /** The largest message in bytes of UTF-8: API Gateway's largest WebSocket frame. */
    public static final int MAX_BYTES = 32 << 10;

    /**
     * The most parts of a message. An answer of 64 KiB needs five if every character is escaped once for the answer and
     * once more for the part; the other parts leave room for clients that escape more than they need to.
     */
    public static final int MAX_PARTS = 16;

    /** The fields of a part besides its text: names, the id, a ticket and numbers. */
    private static final int FRAME_OF_PART = 1 << 10;

    private static final int PART_TEXT = MAX_BYTES - FRAME_OF_PART;

    private ConnectionText() {}

    /**
     * The texts to send, in order: the message, or its parts.
     *
     * @throws IllegalArgumentException if the message would need too many parts
     */
    public static List<String> write(ConnectionMessage message) {
        String text = Json.text(message);
        if (text.length() <= MAX_BYTES && text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES) {
            return List.of(text);
        }
        String reply = message instanceof ConnectionMessage.Answer answer ? answer.reply() : null;
        List<String> pieces = pieces(text);
        if (pieces.size() > MAX_PARTS) {
            throw new IllegalArgumentException("a message of " + text.length() + " characters is too large for a line");
        }
        String id = Sha256.hex(text).substring(0, 32);
        List<String> parts = new ArrayList<>();
        for (String piece : pieces) {
            parts.add(Json.text(new ConnectionMessage.Part(id, reply, parts.size(), pieces.size(), piece)));
        }
        return parts;
    }

    /** Pieces that fit into a part once they are escaped as JSON. */
    private static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int begin = 0;
        int bytes = 0;
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            int needed = escapedBytes(character);
            if (bytes + needed > PART_TEXT) {
                pieces.add(text.substring(begin, at));
                begin = at;
                bytes = 0;
            }
            bytes += needed;
            at += Character.charCount(character);
        }
        pieces.add(text.substring(begin));
        return pieces;
    }

    /** The most bytes that a character takes in a JSON string. */
    private static int escapedBytes(int character) {
        if (character < ' ' || Character.getType(character) == Character.SURROGATE) {
            return 6;
        }
        if (character == '"' || character == '\\') {
            return 2;
        }
        return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    }

    /**
     * Reads a message: one WebSocket message, or what {@link Parts} put together.
     *
     * @return empty if the text is not a message, or a field is missing or has a value of another type
     */
    public static Optional<ConnectionMessage> read(String text) {
        try {
            return Optional.of(Json.read(text, ConnectionMessage.class));
        } catch (Json.NotJson notAMessage) {
            return Optional.empty();
        }
    }
}
