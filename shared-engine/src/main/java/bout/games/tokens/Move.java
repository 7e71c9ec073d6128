package bout.games.tokens;

import java.util.Arrays;
import java.util.List;

/** The moves. Their names are the words that bots answer. */
public enum Move {
    UP,
    RIGHT,
    DOWN,
    LEFT,
    EAT,
    PASS;

    public static final List<String> WORDS =
            Arrays.stream(values()).map(Move::name).toList();

    /** The move with this name, or {@code null} if there is none. Case and spaces matter. */
    public static Move of(Object word) {
        int index = WORDS.indexOf(word);
        return index < 0 ? null : values()[index];
    }
}
