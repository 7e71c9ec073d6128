package bout.wire;

import java.text.Normalizer;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Which characters of other people's texts may be shown in names and on terminals. Characters are those of Unicode
 * 16.0, the version of Java 25: what a later version adds counts as unassigned.
 */
public final class DisplayText {

    /**
     * Controls, formats (among them the marks of direction), private and unassigned characters, halves of surrogate
     * pairs, separators of lines, and characters of other categories that look like nothing or like a space: fillers, a
     * braille pattern without dots, selectors of variants.
     */
    private static final String ODD = "[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\p{Cs}\\x{2028}\\x{2029}\\x{34F}\\x{115F}\\x{1160}"
            + "\\x{17B4}\\x{17B5}\\x{180B}-\\x{180F}\\x{2800}\\x{3164}\\x{FE00}-\\x{FE0F}\\x{FFA0}\\x{16FE4}\\x{1D159}"
            + "\\x{E0100}-\\x{E01EF}]";

    private static final String PICTURE =
            "(?!\\p{Cn})\\p{IsExtended_Pictographic}[\\x{FE0E}\\x{FE0F}]?\\p{IsEmoji_Modifier}?";

    /** Where such characters are a part of an emoji: joiners, the choice of colour, and three flags made of tags. */
    private static final String EMOJI = "\\x{1F3F4}\\x{E0067}\\x{E0062}(?:\\x{E0065}\\x{E006E}\\x{E0067}"
            + "|\\x{E0073}\\x{E0063}\\x{E0074}|\\x{E0077}\\x{E006C}\\x{E0073})\\x{E007F}"
            + "|[0-9#*]\\x{FE0F}\\x{20E3}|" + PICTURE + "(?:\\x{200D}" + PICTURE + ")*";

    private static final Pattern EMOJI_OR_ODD = Pattern.compile("(?<emoji>" + EMOJI + ")|" + ODD);

    /** Letters and digits that look like a Latin letter, and which; {@code i} looks like {@code l} in some fonts. */
    private static final String LOOKALIKES = "аaсcеeіlјjоoрpѕsуyхxԁdһhӏlкkмmтtвbнhαaεeιlκkνvοoρpτtυuχxıl0o1l3e4a5sil";

    private DisplayText() {}

    /** Whether the text has a character that must not be shown. */
    public static boolean isOdd(String text) {
        return EMOJI_OR_ODD.matcher(text).results().anyMatch(found -> found.group("emoji") == null);
    }

    /** The text with something else for each character that must not be shown. */
    public static String replaced(String text, UnaryOperator<String> by) {
        return EMOJI_OR_ODD
                .matcher(text)
                .replaceAll(found -> found.group("emoji") != null ? found.group() : by.apply(found.group()));
    }

    /** A name in the one form in which it is stored: NFC, with single spaces inside and none around it. */
    public static String name(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC)
                .replaceAll("\\p{Zs}+", " ")
                .strip();
    }

    /** The look of a name at a glance: equal for names of which one could pass for the other. */
    public static String glance(String name) {
        StringBuilder glance = new StringBuilder();
        Normalizer.normalize(name, Normalizer.Form.NFKD)
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .forEach(character -> {
                    int known = LOOKALIKES.indexOf(character);
                    glance.appendCodePoint(known >= 0 && known % 2 == 0 ? LOOKALIKES.charAt(known + 1) : character);
                });
        return glance.toString();
    }
}
