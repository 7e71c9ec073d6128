package bout.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A form being written, encoded like {@link java.net.URLEncoder} does it: strings as they are, other values as JSON.
 *
 * <p>A board takes thousands of characters, and encoding them is most of the cost of a call before it is sent. So it is
 * written in one pass: boards are lists of short strings and small numbers, whose JSON needs no library.
 */
final class FormBytes {

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final int ENCODED_BYTE = 3;
    private static final int FIRST_LENGTH = 4096;

    private static final byte[] OPEN = encoded('[');
    private static final byte[] CLOSE = encoded(']');
    private static final byte[] QUOTE = encoded('"');
    private static final byte[] COMMA = encoded(',');

    /** The characters that a form does not encode: letters, digits and {@code *-._}. */
    private static final boolean[] UNENCODED = unencoded();

    private byte[] form = new byte[FIRST_LENGTH];
    private int length;

    private static boolean[] unencoded() {
        boolean[] unencoded = new boolean[128];
        for (char character = 0; character < unencoded.length; character++) {
            unencoded[character] = character >= 'a' && character <= 'z'
                    || character >= 'A' && character <= 'Z'
                    || character >= '0' && character <= '9'
                    || "*-._".indexOf(character) >= 0;
        }
        return unencoded;
    }

    private static byte[] encoded(char character) {
        return new byte[] {'%', HEX[character >> 4], HEX[character & 0xF]};
    }

    void field(String name, Object value) {
        if (length > 0) {
            room(1);
            form[length++] = '&';
        }
        encode(name.getBytes(StandardCharsets.UTF_8));
        room(1);
        form[length++] = '=';
        if (value instanceof String text) {
            encode(text.getBytes(StandardCharsets.UTF_8));
        } else {
            json(value);
        }
    }

    private void json(Object value) {
        switch (value) {
            case List<?> list -> {
                put(OPEN);
                for (int i = 0; i < list.size(); i++) {
                    if (i > 0) {
                        put(COMMA);
                    }
                    json(list.get(i));
                }
                put(CLOSE);
            }
            case String text -> {
                if (!wrotePlain(text)) {
                    encode(Json.bytes(text));
                }
            }
            case Integer number
            when number >= 0 && number < 10 -> {
                room(1);
                form[length++] = (byte) ('0' + number);
            }
            case null, default -> encode(Json.bytes(value));
        }
    }

    /** Writes a text in quotes unless JSON or the form would change it; then nothing has been written. */
    private boolean wrotePlain(String text) {
        int before = length;
        room(text.length() + QUOTE.length + QUOTE.length);
        put(QUOTE);
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character >= UNENCODED.length || !UNENCODED[character]) {
                length = before;
                return false;
            }
            form[length++] = (byte) character;
        }
        put(QUOTE);
        return true;
    }

    private void put(byte[] bytes) {
        room(bytes.length);
        for (byte each : bytes) {
            form[length++] = each;
        }
    }

    private void encode(byte[] text) {
        room(ENCODED_BYTE * text.length);
        for (byte character : text) {
            if (character >= 0 && UNENCODED[character]) {
                form[length++] = character;
            } else if (character == ' ') {
                form[length++] = '+';
            } else {
                form[length++] = '%';
                form[length++] = HEX[(character >> 4) & 0xF];
                form[length++] = HEX[character & 0xF];
            }
        }
    }

    /** Makes room for this many bytes more. */
    private void room(int bytes) {
        if (length + bytes > form.length) {
            form = Arrays.copyOf(form, Math.max(length + bytes, 2 * form.length));
        }
    }

    byte[] bytes() {
        return Arrays.copyOf(form, length);
    }
}
