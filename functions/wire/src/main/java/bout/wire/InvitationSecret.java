package bout.wire;

import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The secret that lets its holders join: 100 random bits as 20 letters and digits, in four groups, so that they can
 * also be read from a projector and typed. The alphabet is Crockford's: it lacks {@code i}, {@code l}, {@code o} and
 * {@code u}, and the first three are read as the digits that they resemble.
 *
 * <p>{@code toString} does not show the secret.
 *
 * @param text in lower case, with hyphens: {@code k7qd9-m2x4w-nt8r3-c5hpz}
 */
public record InvitationSecret(String text) {

    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int GROUPS = 4;
    private static final int GROUP = 5;
    private static final Pattern FORM = Pattern.compile("[" + ALPHABET + "]{5}(-[" + ALPHABET + "]{5}){3}");
    private static final Pattern ID = Pattern.compile("inv_[0-9a-f]{32}");

    /** Far more than anyone types, and little enough to look at. */
    private static final int LONGEST_TYPED = 100;

    public InvitationSecret {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not the secret of an invitation");
        }
    }

    public static InvitationSecret draw(RandomGenerator random) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < GROUPS * GROUP; i++) {
            digits.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return new InvitationSecret(grouped(digits));
    }

    /** A typed or pasted secret, in any case, with or without hyphens; empty if it cannot be one. */
    public static Optional<InvitationSecret> read(String typed) {
        if (typed.length() > LONGEST_TYPED) {
            return Optional.empty();
        }
        String digits = typed.toLowerCase(Locale.ROOT)
                .replaceAll("[-\\s]", "")
                .replace('o', '0')
                .replace('i', '1')
                .replace('l', '1');
        return digits.length() == GROUPS * GROUP && digits.chars().allMatch(digit -> ALPHABET.indexOf(digit) >= 0)
                ? Optional.of(new InvitationSecret(grouped(digits)))
                : Optional.empty();
    }

    private static String grouped(CharSequence digits) {
        StringBuilder grouped = new StringBuilder(digits);
        for (int at = GROUP * (GROUPS - 1); at > 0; at -= GROUP) {
            grouped.insert(at, '-');
        }
        return grouped.toString();
    }

    /** The id of the invitation, such as {@code inv_1f0c...}: 128 bits of its {@link #hash}, so it reveals nothing. */
    public String id() {
        return "inv_" + hash().substring(0, 32);
    }

    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** SHA-256 in hexadecimal digits, as in {@link BearerToken#hash}. */
    public String hash() {
        return Sha256.hex("invitation " + text);
    }

    @Override
    public String toString() {
        return "InvitationSecret[" + id() + "]";
    }
}
