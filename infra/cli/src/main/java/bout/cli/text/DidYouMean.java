package bout.cli.text;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

public final class DidYouMean {

    /** More wrong characters than this do not look like a mistyped name. */
    private static final int MOST_SLIPS = 3;

    private DidYouMean() {}

    public static String message(String kind, String name, List<String> known) {
        String nearest = nearest(name, known)
                .map(candidate -> " Did you mean " + candidate + "?")
                .orElse("");
        return "Unknown " + kind + " '" + name + "'." + nearest + " Known: "
                + (known.isEmpty() ? "none" : String.join(", ", known)) + ".";
    }

    public static Optional<String> nearest(String name, List<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(candidate -> slips(name, candidate)))
                .filter(candidate -> candidate.startsWith(name)
                        || name.matches("[a-z]+-?[0-9]+") && candidate.startsWith(name.replaceFirst("-?[0-9]+$", ""))
                        || slips(name, candidate) <= Math.min(MOST_SLIPS, candidate.length() / 2));
    }

    /** The Levenshtein distance: how many characters were added, left out or replaced. */
    static int slips(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
