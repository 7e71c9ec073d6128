package bout.standings.tournament;

import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * Derives the seeds of several matches from one seed. A whole number counts up (7, 8, 9); any other text gets a number
 * from the second match on (final, final/2, final/3). So each match can be replayed alone with its own seed.
 */
public record Seeds(String first) {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,17}");

    /** @param game the number of the match, from 0 */
    public String of(int game) {
        if (game == 0) {
            return first;
        }
        return WHOLE_NUMBER.matcher(first).matches()
                ? new BigInteger(first).add(BigInteger.valueOf(game)).toString()
                : first + "/" + (game + 1);
    }
}
