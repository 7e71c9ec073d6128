package bout.sandbox;

import bout.engine.Seat;
import bout.sandbox.quickjs.JavyPluginModuleMachine;
import bout.wire.Resources;
import io.roastedroot.quickjs4j.core.JavyPluginModule;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import run.endive.runtime.ByteArrayMemory;
import run.endive.runtime.ExportFunction;
import run.endive.runtime.HostFunction;
import run.endive.runtime.ImportValues;
import run.endive.runtime.Instance;
import run.endive.runtime.Memory;
import run.endive.runtime.TrapException;
import run.endive.runtime.WasmFunctionHandle;
import run.endive.wasm.types.FunctionType;
import run.endive.wasm.types.MemoryLimits;
import run.endive.wasm.types.MutabilityType;
import run.endive.wasm.types.ValType;

/**
 * One QuickJS in its own WebAssembly memory. All that its code can reach of the host are the functions in
 * {@link #imports}: they hand over one text, take texts, and tell the time of a {@link MatchClock}. Not thread-safe.
 */
final class Engine {

    /** The memory of one engine in pages, 32 MB. QuickJS itself takes 1.3 MB of it. */
    static final int MAX_PAGES = 32 * 1_048_576 / Memory.PAGE_SIZE;

    private static final int ALIGNMENT = 1;
    private static final ValType I32 = ValType.I32;
    private static final ValType I64 = ValType.I64;
    private static final long[] SUCCESS = {0};
    /** WASI's EBADF: there are no files, and no standard input. */
    private static final long[] NO_FILE = {8};

    /** The argument of functions without one. Not empty, because QuickJS releases it. */
    private static final byte[] NOTHING = {'-'};

    enum Step {
        PREPARE,
        LOAD,
        TURN
    }

    /** How a step ended, by the names in {@code room.js}. */
    enum Said {
        LOADED,
        REFUSED,
        ANSWER,
        THREW
    }

    /** @param bytes the length of what the code gave back, of which {@code text} is the beginning */
    record Outcome(Said said, String text, int bytes) {}

    /**
     * The state of an engine into which no bot has been loaded.
     *
     * @param script the compiled call of a step
     * @param pair eight bytes in which the host describes a text that it hands over
     */
    record Template(byte[][] pages, long[] globals, byte[] script, int pair) {}

    private final Instance instance;
    private final Memory memory;
    private final ExportFunction allocate;
    private final ExportFunction free;
    private final ExportFunction evaluate;
    private byte[] script;
    private int pair;

    private Step step;
    private byte[] text;
    private MatchClock clock;
    private Console console;
    private int maxBytes;
    private Outcome outcome;

    private Engine() {
        this.instance = Instance.builder(JavyPluginModule.load())
                .withMemoryFactory(limits -> new ByteArrayMemory(new MemoryLimits(limits.initialPages(), MAX_PAGES)))
                .withMachineFactory(JavyPluginModuleMachine::new)
                .withImportValues(imports())
                .withStart(false)
                .build();
        this.memory = instance.memory();
        this.allocate = instance.export("cabi_realloc");
        this.free = instance.export("abi_free");
        this.evaluate = instance.export("eval");
    }

    /** An engine in the state of the template. */
    Engine(Template template) {
        this();
        script = template.script();
        pair = template.pair();
        restore(template.pages(), template.globals());
    }

    /** Starts QuickJS and prepares it for a bot. This takes long; a copy of the result does not. */
    static Template template() {
        Engine engine = new Engine();
        engine.clock = new MatchClock("", Seat.FIRST);
        engine.console = new Console();
        engine.instance.export("initialize_runtime").apply();
        engine.pair = engine.room(8);
        engine.evaluate(engine.compile(Resources.text(Engine.class, "room.js")));
        engine.script = engine.compile("boutStep();");
        engine.run(
                Step.PREPARE,
                Resources.text(Engine.class, "playground/sandbox/harness.js"),
                engine.clock,
                engine.console,
                0);
        return new Template(engine.pages(), engine.globals(), engine.script, engine.pair);
    }

    /**
     * Takes a step.
     *
     * @param maxBytes of the text that the step may give back; of a longer one, {@link Outcome#bytes} tells the length
     * @return {@code null} if the code kept the step from saying anything
     * @throws RuntimeException if QuickJS came to a bad end or the thread was interrupted. The engine is of no use any
     *     more.
     */
    Outcome run(Step step, String text, MatchClock clock, Console console, int maxBytes) {
        this.step = step;
        this.text = text.getBytes(StandardCharsets.UTF_8);
        this.clock = clock;
        this.console = console;
        this.maxBytes = maxBytes;
        this.outcome = null;
        evaluate(script);
        return outcome;
    }

    private void evaluate(byte[] compiled) {
        int at = write(compiled);
        evaluate.apply(at, compiled.length, 0, 0);
        free.apply(at, compiled.length, ALIGNMENT);
    }

    /** The memory in use, in bytes. */
    long bytes() {
        return (long) memory.pages() * Memory.PAGE_SIZE;
    }

    private byte[][] pages() {
        return IntStream.range(0, pageCount()).mapToObj(this::page).toArray(byte[][]::new);
    }

    byte[] page(int index) {
        return memory.readBytes(index * Memory.PAGE_SIZE, Memory.PAGE_SIZE);
    }

    int pageCount() {
        return memory.pages();
    }

    long[] globals() {
        return IntStream.range(0, instance.module().globalSection().globalCount())
                .mapToLong(i -> instance.global(i).getValue())
                .toArray();
    }

