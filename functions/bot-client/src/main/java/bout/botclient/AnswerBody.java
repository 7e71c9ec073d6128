package bout.botclient;

import bout.engine.Failure;
import bout.engine.GameCard;
import bout.wire.BotBody;
import bout.wire.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** From the bytes of an answer's body to a plain value, or what is wrong with them. */
public final class AnswerBody {

    static final int MAX_BYTES = BotBody.MAX_ANSWER_BYTES;

    private static final int SHOWN_CHARACTERS = 200;
    private static final char REPLACEMENT = '\uFFFD';
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private AnswerBody() {}

    /** A plain value, or a failure. */
    sealed interface Read {
        record Value(Object plain) implements Read {}

        record Violation(Failure failure) implements Read {}
    }

    /**
     * @param encoding the header {@code Content-Encoding}, or {@code null}
     */
    static Read read(byte[] body, String encoding, GameCard game) {
        byte[] plain = body;
        if (encoding != null && !encoding.isBlank() && !encoding.strip().equalsIgnoreCase("identity")) {
            String packing = encoding.strip().toLowerCase(Locale.ROOT);
            if (!packing.equals("gzip") && !packing.equals("x-gzip")) {
                return notExpected(
                        game, "a body packed with " + shown(packing) + ", which the request does not accept");
            }
            try {
                plain = unzipped(body);
            } catch (IOException broken) {
                return notExpected(game, "a body that is said to be packed with gzip, but cannot be unpacked");
            }
            if (plain.length > MAX_BYTES) {
                return new Read.Violation(tooLarge("unpacks to more than"));
            }
        }
        String text = text(plain);
        if (text == null) {
            return new Read.Violation(new Failure(
                    Failure.Kind.NOT_UTF8,
                    "The body is not UTF-8"
                            + (looksZipped(plain)
                                    ? "; it looks like gzip, but has no header Content-Encoding."
                                    : ".")));
        }
        int begin = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
        String json = begin == 0 ? text : text.substring(begin);
        if (json.isBlank()) {
            return notExpected(game, "an empty body");
        }
        try {
            return new Read.Value(Json.readAnswer(json));
        } catch (Json.NotJson notJson) {
            return notExpected(game, "no JSON: " + notJson.getMessage() + ": " + shown(json));
        }
    }

    /** Reads a text as far as it is one, without the white space around it. */
    static Read readText(byte[] body) {
        return new Read.Value(new String(body, StandardCharsets.UTF_8).strip());
    }

    static Failure tooLarge(String verb) {
        return new Failure(
                Failure.Kind.TOO_LARGE,
                "The body " + verb + " " + MAX_BYTES + " bytes, the most that an answer may have.");
    }

    /** The begin of a text, on one line, without what cannot be seen or would turn the text around it. */
    public static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        int characters = 0;
        boolean gap = false;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            i += Character.charCount(character);
            int type = Character.getType(character);
            if (Character.isWhitespace(character) || Character.isSpaceChar(character) || type == Character.CONTROL) {
                gap = true;
                continue;
            }
            if (characters >= SHOWN_CHARACTERS) {
                return shown.append('…').toString();
            }
            if (gap && characters > 0) {
                shown.append(' ');
                characters++;
            }
            gap = false;
            boolean odd = type == Character.SURROGATE || type == Character.FORMAT || type == Character.UNASSIGNED;
            shown.appendCodePoint(odd ? REPLACEMENT : character);
            characters++;
        }
        return shown.toString();
    }

    /** The begin of a body that is shown as it came, whatever it is. */
    public static String shown(byte[] body) {
        byte[] begin = body.length > 4 * SHOWN_CHARACTERS ? Arrays.copyOf(body, 4 * SHOWN_CHARACTERS) : body;
        return shown(new String(begin, StandardCharsets.UTF_8));
    }

    private static Read notExpected(GameCard game, String came) {
        return new Read.Violation(new Failure(
                Failure.Kind.NOT_EXPECTED,
                "Expected JSON such as " + Json.text(game.exampleAnswer()) + "; got " + came + "."));
    }

    /** Stops unpacking behind the limit, however far the packed body would go. */
    private static byte[] unzipped(byte[] body) throws IOException {
        try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return gzip.readNBytes(MAX_BYTES + 1);
        }
    }

    private static boolean looksZipped(byte[] body) {
        return body.length > 2 && (body[0] & 0xFF) == 0x1F && (body[1] & 0xFF) == 0x8B;
    }

    /** The text, or {@code null} when the bytes are not UTF-8. */
    private static String text(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        // The quick decoder puts this character for what it cannot read; only then it is worth asking the strict one.
        if (text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            return null;
        }
    }
}
