package bout.sandbox;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Failure;
import bout.engine.Seat;
import bout.sandbox.quickjs.JavyPluginModuleMachine;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxTest {

    private static final Sandbox SANDBOX = new Sandbox(2, 256L << 20);

    @AfterAll
    static void close() {
        SANDBOX.close();
    }

    @Test
    void a_function_answers_and_keeps_its_variables() throws Exception {
        SandboxBot bot =
                bot("let n = 0; function bot(request) { console.log('turn', n); return {n: n++, got: request.x}; }");
        assertEquals("{\"n\":0,\"got\":5}", bot.ask("{\"x\":5}", 10_000).json());
        Turn second = bot.ask("{\"x\":6}", 10_000);
        assertEquals("{\"n\":1,\"got\":6}", second.json());
        assertEquals("turn 1\n", second.console());
    }

    @Test
    void an_error_names_its_line() throws Exception {
        Turn turn = bot("function bot() {\n  throw new RangeError('far');\n}").ask("{}", 10_000);
        assertEquals(
                new Failure(Failure.Kind.BROKEN, "The bot threw an error: RangeError: far (line 2, column 13)"),
                turn.failure());
    }

    private static void assertWhole(String begin, String text) {
        assertTrue(text.startsWith(begin), text);
        assertEquals(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x"})
    void a_long_error_is_cut_without_half_a_character(String before) throws Exception {
        String error = "throw new Error('" + before + "' + '😀'.repeat(400));";
        assertWhole(
                "The bot threw an error: Error: " + before + "😀",
                bot("function bot() { " + error + " }")
                        .ask("{}", 10_000)
                        .failure()
                        .text());
        assertWhole(
                "The bot's code cannot be used: Error: " + before + "😀",
                bot("function bot() {}\n" + error).ask("{}", 10_000).failure().text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\\ud83d", "\\ude00", "\\ud83d b"})
    void half_a_character_can_be_printed(String half) throws Exception {
        Turn turn =
                bot("function bot() { console.log('" + half + "'); return 1; }").ask("{}", 10_000);
        assertEquals("1", turn.json(), () -> String.valueOf(turn.failure()));
        assertEquals(half.replaceFirst("[\\\\]u....", "\uFFFD") + "\n", turn.console());
    }

    @Test
    void code_that_is_no_bot_is_refused_with_a_reason() throws Exception {
        assertEquals(
                new Failure(
                        Failure.Kind.BROKEN,
                        "The bot's code cannot be used: TypeError: the code must be a function or declare one"),
                bot("42").ask("{}", 10_000).failure());
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " -> ",
            quoteCharacter = '"',
            value = {
                "function bot(request) {¶  return { column: 3¶ -> SyntaxError: the code ends before a bracket is closed, or"
                        + " in the middle of a statement (line 2, column 21)",
                "let n = 0;¶function bot() { -> SyntaxError: the code ends before a bracket is closed, or in the middle of a"
                        + " statement (line 2, column 17)",
                "const a = 1;¶function bot() {¶  return ];¶} -> SyntaxError: unexpected token in expression: ']' (line 3,"
                        + " column 10)",
                "(request) => {¶  return ];¶} -> SyntaxError: unexpected token in expression: ']' (line 2, column 10)",
                "function bot() { return 1; } ) -> SyntaxError: unexpected token in expression: ')' (line 1, column 30)",
                "function bot() {¶  const q = 5 5;¶} -> SyntaxError: expecting ';' (line 2, column 15)",
                "const f = (x) => x + ;¶function bot() {} -> SyntaxError: unexpected token in expression: ';' (line 1,"
                        + " column 22)",
                "function bot() {¶  return 'abc;¶} -> SyntaxError: unexpected end of string (line 2, column 10)",
                "let x = null;¶x.y;¶function bot() {} -> TypeError: cannot read property 'y' of null (line 2, column 1)",
                "const a = 1; -> TypeError: the code must be a function or declare one",
            })
    void a_mistake_is_placed_in_the_authors_own_text(String code, String text) throws Exception {
        for (String game : List.of("connect-four", "robotag")) {
            assertEquals(
                    Optional.of("The bot's code cannot be used: " + text),
                    SANDBOX.refusal(game, code.replace('¶', '\n'), "owner"));
        }
        assertEquals(Optional.empty(), SANDBOX.refusal("connect-four", "function bot() {}", "owner"));
    }

    @Test
    void an_error_that_is_not_in_the_authors_text_has_no_place_there() throws Exception {
        String longCode = "// a line\n".repeat(300);
        assertEquals(
                "The bot threw an error: TypeError: BigInt are forbidden in JSON.stringify",
                bot(longCode + "() => 1n").ask("{}", 10_000).failure().text());
    }

    /** A bot that counts its turns, and takes so much memory. */
    private static SandboxBot counting(Sandbox sandbox, int megabytes, String owner) {
        String code =
                "const table = new Uint8Array(" + megabytes + "e6).fill(7); let n = 0; function bot() { return n++; }";
        return sandbox.open("", code, owner, "", Seat.FIRST);
    }

    @Test
    void bots_of_the_owner_who_uses_most_memory_are_put_aside_and_nobody_elses() throws Exception {
        try (Sandbox sandbox = new Sandbox(1, 100L << 20)) {
            SandboxBot modest = counting(sandbox, 12, "modest");
            assertEquals("0", modest.ask("{}", 10_000).json());
            List<SandboxBot> many = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                many.add(counting(sandbox, 10, "greedy"));
                assertEquals("0", many.getLast().ask("{}", 10_000).json());
            }
            assertTrue(modest.holdsMemory(), "the bot of who uses least was put aside");
            assertTrue(many.stream().anyMatch(bot -> !bot.holdsMemory()), "nobody was put aside");
            assertEquals("1", many.getFirst().ask("{}", 10_000).json());
        }
    }

    @Test
    void a_bot_that_computes_before_it_is_put_aside_is_counted_once() throws Exception {
        try (Sandbox sandbox = new Sandbox(1, 48L << 20)) {
            SandboxBot large = counting(sandbox, 9, "greedy");
            assertEquals("0", large.ask("{}", 10_000).json());
            assertTrue(large.holdsMemory());
            SandboxBot other = counting(sandbox, 6, "modest");
            Thread asking;
            synchronized (large) {
                asking = Thread.startVirtualThread(
                        () -> assertDoesNotThrow(() -> other.ask("{}", 10_000).json()));
                while (sandbox.idle().contains(large)) {
                    Thread.onSpinWait();
                }
                // It was chosen; as at the end of a turn that began before.
                sandbox.release(large);
            }
            asking.join();
            assertFalse(large.holdsMemory());
            assertEquals(2, sandbox.idle().size());
        }
    }

    @Test
    void bringing_a_bot_back_counts_for_it_and_ends_at_its_limit() throws Exception {
        String code = "const table = new Uint8Array(9e6).fill(7); let n = 0;"
                + " function bot({ work }) { for (let i = 0; i < work; i++) n++; return n; }";
        // Too little for an engine of this size between its turns.
        try (Sandbox sandbox = new Sandbox(1, 40L << 20)) {
            SandboxBot bot = sandbox.open("", code, "owner", "", Seat.FIRST);
            assertEquals("300000", bot.ask("{\"work\":300000}", 10_000).json());
            assertFalse(bot.holdsMemory());
            Turn turn = bot.ask("{\"work\":1}", 10_000);
            assertEquals("300001", turn.json());
            assertTrue(turn.computed() > turn.milliseconds(), turn.toString());

            sandbox.bringBackNanoseconds = 1;
            Failure failure = bot.ask("{\"work\":1}", 10_000).failure();
            assertEquals(Failure.Kind.TIME_OUT, failure.kind());
            assertTrue(failure.text().contains("earlier turns"), failure.text());
            sandbox.bringBackNanoseconds = Long.MAX_VALUE;
            assertEquals("1", bot.ask("{\"work\":1}", 10_000).json());
        }
    }

    @Test
    void an_endless_loop_is_a_time_out_of_its_move() throws Exception {
        SandboxBot bot = bot("let n = 0; function bot(request) { n++; while (request.loop) {} return n; }");
        assertEquals("1", bot.ask("{}", 10_000).json());
        assertEquals(
                Failure.Kind.TIME_OUT, bot.ask("{\"loop\":true}", 50).failure().kind());
        assertEquals("1", bot.ask("{}", 10_000).json());
    }

    /** Everything through which code that runs before or after the bot's could show it a text. */
    private static final String WATCHES = """
            const seen = [];
            const push = Array.prototype.push.bind(seen);
            const words = JSON.stringify;
            function watch(object, name) {
              const was = object[name];
              object[name] = function (...given) {
                push(String(this), ...given.map((value) => typeof value === "object" ? words(value) : String(value)));
                return was.apply(this, given);
              };
            }
            const elements = Array.prototype[Symbol.iterator];
            Array.prototype[Symbol.iterator] = function () {
              for (let i = 0; i < this.length; i++) {
                watchPort(this[i]);
              }
              return elements.call(this);
            };
            function watchPort(port) {
              if (typeof port?.postMessage !== "function" || "watched" in port) return;
              port.watched = true;
              let handle;
              Object.defineProperty(port, "onmessage", {
                set(given) { handle = given; },
                get: () => (message) => { push(words(message)); return handle(message); },
              });
            }
            for (const name of [Symbol.iterator, "charCodeAt", "codePointAt", "split", "at", "slice"]) {
              watch(String.prototype, name);
            }
            for (const name of ["parse", "stringify"]) watch(JSON, name);
            for (const name of ["imul", "floor"]) watch(Math, name);
            let random = Math.random;
            Object.defineProperty(Math, "random", {
              set(given) { push("drawn anew", String(given), words(given)); random = given; },
              get: () => random,
            });
            for (const name of ["seed", "match", "call", "a"]) {
              Object.defineProperty(Object.prototype, name, { set(value) { push(String(value)); }, configurable: true });
            }
            /** Has the step, of which the text has the seed, taken once more. */
            function again() {
              if (globalThis.done) return;
              globalThis.done = true;
              const tellNow = tell; // the code may be loaded once more, with a function of this name
              Promise.resolve().then(() => { try { boutStep(); } catch (error) { push(error.stack); } finally { tellNow(); } });
            }
            function tell() {
              seen.filter((text) => text?.includes("the" + "-seed")).forEach((text) => console.log(text));
              console.log("watched", seen.length > 0);
            }
            if (WHEN === "load") again();
            function bot() {
              again();
              Math.random();
              try { null.x; } catch (error) { push(error.stack); }
              for (const name of Object.getOwnPropertyNames(globalThis)) push(name, String(globalThis[name]));
              tell();
            }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"load", "turn"})
    void a_bot_never_sees_what_its_random_numbers_follow_from(String when) throws Exception {
        String code = WATCHES.replace("WHEN", "'" + when + "'");
        try (SandboxBot bot = SANDBOX.open("connect-four", code, "owner", "the-seed-of-this-seat", Seat.FIRST)) {
            Turn turn = bot.ask("{}", 10_000);
            assertTrue(turn.console().contains("watched true"), turn.toString());
            assertFalse(turn.toString().contains("the-seed"), turn.toString());
        }
    }

    /** The interpreter of QuickJS is in many parts (SplitMethods): each expression leads through others. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = " -> ",
            quoteCharacter = '"',
            value = {
                "[0.1 + 0.2, 7 % -3, -7 >> 1, -7 >>> 28, 2 ** 31, 1e21, -0 === 0] -> "
                        + "[0.30000000000000004,1,-4,15,2147483648,1e+21,true]",
                "[1n << 70n, 10n ** 20n / 7n].map(String) -> ['1180591620717411303424','14285714285714285714']",
                "[5 & 3, 5 | 3, 5 ^ 3, ~5, !5, typeof 5, void 5 ?? 1, 0 || 2, 1 && 3] -> "
                        + "[1,7,6,-6,false,'number',1,2,3]",
                "(() => { let s = 0; outer: for (let i = 0; i < 9; i++) { for (const k in [1, 2, 3]) { if (k > i) "
                        + "continue outer; if (i > 5) break outer; s += +k + i; } } return s; })() -> 57",
                "[...(function* () { const x = yield 1; try { yield x ?? 2; } finally { yield 3; } })()] -> [1,2,3]",
                "(() => { try { null.x; } catch ({ name }) { return name; } finally { Math.max(1); } })() -> "
                        + "'TypeError'",
                "(() => { try { throw [1, 2]; } catch ([a, b]) { return a + b; } })() -> 3",
                "(({ a, ...rest }, [b, , c = 4, ...d], e = a) => [a, rest, b, c, d, e])({ a: 1, z: 2 }, [3, 0, "
                        + "undefined, 5]) -> [1,{'z':2},3,4,[5],1]",
                "(() => { class A { #x = 1; static n = 2; get x() { return this.#x; } set x(v) { this.#x = v; } } "
                        + "class B extends A { constructor() { super(); super.x = 5; } } const b = new B(); b.x += "
                        + "A.n; return [b.x, b instanceof A, 'x' in b]; })() -> [7,true,true]",
                "(() => { const f = []; for (let i = 0; i < 3; i++) f.push(() => i++); f[0](); return f.map((g) => "
                        + "g()); })() -> [1,1,2]",
                "(function () { arguments[0] = 9; return [arguments.length, this === undefined, [...arguments]]; "
                        + "}).call(undefined, 1, 2) -> [2,false,[9,2]]",
                "(() => { switch ('b') { case 'a': return 1; case 'b': case 'c': { let x = 2; x--; return "
                        + "`${x}${typeof x}`; } default: return 0; } })() -> '1number'",
                "'aXbXc'.replace(/(?<u>X)(.)/gu, (...m) => m.at(-1).u + m[2].toUpperCase()) -> 'aXBXC'",
                "[[3, 1, 2].toSorted((a, b) => b - a), [1, [2, [3]]].flat(Infinity), Object.entries({ b: 1, a: 2 })] "
                        + "-> [[3,2,1],[1,2,3],[['b',1],['a',2]]]",
                "new Float32Array([1.1, NaN, -1e40]).map((x) => x * 2).join() -> '2.200000047683716,NaN,-Infinity'",
                "(() => { const o = { get [`k${1}`]() { return this.v; }, v: 4 }; delete o.v; o.v ??= 6; o.w ||= 7; "
                        + "o.v &&= o.k1 + 1; return [o?.k1, o?.none?.x ?? null, 'w' in o]; })() -> [7,null,true]",
                "new Proxy({}, { get: (_, name) => name.length }).abcd + Reflect.ownKeys({ a: 1, [Symbol.iterator]: "
                        + "2 }).length -> 6",
                "(() => { const m = new Map([[NaN, 1]]); m.set(NaN, 2); const s = new Set([1, 1, 2]); return "
                        + "[m.get(NaN), s.size, [...s].map((x) => x ** 2)]; })() -> [2,2,[1,4]]",
                "eval('var q = 3; q * 2') + new Function('a', 'return a + 1')(1) + (0, eval)('4') -> 12",
                "JSON.parse('[1,{\"a\":null}]', (key, value) => (value === 1 ? 'one' : value)) -> ['one',{'a':null}]",
            })
    void the_language_is_whole(String expression, String value) throws Exception {
        Turn turn = bot("() => " + expression).ask("{}", 10_000);
        assertEquals(value.replace('\'', '"'), turn.json());
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"-, 4, 4", "128, 2, 1", "1769, 2, 1", "3008, 2, 1", "3538, 3, 2"})
    void in_lambda_as_many_bots_compute_at_once_as_the_function_has_processors(String memory, int visible, int count) {
        assertEquals(count, Sandbox.processors(memory, visible));
    }

    @Test
    void no_method_of_quickjs_is_too_large_for_the_compilers_of_the_jvm() throws Exception {
        Path classes = Path.of(JavyPluginModuleMachine.class
                .getResource("JavyPluginModuleMachine.class")
                .toURI());
        try (Stream<Path> files = Files.list(classes.getParent())) {
            for (Path file : files.toList()) {
                for (MethodModel method : ClassFile.of().parse(file).methods()) {
                    int size = method.findAttribute(Attributes.code())
                            .map(CodeAttribute::codeLength)
                            .orElse(0);
                    assertTrue(size <= 8_000, file + " " + method.methodName() + ": " + size);
                }
            }
        }
    }

    static SandboxBot bot(String code) {
        return SANDBOX.open("connect-four", code, "owner", "seed", Seat.FIRST);
    }
}
