package bout.games.tokens;

import java.util.Arrays;
import java.util.List;

/** What a player can do on a turn; the names are the words that bots answer. */
public enum Move {
    UP,
    RIGHT,
    DOWN,
    LEFT,
    EAT,
    PASS;

    public static final List<String> WORDS =
            Arrays.stream(values()).map(Move::name).toList();

    /** The move of that word, or {@code null} if there is none; case and blanks count. */
    public static Move of(Object word) {
        int index = WORDS.indexOf(word);
        return index < 0 ? null : values()[index];
    }
}
