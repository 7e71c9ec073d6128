package bout.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Seat;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attempts to get out of the sandbox or to starve others. After each, a decent bot that had begun its match before
 * still answers, and answers right.
 */
@Tag("slow")
class EscapesTest {

    private static final Sandbox SANDBOX = new Sandbox(2, 128L << 20);
    private static final SandboxBot DECENT = SANDBOX.open(
            "connect-four",
            "let n = 0; function bot(request) { return request.x + n++; }",
            "decent",
            "seed",
            Seat.SECOND);
    private static int decentTurns;

    /** For attempts to compute for ever, in milliseconds. */
    private static final int LIMIT = 150;

    /** For all others: long enough that only a defect exceeds it, not a busy machine. */
    private static final int PATIENCE = 10_000;

    /** @param expected an answer's JSON, or a fault's kind and a part of its text; with "|", one of several */
    record Attempt(String name, String code, String expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Attempt attempt(String name, String code, String expected) {
        return new Attempt(name, code, expected);
    }

    private static final String SLOW = "TOO_SLOW";
    private static final String DEEP = "BROKE nested too deeply.";
    private static final String FULL = "THREW out of memory";

    private static final List<Attempt> ATTEMPTS = List.of(
            // Endless computing
            attempt("an endless loop", "() => { while (true) {} }", SLOW),
            attempt(
                    "an endless loop that catches everything",
                    "() => { for (;;) { try { for (;;) {} } catch {} } }",
                    SLOW),
            attempt("an endless loop in finally", "() => { try { return 1; } finally { for (;;) {} } }", SLOW),
            attempt(
                    "an endless loop while the code is loaded",
                    "(() => { const end = 1; while (end) {} })()",
                    "TOO_SLOW before its first call."),
            attempt(
                    "an endless generator",
                    "() => [...(function* () { for (;;) yield; })()].length",
                    FULL + "|" + SLOW),
            attempt(
                    "an endless iterator",
                    "() => { for (const x of {[Symbol.iterator]: () => ({next: () => ({done: false})})}) {} }",
                    SLOW),
            attempt(
                    "a promise chain without end",
                    "() => { const again = () => Promise.resolve().then(again); again(); return 1; }",
                    SLOW),
            attempt("an async function that never ends", "async () => { for (;;) await null; }", SLOW),
            attempt(
                    "an async generator that never ends",
                    "() => { (async () => { for await (const x of (async function* () { for (;;) yield 1; })()) {} })(); }",
                    SLOW),
            attempt("a getter in the answer that never ends", "() => ({ get move() { for (;;) {} } })", SLOW),
            attempt("toJSON that never ends", "() => ({ toJSON() { for (;;) {} } })", SLOW),
            attempt(
                    "a Proxy as the answer that never ends",
                    "() => new Proxy({}, { ownKeys() { for (;;) {} } })",
                    SLOW),
            attempt(
                    "a thrown error whose message never ends",
                    "() => { throw Object.defineProperty(new Error(), 'message', { get() { for (;;) {} } }); }",
                    SLOW),
            attempt("a sort comparator that never ends", "() => [2, 1].sort(() => { for (;;) {} })", SLOW),
            attempt("a sort with a comparator that contradicts itself", "() => [3, 1, 2].sort(() => 1).length", "3"),
            attempt("valueOf that never ends", "() => 1 + { valueOf() { for (;;) {} } }", SLOW),
            attempt("a regular expression that backtracks without end", "() => /(a+)+b/.test('a'.repeat(60))", SLOW),
            attempt(
                    "a regular expression with nested repeats",
                    "() => /^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(60))",
                    SLOW),
            attempt(
                    "a regular expression that grows its own stack",
                    "() => /(?:a|ab)*c/.test('ab'.repeat(200000))",
                    SLOW + "|" + FULL),
            attempt("replace with a function that never ends", "() => 'a'.replace(/a/, () => { for (;;) {} })", SLOW),
            attempt(
                    "JSON.parse with a reviver that never ends",
                    "() => JSON.parse('[1]', () => { for (;;) {} })",
                    SLOW),
            attempt(
                    "reduce over a large typed array, again and again",
                    "() => { const a = new Float64Array(1e6); for (;;) a.reduce((x, y) => x + y, 0); }",
                    SLOW),
            attempt("native sorts without end", "() => { const a = new Float64Array(1e6); for (;;) a.sort(); }", SLOW),
            attempt(
                    "native copies without end",
                    "() => { const a = new Uint8Array(8e6); for (;;) a.copyWithin(0, 1); }",
                    SLOW),
            attempt(
                    "indexOf over a long string without end",
                    "() => { const s = 'a'.repeat(4e6); for (;;) s.indexOf('ab'.repeat(1000)); }",
                    SLOW),
            attempt(
                    "waiting by the clock",
                    "() => { const end = Date.now() + 100; let n = 0; while (Date.now() < end) n++; return n; }",
                    "99"),
            attempt(
                    "waiting by the clock for a day",
                    "() => { const end = Date.now() + 86400000; while (Date.now() < end) {} }",
                    SLOW),
            attempt(
                    "Atomics.wait",
                    "() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)",
                    "THREW Atomics is not defined"),
            // Depth
            attempt("endless recursion", "function bot() { return bot(); }", DEEP),
            attempt(
                    "endless recursion that catches itself",
                    "function bot() { try { return bot(); } catch { return bot(); } }",
                    DEEP),
            attempt(
                    "endless recursion by a getter",
                    "() => { const o = { get a() { return this.a; } }; return o.a; }",
                    DEEP),
            attempt(
                    "endless recursion by toString",
                    "() => { const o = { toString() { return `${o}`; } }; return `${o}`; }",
                    DEEP),
            attempt(
                    "endless recursion by a Proxy of itself",
                    "() => { const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x; }",
                    DEEP),
            attempt(
                    "a Proxy of a Proxy of a Proxy",
                    "() => { let p = {}; for (let i = 0; i < 100000; i++) p = new Proxy(p, {}); return p.x; }",
                    SLOW + "|" + DEEP),
            attempt(
                    "endless recursion by a constructor",
                    "() => { class A { constructor() { new A(); } } new A(); }",
                    DEEP),
            attempt(
                    "endless recursion by bind",
                    "() => { let f = () => 1; for (let i = 0; i < 50000; i++) f = f.bind(null); return f(); }",
                    FULL),
            attempt("JSON.parse of deep nesting", "() => JSON.parse('['.repeat(1e6))", DEEP + "|" + SLOW),
            attempt(
                    "JSON.stringify of deep nesting",
                    "() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a; }",
                    DEEP + "|" + SLOW),
            attempt(
                    "an answer that contains itself",
                    "() => { const a = {}; a.a = a; return a; }",
                    "THREW circular reference"),
            attempt("eval of deep nesting", "() => eval('('.repeat(1e5) + '1' + ')'.repeat(1e5))", DEEP + "|" + SLOW),
            attempt(
                    "a deep regular expression",
                    "() => new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).test('')",
                    "THREW too many captures"),
            attempt(
                    "flat of deep nesting",
                    "() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a.flat(Infinity).length; }",
                    DEEP + "|" + SLOW),
            // Memory
            attempt(
                    "arrays without end",
                    "() => { const a = []; for (;;) a.push(new Array(10000).fill(1.5)); }",
                    FULL + "|" + SLOW),
            attempt(
                    "arrays without end that catch everything",
                    "() => { const a = []; for (;;) { try { a.push(new Array(10000).fill(1.5)); } catch {} } }",
                    SLOW),
            attempt("a string that doubles", "() => { let s = 'x'; for (;;) s += s; }", "THREW string too long"),
            attempt("a string of a gigabyte", "() => 'x'.repeat(2 ** 30 - 25).length", FULL),
            attempt("padStart to a gigabyte", "() => 'x'.padStart(2 ** 29).length", FULL),
            attempt(
                    "an ArrayBuffer of two gigabytes",
                    "() => new ArrayBuffer(2 ** 31).byteLength",
                    "THREW invalid array buffer length"),
            attempt(
                    "an ArrayBuffer that grows",
                    "() => { const b = new ArrayBuffer(1, { maxByteLength: 2 ** 30 }); b.resize(2 ** 30); return b.byteLength; }",
                    FULL),
            attempt("an array of 4 billion", "() => new Array(2 ** 32 - 1).fill(0)", FULL + "|" + SLOW),
            attempt("join of an array of 4 billion", "() => new Array(2 ** 32 - 1).join()", SLOW + "|" + FULL),
            attempt(
                    "a BigInt that blows up",
                    "() => { let n = 3n; for (;;) n *= n; }",
                    SLOW + "|THREW BigInt is too large"),
            attempt(
                    "a power of BigInts",
                    "() => (7n ** 100000000n).toString().length",
                    "THREW BigInt is too large|" + SLOW),
            attempt(
                    "a BigInt's decimal digits",
                    "() => (1n << 4000000n).toString().length",
                    "THREW BigInt is too large"),
            attempt(
                    "Maps without end",
                    "() => { const m = new Map(); for (let i = 0;; i++) m.set(i, i); }",
                    FULL + "|" + SLOW),
            attempt(
                    "closures without end",
                    "() => { let f = null; for (;;) { const g = f; f = () => g; } }",
                    FULL + "|" + SLOW),
            attempt("symbols without end", "() => { for (let i = 0;; i++) Symbol.for('s' + i); }", FULL + "|" + SLOW),
            attempt(
                    "properties without end",
                    "() => { const o = {}; for (let i = 0;; i++) o['p' + i] = i; }",
                    FULL + "|" + SLOW),
            attempt(
                    "promises without end",
                    "() => { const all = []; for (;;) all.push(new Promise(() => {})); }",
                    FULL + "|" + SLOW),
            attempt("an answer that is too large", "() => 'x'.repeat(70000)", "TOO_LARGE longer than 65536 bytes."),
            attempt(
                    "an answer that is far too large",
                    "() => 'x'.repeat(4e6)",
                    SLOW + "|TOO_LARGE longer than 65536 bytes."),
            attempt(
                    "an answer that is too large only in UTF-8",
                    "() => 'ß'.repeat(60000)",
                    "TOO_LARGE longer than 65536 bytes."),
            // Output
            attempt("printing without end", "() => { for (let i = 0;; i++) console.log('line', i); }", SLOW),
            attempt("printing a line of megabytes", "() => { console.log('x'.repeat(4e6)); return 1; }", "1"),
            attempt(
                    "printing what never ends when printed",
                    "() => { console.log({ toJSON() { for (;;) {} } }); }",
                    SLOW),
            attempt("an error with a message of megabytes", "() => { throw new Error('x'.repeat(1e6)); }", "THREW …"),
            // The host
            attempt(
                    "globals of hosts",
                    "() => [typeof process, typeof require, typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof Java, typeof Packages, typeof java, typeof std, typeof os, typeof Deno, typeof setTimeout, typeof performance, typeof load, typeof print].filter((t) => t !== 'undefined')",
                    "[]"),
            attempt(
                    "the host's own functions",
                    "() => [typeof java_invoke, typeof Javy, typeof plugin, typeof TextDecoder, typeof SharedArrayBuffer, typeof queueMicrotask, typeof addEventListener].filter((t) => t !== 'undefined')",
                    "[]"),
            attempt(
                    "the constructor of a function",
                    "() => bout()\nfunction bout() { return (() => {}).constructor('return typeof java_invoke')(); }",
                    "\"undefined\""),
            attempt(
                    "the constructor chain of the request",
                    "(request) => request.constructor.constructor('return typeof java_invoke + typeof process')()",
                    "\"undefinedundefined\""),
            attempt("eval", "() => eval('typeof java_invoke')", "\"undefined\""),
            attempt("indirect eval", "() => (0, eval)('typeof Javy')", "\"undefined\""),
            attempt(
                    "the Function constructor",
                    "() => new Function('return this')().java_invoke === undefined",
                    "true"),
            attempt(
                    "the constructor of an async function",
                    "() => (async () => {}).constructor('return typeof java_invoke') instanceof Function",
                    "true"),
            attempt("import", "() => { import('fs').then((m) => console.log('got', m)); return 1; }", "1"),
            attempt("import of std and os", "() => { import('std'); import('os'); import('qjs:std'); return 1; }", "1"),
            attempt("an import declaration", "import * as std from 'std'; function bot() { return 1; }", "NOT_A_BOT"),
            attempt(
                    "the caller of the bot",
                    "function bot() { return bot.caller === null || bot.caller === undefined; }",
                    "true"),
            attempt(
                    "arguments.callee.caller",
                    "function bot() { return typeof arguments.callee.caller; }",
                    "\"undefined\""),
            attempt(
                    "the stack of an error",
                    "() => { Error.prepareStackTrace = (e, frames) => frames; return /java|\\.class|\\/home|\\/root/.test(String(new Error().stack)); }",
                    "false"),
            attempt(
                    "the step function in the middle of a turn",
                    "() => { boutStep(); return 1; }",
                    "THREW boutStep is at work"),
            attempt(
                    "another step function",
                    "() => { boutStep = () => 1; globalThis.boutStep = 2; delete globalThis.boutStep; return typeof boutStep; }",
                    "\"function\""),
            attempt("patched JSON", "() => { JSON.parse = JSON.stringify = () => 'x'; return 1; }", "1"),
            attempt(
                    "patched prototypes",
                    "() => { for (const p of [Object, Array, String, Function, RegExp, Promise, Map, Set].map((c) => c.prototype)) for (const k of Object.getOwnPropertyNames(p)) try { p[k] = () => { throw 1; }; } catch {} return 1; }",
                    "THREW"),
            attempt(
                    "a setter on Object.prototype",
                    "() => { Object.defineProperty(Object.prototype, 'answer', { set() { for (;;) {} } }); return 1; }",
                    "1"),
            attempt(
                    "toJSON on Object.prototype",
                    "() => { Object.prototype.toJSON = () => 'mine'; return 1; }",
                    "BROKE broke off."),
            attempt("a frozen global object", "() => { Object.freeze(globalThis); return 1; }", "1"),
            attempt(
                    "a deleted global object",
                    "() => { for (const k of Object.getOwnPropertyNames(globalThis)) delete globalThis[k]; return 1; }",
                    "BROKE broke off."),
            attempt("an answer that is no object", "() => Symbol('x')", "null"),
            attempt("an answer that is a function", "() => () => 1", "null"),
            attempt("an answer that is a BigInt", "() => 1n", "THREW"),
            attempt("an answer that is a Promise", "async () => ({ column: 3 })", "{}"),
            attempt("a Proxy that lies about its keys", "() => new Proxy({}, { ownKeys: () => ['a', 'a'] })", "THREW"),
            attempt("half a character", "() => '\\ud800'", "\"\\ud800\""),
            attempt(
                    "locale and time zone",
                    "() => [(1234.5).toLocaleString('de'), new Date(0).getTimezoneOffset(), typeof Intl, new Date(0).toString()]",
                    "[\"1234.5\",0,\"undefined\",\"Thu Jan 01 1970 00:00:00 GMT+0000\"]"),
            attempt(
                    "garbage collection to watch",
                    "() => [typeof WeakRef, typeof FinalizationRegistry, typeof gc]",
                    "[\"undefined\",\"undefined\",\"undefined\"]"));

    static Stream<Attempt> attempts() {
        return ATTEMPTS.stream();
    }

    @AfterAll
    static void close() {
        SANDBOX.close();
    }

    @Test
    void there_are_at_least_sixty() {
        assertTrue(ATTEMPTS.size() >= 60, "only " + ATTEMPTS.size());
        assertEquals(
                ATTEMPTS.size(), ATTEMPTS.stream().map(Attempt::name).distinct().count());
    }

    @ParameterizedTest
    @MethodSource("attempts")
    void an_attempt_harms_nobody_else(Attempt attempt) throws Exception {
        try (SandboxBot bot = SANDBOX.open("connect-four", attempt.code(), "attacker", "seed", Seat.FIRST)) {
            Turn turn = bot.ask("{}", attempt.expected().contains(Turn.Kind.TOO_SLOW.name()) ? LIMIT : PATIENCE);
            assertTrue(
                    Arrays.stream(attempt.expected().split("\\|")).anyMatch(one -> fits(one, turn.result())),
                    () -> "expected " + attempt.expected() + "; got " + described(turn.result()));
            assertTrue(turn.console().length() <= Console.MAX_BYTES);
        }
        assertEquals(
                new Turn.Answer(String.valueOf(7 + decentTurns++)),
                DECENT.ask("{\"x\":7}", PATIENCE).result());
    }

    /** One of several outcomes, where the machine's speed decides which limit a bot reaches first. */
    private static boolean fits(String expected, Turn.Result result) {
        return switch (result) {
            case Turn.Answer(String json) -> json.equals(expected);
            case Turn.Fault(Turn.Kind kind, String text) -> {
                String[] parts = expected.split(" ", 2);
                yield parts[0].equals(kind.name()) && (parts.length == 1 || text.contains(parts[1]));
            }
        };
    }

    private static String described(Turn.Result result) {
        return switch (result) {
            case Turn.Answer(String json) -> json;
            case Turn.Fault(Turn.Kind kind, String text) -> kind + " " + text;
        };
    }
}
