package bout.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A form being written, encoded like {@link java.net.URLEncoder} does it: strings as they are, other values as JSON. A
 * board takes thousands of characters, which that class would encode many times more slowly.
 */
final class FormBytes {

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final int FIRST_LENGTH = 4096;

    /** The characters that a form does not encode. */
    private static final boolean[] UNENCODED = new boolean[128];

    static {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._"
                .chars()
                .forEach(character -> UNENCODED[character] = true);
    }

    private byte[] form = new byte[FIRST_LENGTH];
    private int length;

    void field(String name, Object value) {
        if (length > 0) {
            form[length++] = '&';
        }
        encode(name.getBytes(StandardCharsets.UTF_8));
        form[length++] = '=';
        encode(value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : Json.bytes(value));
    }

    /** Leaves room for a character after the text. */
    private void encode(byte[] text) {
        int most = length + 3 * text.length + 1;
        byte[] to = most > form.length ? Arrays.copyOf(form, 2 * most) : form;
        int end = length;
        for (byte character : text) {
            if (character >= 0 && UNENCODED[character]) {
                to[end++] = character;
            } else if (character == ' ') {
                to[end++] = '+';
            } else {
                to[end] = '%';
                to[end + 1] = HEX[(character >> 4) & 0xF];
                to[end + 2] = HEX[character & 0xF];
                end += 3;
            }
        }
        form = to;
        length = end;
    }

    byte[] bytes() {
        return Arrays.copyOf(form, length);
    }
}
