package bout.games.tokens;

import bout.engine.Plain;
import java.util.List;

/**
 * The colours of tokens as small numbers. {@link #NONE} stands for an empty cell, and for the last colour of a player
 * that has not eaten yet.
 */
public final class Colour {

    public static final byte NONE = 0;
    public static final byte RED = 1;
    public static final byte GREEN = 2;
    public static final byte BLUE = 3;

    /** The texts for the colours in requests, set-ups and pictures, by number. */
    private static final List<String> CODES = List.of("#000000", "#FF0000", "#00FF00", "#0000FF");

    private static final List<String> CODES_OF_TOKENS = CODES.subList(RED, CODES.size());

    private Colour() {}

    public static String code(byte colour) {
        return CODES.get(colour);
    }

    public static byte ofToken(Plain code) {
        return code.oneOf(CODES_OF_TOKENS, text -> (byte) CODES.indexOf(text));
    }

    public static byte lastEaten(Plain code) {
        return code.oneOf(CODES, text -> (byte) CODES.indexOf(text));
    }
}
