package bout.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What came of a tournament.
 *
 * @param took from when it was asked for until it was over, or the time was
 * @param matches how many it has
 * @param journalled how many different ones are in its journal
 * @param doubled how many entries of the journal are of matches that have another one
 * @param state the code of the tournament's state
 * @param putBack how many matches were given up for a reason of ours, and put back
 * @param killed processes that were killed, by function; {@code atWork} of them in the middle of an invocation
 * @param different where the published standings differ from those of the same tournament without a kill, each as the
 *     field, what was published, and what it should be
 * @param processes processes that are left when the stack has stopped
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

    /** Whether each match was played once, and the table is as it would be had nothing been killed. */
    public boolean sound() {
        return journalled == matches && doubled == 0 && different.isEmpty() && processes == 0;
    }

    public int kills() {
        return killed.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** For people; the last line says whether all is well. */
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
        lines.add("killed: " + kills() + " (" + atWork + " at work): "
                + killed.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining(", ")));
        lines.add("put back: " + putBack + ", processes left: " + processes);
        different.forEach(each -> lines.add(each.length() > SHOWN ? each.substring(0, SHOWN) + ".." : each));
        lines.add("lost " + (matches - journalled) + ", doubled " + doubled + ", standings "
                + (different.isEmpty() ? "equal" : "different"));
        return lines;
    }
}
