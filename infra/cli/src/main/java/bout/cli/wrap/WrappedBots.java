package bout.cli.wrap;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.cli.text.CommandFailed;
import bout.cli.text.Executable;
import bout.cli.text.TerminalText;
import bout.engine.GameCard;
import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import bout.wire.BotBody;
import bout.wire.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Answers calls of A Code of Ice and Fire with programs written for the original: one process for each seat of each
 * match. Nothing tells it that a match has ended, so it kills a process that was not called for a minute.
 */
public final class WrappedBots implements AutoCloseable {

    static final long IDLE = TimeUnit.SECONDS.toNanos(60);

    private static final int IDLE_CHECK_SECONDS = 5;
    private static final int MOST_PROCESSES = 256;

    /** The time limit if the caller gives none, in milliseconds. */
    private static final int DEFAULT_TIME_LIMIT = 2000;

    private static final int LARGEST_TIME_LIMIT = 60_000;
    public static final String GAME = "ice-and-fire";

    public static void requireProgram(List<String> command) {
        String program = command.getFirst();
        if (Executable.find(program, System.getenv().getOrDefault("PATH", "")).isEmpty()) {
            throw new CommandFailed("cannot start '" + program + "': there is no such program"
                    + (program.contains("/") ? "" : " in PATH") + ", or it is not executable");
        }
    }

    public static WrappedBots printingErrors(List<String> command, PrintWriter err) {
        return new WrappedBots(
                command, (seat, line) -> err.println(seat + ": " + TerminalText.line(line)), System::nanoTime);
    }

    private final List<String> command;
    private final BiConsumer<String, String> errorLines;
    private final LongSupplier nanoTime;
    private final Map<MatchSeat, Entry> entries = new HashMap<>();
    private final ScheduledExecutorService chores = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("idle-programs").daemon().factory());

    private record MatchSeat(String match, String seat) {
        @Override
        public String toString() {
            return "match " + match + " seat " + seat;
        }
    }

    private static final class Entry {
        private final BotProcess process;
        private long calledAt;
        private boolean initialSent;

        private Entry(BotProcess process) {
            this.process = process;
        }
    }

    /** @param errorLines gets each line of a process's standard error, after the match and seat */
    WrappedBots(List<String> command, BiConsumer<String, String> errorLines, LongSupplier nanoTime) {
        this.command = List.copyOf(command);
        this.errorLines = errorLines;
        this.nanoTime = nanoTime;
        chores.scheduleWithFixedDelay(this::endIdle, IDLE_CHECK_SECONDS, IDLE_CHECK_SECONDS, TimeUnit.SECONDS);
    }

    public HttpAnswer answer(BotServer.Request asked) throws InterruptedException {
        return switch (asked.method()) {
            case "POST" -> move(asked.headers(), asked.body());
            case "GET" -> HttpAnswer.text(200, errors());
            default -> HttpAnswer.of(405, Map.of("Allow", "GET, POST"), new byte[0]);
        };
    }

    private HttpAnswer move(Map<String, String> headers, byte[] body) throws InterruptedException {
        String game = headers.get("Bout-Game");
        if (!GAME.equals(game)) {
            return problem(400, "This bot plays " + GAME + "; the header Bout-Game says " + game + ".");
        }
        String match = headers.get("Bout-Match");
        String seat = headers.get("Bout-Seat");
        if (match == null || seat == null) {
            return problem(400, "The headers Bout-Match and Bout-Seat are required: each seat has its own process.");
        }
        int timeLimit;
        String initial;
        String turn;
        try {
            timeLimit = timeLimit(headers.get("Bout-Time-Limit"));
            Plain request = Plain.of(BotBody.read(GameCard.Form.JSON, body));
            initial = IceAndFireText.initial(request);
            turn = IceAndFireText.turn(request);
        } catch (Json.NotJson | IllegalArgumentException | UnexpectedValue wrong) {
            return problem(400, "Not a request of " + GAME + ": " + wrong.getMessage());
        }
        Entry entry;
        boolean first;
        synchronized (this) {
            try {
                entry = entry(new MatchSeat(match, seat));
            } catch (IOException cannot) {
                return problem(500, "Cannot start the bot: " + cannot.getMessage());
            }
            if (entry == null) {
                return problem(503, "Too many matches: the maximum is " + MOST_PROCESSES + " processes.");
            }
            first = !entry.initialSent;
            entry.initialSent = true;
        }
        BotProcess.Answer answer = entry.process.ask(first ? initial + turn : turn, timeLimit);
        synchronized (this) {
            entry.calledAt = nanoTime.getAsLong();
        }
        return switch (answer) {
            case BotProcess.Line(String line) -> HttpAnswer.json(Map.of("commands", line));
            case BotProcess.Broken(String reason) -> problem(500, reason);
        };
    }

    private static HttpAnswer problem(int status, String text) {
        return HttpAnswer.text(status, text + "\n");
    }

    private static int timeLimit(String header) {
        return header == null ? DEFAULT_TIME_LIMIT : Math.clamp(Integer.parseInt(header), 1, LARGEST_TIME_LIMIT);
    }

    /** The process of a seat, started at its first call; {@code null} when there are too many. */
    private Entry entry(MatchSeat seat) throws IOException {
        endIdle();
        Entry entry = entries.get(seat);
        if (entry == null) {
            if (entries.size() >= MOST_PROCESSES) {
                return null;
            }
            entry = new Entry(new BotProcess(command, line -> errorLines.accept(seat.toString(), line)));
            entries.put(seat, entry);
        }
        entry.calledAt = nanoTime.getAsLong();
        return entry;
    }

    synchronized void endIdle() {
        long now = nanoTime.getAsLong();
        entries.values().removeIf(entry -> {
            boolean idle = now - entry.calledAt > IDLE;
            if (idle) {
                entry.process.close();
            }
            return idle;
        });
    }

    synchronized String errors() {
        StringBuilder text = new StringBuilder();
        entries.forEach((seat, entry) -> text.append(seat)
                .append(entry.process.isAlive() ? "" : " (ended)")
                .append('\n')
                .append(entry.process.errors())
                .append('\n'));
        return text.toString();
    }

    @Override
    public synchronized void close() {
        chores.shutdownNow();
        entries.values().forEach(entry -> entry.process.close());
        entries.clear();
    }
}
