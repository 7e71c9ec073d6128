package bout.cli.match;

import bout.cli.text.TerminalText;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** In which ways players failed: a line for each kind of each, with the first time it happened. */
final class FaultReport {

    private final Map<List<String>, Fault> faults = new LinkedHashMap<>();

    private record Fault(long times, String first) {}

    /** @param first where and how it happened, if it is the first time */
    void add(String player, String kind, long times, String first) {
        faults.merge(
                List.of(player, kind),
                new Fault(times, first),
                (known, next) -> new Fault(known.times + next.times, known.first));
    }

    void print(PrintWriter out) {
        faults.forEach((fault, seen) -> out.println(fault.getFirst() + ": " + fault.getLast()
                + (seen.times == 1 ? "" : ", " + seen.times + " times") + ", first "
                + TerminalText.line(seen.first)));
    }
}
