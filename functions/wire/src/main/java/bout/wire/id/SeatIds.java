package bout.wire.id;

import bout.engine.Seat;
import bout.wire.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * The ids under which bots know their matches: {@value #PREFIX} and 32 hexadecimal digits, a different one for each
 * seat. Without the key, one cannot tell which match an id belongs to, which two ids belong to one match, or an id from
 * a drawn one.
 *
 * <p>An id is a match's UUID, with the seat's number in place of the UUID's version, encrypted with AES. So it need not
 * be stored, every runner computes the same one, and the key leads back to the match.
 *
 * <p>In the same way the key makes names for matches' files that cannot be guessed; see {@link #fileName}. And it makes
 * the seeds of published bots' random numbers; see {@link #randomSeed}.
 */
public final class SeatIds {

    public static final int KEY_LENGTH = 16;

    private static final String PREFIX = "seat_";
    private static final Pattern FORM = Pattern.compile(PREFIX + "[0-9a-f]{32}");
    private static final Pattern UNGUESSABLE = Pattern.compile("-[0-9a-f]{32}");

    private static final int ID_LENGTH = 36;

    /** In place of a seat's number. */
    private static final int OF_FILES = 0;

    /** One block with a random part in it: none of what other modes add is needed. */
    private static final String CIPHER = "AES/ECB/NoPadding";

    private static final long VERSION = 0xF000;
    private static final long VERSION_7 = 0x7000;
    private static final int VERSION_SHIFT = 12;

    private final SecretKeySpec key;

    /** @param key {@value #KEY_LENGTH} random bytes */
    public SeatIds(byte[] key) {
        if (key.length != KEY_LENGTH) {
            throw new IllegalArgumentException("a key of " + key.length + " bytes instead of " + KEY_LENGTH);
        }
        this.key = new SecretKeySpec(key, "AES");
    }

    public record MatchSeat(String match, Seat seat) {}

    public String of(String match, Seat seat) {
        return PREFIX + encrypted(match, seat.number());
    }

    /**
     * A name for the files of a match that not everyone may read: its id, a hyphen and 32 hexadecimal digits, which
     * cannot be computed without the key, also not from the match's seat ids.
     */
    public String fileName(String match) {
        return match + "-" + encrypted(match, OF_FILES);
    }

    /**
     * The seed of the random numbers and the clock of a published bot, in 64 hexadecimal digits: the same whichever
     * runner plays the match, and of no use for any other match, seat or bot. It may be shown when the match is over.
     */
    public String randomSeed(String match, Seat seat, String bot) {
        return mac("random numbers of " + bot + " at seat " + seat.number() + " of " + match);
    }

    /** The secret from which the board of a match follows that is played again; see {@link #randomSeed}. */
    public String boardSeed(String match) {
        return mac("board of " + match);
    }

    private String mac(String text) {
        return HexFormat.of().formatHex(Sha256.hmac(key.getEncoded(), text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Whether the text has the form of a name for a match's files: its id alone, or {@link #fileName}. */
    public static boolean isFileName(String text) {
        return MatchIds.isId(text)
                || text != null
                        && text.length() > ID_LENGTH
                        && MatchIds.isId(text.substring(0, ID_LENGTH))
                        && UNGUESSABLE.matcher(text.substring(ID_LENGTH)).matches();
    }

    private String encrypted(String match, int number) {
        if (!MatchIds.isId(match)) {
            throw new IllegalArgumentException("not a match id: " + match);
        }
        UUID uuid = UUID.fromString(match);
        ByteBuffer block = ByteBuffer.allocate(KEY_LENGTH)
                .putLong(uuid.getMostSignificantBits() & ~VERSION | (long) number << VERSION_SHIFT)
                .putLong(uuid.getLeastSignificantBits());
        return HexFormat.of().formatHex(crypt(Cipher.ENCRYPT_MODE, block.array()));
    }

    /** The seat that has this id; empty for a text that is no id, and for most that were not made with this key. */
    public Optional<MatchSeat> read(String id) {
        if (!isId(id)) {
            return Optional.empty();
        }
        ByteBuffer block =
                ByteBuffer.wrap(crypt(Cipher.DECRYPT_MODE, HexFormat.of().parseHex(id.substring(PREFIX.length()))));
        long high = block.getLong();
        long number = (high & VERSION) >>> VERSION_SHIFT;
        String match = new UUID(high & ~VERSION | VERSION_7, block.getLong()).toString();
        return MatchIds.isId(match) && number >= 1 && number <= Seat.MOST
                ? Optional.of(new MatchSeat(match, Seat.of((int) number)))
                : Optional.empty();
    }

    public static boolean isId(String text) {
        return text != null && FORM.matcher(text).matches();
    }

    /**
     * An id that belongs to no match, for calls outside of matches.
     *
     * @param random a {@link java.security.SecureRandom}, except in tests
     */
    public static String drawn(RandomGenerator random) {
        byte[] block = new byte[KEY_LENGTH];
        random.nextBytes(block);
        return PREFIX + HexFormat.of().formatHex(block);
    }

    private byte[] crypt(int mode, byte[] block) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(mode, key);
            return cipher.doFinal(block);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has " + CIPHER, missing);
        }
    }
}
