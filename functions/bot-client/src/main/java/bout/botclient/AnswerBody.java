package bout.botclient;

import bout.botclient.player.Reply;
import bout.engine.Aside;
import bout.engine.Failure;
import bout.engine.GameCard;
import bout.wire.BotBody;
import bout.wire.DocumentFile;
import bout.wire.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

/** Decodes the body of an answer. */
public final class AnswerBody {

    /** The header of an answer with a note for people. */
    static final String NOTE = "Bout-Note";

    static final int MAX_BYTES = BotBody.MAX_ANSWER_BYTES;

    private static final int SHOWN_CHARACTERS = 200;
    private static final char REPLACEMENT = '\uFFFD';
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private AnswerBody() {}

    /** Whether the body of an answer with this status is a move: frameworks answer a POST with 201, some with 202. */
    public static boolean follows(int status) {
        return status / 100 == 2;
    }

    /** @param encoding the header {@code Content-Encoding}, or {@code null} */
    static Object read(byte[] body, String encoding, GameCard game) throws CallFailed {
        String json = unpacked(body, encoding, () -> example(game));
        if (json.isBlank()) {
            throw notExpected(() -> example(game), "an empty body");
        }
        try {
            return Json.readAnswer(json);
        } catch (Json.NotJson notJson) {
            // In a text that is shown whole, a person finds the mistake without its line and column.
            String problem = json.length() > SHOWN_CHARACTERS ? notJson.getMessage() : notJson.reason();
            boolean looksLikeJson =
                    json.stripLeading().startsWith("{") || json.stripLeading().startsWith("[");
            throw notExpected(
                    () -> example(game), (looksLikeJson ? "invalid JSON: " + problem + ": " : "") + shown(json));
        }
    }

    static String readPacked(byte[] body, String encoding) throws CallFailed {
        return unpacked(body, encoding, () -> "text");
    }

    private static String unpacked(byte[] body, String encoding, Supplier<String> expected) throws CallFailed {
        byte[] plain = body;
        if (encoding != null && !encoding.isBlank() && !encoding.strip().equalsIgnoreCase("identity")) {
            String packing = encoding.strip().toLowerCase(Locale.ROOT);
            if (!packing.equals("gzip") && !packing.equals("x-gzip")) {
                throw notExpected(
                        expected,
                        "a body with Content-Encoding " + shown(packing) + ", which the request does not accept");
            }
            // Stops at the limit, however large the result would be.
            try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(body))) {
                plain = gzip.readNBytes(MAX_BYTES + 1);
            } catch (IOException broken) {
                throw notExpected(expected, "a body with Content-Encoding gzip that is not valid gzip data");
            }
            if (plain.length > MAX_BYTES) {
                throw new CallFailed(tooLarge("decompresses to more than"));
            }
        }
        String text = text(plain);
        if (text == null) {
            throw new CallFailed(
                    Failure.Kind.NOT_UTF8,
                    "The body is not UTF-8"
                            + (DocumentFile.isGzipped(plain)
                                    ? "; it looks like gzip without a Content-Encoding header."
                                    : "."));
        }
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    private static String example(GameCard game) {
        return "JSON such as " + Json.text(game.exampleAnswer());
    }

    private static CallFailed notExpected(Supplier<String> expected, String came) {
        return new CallFailed(Failure.Kind.NOT_EXPECTED, "Expected " + expected.get() + "; got " + came + ".");
    }

    static Failure tooLarge(String verb) {
        return new Failure(
                Failure.Kind.TOO_LARGE, "The body " + verb + " " + MAX_BYTES + " bytes, the maximum for an answer.");
    }

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

    /** The reply with the note that its answer has in the field that the game's card names, if it has no other one. */
    static Reply noted(Reply reply, GameCard game, Redaction redaction) {
        return game.calls().note() != null
                        && reply instanceof Reply.Answered(Object answer, Aside aside)
                        && aside.note() == null
                        && answer instanceof Map<?, ?> fields
                        && fields.get(game.calls().note()) instanceof String note
                ? new Reply.Answered(answer, new Aside(aside.milliseconds(), note(redaction.of(note))))
                : reply;
    }

    /** The same of code that runs here, which knows no URL and no secret. */
    public static Reply noted(Reply reply, GameCard game) {
        return noted(reply, game, new Redaction(null, null));
    }

    /**
     * The beginning of a text on one line, without invisible characters and characters that change the direction of the
     * text around it.
     */
    public static String shown(String text) {
        return shown(text, SHOWN_CHARACTERS);
    }

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

    public static String shown(byte[] body) {
        return shown(new String(body, 0, Math.min(body.length, 4 * SHOWN_CHARACTERS), StandardCharsets.UTF_8));
    }

    /** {@code null} if the bytes are not UTF-8. */
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
