package bout.cli.wrap;

import bout.bots.BotAnswer;
import bout.bots.BotServer;
import bout.engine.Ask;
import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import bout.games.iceandfire.IceAndFireText;
import bout.wire.BotBody;
import bout.wire.Json;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Answers requests of A Code of Ice and Fire with programs that were written for the original: a process for each seat of
 * each match. Nobody says that a match is over, so a process is ended when nobody has called it for a minute.
 */
public final class WrappedBots implements AutoCloseable {

    /** How long a process is kept that nobody calls, in nanoseconds. */
    static final long IDLE = TimeUnit.SECONDS.toNanos(60);

    private static final int MOST_PROCESSES = 256;

    /** What a bot may take where the caller does not say, in milliseconds. */
    private static final int DEFAULT_TIME_LIMIT = 2000;

    private static final int LARGEST_TIME_LIMIT = 60_000;
    private static final String GAME = "ice-and-fire";

    private final List<String> command;
    private final BiConsumer<String, String> errorLines;
    private final LongSupplier nanoTime;
    private final Map<Place, Entry> entries = new HashMap<>();

    /** A seat of a match, as the headers name them. */
    private record Place(String match, String seat) {
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

    /**
     * @param command starts the program
     * @param errorLines hears what the processes write to their standard errors: the seat of a match, and a line
     * @param nanoTime a clock like {@link System#nanoTime}
     */
    public WrappedBots(List<String> command, BiConsumer<String, String> errorLines, LongSupplier nanoTime) {
        this.command = List.copyOf(command);
        this.errorLines = errorLines;
        this.nanoTime = nanoTime;
    }

    /** POST asks for a move, GET shows what the bots wrote to their standard errors. */
    public BotAnswer answer(BotServer.Request asked) throws InterruptedException {
        return switch (asked.method()) {
            case "POST" -> move(asked.headers(), asked.body());
            case "GET" -> BotAnswer.text(200, errors());
            default -> new BotAnswer(405, Map.of("Allow", "GET, POST"), new byte[0]);
        };
    }

    private BotAnswer move(Map<String, String> headers, byte[] body) throws InterruptedException {
        String game = headers.get("Bout-Game");
        if (!GAME.equals(game)) {
            return problem(400, "This bot plays " + GAME + "; the header Bout-Game says " + game + ".");
        }
        String match = headers.get("Bout-Match");
        String seat = headers.get("Bout-Seat");
        if (match == null || seat == null) {
            return problem(400, "The headers Bout-Match and Bout-Seat are needed: each seat has its own process.");
        }
        int timeLimit;
        String initial;
        String turn;
        try {
            timeLimit = timeLimit(headers.get("Bout-Time-Limit"));
            Plain request = Plain.of(BotBody.read(Ask.Form.JSON, body));
            initial = IceAndFireText.initial(request);
            turn = IceAndFireText.turn(request);
        } catch (Json.NotJson | IllegalArgumentException | UnexpectedValue wrong) {
            return problem(400, "Not a request of " + GAME + ": " + wrong.getMessage());
        }
        Entry entry;
        boolean first;
        synchronized (this) {
            try {
                entry = entry(new Place(match, seat));
            } catch (IOException cannot) {
                return problem(500, "The bot cannot be started: " + cannot.getMessage());
            }
            if (entry == null) {
                return problem(503, "There are already " + MOST_PROCESSES + " processes of the bot.");
            }
            first = !entry.initialSent;
            entry.initialSent = true;
        }
        BotProcess.Answer answer = entry.process.ask(first ? initial + turn : turn, timeLimit);
        synchronized (this) {
            entry.calledAt = nanoTime.getAsLong();
        }
        return switch (answer) {
            case BotProcess.Line(String line) -> BotAnswer.json(Map.of("commands", line));
            case BotProcess.Broken(String reason) -> problem(500, reason);
        };
    }

    private static BotAnswer problem(int status, String text) {
        return BotAnswer.text(status, text + "\n");
    }

    private static int timeLimit(String header) {
        return header == null ? DEFAULT_TIME_LIMIT : Math.clamp(Integer.parseInt(header), 1, LARGEST_TIME_LIMIT);
    }

    /** The process of a seat, started when it is first called; {@code null} when there are too many. */
    private Entry entry(Place place) throws IOException {
        endIdle();
        Entry entry = entries.get(place);
        if (entry == null) {
            if (entries.size() >= MOST_PROCESSES) {
                return null;
            }
            entry = new Entry(new BotProcess(command, line -> errorLines.accept(place.toString(), line)));
            entries.put(place, entry);
        }
        entry.calledAt = nanoTime.getAsLong();
        return entry;
    }

    /** Ends the processes that nobody has called for a minute. */
    public synchronized void endIdle() {
        long now = nanoTime.getAsLong();
        entries.values().removeIf(entry -> {
            boolean idle = now - entry.calledAt > IDLE;
            if (idle) {
                entry.process.close();
            }
            return idle;
        });
    }

    /** What each process wrote to its standard error, the last 64 Ki characters of it. */
    public synchronized String errors() {
        StringBuilder text = new StringBuilder();
        entries.forEach((place, entry) -> text.append(place)
                .append(entry.process.isAlive() ? "" : " (ended)")
                .append('\n')
                .append(entry.process.errors())
                .append('\n'));
        return text.toString();
    }

    /** Ends all processes. */
    @Override
    public synchronized void close() {
        entries.values().forEach(entry -> entry.process.close());
        entries.clear();
    }
}
