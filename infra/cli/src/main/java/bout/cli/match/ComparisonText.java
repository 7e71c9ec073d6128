package bout.cli.match;

import bout.competition.comparison.Sprt;
import bout.competition.comparison.Sprt.EloDifference;
import java.util.Locale;
import java.util.OptionalLong;

/** A comparison's result in one sentence; tested is the lead of the first player. */
record ComparisonText(String first, String second) {

    private static final double SURE = 0.95;

    private static final double MOST_SHOWN = 0.999;

    /** With fewer matches the likelihood of superiority, a normal approximation, is far too sure. */
    private static final int MATCHES_TO_BE_SURE = 20;

    /** Beyond, no one waits for them. */
    private static final long MOST_FORESEEN = 100_000;

    public ComparisonText {
        if (first.equals(second)) {
            first += " (A)";
            second += " (B)";
        }
    }

    String standing(EloDifference difference, long matches) {
        long elo = Math.round(difference.elo());
        if (elo == 0) {
            return "level";
        }
        return (elo > 0 ? first : second) + " leads by about " + Math.abs(elo) + " Elo"
                + (matches < MATCHES_TO_BE_SURE ? "" : " (" + sure(difference) + ")");
    }

    /** @param more about how many more matches would decide; empty if that cannot be said */
    String verdict(
            Sprt.Decision decision,
            EloDifference difference,
            long matches,
            OptionalLong more,
            String low,
            String high) {
        boolean enough = decision != Sprt.Decision.GO_ON || matches >= MATCHES_TO_BE_SURE;
        boolean firstLeads = enough && difference.superiority() >= SURE;
        boolean secondLeads = enough && difference.superiority() <= 1 - SURE;
        String evidence = " (" + sure(difference) + ", about " + elo(Math.abs(difference.elo())) + ")";
        String interval = "about " + elo(difference.elo()) + ", 95 % interval " + signed(difference.low()) + " to "
                + elo(difference.high());
        return switch (decision) {
            case H1 ->
                firstLeads
                        ? first + " is stronger" + evidence + "."
                        : first + " leads by " + high + " rather than " + low + " (" + interval + ").";
            case H0 ->
                secondLeads
                        ? second + " is stronger" + evidence + "."
                        : first + " is not stronger by " + high + " (" + interval + ").";
            case GO_ON ->
                "Not decided after " + matches + " matches"
                        + (firstLeads || secondLeads
                                ? ", but " + (firstLeads ? first : second) + " leads" + evidence + needed(matches, more)
                                        + "."
                                : ": " + first + " " + interval + ".");
        };
    }

    private static String needed(long matches, OptionalLong more) {
        return more.isEmpty() || more.getAsLong() > MOST_FORESEEN
                ? ""
                : "; at this rate about " + more.getAsLong() + " more matches would decide (--games "
                        + (matches + more.getAsLong()) + ")";
    }

    private static String elo(double elo) {
        return signed(elo) + " Elo";
    }

    private static String signed(double elo) {
        long rounded = Math.round(elo);
        return (rounded > 0 ? "+" : "") + rounded;
    }

    private static String sure(EloDifference difference) {
        double share = Math.max(difference.superiority(), 1 - difference.superiority());
        return share > MOST_SHOWN ? "more than 99.9 % sure" : String.format(Locale.ROOT, "%.1f %% sure", 100 * share);
    }
}
