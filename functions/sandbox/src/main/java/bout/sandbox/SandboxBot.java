package bout.sandbox;

import bout.engine.Seat;
import bout.wire.Json;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import run.endive.runtime.TrapException;
import run.endive.runtime.WasmInterruptedException;
import run.endive.runtime.WasmRuntimeException;
import run.endive.wasm.WasmEngineException;

/**
 * A published bot at one seat of one match. Asked in the same order, it answers the same, whatever else happens in this
 * process or another: what it computes depends on its code, game, seed, seat and the requests so far.
 *
 * <p>If it takes too long, its engine is gone, because how far it came depends on the machine. The next turn starts
 * with the code as published and does not know the turns before. So to repeat a match, one must know which turns were
 * time-outs: a runner that takes over a match calls {@link #remember} for the others and {@link #stopped} for those.
 *
 * <p>Not to be used by two threads at once.
 */
public final class SandboxBot implements AutoCloseable {

    /** As for answers over HTTP. */
    public static final int MAX_ANSWER_BYTES = 65_536;

    /** How often a bot may lose its engine in a match before it is no longer asked: each time may cost a time limit. */
    public static final int MAX_STOPS = 3;

    /** In characters. A failure's text is in the replay. */
    private static final int MAX_MESSAGE = 500;

    /** A larger engine is not compressed, which would take as long as many turns, but started again. */
    private static final long MAX_IMAGE_BYTES = 8L << 20;

    private static final Turn.Fault TOO_SLOW = new Turn.Fault(
            Turn.Kind.TOO_SLOW,
            "The bot computed longer than its time limit. It was stopped; its next turn starts with its variables reset.");

    private static final Turn.Fault LOADS_TOO_SLOWLY =
            new Turn.Fault(Turn.Kind.TOO_SLOW, "The bot's code computed longer than 3 seconds before its first call.");

    private static final Turn.Fault RETURNS_TOO_SLOWLY = new Turn.Fault(
            Turn.Kind.TOO_SLOW,
            "Its owner's bots use more memory than there is, so the bot was put aside, and its earlier turns took longer than"
                    + " 3 seconds to compute again. Its next turn starts with its variables reset.");

    private static final Map<String, String> CALL_FORMS = new ConcurrentHashMap<>();

    private final Sandbox sandbox;
    private final String game;
    private final String code;
    private final String owner;
    private final String seed;
    private final Seat seat;
    private final MatchClock clock;

    private final Past past = new Past();
    private Engine engine;
    private Image image;
    private volatile long bytes;
    private volatile boolean holdsMemory;
    private int turn;
    private int firstOfPast;
    private int stops;
    private boolean closed;
    private Turn.Fault refused;

    SandboxBot(Sandbox sandbox, String game, String code, String owner, String seed, Seat seat) {
        this.sandbox = sandbox;
        this.game = game;
        this.code = code;
        this.owner = owner;
        this.seed = seed;
        this.seat = seat;
        this.clock = new MatchClock(seed, seat);
    }

    /** Asks for a move and waits for it; the limit is in milliseconds of computing. */
    public Turn ask(String request, int timeLimit) throws InterruptedException {
        if (stops >= MAX_STOPS) {
            turn++;
            return new Turn(
                    new Turn.Fault(
                            Turn.Kind.NOT_ASKED,
                            "The bot gets no more calls: it had to be stopped " + MAX_STOPS + " times in this match."),
                    0,
                    0,
                    "");
        }
        try {
            return onProcessor(template -> turn(template, request, timeLimit * 1_000_000L));
        } finally {
            turn++;
        }
    }

    /** Loads the code without asking it anything. Returns why it cannot play, or {@code null}. */
    Turn.Fault refusal() throws InterruptedException {
        return onProcessor(template -> bringBack(template, new Console()));
    }

    /** Tells the bot that elsewhere it was too slow in this turn, and was not shown the turn here. */
    public void stopped() {
        synchronized (this) {
            sandbox.claim(this);
            lose();
            turn++;
        }
    }

    private <T> T onProcessor(Function<Engine.Template, T> work) throws InterruptedException {
        return sandbox.processors.compute(owner, () -> {
            Engine.Template template = sandbox.template();
            try {
                synchronized (this) {
                    sandbox.claim(this);
                    if (closed) {
                        throw new CancellationException("the bot is closed");
                    }
                    try {
                        return work.apply(template);
                    } catch (OutOfMemoryError full) {
                        interrupted(); // nobody knows how far it came
                        throw full;
                    } finally {
                        count();
                        if (!closed) {
                            sandbox.release(this);
                        }
                    }
                }
            } finally {
                sandbox.makeRoom();
            }
        });
    }

    private void count() {
        holdsMemory = engine != null || image != null;
        bytes = past.bytes()
                + (engine != null
                        ? engine.bytes() + Sandbox.ENGINE_BYTES
                        : image != null ? image.deflated().length : 0);
    }

    private Turn turn(Engine.Template template, String request, long nanoseconds) {
        Console console = new Console();
        if (past.size() == 0) {
            firstOfPast = turn;
        }
        Processors.Limit whole = sandbox.processors.limit(Long.MAX_VALUE);
        Turn.Fault notLoaded = bringBack(template, console);
        if (notLoaded != null) {
            return new Turn(notLoaded, 0, milliseconds(whole.end()), console.text());
        }
        past.add(request);
        Processors.Limit limit = sandbox.processors.limit(nanoseconds);
        Turn.Result result;
        long used;
        try {
            result = asked(request, turn, console);
        } catch (WasmInterruptedException stopped) {
            result = TOO_SLOW;
        } catch (WasmEngineException | StackOverflowError broken) {
            result = broken(broken);
        } finally {
            used = limit.end();
        }
        if (limit.exceededBy(used)) {
            result = TOO_SLOW;
        } else if (result == TOO_SLOW) {
            throw interrupted();
        }
        if (result instanceof Turn.Fault fault
                && (fault.kind() == Turn.Kind.TOO_SLOW || fault.kind() == Turn.Kind.BROKE)) {
            lose();
        }
        return new Turn(result, milliseconds(used), milliseconds(whole.end()), console.text());
    }

