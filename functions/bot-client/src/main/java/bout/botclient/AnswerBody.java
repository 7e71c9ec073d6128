package bout.botclient;

import bout.engine.Aside;
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
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/** Decodes the body of an answer into a plain value or a failure. */
public final class AnswerBody {

    /** The header of an answer with a note for people. */
    static final String NOTE = "Bout-Note";

    static final int MAX_BYTES = BotBody.MAX_ANSWER_BYTES;

    private static final int SHOWN_CHARACTERS = 200;
    private static final char REPLACEMENT = '\uFFFD';
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private AnswerBody() {}

    /** A plain value or a failure. */
    sealed interface Read {
        record Value(Object plain) implements Read {}

        record Violation(Failure failure) implements Read {}
    }

    /** Whether the body of an answer with this status is a move: frameworks answer a POST with 201, some with 202. */
    public static boolean follows(int status) {
        return status / 100 == 2;
    }

    /** @param encoding the header {@code Content-Encoding}, or {@code null} */
    static Read read(byte[] body, String encoding, GameCard game) {
        return switch (unpacked(body, encoding, came -> notExpected(game, came))) {
            case Read.Violation wrong -> wrong;
            case Read.Value(Object text) -> json((String) text, game);
        };
    }

    /**
     * The text of a body, whatever it says.
     *
     * @param encoding the header {@code Content-Encoding}, or {@code null}
     */
    static Read readPacked(byte[] body, String encoding) {
        return unpacked(
                body,
                encoding,
                came -> new Read.Violation(new Failure(Failure.Kind.NOT_EXPECTED, "Expected text; got " + came + ".")));
    }

    private static Read unpacked(byte[] body, String encoding, Function<String, Read> notExpected) {
        byte[] plain = body;
        if (encoding != null && !encoding.isBlank() && !encoding.strip().equalsIgnoreCase("identity")) {
            String packing = encoding.strip().toLowerCase(Locale.ROOT);
            if (!packing.equals("gzip") && !packing.equals("x-gzip")) {
                return notExpected.apply(
                        "a body with Content-Encoding " + shown(packing) + ", which the request does not accept");
            }
            try {
                plain = unzipped(body);
            } catch (IOException broken) {
                return notExpected.apply("a body with Content-Encoding gzip that is not valid gzip data");
            }
            if (plain.length > MAX_BYTES) {
                return new Read.Violation(tooLarge("decompresses to more than"));
            }
        }
        String text = text(plain);
        if (text == null) {
            return new Read.Violation(new Failure(
                    Failure.Kind.NOT_UTF8,
                    "The body is not UTF-8"
                            + (looksZipped(plain) ? "; it looks like gzip without a Content-Encoding header." : ".")));
        }
        int begin = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
        return new Read.Value(begin == 0 ? text : text.substring(begin));
    }

    private static Read json(String json, GameCard game) {
        if (json.isBlank()) {
            return notExpected(game, "an empty body");
        }
        try {
            return new Read.Value(Json.readAnswer(json));
        } catch (Json.NotJson notJson) {
            // In a text that is shown whole, a person finds the mistake without its line and column.
            String problem = json.length() > SHOWN_CHARACTERS ? notJson.getMessage() : notJson.reason();
            boolean looksLikeJson =
                    json.stripLeading().startsWith("{") || json.stripLeading().startsWith("[");
            return notExpected(game, (looksLikeJson ? "invalid JSON: " + problem + ": " : "") + shown(json));
        }
    }

    /** Reads text leniently and strips surrounding white space. */
    static Read readText(byte[] body) {
        return new Read.Value(new String(body, StandardCharsets.UTF_8).strip());
    }

    static Failure tooLarge(String verb) {
        return new Failure(
                Failure.Kind.TOO_LARGE, "The body " + verb + " " + MAX_BYTES + " bytes, the maximum for an answer.");
    }

    /** The failure of an answer with another status than that of a move. */
    static Failure status(int status, byte[] body) {
        String begin = shown(body);
        return new Failure(
                Failure.Kind.STATUS,
                "Answered with status " + status + " instead of 200"
                        + (begin.isEmpty() ? " and an empty body." : "; the body begins: " + begin));
    }

    /**
     * A note as it is shown, or {@code null} if it is empty. Notes are public, like failures.
     *
     * @param redacted without secrets: the cut could leave half of one
     */
    static String note(String redacted) {
        String shown = shown(redacted, Aside.MAX_NOTE);
        if (shown.codePointCount(0, shown.length()) > Aside.MAX_NOTE) {
            return shown.substring(0, shown.offsetByCodePoints(0, Aside.MAX_NOTE - 1)) + "…";
        }
        return shown.isEmpty() ? null : shown;
    }

    /**
     * The beginning of a text on one line, without invisible characters and characters that change the direction of the
     * text around it.
     */
    public static String shown(String text) {
        return shown(text, SHOWN_CHARACTERS);
    }

    /**
     * Like {@link #shown(String)}.
     *
     * @param most how many characters (code points) are taken; a longer text is cut and gets an ellipsis
     */
    static String shown(String text, int most) {
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
            if (characters >= most) {
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

    /** The beginning of a raw body. */
    public static String shown(byte[] body) {
        byte[] begin = body.length > 4 * SHOWN_CHARACTERS ? Arrays.copyOf(body, 4 * SHOWN_CHARACTERS) : body;
        return shown(new String(begin, StandardCharsets.UTF_8));
    }

    private static Read notExpected(GameCard game, String came) {
        return new Read.Violation(new Failure(
                Failure.Kind.NOT_EXPECTED,
                "Expected JSON such as " + Json.text(game.exampleAnswer()) + "; got " + came + "."));
    }

    /** Stops decompressing at the limit, however large the result would be. */
    private static byte[] unzipped(byte[] body) throws IOException {
        try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return gzip.readNBytes(MAX_BYTES + 1);
        }
    }

    private static boolean looksZipped(byte[] body) {
        return body.length > 2 && (body[0] & 0xFF) == 0x1F && (body[1] & 0xFF) == 0x8B;
    }

    /** The text, or {@code null} if the bytes are not UTF-8. */
    private static String text(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        // The fast decoder inserts this character for invalid bytes; only then run the strict one.
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
