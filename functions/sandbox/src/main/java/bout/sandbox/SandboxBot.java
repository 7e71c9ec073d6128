package bout.sandbox;

import bout.engine.Seat;
import bout.wire.Json;
import java.util.concurrent.CancellationException;
import run.endive.runtime.TrapException;
import run.endive.runtime.WasmInterruptedException;
import run.endive.runtime.WasmRuntimeException;
import run.endive.wasm.WasmEngineException;

/**
 * A published bot at one seat of one match. Asked in the same order, it answers the same, whatever else happens in this
 * process or another: what it computes depends on its code, game, seed, seat and the requests so far.
 *
 * <p>If it takes too long, its engine is gone, because how far it came depends on the machine. The next turn starts
 * with the code as published and does not know the turns before. So whoever repeats a match must know which turns were
 * time-outs: a runner that takes over a match calls {@link #remember} for the others and {@link #stopped} for those.
 *
 * <p>Not to be used by two threads at once.
 */
public final class SandboxBot implements AutoCloseable {

    /** As for answers over HTTP. */
    public static final int MAX_ANSWER_BYTES = 65_536;

    /** How often a bot may lose its engine in a match before it is no longer asked: each time may cost a time limit. */
    public static final int MAX_STOPS = 3;

    /** What loading the code may take, besides the time of the turn. As in the playground. */
    private static final long LOAD_NANOSECONDS = 3_000_000_000L;

    /** In characters. A failure's text is in the replay. */
    private static final int MAX_MESSAGE = 500;

    /** A larger engine is not compressed, which would take as long as many turns, but started again. */
    private static final long MAX_IMAGE_BYTES = 8L << 20;

    private static final Turn.Fault TOO_SLOW = new Turn.Fault(
            Turn.Kind.TOO_SLOW,
            "The bot computed longer than its time limit. It was stopped; its next turn starts with its variables reset.");

    private static final Turn.Fault LOADS_TOO_SLOWLY = new Turn.Fault(
            Turn.Kind.TOO_SLOW, "The bot's code computed longer than 3 seconds before it was asked anything.");

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

    /**
     * Asks for a move and waits for it.
     *
     * @param request the fields as JSON text
     * @param timeLimit in milliseconds of computing
     */
    public Turn ask(String request, int timeLimit) throws InterruptedException {
        if (stops >= MAX_STOPS) {
            turn++;
            return new Turn(
                    new Turn.Fault(
                            Turn.Kind.NOT_ASKED,
                            "The bot is not asked any more: it had to be stopped " + MAX_STOPS
                                    + " times in this match."),
                    0,
                    "");
        }
        try {
            return sandbox.processors.compute(owner, () -> onProcessor(request, timeLimit * 1_000_000L));
        } finally {
            turn++;
        }
    }

    /** Shows the bot a turn that it was asked elsewhere, where it was not {@link #stopped}. */
    public void remember(String request) throws InterruptedException {
        ask(request, Integer.MAX_VALUE);
    }

    /** Tells the bot that elsewhere it was too slow in this turn, and was not shown the turn here. */
    public void stopped() {
        synchronized (this) {
            sandbox.claim(this);
            lose();
            turn++;
        }
    }

    private Turn onProcessor(String request, long nanoseconds) {
        Engine.Template template = sandbox.template();
        try {
            synchronized (this) {
                sandbox.claim(this);
                if (closed) {
                    throw new CancellationException("the bot is closed");
                }
                try {
                    return turn(template, request, nanoseconds);
                } catch (WasmInterruptedException stopped) {
                    throw interrupted(); // while its engine was brought back
                } catch (OutOfMemoryError full) {
                    interrupted(); // nobody knows how far it came
                    throw full;
                } finally {
                    bytes = past.bytes() + (engine == null ? 0 : engine.bytes());
                    if (engine != null) {
                        sandbox.release(this);
                    }
                }
            }
        } finally {
            sandbox.makeRoom();
        }
    }

    private Turn turn(Engine.Template template, String request, long nanoseconds) {
        Console console = new Console();
        if (past.size() == 0) {
            firstOfPast = turn;
        }
        Turn.Fault notLoaded = bringBack(template, console);
        if (notLoaded != null) {
            return new Turn(notLoaded, 0, console.text());
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
        return new Turn(result, (int) Math.min(Integer.MAX_VALUE, (used + 999_999) / 1_000_000), console.text());
    }

    /** Whoever asked is gone, or the sandbox was closed. */
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
        engine = new Engine(template);
        Turn.Fault fault = load(past.size() == 0 ? console : new Console());
        if (fault == null) {
            int[] at = {firstOfPast};
            past.forEach(request -> asked(request, at[0]++, new Console()));
        }
        return fault;
    }

    private Turn.Fault load(Console console) {
        clock.startTurn(firstOfPast);
        String text = "{\"before\":" + Json.text(CallForm.of(game)) + ",\"code\":" + Json.text(code) + ",\"seed\":"
                + Json.text(seed) + ",\"seat\":" + seat.number() + "}";
        Processors.Limit limit = sandbox.processors.limit(LOAD_NANOSECONDS);
        Engine.Outcome outcome = null;
        Turn.Fault fault = null;
        try {
            outcome = engine.run(Engine.Step.LOAD, text, clock, console, MAX_ANSWER_BYTES);
        } catch (WasmInterruptedException stopped) {
            fault = LOADS_TOO_SLOWLY;
        } catch (WasmEngineException | StackOverflowError broken) {
            fault = broken(broken);
        }
        if (limit.exceededBy(limit.end())) {
            fault = LOADS_TOO_SLOWLY;
        } else if (fault == LOADS_TOO_SLOWLY) {
            throw interrupted();
        }
        if (fault != null) {
            lose();
        } else if (outcome == null || outcome.said() != Engine.Said.LOADED) {
            String why = outcome == null ? "it ended before it was loaded" : shortened(outcome.text());
            fault = refused = new Turn.Fault(Turn.Kind.NOT_A_BOT, "The bot's code cannot be used: " + why);
            engine = null;
        }
        return fault;
    }

    private Turn.Fault broken(Throwable how) {
        boolean full = engine.pageCount() >= Engine.MAX_PAGES - 1;
        boolean deep = how instanceof StackOverflowError || how instanceof WasmRuntimeException;
        String why = full ? "its 32 MB of memory are full" : deep ? "its calls are nested too deeply" : "it broke off";
        return new Turn.Fault(
                Turn.Kind.BROKE, "The bot was stopped: " + why + ". Its next turn starts with its variables reset.");
    }

    /** The engine is in a state that nobody can repeat, or of no use. */
    private void lose() {
        engine = null;
        image = null;
        past.clear();
        stops++;
    }

    private static String shortened(String message) {
        return message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE) + "…";
    }

    /** Takes the engine's memory away. Returns whether the bot still has some that could be taken. */
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
        bytes = past.bytes() + (image == null ? 0 : image.bytes());
        return image != null;
    }

    /** What it takes of the sandbox's memory. */
    long bytes() {
        return bytes;
    }

    /** Its match is over. */
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
