package bout.cli.connect;

import bout.cli.connect.LocalBot.Said;
import bout.cli.text.TerminalText;
import bout.wire.Json;
import bout.wire.line.LineMessage;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Prints what happens to a connected bot: each match with its page, and each answer. A log gets every request and
 * answer in full, as one line of JSON. Thread-safe.
 */
final class MatchReport {

    /** How much of an answer is printed. */
    private static final int SHOWN = 60;

    /** Matches whose end nobody told are forgotten; nobody plays more at a time. */
    private static final int REMEMBERED = 1000;

    private static final String UNKNOWN = "?";

    private final PrintWriter out;
    private final PrintWriter log;
    private final boolean quiet;
    private final UnaryOperator<String> pages;
    private final Clock clock;
    private final Map<String, SeatOfMatch> matches = new LinkedHashMap<>();
    private int number;
    private int ended;

    /** What is known of a match. */
    private static final class SeatOfMatch {
        private final int number;
        private final List<Integer> milliseconds = new ArrayList<>();
        private int failed;
        private int roundTrip;

        private SeatOfMatch(int number) {
            this.number = number;
        }
    }

    /**
     * @param log gets requests and answers, or {@code null}
     * @param quiet whether to print matches and failures only
     * @param site where the pages of matches are
     */
    MatchReport(PrintWriter out, PrintWriter log, boolean quiet, URI site, Clock clock) {
        this.out = out;
        this.log = log;
        this.quiet = quiet;
        this.pages = page -> site.resolve(page).toString();
        this.clock = clock;
    }

    synchronized void connected() {
        say("Connected. Waiting for matches; Ctrl-C disconnects.");
    }

    synchronized void disconnected(String why) {
        say("The connection is lost: " + why + ".");
    }

    synchronized void notConnected(String why, Duration pause) {
        say("Not connected: " + why + ". Next attempt in " + (pause.toMillis() + 500) / 1000 + " s.");
    }

    synchronized void bug(Throwable bug) {
        say("This is a bug in Bout. Please report it with the following lines:");
        bug.printStackTrace(out);
        out.flush();
    }

    synchronized void event(LineMessage.Event event) {
        if (event.result() == null) {
            started(event);
        } else {
            ended(event);
        }
    }

    private void started(LineMessage.Event event) {
        boolean known = matches.containsKey(event.match());
        SeatOfMatch match =
                match(event.match(), event.game(), Integer.toString(event.seat().number()), true);
        if (!known || event.opponent() != null) {
            say(name(match) + " " + event.game() + ", seat " + event.seat().number()
                    + (event.opponent() == null ? "" : ", against " + event.opponent())
                    + (event.page() == null ? "" : ": " + pages.apply(event.page())));
        }
    }

    private void ended(LineMessage.Event event) {
        SeatOfMatch match =
                match(event.match(), event.game(), Integer.toString(event.seat().number()), true);
        matches.remove(event.match());
        ended++;
        List<Integer> times = new ArrayList<>(match.milliseconds);
        Collections.sort(times);
        say(name(match) + " " + event.result().code()
                + (event.opponent() == null ? "" : " against " + event.opponent())
                + (times.isEmpty()
                        ? ""
                        : ", " + times.size() + (times.size() == 1 ? " answer" : " answers") + ", median "
                                + times.get(times.size() / 2) + " ms, slowest " + times.getLast() + " ms")
                + (match.roundTrip == 0 ? "" : ", line " + match.roundTrip + " ms")
                + (match.failed == 0 ? "" : ", " + match.failed + " failed")
                + (event.page() == null ? "" : ": " + pages.apply(event.page())));
    }

    /** A request has arrived. The first of a match may come before anybody said that it began. */
    synchronized void asked(LineMessage.Request request) {
        match(header(request, "Bout-Match"), header(request, "Bout-Game"), header(request, "Bout-Seat"), false);
    }

    /** @param roundTrip of the line in milliseconds, or 0 if it is not known */
    synchronized void answered(LineMessage.Request request, Said said, int roundTrip) {
        SeatOfMatch match =
                match(header(request, "Bout-Match"), header(request, "Bout-Game"), header(request, "Bout-Seat"), false);
        match.roundTrip = roundTrip == 0 ? match.roundTrip : roundTrip;
        String turn = name(match) + " turn " + header(request, "Bout-Turn") + ", " + said.milliseconds() + " ms: ";
        if (said.failure() != null) {
            match.failed++;
            say(turn + "FAILED. " + said.failure());
        } else {
            match.milliseconds.add(said.milliseconds());
            String body = said.body().strip();
            if (!quiet) {
                say(turn + (body.length() > SHOWN ? body.substring(0, SHOWN) + "…" : body));
            }
        }
        if (log != null) {
            write(request, said);
        }
    }

    private void write(LineMessage.Request request, Said said) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("at", clock.instant().toString());
        line.put("call", request.call());
        line.put("timeLimit", request.timeLimit());
        line.put("headers", request.headers());
        line.put("body", request.body());
        line.put("status", said.status());
        line.put("answer", said.body());
        line.put("milliseconds", said.milliseconds());
        log.println(Json.text(line));
        log.flush();
    }

    private SeatOfMatch match(String id, String game, String seat, boolean announced) {
        SeatOfMatch known = matches.get(id);
        if (known != null) {
            return known;
        }
        if (matches.size() >= REMEMBERED) {
            matches.remove(matches.keySet().iterator().next());
        }
        SeatOfMatch match = new SeatOfMatch(++number);
        matches.put(id, match);
        if (!announced) {
            say(name(match) + " " + game + ", seat " + seat);
        }
        return match;
    }

    /** How many matches have ended so far. */
    synchronized int ended() {
        return ended;
    }

    private static String name(SeatOfMatch match) {
        return "#" + match.number;
    }

    private static String header(LineMessage.Request request, String name) {
        return request.headers().entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(UNKNOWN);
    }

    private void say(String text) {
        out.println(TerminalText.line(text));
        out.flush();
    }
}
