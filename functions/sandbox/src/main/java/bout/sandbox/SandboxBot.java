package bout.sandbox;

import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.wire.Json;
import bout.wire.Resources;
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

    private static final Failure TOO_SLOW = new Failure(
            Failure.Kind.TIME_OUT,
            "The bot computed longer than its time limit. It was stopped; its next turn starts with its variables reset.");

    private static final Failure LOADS_TOO_SLOWLY =
            new Failure(Failure.Kind.TIME_OUT, "The bot's code computed longer than 3 seconds before its first call.");

    private static final Failure RETURNS_TOO_SLOWLY = new Failure(
            Failure.Kind.TIME_OUT,
            "Its owner's bots use more memory than there is, so the bot was put aside, and its earlier turns took longer than"
                    + " 3 seconds to compute again. Its next turn starts with its variables reset.");

    private static final Failure NOT_ASKED = new Failure(
            Failure.Kind.WITHDRAWN,
            "The bot gets no more calls: it had to be stopped " + MAX_STOPS + " times in this match.");

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
    private Failure refused;

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
            return new Turn(null, NOT_ASKED, 0, 0, "");
        }
        try {
            return onProcessor(template -> turn(template, request, timeLimit * 1_000_000L));
        } finally {
            turn++;
        }
    }

    /** Loads the code without asking it anything. Returns why it cannot play, or {@code null}. */
    Failure refusal() throws InterruptedException {
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
        Failure notLoaded = bringBack(template, console);
        if (notLoaded != null) {
            return new Turn(null, notLoaded, 0, milliseconds(whole.end()), console.text());
        }
        past.add(request);
        Processors.Limit limit = sandbox.processors.limit(nanoseconds);
        String json = null;
        Failure failure;
        boolean broke = true;
        long used;
        try {
            Engine.Outcome outcome = asked(request, turn, console);
            broke = false;
            failure = failure(outcome);
            json = failure == null ? outcome.text() : null;
        } catch (WasmInterruptedException stopped) {
            failure = TOO_SLOW;
        } catch (WasmEngineException | StackOverflowError broken) {
            failure = new Failure(
                    Failure.Kind.BROKEN,
                    "The bot was stopped: " + why(broken) + ". Its next turn starts with its variables reset.");
        } finally {
            used = limit.end();
        }
        if (limit.exceededBy(used)) {
            json = null;
            failure = TOO_SLOW;
        } else if (failure == TOO_SLOW) {
            throw interrupted();
        }
        if (broke || failure == TOO_SLOW) {
            lose();
        }
        return new Turn(json, failure, milliseconds(used), milliseconds(whole.end()), console.text());
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

    private Engine.Outcome asked(String request, int turn, Console console) {
        clock.startTurn(turn);
        String text = "{\"seat\":" + seat.number() + ",\"fields\":" + request + "}";
        Engine.Outcome outcome = engine.run(Engine.Step.TURN, text, clock, console, MAX_ANSWER_BYTES);
        if (outcome == null) {
            throw new TrapException("the code kept the engine from answering");
        }
        if (outcome.said() != Engine.Said.ANSWER && outcome.said() != Engine.Said.THREW) {
            throw new TrapException("that is no answer");
        }
        return outcome;
    }

    /** {@code null} if it is an answer. */
    private static Failure failure(Engine.Outcome outcome) {
        if (outcome.said() == Engine.Said.THREW) {
            return new Failure(
                    Failure.Kind.BROKEN, "The bot threw an error: " + Plain.shortened(outcome.text(), MAX_MESSAGE));
        }
        return outcome.bytes() <= MAX_ANSWER_BYTES
                ? null
                : new Failure(Failure.Kind.TOO_LARGE, "The answer is longer than " + MAX_ANSWER_BYTES + " bytes.");
    }

    /** Makes the engine what it was after the last turn. Returns why that cannot be, or {@code null}. */
    private Failure bringBack(Engine.Template template, Console console) {
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
        Failure tooSlow = null;
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
            tooSlow = first ? LOADS_TOO_SLOWLY : RETURNS_TOO_SLOWLY;
            lose();
        } else if (stopped) {
            throw interrupted();
        } else if (refused != null) {
            engine = null;
        }
        return tooSlow != null ? tooSlow : refused;
    }

    private Failure load(Console console) {
        clock.startTurn(firstOfPast);
        String text = "{\"before\":" + Json.text(callForm(game)) + ",\"code\":" + Json.text(code) + ",\"seed\":"
                + Json.text(seed) + ",\"seat\":" + seat.number() + "}";
        Engine.Outcome outcome = engine.run(Engine.Step.LOAD, text, clock, console, MAX_ANSWER_BYTES);
        if (outcome != null && outcome.said() == Engine.Said.LOADED) {
            return null;
        }
        return unusable(
                outcome == null ? "it ended before it was loaded" : Plain.shortened(outcome.text(), MAX_MESSAGE));
    }

    /**
     * How a game calls its bots, if not by one function of the whole request: the playground's {@code bot-call.js}. It
     * is run before a bot's code.
     */
    private static String callForm(String game) {
        return CALL_FORMS.computeIfAbsent(game, id -> {
            String name = "playground/games/" + id + "/bot-call.js";
            return SandboxBot.class.getResource(name) == null ? "" : Resources.text(SandboxBot.class, name);
        });
    }

    private static Failure unusable(String why) {
        return new Failure(Failure.Kind.BROKEN, "The bot's code cannot be used: " + why);
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

    /** Takes the engine's memory away. */
    synchronized void shrink(Engine.Template template) {
        if (closed) {
            return;
        }
        sandbox.claim(this); // it may have computed since it was chosen
        if (engine != null && engine.bytes() <= MAX_IMAGE_BYTES) {
            image = Image.of(engine, template);
        } else {
            image = null;
        }
        engine = null;
        count();
        if (bytes > 0) {
            sandbox.putAside(this); // still with its lock: nobody computes with it or closes it meanwhile
        }
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
