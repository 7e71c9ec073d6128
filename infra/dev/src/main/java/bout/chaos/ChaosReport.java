package bout.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The outcome of a run.
 *
 * @param accepted the matches that the API accepted or the tournament planned
 * @param finished those of them that have a result, and a replay that verifies
 * @param withFailedCalls the finished ones in which a bot failed to answer
 * @param journalled the matches in the journals of the tournament and of the contest's stages
 * @param repeated requests repeated because there was no answer
 * @param kills how often the stack was killed
 * @param lost by a match's id, why it does not count as finished
 * @param doubled by a match's id, what happened more than once
 */
public record ChaosReport(
        Duration took,
        int accepted,
        int finished,
        int withFailedCalls,
        int journalled,
        int repeated,
        int kills,
        Map<String, String> lost,
        Map<String, String> doubled) {

    private static final int MOST_NAMED = 20;

    /** Whether nothing was lost, and nothing happened twice. */
    public boolean sound() {
        return lost.isEmpty() && doubled.isEmpty();
    }

    /** One figure per line; the last line counts lost and duplicated matches. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(accepted + " matches accepted, with " + repeated + " requests repeated");
        lines.add(
                finished + " finished with a replay that verifies, " + withFailedCalls + " of them with failed calls");
        lines.add(journalled + " in the journals of the tournament and the contest");
        lines.add(kills + " kills in " + took.toSeconds() + " s");
        name("lost", lost, lines);
        name("duplicated", doubled, lines);
        lines.add("lost " + lost.size() + ", duplicated " + doubled.size());
        return lines;
    }

    private static void name(String what, Map<String, String> wrong, List<String> lines) {
        wrong.entrySet().stream()
                .limit(MOST_NAMED)
                .forEach(match -> lines.add(what + " " + match.getKey() + ": " + match.getValue()));
    }
}