    private static int milliseconds(long nanoseconds) {
        return (int) Math.min(Integer.MAX_VALUE, (nanoseconds + 999_999) / 1_000_000);
    }

    /** The caller is gone, or the sandbox was closed. */
    private CancellationException interrupted() {
        closed = true;
        engine = null;
        return new CancellationException("the bot was interrupted");
    }

    private Turn.Result asked(String request, int turn, Console console) {
        clock.startTurn(turn);
        String text = "{\"seat\":" + seat.number() + ",\"fields\":" + request + "}";
        Engine.Outcome outcome = engine.run(Engine.Step.TURN, text, clock, console, MAX_ANSWER_BYTES);
        if (outcome == null) {
            throw new TrapException("the code kept the engine from answering");
        }
        return switch (outcome.said()) {
            case ANSWER ->
                outcome.bytes() <= MAX_ANSWER_BYTES
                        ? new Turn.Answer(outcome.text())
                        : new Turn.Fault(
                                Turn.Kind.TOO_LARGE, "The answer is longer than " + MAX_ANSWER_BYTES + " bytes.");
            case THREW -> new Turn.Fault(Turn.Kind.THREW, "The bot threw an error: " + shortened(outcome.text()));
            case LOADED, REFUSED -> throw new TrapException("that is no answer");
        };
    }

    /** Makes the engine what it was after the last turn. Returns why that cannot be, or {@code null}. */
    private Turn.Fault bringBack(Engine.Template template, Console console) {
        if (refused != null || engine != null) {
            return refused;
        }
        if (image != null) {
            engine = image.engine(template);
            image = null;
            return null;
        }
        boolean first = past.size() == 0;
        boolean stopped = false;
        Turn.Fault fault = null;
        Processors.Limit limit = sandbox.processors.limit(sandbox.bringBackNanoseconds);
        try {
            engine = new Engine(template);
            refused = load(first ? console : new Console());
            if (refused == null) {
                int[] at = {firstOfPast};
                past.forEach(request -> asked(request, at[0]++, new Console()));
            }
        } catch (WasmInterruptedException interrupted) {
            stopped = true;
        } catch (WasmEngineException | StackOverflowError broken) {
            refused = unusable(why(broken));
        }
        if (limit.exceededBy(limit.end())) {
            refused = null;
            fault = first ? LOADS_TOO_SLOWLY : RETURNS_TOO_SLOWLY;
            lose();
        } else if (stopped) {
            throw interrupted();
        } else if (refused != null) {
            engine = null;
        }
        return fault != null ? fault : refused;
    }

    private Turn.Fault load(Console console) {
        clock.startTurn(firstOfPast);
        String text = "{\"before\":" + Json.text(callForm(game)) + ",\"code\":" + Json.text(code) + ",\"seed\":"
                + Json.text(seed) + ",\"seat\":" + seat.number() + "}";
        Engine.Outcome outcome = engine.run(Engine.Step.LOAD, text, clock, console, MAX_ANSWER_BYTES);
        if (outcome != null && outcome.said() == Engine.Said.LOADED) {
            return null;
        }
        return unusable(outcome == null ? "it ended before it was loaded" : shortened(outcome.text()));
    }

    /**
     * How a game calls its bots, if not by one function of the whole request: the playground's {@code bot-call.js}. It
     * is run before a bot's code.
     */
    private static String callForm(String game) {
        return CALL_FORMS.computeIfAbsent(game, id -> {
            String name = "playground/games/" + id + "/bot-call.js";
            return SandboxBot.class.getResource(name) == null ? "" : Engine.resource(name);
        });
    }

    private static Turn.Fault unusable(String why) {
        return new Turn.Fault(Turn.Kind.NOT_A_BOT, "The bot's code cannot be used: " + why);
    }

    private Turn.Fault broken(Throwable how) {
        return new Turn.Fault(
                Turn.Kind.BROKE,
                "The bot was stopped: " + why(how) + ". Its next turn starts with its variables reset.");
    }

    private String why(Throwable how) {
        boolean full = engine.pageCount() >= Engine.MAX_PAGES - 1;
        boolean deep = how instanceof StackOverflowError || how instanceof WasmRuntimeException;
        return full ? "its 32 MB of memory are full" : deep ? "its calls are nested too deeply" : "it broke off";
    }

    /** The engine is in a state that cannot be repeated, or useless. */
    private void lose() {
        engine = null;
        image = null;
        past.clear();
        stops++;
    }

    private static String shortened(String message) {
        return message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE) + "…";
    }

    /** Takes the engine's memory away. Returns whether the bot still takes some, for the image or its past. */
    synchronized boolean shrink(Engine.Template template) {
        if (closed) {
            return false;
        }
        if (engine != null && engine.bytes() <= MAX_IMAGE_BYTES) {
            image = Image.of(engine, template);
        } else {
            image = null;
        }
        engine = null;
        count();
        return bytes > 0;
    }

    String owner() {
        return owner;
    }

    long bytes() {
        return bytes;
    }

    /** Whether {@link #shrink} would make it take less. */
    boolean holdsMemory() {
        return holdsMemory;
    }

    @Override
    public void close() {
        synchronized (this) {
            sandbox.claim(this);
            closed = true;
            engine = null;
            image = null;
        }
    }
}