    /** @param pages those to write; {@code null} for pages that stay as they are */
    void restore(byte[][] pages, long[] globals) {
        memory.grow(pages.length - memory.pages());
        for (int i = 0; i < pages.length; i++) {
            if (pages[i] != null) {
                memory.write(i * Memory.PAGE_SIZE, pages[i]);
            }
        }
        for (int i = 0; i < globals.length; i++) {
            if (instance.global(i).getMutabilityType() == MutabilityType.Var) {
                instance.global(i).setValue(globals[i]);
            }
        }
    }

    private byte[] compile(String code) {
        byte[] bytes = code.getBytes(StandardCharsets.UTF_8);
        int at = write(bytes);
        int compiled = (int) instance.export("compileSrc").apply(at, bytes.length)[0];
        free.apply(at, bytes.length, ALIGNMENT);
        return memory.readBytes(memory.readInt(compiled), memory.readInt(compiled + 4));
    }

    private int write(byte[] bytes) {
        int at = room(bytes.length);
        memory.write(at, bytes);
        return at;
    }

    private int room(int bytes) {
        return (int) allocate.apply(0, 0, ALIGNMENT, bytes)[0];
    }

    /** The whole surface of the host. Everything in {@code arguments} was chosen by a stranger. */
    private ImportValues imports() {
        return ImportValues.builder()
                .addFunction(function("endive", "invoke", List.of(I32, I32, I32, I32, I32, I32), this::invoke))
                .addFunction(wasi("clock_time_get", List.of(I32, I64, I32), this::tellTime))
                .addFunction(wasi("random_get", List.of(I32, I32), this::fillWithZeros))
                .addFunction(wasi("environ_sizes_get", List.of(I32, I32), this::noEnvironment))
                .addFunction(wasi("environ_get", List.of(I32, I32), (at, arguments) -> SUCCESS))
                .addFunction(wasi("fd_write", List.of(I32, I32, I32, I32), (at, arguments) -> NO_FILE))
                .addFunction(wasi("fd_read", List.of(I32, I32, I32, I32), (at, arguments) -> NO_FILE))
                .addFunction(wasi("fd_seek", List.of(I32, I64, I32, I32), (at, arguments) -> NO_FILE))
                .addFunction(wasi("fd_close", List.of(I32), (at, arguments) -> NO_FILE))
                .addFunction(wasi("fd_fdstat_get", List.of(I32, I32), (at, arguments) -> NO_FILE))
                .addFunction(wasi("fd_prestat_get", List.of(I32, I32), (at, arguments) -> NO_FILE))
                .addFunction(wasi("fd_prestat_dir_name", List.of(I32, I32, I32), (at, arguments) -> NO_FILE))
                .addFunction(new HostFunction(
                        "wasi_snapshot_preview1",
                        "proc_exit",
                        FunctionType.of(List.of(I32), List.of()),
                        (at, arguments) -> {
                            throw new TrapException("the engine ended itself");
                        }))
                .build();
    }

    private static HostFunction wasi(String name, List<ValType> parameters, WasmFunctionHandle handle) {
        return function("wasi_snapshot_preview1", name, parameters, handle);
    }

    private static HostFunction function(
            String module, String name, List<ValType> parameters, WasmFunctionHandle handle) {
        return new HostFunction(module, name, FunctionType.of(parameters, List.of(I32)), handle);
    }

    /** {@code java_invoke(module, what, text)}, which only {@code room.js} has. */
    private long[] invoke(Instance at, long... arguments) {
        String what = new String(bytes((int) arguments[2], (int) arguments[3], 20), StandardCharsets.UTF_8);
        int from = (int) arguments[4];
        int length = (int) arguments[5];
        switch (what) {
            case "step" -> handOver(step.name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
            case "text" -> handOver(text);
            case "print" -> {
                int kept = Math.min(length, Console.MAX_BYTES);
                console.print(bytes(from + length - kept, kept, Console.MAX_BYTES));
                handOver(NOTHING);
            }
            default -> {
                Said said = said(what);
                byte[] read = bytes(from, Math.min(length, maxBytes), maxBytes);
                outcome = new Outcome(said, new String(read, StandardCharsets.UTF_8), length);
                handOver(NOTHING);
            }
        }
        return new long[] {pair};
    }

    private static Said said(String what) {
        return Stream.of(Said.values())
                .filter(said -> said.name().toLowerCase(Locale.ROOT).equals(what))
                .findFirst()
                .orElseThrow(() -> new TrapException("there is nothing to say by that name"));
    }

    private byte[] bytes(int at, int length, int most) {
        if (length < 0 || length > most) {
            throw new TrapException("a text of " + length + " bytes");
        }
        return memory.readBytes(at, length);
    }

    /** Passes a text to QuickJS, which releases it; the pair that describes it is ours and used again. */
    private void handOver(byte[] text) {
        memory.writeI32(pair, write(text));
        memory.writeI32(pair + 4, text.length);
    }

    private long[] tellTime(Instance at, long... arguments) {
        memory.writeLong((int) arguments[2], clock.read() * 1_000_000);
        return SUCCESS;
    }

    private long[] fillWithZeros(Instance at, long... arguments) {
        memory.fill((byte) 0, (int) arguments[0], (int) (arguments[0] + arguments[1]));
        return SUCCESS;
    }

    private long[] noEnvironment(Instance at, long... arguments) {
        memory.writeI32((int) arguments[0], 0);
        memory.writeI32((int) arguments[1], 0);
        return SUCCESS;
    }
}
