package bout.cli.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The calls of a check, one line for each; a failure that comes again is counted and not printed again. */
public final class CheckReport {

    /** Failures that differ in numbers only, such as a time limit or a turn, are the same to people. */
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private static final String DETAILS = "        ";

    /** @param came the answer, or {@code null} when it could not be read */
    public record Call(int turn, int seat, String sent, String came, int milliseconds, boolean passed, String text) {
        private Call printable() {
            return new Call(
                    turn,
                    seat,
                    TerminalText.line(sent),
                    came == null ? null : TerminalText.line(came),
                    milliseconds,
                    passed,
                    TerminalText.line(text));
        }

        private String situation() {
            return "turn " + turn + ", seat " + seat;
        }
    }

    private final PrintWriter out;
    private final boolean verbose;
    private final Map<String, List<Call>> failures = new LinkedHashMap<>();
    private int passed;
    private int failed;

    public CheckReport(PrintWriter out, boolean verbose) {
        this.out = out;
        this.verbose = verbose;
    }

    public void add(Call read) {
        Call call = read.printable();
        passed += call.passed ? 1 : 0;
        failed += call.passed ? 0 : 1;
        if (!call.passed) {
            List<Call> same =
                    failures.computeIfAbsent(NUMBER.matcher(call.text).replaceAll("#"), unseen -> new ArrayList<>());
            same.add(call);
            if (same.size() > 1 && !verbose) {
                return;
            }
        }
        out.println((call.passed ? "passed  " : "FAILED  ") + call.situation() + ", " + call.milliseconds + " ms: "
                + call.text);
        if (verbose) {
            out.println(DETAILS + "sent: " + call.sent);
            out.println(DETAILS + (call.came == null ? "no readable answer" : "answer: " + call.came));
        }
        out.flush();
    }

    /** Returns how many calls failed. */
    public int end() {
        if (!verbose) {
            failures.values().stream().filter(same -> same.size() > 1).forEach(this::repeated);
        }
        out.println(passed + " passed, " + failed + " failed");
        out.flush();
        return failed;
    }

    private void repeated(List<Call> same) {
        if (failures.size() == 1 && same.size() == passed + failed) {
            out.println(DETAILS + "same for the other " + (same.size() - 1));
        } else {
            out.println("FAILED  "
                    + String.join(
                            "; ",
                            same.subList(1, same.size()).stream()
                                    .map(Call::situation)
                                    .toList())
                    + ": same as " + same.getFirst().situation());
        }
    }
}
