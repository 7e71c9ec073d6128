package bout.wire.line;

import bout.engine.Seat;
import bout.wire.Json;
import bout.wire.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Messages of lines as JSON text. */
public final class LineText {

    /** The largest message in bytes of UTF-8: API Gateway's largest WebSocket frame. */
    public static final int MAX_BYTES = 32 << 10;

    /**
     * The most parts of a message. An answer of 64 KiB needs five if every character is escaped once for the answer and
     * once more for the part; the other parts leave room for clients that escape more than they need to.
     */
    public static final int MAX_PARTS = 16;

    /** What a part has besides its text: names, the id, a ticket and numbers. */
    private static final int FRAME_OF_PART = 1 << 10;

    private static final int PART_TEXT = MAX_BYTES - FRAME_OF_PART;

    private LineText() {}

    /** The result of {@link #read}. */
    public sealed interface Reading {}

    public record Accepted(LineMessage message) implements Reading {}

    /** Not a message. The text says why. */
    public record Refused(String text) implements Reading {}

    /**
     * The texts to send, in order: the message, or its parts.
     *
     * @throws IllegalArgumentException if the message would need too many parts
     */
    public static List<String> write(LineMessage message) {
        String text = Json.text(fields(message));
        if (text.length() <= MAX_BYTES && text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES) {
            return List.of(text);
        }
        String reply = message instanceof LineMessage.Answer answer ? answer.reply() : null;
        List<String> pieces = pieces(text);
        if (pieces.size() > MAX_PARTS) {
            throw new IllegalArgumentException("a message of " + text.length() + " characters is too large for a line");
        }
        String id = Sha256.hex(text.getBytes(StandardCharsets.UTF_8)).substring(0, 32);
        List<String> parts = new ArrayList<>();
        for (String piece : pieces) {
            parts.add(Json.text(fields(new LineMessage.Part(id, reply, parts.size(), pieces.size(), piece))));
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

    private static Map<String, Object> fields(LineMessage message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        switch (message) {
            case LineMessage.Request request -> {
                fields.put("type", "request");
                fields.put("call", request.call());
                fields.put("reply", request.reply());
                fields.put("timeLimit", request.timeLimit());
                fields.put("headers", request.headers());
                fields.put("body", request.body());
            }
            case LineMessage.Answer answer -> {
                fields.put("type", "answer");
                fields.put("call", answer.call());
                fields.put("reply", answer.reply());
                fields.put("status", answer.status());
                fields.put("headers", answer.headers());
                fields.put("body", answer.body());
            }
            case LineMessage.Closing closing -> {
                fields.put("type", "closing");
                fields.put("reason", closing.reason());
            }
            case LineMessage.Event event -> {
                fields.put("type", "event");
                fields.put("event", event.result() == null ? "started" : "ended");
                fields.put("match", event.match());
                fields.put("game", event.game());
                fields.put("seat", event.seat().number());
                putIfKnown(fields, "opponent", event.opponent());
                putIfKnown(fields, "page", event.page());
                putIfKnown(
                        fields,
                        "result",
                        event.result() == null ? null : event.result().code());
            }
            case LineMessage.Part part -> {
                fields.put("type", "part");
                fields.put("id", part.id());
                putIfKnown(fields, "reply", part.reply());
                fields.put("index", part.index());
                fields.put("of", part.of());
                fields.put("text", part.text());
            }
            case LineMessage.Ping ping -> {
                fields.put("type", "ping");
                putIfKnown(fields, "call", ping.call());
                putIfKnown(fields, "reply", ping.reply());
            }
            case LineMessage.Pong pong -> {
                fields.put("type", "pong");
                putIfKnown(fields, "call", pong.call());
                putIfKnown(fields, "reply", pong.reply());
            }
            case LineMessage.Hello hello -> fields.put("type", "hello");
            case LineMessage.Welcome welcome -> {
                fields.put("type", "welcome");
                fields.put("connection", welcome.connection());
            }
            case LineMessage.Other other ->
                throw new IllegalArgumentException("a message without a known type: " + other.type());
        }
        return fields;
    }

    private static void putIfKnown(Map<String, Object> fields, String name, String value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    /** Reads a message: one WebSocket message, or what {@link Parts} put together. */
    public static Reading read(String text) {
        Object value;
        try {
            value = Json.read(text);
        } catch (Json.NotJson notJson) {
            return new Refused("not JSON: " + notJson.getMessage());
        }
        if (!(value instanceof Map<?, ?> fields)) {
            return new Refused("a message must be a JSON object");
        }
        try {
            return new Accepted(message(new Fields(fields)));
        } catch (WrongField wrong) {
            return new Refused(wrong.getMessage());
        }
    }

    private static LineMessage message(Fields fields) throws WrongField {
        String type = fields.text("type");
        return switch (type) {
            case "request" ->
                new LineMessage.Request(
                        fields.text("call"),
                        fields.text("reply"),
                        fields.number("timeLimit"),
                        fields.texts("headers"),
                        fields.text("body"));
            case "answer" ->
                new LineMessage.Answer(
                        fields.text("call"),
                        fields.text("reply"),
                        fields.number("status"),
                        fields.texts("headers"),
                        fields.text("body"));
            case "closing" -> new LineMessage.Closing(fields.text("reason"));
            case "event" ->
                new LineMessage.Event(
                        fields.text("match"),
                        fields.text("game"),
                        fields.seat("seat"),
                        fields.optional("opponent"),
                        fields.optional("page"),
                        fields.result("result"));
            case "part" ->
                new LineMessage.Part(
                        fields.text("id"),
                        fields.optional("reply"),
                        fields.number("index"),
                        fields.number("of"),
                        fields.text("text"));
            case "ping" -> new LineMessage.Ping(fields.optional("call"), fields.optional("reply"));
            case "pong" -> new LineMessage.Pong(fields.optional("call"), fields.optional("reply"));
            case "hello" -> new LineMessage.Hello();
            case "welcome" -> new LineMessage.Welcome(fields.text("connection"));
            default -> new LineMessage.Other(type);
        };
    }

    /** A field is missing or has a value of another type. */
    private static final class WrongField extends Exception {
        private WrongField(String name, String expected) {
            super("\"" + name + "\" must be " + expected);
        }
    }

    private record Fields(Map<?, ?> values) {

        String text(String name) throws WrongField {
            if (values.get(name) instanceof String text) {
                return text;
            }
            throw new WrongField(name, "a string");
        }

        String optional(String name) throws WrongField {
            return values.get(name) == null ? null : text(name);
        }

        int number(String name) throws WrongField {
            if (values.get(name) instanceof Integer number && number >= 0) {
                return number;
            }
            throw new WrongField(name, "a whole number that is not negative");
        }

        Seat seat(String name) throws WrongField {
            return switch (number(name)) {
                case 1 -> Seat.FIRST;
                case 2 -> Seat.SECOND;
                default -> throw new WrongField(name, "1 or 2");
            };
        }

        LineMessage.Result result(String name) throws WrongField {
            String code = optional(name);
            if (code == null) {
                return null;
            }
            for (LineMessage.Result result : LineMessage.Result.values()) {
                if (result.code().equals(code)) {
                    return result;
                }
            }
            throw new WrongField(name, "won, lost, drawn or void");
        }

        /** A missing object is empty. */
        Map<String, String> texts(String name) throws WrongField {
            Map<String, String> texts = new LinkedHashMap<>();
            if (values.get(name) == null) {
                return texts;
            }
            if (!(values.get(name) instanceof Map<?, ?> entries)) {
                throw new WrongField(name, "an object of strings");
            }
            for (Map.Entry<?, ?> entry : entries.entrySet()) {
                if (!(entry.getValue() instanceof String value)) {
                    throw new WrongField(name, "an object of strings");
                }
                texts.put((String) entry.getKey(), value);
            }
            return texts;
        }
    }
}
