package bout.pages;

import bout.wire.Resources;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pieces of pages: files beside this class, in which <code>{{name}}</code> stands for a value. */
final class Piece {

    private static final Pattern GAP = Pattern.compile("\\{\\{([a-z]+)}}");

    private Piece() {}

    static String filled(String file, Map<String, String> values) {
        return GAP.matcher(Resources.text(Piece.class, file))
                .replaceAll(gap -> Matcher.quoteReplacement(
                        Objects.requireNonNull(values.get(gap.group(1)), () -> file + " has " + gap.group())));
    }
}
