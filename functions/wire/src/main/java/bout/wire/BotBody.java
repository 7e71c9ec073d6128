package bout.wire;

import bout.engine.GameCard;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The body of a request to a bot, as sent and as read by a house bot that has a URL. */
public final class BotBody {

    /** The largest body of a bot's answer in bytes, both as sent and decompressed. */
    public static final int MAX_ANSWER_BYTES = 64 << 10;

    /** The most JSON tokens in an answer. Each bracket, field name and value counts as one token. */
    public static final int MAX_ANSWER_TOKENS = 4096;

    private BotBody() {}

    public static byte[] write(GameCard.Form form, Map<String, Object> fields) {
        return switch (form) {
            case JSON -> Json.bytes(fields);
            case FORM -> {
                FormBytes written = new FormBytes();
                fields.forEach(written::field);
                yield written.bytes();
            }
        };
    }

    /**
     * The fields of a body that {@link #write} wrote.
     *
     * @throws Json.NotJson if the body, or a form field that starts like a JSON object or list, is not JSON
     * @throws IllegalArgumentException if the body is JSON but not an object, or its percent-encoding is invalid
     */
    public static Map<String, Object> read(GameCard.Form form, byte[] body) throws Json.NotJson {
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
