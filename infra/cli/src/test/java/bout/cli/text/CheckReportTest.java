package bout.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.engine.Seat;
import bout.store.bot.BotRecord.BotCheck.CheckedCall;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckReportTest {

    private final StringWriter out = new StringWriter();

    private static CheckedCall call(int turn, boolean passed, String text) {
        return new CheckedCall(turn, Seat.FIRST, "application/json {}", passed ? "{}" : null, 7, passed, text);
    }

    private CheckReport report(boolean verbose) {
        return new CheckReport(new PrintWriter(out), verbose);
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    @Test
    void a_failure_of_all_calls_is_printed_once_whatever_its_numbers() {
        CheckReport report = report(false);
        report.add(call(0, false, "no answer within 5000 ms"));
        report.add(call(60, false, "no answer within 1000 ms"));
        report.add(call(120, false, "no answer within 1000 ms"));

        assertEquals(3, report.end());
        assertEquals(
                List.of(
                        "FAILED  turn 0, seat 1, 7 ms: no answer within 5000 ms",
                        "        same for the other 2",
                        "0 passed, 3 failed"),
                lines());
    }

    @Test
    void a_failure_of_some_calls_names_the_others() {
        CheckReport report = report(false);
        report.add(call(0, true, "plays 1"));
        report.add(call(60, false, "off the board"));
        report.add(call(120, false, "status 500"));
        report.add(call(180, false, "off the board"));
        report.add(call(240, false, "off the board"));

        assertEquals(4, report.end());
        assertEquals(
                List.of(
                        "passed  turn 0, seat 1, 7 ms: plays 1",
                        "FAILED  turn 60, seat 1, 7 ms: off the board",
                        "FAILED  turn 120, seat 1, 7 ms: status 500",
                        "FAILED  turn 180, seat 1; turn 240, seat 1: same as turn 60, seat 1",
                        "1 passed, 4 failed"),
                lines());
    }

    @Test
    void verbose_every_call_has_what_was_sent_and_answered() {
        CheckReport report = report(true);
        report.add(call(0, true, "plays 1"));
        report.add(call(60, false, "off the board"));
        report.add(call(120, false, "off the board"));
        report.end();

        assertEquals(
                List.of(
                        "passed  turn 0, seat 1, 7 ms: plays 1",
                        "        sent: application/json {}",
                        "        answer: {}",
                        "FAILED  turn 60, seat 1, 7 ms: off the board",
                        "        sent: application/json {}",
                        "        no readable answer",
                        "FAILED  turn 120, seat 1, 7 ms: off the board",
                        "        sent: application/json {}",
                        "        no readable answer",
                        "1 passed, 2 failed"),
                lines());
    }
}
