package bout.wire;

import bout.engine.Ask;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The body of a request to a bot, as it is sent and as a house bot behind a URL reads it. */
public final class BotBody {

    /** The most bytes that the body of a bot's answer may have, both as sent and unpacked. */
    public static final int MAX_ANSWER_BYTES = 64 << 10;

    /** The most tokens of JSON that an answer may have: a bracket, the name of a field and a value count one each. */
    public static final int MAX_ANSWER_TOKENS = 4096;

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final int ENCODED_BYTE = 3;
    private static final int FIRST_LENGTH = 4096;

    /** The characters that a form leaves alone: letters, digits and {@code *-._}. */
    private static final boolean[] AS_IT_IS = asItIs();

    private static boolean[] asItIs() {
        boolean[] asItIs = new boolean[128];
        for (char character = 0; character < asItIs.length; character++) {
            asItIs[character] = character >= 'a' && character <= 'z'
                    || character >= 'A' && character <= 'Z'
                    || character >= '0' && character <= '9'
                    || "*-._".indexOf(character) >= 0;
        }
        return asItIs;
    }

    private BotBody() {}

    /** The bytes that are sent for what a bot is asked. */
    public static byte[] write(Ask ask) {
        return switch (ask.form()) {
            case JSON -> Json.bytes(ask.fields());
            case FORM -> form(ask.fields());
        };
    }

    /**
     * Encoded byte by byte as {@link java.net.URLEncoder} would do it, which takes many times as long; a board makes some
     * thousand characters, and this is most of what a call costs before it is sent.
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
            if (character >= 0 && AS_IT_IS[character]) {
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
     * @throws Json.NotJson when the body, or a form field that starts like a JSON object or list, is not JSON
     * @throws IllegalArgumentException when the body is JSON but no object, or its percent-encoding is broken
     */
    public static Map<String, Object> read(Ask.Form form, byte[] body) throws Json.NotJson {
        Map<String, Object> fields = new LinkedHashMap<>();
        switch (form) {
            case JSON -> {
                if (!(Json.read(body) instanceof Map<?, ?> object)) {
                    throw new IllegalArgumentException("the body is JSON, but no object");
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
