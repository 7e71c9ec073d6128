package bout.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What came of it.
 *
 * @param accepted posts that the API accepted
 * @param refused posts that it did not, with what it said
 * @param finished matches with a result; {@code withFailedCalls} of them with calls of bots that gave no move
 * @param failed matches that were given up for a reason of ours, and were not finished afterwards
 * @param redriven matches that were given up, and then put back
 * @param confirmed finished matches whose replay, played again, gives the result of the record
 * @param results how often a result was written to the table
 * @param replays how often a replay was stored in the bucket
 * @param killed processes that were killed, by function; {@code atWork} of them in the middle of an invocation
 * @param faults calls of functions to services that met a fault, by service and fault
 * @param repeated posts that were posted again, because they got no answer or one that says to try again
 * @param duplicates messages that were sent for matches besides those that the functions sent
 * @param leases matches that are held by a runner in the end
 * @param messages messages that are in a queue in the end
 * @param deadLetters messages that are in a dead-letter queue in the end
 * @param processes processes that are left when the stack has stopped
 * @param lost by id, why an accepted match does not count as finished once
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

    /** How many matches are named, when many are wrong. */
    private static final int NAMED = 20;

    /** Whether nothing was lost, nothing happened twice, and nothing is left behind. */
    public boolean sound() {
        return refused.isEmpty()
                && lost.isEmpty()
                && doubled.isEmpty()
                && leases == 0
                && messages == 0
                && processes == 0;
    }

    /** The same with what is only known when the stack has stopped. */
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

    /** How many processes were killed in all. */
    public int kills() {
        return killed.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The figures, a line each; the last one says what was lost and what doubled. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(line("accepted", accepted, repeated + " posts repeated"));
        lines.add(line("finished", finished, withFailedCalls + " with calls that bots failed"));
        lines.add(line("failed (ours)", failed, redriven + " more were put back and finished"));
        lines.add(line("replays confirmed", confirmed, "played again, same result as in the record"));
        lines.add(line("results written", results, ""));
        lines.add(line("replays stored", replays, ""));
        lines.add(line("processes killed", kills(), counts(killed) + "; " + atWork + " in the middle of work"));
        faults.forEach((service, counts) -> lines.add(line(
                service + " faults",
                counts.values().stream().mapToInt(Integer::intValue).sum(),
                counts(counts))));
        lines.add(line("duplicate messages", duplicates, "sent at random moments, some delayed"));
        lines.add(line("leases left", leases, ""));
        lines.add(line("messages left", messages, deadLetters + " dead letters"));
        lines.add(line("processes left", processes, ""));
        lines.add(line("seconds", (int) took.toSeconds(), ""));
        refused.stream().limit(NAMED).forEach(why -> lines.add("refused: " + why));
        name("lost", lost, lines);
        name("doubled", doubled, lines);
        lines.add("lost " + lost.size() + ", doubled " + doubled.size());
        return lines;
    }

    private static String line(String what, int count, String more) {
        String line = String.format("%-20s%7d", what, count);
        return more.isEmpty() ? line : line + "   " + more;
    }

    private static String counts(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    private static void name(String what, Map<String, List<String>> wrong, List<String> lines) {
        wrong.entrySet().stream()
                .limit(NAMED)
                .forEach(match -> lines.add(what + " " + match.getKey() + ": " + String.join("; ", match.getValue())));
        if (wrong.size() > NAMED) {
            lines.add("... and " + (wrong.size() - NAMED) + " more");
        }
    }
}
