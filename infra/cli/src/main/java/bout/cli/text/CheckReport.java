package bout.cli.text;

import bout.store.bot.BotRecord.BotCheck.CheckedCall;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The calls of a check, one line for each; a failure that comes again is counted and not printed again. */
public final class CheckReport {

    /** Failures that differ in numbers only, such as a time limit or a turn, are the same to people. */
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private static final String DETAILS = "        ";

    private final PrintWriter out;
    private final boolean verbose;
    private final Map<String, List<CheckedCall>> failures = new LinkedHashMap<>();
    private int passed;
    private int failed;

    public CheckReport(PrintWriter out, boolean verbose) {
        this.out = out;
        this.verbose = verbose;
    }

    public void add(CheckedCall call) {
        if (call.passed()) {
            passed++;
        } else {
            failed++;
            List<CheckedCall> same =
                    failures.computeIfAbsent(NUMBER.matcher(call.text()).replaceAll("#"), unseen -> new ArrayList<>());
            same.add(call);
            if (same.size() > 1 && !verbose) {
                return;
            }
        }
        print((call.passed() ? "passed  " : "FAILED  ") + situation(call) + ", " + call.milliseconds() + " ms: "
                + call.text());
        if (verbose) {
            print(DETAILS + "sent: " + call.sent());
            print(DETAILS + (call.came() == null ? "no readable answer" : "answer: " + call.came()));
        }
    }

    private void print(String line) {
        out.println(TerminalText.line(line));
    }

    private static String situation(CheckedCall call) {
        return "turn " + call.turn() + ", seat " + call.seat().number();
    }

    /** Returns how many calls failed. */
    public int end() {
        if (!verbose) {
            failures.values().stream().filter(same -> same.size() > 1).forEach(this::repeated);
        }
        out.println(passed + " passed, " + failed + " failed");
        return failed;
    }

    private void repeated(List<CheckedCall> same) {
        print(
                failures.size() == 1 && same.size() == passed + failed
                        ? DETAILS + "same for the other " + (same.size() - 1)
                        : same.stream()
                                .skip(1)
                                .map(CheckReport::situation)
                                .collect(Collectors.joining(
                                        "; ", "FAILED  ", ": same as " + situation(same.getFirst()))));
    }
}
