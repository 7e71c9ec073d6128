package bout.bots;

import bout.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

public record BotAnswer(int status, Map<String, String> headers, byte[] body) {

    /** An answer whose only header is the content type. */
    public static BotAnswer of(int status, String contentType, byte[] body) {
        return new BotAnswer(status, Map.of("Content-Type", contentType), body);
    }

    public static BotAnswer json(Object plain) {
        return of(200, "application/json", Json.bytes(plain));
    }

    /** @param json any text, valid JSON or not */
    public static BotAnswer json(int status, String json) {
        return of(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    public static BotAnswer text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    public BotAnswer with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new BotAnswer(status, more, body);
    }
}
