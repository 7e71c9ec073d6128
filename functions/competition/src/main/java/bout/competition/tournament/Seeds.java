package bout.competition.tournament;

import bout.competition.pairings.Fixture;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Derives the seeds of several matches from one seed. A whole number counts up (7, 8, 9); any other text gets a number
 * from the second match on (final, final/2, final/3). So each match can be replayed alone with its own seed.
 */
public record Seeds(String first) {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,17}");

    /** Drawn and derived seeds are below this: short, and exact in every language. */
    private static final long END = 1L << 48;

    /** A seed for one match; hard to guess if the random numbers are. */
    public static String drawn(RandomGenerator random) {
        return Long.toString(random.nextLong(END));
    }

    /** @param game the number of the match, from 0 */
    public String of(int game) {
        if (game == 0) {
            return first;
        }
        return WHOLE_NUMBER.matcher(first).matches()
                ? new BigInteger(first).add(BigInteger.valueOf(game)).toString()
                : first + "/" + (game + 1);
    }

    /**
     * The seed of a match of a tournament on a stack, from the tournament's secret. The same two players have the same
     * one on a board, whichever of them has seat 1, and no others do; each match of more players has its own. Neither
     * the secret nor other seeds can be computed from some seeds.
     */
    public static String secret(String secret, Fixture fixture) {
        // Of two, both matches on a board start together. Of more, one would tell others how the board goes.
        Stream<Integer> players = fixture.players().stream();
        players = fixture.players().size() == 2 ? players.sorted() : players;
        return Long.toString(Math.floorMod(
                hash(secret + "/" + fixture.board() + "/"
                        + players.map(String::valueOf).collect(Collectors.joining("/"))),
                END));
    }

    private static long hash(String text) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return ByteBuffer.wrap(sha256.digest(text.getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
