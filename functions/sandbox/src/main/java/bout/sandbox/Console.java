package bout.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A bot's output in a turn. Only the end is kept, so that a bot that prints endlessly fills nothing. */
final class Console {

    /** Enough to see what a turn was about. An author who needs more prints less. */
    static final int MAX_BYTES = 2_048;

    private byte[] bytes = new byte[0];

    /** @param line of UTF-8, or the end of a line that is too long by itself */
    void print(byte[] line) {
        ByteArrayOutputStream more = new ByteArrayOutputStream();
        more.writeBytes(bytes);
        more.writeBytes(line);
        more.write('\n');
        bytes = tail(more.toByteArray());
    }

    String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] tail(byte[] all) {
        int from = Math.max(0, all.length - MAX_BYTES);
        while (from > 0 && from < all.length && (all[from] & 0xC0) == 0x80) {
            from++; // the rest of a character that was cut
        }
        return Arrays.copyOfRange(all, from, all.length);
    }
}
