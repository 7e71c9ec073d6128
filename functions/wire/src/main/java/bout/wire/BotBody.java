package bout.wire;

import bout.engine.Ask;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The body of a request to a bot, as sent and as read by a house bot that has a URL. */
public final class BotBody {

    /** The largest body of a bot's answer in bytes, both as sent and decompressed. */
    public static final int MAX_ANSWER_BYTES = 64 << 10;

    /** The most JSON tokens in an answer. Each bracket, field name and value counts as one token. */
    public static final int MAX_ANSWER_TOKENS = 4096;

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final int ENCODED_BYTE = 3;
    private static final int FIRST_LENGTH = 4096;

    /** The characters that a form does not encode: letters, digits and {@code *-._}. */
    private static final boolean[] UNENCODED = unencoded();

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

    private BotBody() {}

    /** Encodes the request body for a bot. */
    public static byte[] write(Ask ask) {
        return switch (ask.form()) {
            case JSON -> Json.bytes(ask.fields());
            case FORM -> form(ask.fields());
        };
    }

    /**
     * Encodes like {@link java.net.URLEncoder}, but many times faster. A board takes thousands of characters, and
     * encoding them is most of the cost of a call before it is sent.
     */
    private static byte[] form(Map<String, Object> fields) {
        byte[] form = new byte[FIRST_LENGTH];
        int length = 0;
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            byte[] name = field.getKey().getBytes(StandardCharsets.UTF_8);
            byte[] value = field.getValue() instanceof String text
                    ? text.getBytes(StandardCharsets.UTF_8)
                    : Json.bytes(field.getValue());
            int most = length + ENCODED_BYTE * (name.length + value.length) + 2;
            if (most > form.length) {
                form = Arrays.copyOf(form, Math.max(most, 2 * form.length));
            }
            if (length > 0) {
                form[length++] = '&';
            }
            length = encode(name, form, length);
            form[length++] = '=';
            length = encode(value, form, length);
        }
        return Arrays.copyOf(form, length);
    }

    private static int encode(byte[] text, byte[] form, int begin) {
        int at = begin;
        for (byte character : text) {
            if (character >= 0 && UNENCODED[character]) {
                form[at++] = character;
            } else if (character == ' ') {
                form[at++] = '+';
            } else {
                form[at++] = '%';
                form[at++] = HEX[(character >> 4) & 0xF];
                form[at++] = HEX[character & 0xF];
            }
        }
        return at;
    }

    /**
     * The fields of a body that {@link #write} wrote.
     *
     * @throws Json.NotJson if the body, or a form field that starts like a JSON object or list, is not JSON
     * @throws IllegalArgumentException if the body is JSON but not an object, or its percent-encoding is invalid
     */
    public static Map<String, Object> read(Ask.Form form, byte[] body) throws Json.NotJson {
        Map<String, Object> fields = new LinkedHashMap<>();
        switch (form) {
            case JSON -> {
                if (!(Json.read(body) instanceof Map<?, ?> object)) {
                    throw new IllegalArgumentException("the body must be a JSON object");
                }
                object.forEach((name, value) -> fields.put((String) name, value));
            }
            case FORM -> {
                for (String pair : new String(body, StandardCharsets.UTF_8).split("&")) {
                    int equals = pair.indexOf('=');
                    if (equals > 0) {
                        String value = URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
                        boolean json = value.startsWith("[") || value.startsWith("{");
                        fields.put(
                                URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                                json ? Json.read(value) : value);
                    }
                }
            }
        }
        return fields;
    }
}
