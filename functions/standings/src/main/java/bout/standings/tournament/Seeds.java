package bout.standings.tournament;

import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * The seeds of several games from one: a whole number counts up (7, 8, 9), and any other text is numbered from its second
 * game on (final, final/2, final/3). So each game can be played again alone, by its own seed.
 */
public record Seeds(String first) {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,17}");

    /** @param game from 0 */
    public String of(int game) {
        if (game == 0) {
            return first;
        }
        return WHOLE_NUMBER.matcher(first).matches()
                ? new BigInteger(first).add(BigInteger.valueOf(game)).toString()
                : first + "/" + (game + 1);
    }
}
