package bout.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The results of a chaos test.
 *
 * @param accepted matches that the API accepted
 * @param refused the API's answers to refused requests
 * @param finished matches with a result; {@code withFailedCalls} of them have failed calls
 * @param failed matches that failed because of a server error and were not finished later
 * @param redriven matches that failed and were redriven
 * @param confirmed finished matches whose replay gives the same result as the record
 * @param results how often a result was written to the table
 * @param replays how often a replay was stored in the bucket
 * @param killed killed processes by function; {@code atWork} of them were handling an invocation
 * @param faults injected faults by service and kind
 * @param repeated requests repeated because there was no answer, or the answer asked for a retry
 * @param duplicates duplicate messages sent
 * @param leases matches still leased at the end
 * @param messages messages still in a queue at the end
 * @param deadLetters messages in a dead-letter queue at the end
 * @param processes processes still running after the stack stopped
 * @param lost by id, why an accepted match does not count as finished
 * @param doubled by id, what happened to a match more than once
 */
public record ChaosReport(
        Duration took,
        int accepted,
        List<String> refused,
        int finished,
        int withFailedCalls,
        int failed,
        int redriven,
        int confirmed,
        int results,
        int replays,
        Map<String, Integer> killed,
        int atWork,
        Map<String, Map<String, Integer>> faults,
        int repeated,
        int duplicates,
        int leases,
        int messages,
        int deadLetters,
        int processes,
        Map<String, List<String>> lost,
        Map<String, List<String>> doubled) {

    /** The most defects that are listed. */
    private static final int MAX_LISTED = 20;

    /** Whether nothing was lost, nothing happened twice, and nothing is left over. */
    public boolean sound() {
        return refused.isEmpty()
                && lost.isEmpty()
                && doubled.isEmpty()
                && leases == 0
                && messages == 0
                && processes == 0;
    }

    /** Adds what is only known after the stack stopped. */
    ChaosReport withProcessesLeft(int left) {
        return new ChaosReport(
                took,
                accepted,
                refused,
                finished,
                withFailedCalls,
                failed,
                redriven,
                confirmed,
                results,
                replays,
                killed,
                atWork,
                faults,
                repeated,
                duplicates,
                leases,
                messages,
                deadLetters,
                left,
                lost,
                doubled);
    }

    /** The number of killed processes. */
    public int kills() {
        return killed.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** One figure per line; the last line counts lost and duplicated matches. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(line("accepted", accepted, repeated + " requests repeated"));
        lines.add(line("finished", finished, withFailedCalls + " with failed calls"));
        lines.add(line("failed (server error)", failed, redriven + " others were redriven and finished"));
        lines.add(line("replays confirmed", confirmed, "replaying gives the recorded result"));
        lines.add(line("results written", results, ""));
        lines.add(line("replays stored", replays, ""));
        lines.add(line("processes killed", kills(), counts(killed) + "; " + atWork + " during an invocation"));
        faults.forEach((service, counts) -> lines.add(line(
                service + " faults",
                counts.values().stream().mapToInt(Integer::intValue).sum(),
                counts(counts))));
        lines.add(line("duplicate messages", duplicates, "sent at random times, some delayed"));
        lines.add(line("leases left", leases, ""));
        lines.add(line("messages left", messages, deadLetters + " dead letters"));
        lines.add(line("processes left", processes, ""));
        lines.add(line("seconds", (int) took.toSeconds(), ""));
        refused.stream().limit(MAX_LISTED).forEach(why -> lines.add("refused: " + why));
        name("lost", lost, lines);
        name("duplicated", doubled, lines);
        lines.add("lost " + lost.size() + ", duplicated " + doubled.size());
        return lines;
    }

    private static String line(String what, int count, String more) {
        String line = String.format("%-22s%7d", what, count);
        return more.isEmpty() ? line : line + "   " + more;
    }

    private static String counts(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    private static void name(String what, Map<String, List<String>> wrong, List<String> lines) {
        wrong.entrySet().stream()
                .limit(MAX_LISTED)
                .forEach(match -> lines.add(what + " " + match.getKey() + ": " + String.join("; ", match.getValue())));
        if (wrong.size() > MAX_LISTED) {
            lines.add("... and " + (wrong.size() - MAX_LISTED) + " more");
        }
    }
}
