package bout.wire;

import bout.engine.Ask;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The body of a request to a bot, as it is sent and as a house bot behind a URL reads it. */
public final class BotBody {

    private BotBody() {}

    /** The bytes that are sent for what a bot is asked. */
    public static byte[] write(Ask ask) {
        return switch (ask.form()) {
            case JSON -> Json.bytes(ask.fields());
            case FORM -> form(ask.fields()).getBytes(StandardCharsets.US_ASCII);
        };
    }

    private static String form(Map<String, Object> fields) {
        StringBuilder form = new StringBuilder();
        fields.forEach((name, value) -> form.append(form.isEmpty() ? "" : "&")
                .append(encoded(name))
                .append('=')
                .append(encoded(value instanceof String text ? text : Json.text(value))));
        return form.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
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
