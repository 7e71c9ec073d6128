package bout.wire;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;

/**
 * A form being written, encoded like {@link java.net.URLEncoder} does it: strings as they are, other values as JSON.
 *
 * <p>A board takes thousands of characters, and encoding them is most of the cost of a call before it is sent. So it is
 * written in one pass: boards are lists of short strings and small numbers, whose JSON needs no library.
 */
final class FormBytes {

    private static final String HEX = "0123456789ABCDEF";
    private static final int FIRST_LENGTH = 4096;

    /** The characters that a form does not encode. */
    private static final boolean[] UNENCODED = new boolean[128];

    static {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._"
                .chars()
                .forEach(character -> UNENCODED[character] = true);
    }

    private final StringBuilder form = new StringBuilder(FIRST_LENGTH);

    void field(String name, Object value) {
        if (!form.isEmpty()) {
            form.append('&');
        }
        encode(name);
        form.append('=');
        if (value instanceof String text) {
            encode(text);
        } else {
            json(value);
        }
    }

    private void json(Object value) {
        switch (value) {
            case List<?> list -> {
                form.append("%5B");
                for (Iterator<?> entries = list.iterator(); entries.hasNext(); ) {
                    json(entries.next());
                    form.append(entries.hasNext() ? "%2C" : "");
                }
                form.append("%5D");
            }
            case String text
            when isUnencoded(text) -> form.append("%22").append(text).append("%22");
            case Integer number when number >= 0 && number < 10 -> form.append((char) ('0' + number));
            case null, default -> encode(Json.text(value));
        }
    }

    private static boolean isUnencoded(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isUnencoded(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUnencoded(int character) {
        return character >= 0 && character < UNENCODED.length && UNENCODED[character];
    }

    private void encode(String text) {
        for (byte character : text.getBytes(StandardCharsets.UTF_8)) {
            if (isUnencoded(character)) {
                form.append((char) character);
            } else if (character == ' ') {
                form.append('+');
            } else {
                form.append('%').append(HEX.charAt((character >> 4) & 0xF)).append(HEX.charAt(character & 0xF));
            }
        }
    }

    byte[] bytes() {
        return form.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
