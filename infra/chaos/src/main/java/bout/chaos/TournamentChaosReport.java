package bout.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The results of a tournament chaos test.
 *
 * @param took from the tournament's creation to its end or the time limit
 * @param matches the number of matches in the tournament
 * @param journalled the number of distinct matches in the journal
 * @param doubled the number of journal entries for a match that already has one
 * @param state the code of the tournament's state
 * @param putBack the number of matches that failed because of a server error and were redriven
 * @param killed killed processes by function; {@code atWork} of them were handling an invocation
 * @param different the differences between the published and the expected standings: field, published value, expected
 *     value
 * @param processes processes still running after the stack stopped
 */
public record TournamentChaosReport(
        int bots,
        int boards,
        Duration took,
        long matches,
        int journalled,
        int doubled,
        String state,
        int putBack,
        Map<String, Integer> killed,
        int atWork,
        List<String> different,
        int processes) {

    private static final int SHOWN = 400;

    /** Whether each match was played exactly once, and the standings are the same as without kills. */
    public boolean sound() {
        return journalled == matches && doubled == 0 && different.isEmpty() && processes == 0;
    }

    public int kills() {
        return killed.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The report as text; the last line gives the verdict. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        double seconds = took.toMillis() / 1000.0;
        lines.add(String.format(
                Locale.ROOT,
                "%d bots, %d boards: %d of %d matches in %.1f s, %.1f matches/s; the tournament is %s",
                bots,
                boards,
                journalled,
                matches,
                seconds,
                journalled / seconds,
                state));
        lines.add("killed: " + kills() + " (" + atWork + " during an invocation): "
                + killed.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining(", ")));
        lines.add("redriven: " + putBack + ", processes left: " + processes);
        different.forEach(each -> lines.add(each.length() > SHOWN ? each.substring(0, SHOWN) + ".." : each));
        lines.add("lost " + (matches - journalled) + ", duplicated " + doubled + ", standings "
                + (different.isEmpty() ? "equal" : "different"));
        return lines;
    }
}
