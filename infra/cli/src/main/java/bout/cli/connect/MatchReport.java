package bout.cli.connect;

import bout.cli.connect.LocalBot.Said;
import bout.cli.text.CommandFailed;
import bout.cli.text.TerminalText;
import bout.engine.Plain;
import bout.stack.FileProblem;
import bout.wire.Json;
import bout.wire.connection.ConnectionMessage;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Prints what happens to a connected bot: each match with its page, and each answer. A log gets every request and
 * answer in full, as one line of JSON. Thread-safe.
 */
final class MatchReport {

    private static final int SHOWN = 60;

    /** Matches whose end was not reported are forgotten; no bot plays more at a time. */
    private static final int REMEMBERED = 1000;

    private final PrintWriter out;
    private Path log;
    private final boolean quiet;
    private final URI site;
    private final Clock clock;
    private final Map<String, SeatOfMatch> matches = new LinkedHashMap<>();
    private int number;
    private int ended;

    private static final class SeatOfMatch {
        private final int number;
        private final List<Integer> milliseconds = new ArrayList<>();
        private int failed;
        private int roundTrip;

        private SeatOfMatch(int number) {
            this.number = number;
        }

        @Override
        public String toString() {
            return "#" + number;
        }
    }

    /** @param log {@code null} for none */
    MatchReport(PrintWriter out, Path log, boolean quiet, URI site, Clock clock) {
        this.out = out;
        this.log = log;
        this.quiet = quiet;
        this.site = site;
        this.clock = clock;
        try {
            log(() -> "");
        } catch (IOException cannot) {
            throw new CommandFailed("cannot write " + log + ": " + FileProblem.text(cannot), cannot);
        }
    }

    private void log(Supplier<String> text) throws IOException {
        if (log != null) {
            Files.writeString(log, text.get(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
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
    }

    synchronized void event(ConnectionMessage.Event event) {
        if (event.result() == null) {
            started(event);
        } else {
            ended(event);
        }
    }

    private void started(ConnectionMessage.Event event) {
        boolean known = matches.containsKey(event.match());
        SeatOfMatch match = match(event.match());
        if (!known || event.opponent() != null) {
            say(match + " " + event.game() + ", seat " + event.seat().number()
                    + (event.opponent() == null ? "" : ", against " + event.opponent()) + page(event));
        }
    }

    private void ended(ConnectionMessage.Event event) {
        SeatOfMatch match = match(event.match());
        matches.remove(event.match());
        ended++;
        List<Integer> times = match.milliseconds.stream().sorted().toList();
        say(match + " " + event.result().code()
                + (event.opponent() == null ? "" : " against " + event.opponent())
                + (times.isEmpty()
                        ? ""
                        : ", " + times.size() + (times.size() == 1 ? " answer" : " answers") + ", median "
                                + times.get(times.size() / 2) + " ms, slowest " + times.getLast() + " ms")
                + (match.roundTrip == 0 ? "" : ", connection " + match.roundTrip + " ms")
                + (match.failed == 0 ? "" : ", " + match.failed + " failed")
                + page(event));
    }

    private String page(ConnectionMessage.Event event) {
        return event.page() == null ? "" : ": " + site.resolve(event.page());
    }

    /** A request has arrived. The first of a match may come before anybody said that it began. */
    synchronized SeatOfMatch asked(ConnectionMessage.Request request) {
        String id = header(request, "Bout-Match");
        boolean known = matches.containsKey(id);
        SeatOfMatch match = match(id);
        if (!known) {
            say(match + " " + header(request, "Bout-Game") + ", seat " + header(request, "Bout-Seat"));
        }
        return match;
    }

    /** @param roundTrip of the connection in milliseconds, or 0 if it is not known */
    synchronized void answered(ConnectionMessage.Request request, Said said, int roundTrip) {
        SeatOfMatch match = asked(request);
        match.roundTrip = roundTrip == 0 ? match.roundTrip : roundTrip;
        String turn = match + " turn " + header(request, "Bout-Turn") + ", " + said.milliseconds() + " ms: ";
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
        try {
            log(() -> Json.text(Plain.object(
                            "at", clock.instant(),
                            "call", request.call(),
                            "timeLimit", request.timeLimit(),
                            "headers", request.headers(),
                            "body", request.body(),
                            "status", said.status(),
                            "answer", said.body(),
                            "milliseconds", said.milliseconds()))
                    + "\n");
        } catch (IOException full) {
            say("Cannot write " + log + ": " + FileProblem.text(full) + ". Nothing more is logged.");
            log = null;
        }
    }

    private SeatOfMatch match(String id) {
        if (!matches.containsKey(id) && matches.size() >= REMEMBERED) {
            matches.remove(matches.keySet().iterator().next());
        }
        return matches.computeIfAbsent(id, first -> new SeatOfMatch(++number));
    }

    synchronized int ended() {
        return ended;
    }

    private static String header(ConnectionMessage.Request request, String name) {
        return request.headers().entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("?");
    }

    private void say(String text) {
        out.println(TerminalText.line(text));
    }
}
