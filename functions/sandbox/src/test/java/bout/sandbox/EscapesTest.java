package bout.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Seat;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
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

    record Attempt(String name, String code, String expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * In each row what is attempted and what comes of it: an answer's JSON, or a kind of failure and a part of its
     * text; with "|", one of several, where the machine's speed decides. Below it the bot's code.
     */
    private static final String ATTEMPTS = """
            # Endless computing
            an endless loop: TIME_OUT
              () => { while (true) {} }
            an endless loop that catches everything: TIME_OUT
              () => { for (;;) { try { for (;;) {} } catch {} } }
            an endless loop in finally: TIME_OUT
              () => { try { return 1; } finally { for (;;) {} } }
            an endless loop while the code is loaded: TIME_OUT before its first call.
              (() => { const end = 1; while (end) {} })()
            an endless generator: BROKEN out of memory|TIME_OUT
              () => [...(function* () { for (;;) yield; })()].length
            an endless iterator: TIME_OUT
              () => { for (const x of {[Symbol.iterator]: () => ({next: () => ({done: false})})}) {} }
            a promise chain without end: TIME_OUT
              () => { const again = () => Promise.resolve().then(again); again(); return 1; }
            an async function that never ends: TIME_OUT
              async () => { for (;;) await null; }
            an async generator that never ends: TIME_OUT
              () => { (async () => { for await (const x of (async function* () { for (;;) yield 1; })()) {} })(); }
            a getter in the answer that never ends: TIME_OUT
              () => ({ get move() { for (;;) {} } })
            toJSON that never ends: TIME_OUT
              () => ({ toJSON() { for (;;) {} } })
            a Proxy as the answer that never ends: TIME_OUT
              () => new Proxy({}, { ownKeys() { for (;;) {} } })
            a thrown error whose message never ends: TIME_OUT
              () => { throw Object.defineProperty(new Error(), 'message', { get() { for (;;) {} } }); }
            a sort comparator that never ends: TIME_OUT
              () => [2, 1].sort(() => { for (;;) {} })
            a sort with a comparator that contradicts itself: 3
              () => [3, 1, 2].sort(() => 1).length
            valueOf that never ends: TIME_OUT
              () => 1 + { valueOf() { for (;;) {} } }
            a regular expression that backtracks without end: TIME_OUT
              () => /(a+)+b/.test('a'.repeat(60))
            a regular expression with nested repeats: TIME_OUT
              () => /^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(60))
            a regular expression that grows its own stack: TIME_OUT|BROKEN out of memory
              () => /(?:a|ab)*c/.test('ab'.repeat(200000))
            replace with a function that never ends: TIME_OUT
              () => 'a'.replace(/a/, () => { for (;;) {} })
            JSON.parse with a reviver that never ends: TIME_OUT
              () => JSON.parse('[1]', () => { for (;;) {} })
            reduce over a large typed array, again and again: TIME_OUT
              () => { const a = new Float64Array(1e6); for (;;) a.reduce((x, y) => x + y, 0); }
            native sorts without end: TIME_OUT
              () => { const a = new Float64Array(1e6); for (;;) a.sort(); }
            native copies without end: TIME_OUT
              () => { const a = new Uint8Array(8e6); for (;;) a.copyWithin(0, 1); }
            indexOf over a long string without end: TIME_OUT
              () => { const s = 'a'.repeat(4e6); for (;;) s.indexOf('ab'.repeat(1000)); }
            waiting by the clock: 99
              () => { const end = Date.now() + 100; let n = 0; while (Date.now() < end) n++; return n; }
            waiting by the clock for a day: TIME_OUT
              () => { const end = Date.now() + 86400000; while (Date.now() < end) {} }
            Atomics.wait: BROKEN Atomics is not defined
              () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
            # Depth
            endless recursion: BROKEN nested too deeply.
              function bot() { return bot(); }
            endless recursion that catches itself: BROKEN nested too deeply.
              function bot() { try { return bot(); } catch { return bot(); } }
            endless recursion by a getter: BROKEN nested too deeply.
              () => { const o = { get a() { return this.a; } }; return o.a; }
            endless recursion by toString: BROKEN nested too deeply.
              () => { const o = { toString() { return `${o}`; } }; return `${o}`; }
            endless recursion by a Proxy of itself: BROKEN nested too deeply.
              () => { const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x; }
            a Proxy of a Proxy of a Proxy: TIME_OUT|BROKEN nested too deeply.
              () => { let p = {}; for (let i = 0; i < 100000; i++) p = new Proxy(p, {}); return p.x; }
            endless recursion by a constructor: BROKEN nested too deeply.
              () => { class A { constructor() { new A(); } } new A(); }
            endless recursion by bind: BROKEN out of memory
              () => { let f = () => 1; for (let i = 0; i < 50000; i++) f = f.bind(null); return f(); }
            JSON.parse of deep nesting: BROKEN nested too deeply.|TIME_OUT
              () => JSON.parse('['.repeat(1e6))
            JSON.stringify of deep nesting: BROKEN nested too deeply.|TIME_OUT
              () => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a; }
            an answer that contains itself: BROKEN circular reference
              () => { const a = {}; a.a = a; return a; }
            eval of deep nesting: BROKEN nested too deeply.|TIME_OUT
              () => eval('('.repeat(1e5) + '1' + ')'.repeat(1e5))
            a deep regular expression: BROKEN too many captures
              () => new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).test('')
            flat of deep nesting: BROKEN nested too deeply.|TIME_OUT
              () => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a.flat(Infinity).length; }
            # Memory
            arrays without end: BROKEN out of memory|TIME_OUT
              () => { const a = []; for (;;) a.push(new Array(10000).fill(1.5)); }
            arrays without end that catch everything: TIME_OUT
              () => { const a = []; for (;;) { try { a.push(new Array(10000).fill(1.5)); } catch {} } }
            a string that doubles: BROKEN string too long
              () => { let s = 'x'; for (;;) s += s; }
            a string of a gigabyte: BROKEN out of memory
              () => 'x'.repeat(2 ** 30 - 25).length
            padStart to a gigabyte: BROKEN out of memory
              () => 'x'.padStart(2 ** 29).length
            an ArrayBuffer of two gigabytes: BROKEN invalid array buffer length
              () => new ArrayBuffer(2 ** 31).byteLength
            an ArrayBuffer that grows: BROKEN out of memory
              () => { const b = new ArrayBuffer(1, { maxByteLength: 2 ** 30 }); b.resize(2 ** 30); return b.byteLength; }
            an array of 4 billion: BROKEN out of memory|TIME_OUT
              () => new Array(2 ** 32 - 1).fill(0)
            join of an array of 4 billion: TIME_OUT|BROKEN out of memory
              () => new Array(2 ** 32 - 1).join()
            a BigInt that blows up: TIME_OUT|BROKEN BigInt is too large
              () => { let n = 3n; for (;;) n *= n; }
            a power of BigInts: BROKEN BigInt is too large|TIME_OUT
              () => (7n ** 100000000n).toString().length
            a BigInt's decimal digits: BROKEN BigInt is too large
              () => (1n << 4000000n).toString().length
            Maps without end: BROKEN out of memory|TIME_OUT
              () => { const m = new Map(); for (let i = 0;; i++) m.set(i, i); }
            closures without end: BROKEN out of memory|TIME_OUT
              () => { let f = null; for (;;) { const g = f; f = () => g; } }
            symbols without end: BROKEN out of memory|TIME_OUT
              () => { for (let i = 0;; i++) Symbol.for('s' + i); }
            properties without end: BROKEN out of memory|TIME_OUT
              () => { const o = {}; for (let i = 0;; i++) o['p' + i] = i; }
            promises without end: BROKEN out of memory|TIME_OUT
              () => { const all = []; for (;;) all.push(new Promise(() => {})); }
            an answer that is too large: TOO_LARGE longer than 65536 bytes.
              () => 'x'.repeat(70000)
            an answer that is far too large: TIME_OUT|TOO_LARGE longer than 65536 bytes.
              () => 'x'.repeat(4e6)
            an answer that is too large only in UTF-8: TOO_LARGE longer than 65536 bytes.
              () => 'ß'.repeat(60000)
            # Output
            printing without end: TIME_OUT
              () => { for (let i = 0;; i++) console.log('line', i); }
            printing a line of megabytes: 1
              () => { console.log('x'.repeat(4e6)); return 1; }
            printing what never ends when printed: TIME_OUT
              () => { console.log({ toJSON() { for (;;) {} } }); }
            an error with a message of megabytes: BROKEN …
              () => { throw new Error('x'.repeat(1e6)); }
            # The host
            globals of hosts: []
              () => [typeof process, typeof require, typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof Java, typeof Packages, typeof java, typeof std, typeof os, typeof Deno, typeof setTimeout, typeof performance, typeof load, typeof print].filter((t) => t !== 'undefined')
            the host's own functions: []
              () => [typeof java_invoke, typeof Javy, typeof plugin, typeof TextDecoder, typeof SharedArrayBuffer, typeof queueMicrotask, typeof addEventListener].filter((t) => t !== 'undefined')
            the constructor of a function: "undefined"
              () => bout()
              function bout() { return (() => {}).constructor('return typeof java_invoke')(); }
            the constructor chain of the request: "undefinedundefined"
              (request) => request.constructor.constructor('return typeof java_invoke + typeof process')()
            eval: "undefined"
              () => eval('typeof java_invoke')
            indirect eval: "undefined"
              () => (0, eval)('typeof Javy')
            the Function constructor: true
              () => new Function('return this')().java_invoke === undefined
            the constructor of an async function: true
              () => (async () => {}).constructor('return typeof java_invoke') instanceof Function
            import: 1
              () => { import('fs').then((m) => console.log('got', m)); return 1; }
            import of std and os: 1
              () => { import('std'); import('os'); import('qjs:std'); return 1; }
            an import declaration: BROKEN cannot be used
              import * as std from 'std'; function bot() { return 1; }
            the caller of the bot: true
              function bot() { return bot.caller === null || bot.caller === undefined; }
            arguments.callee.caller: "undefined"
              function bot() { return typeof arguments.callee.caller; }
            the stack of an error: false
              () => { Error.prepareStackTrace = (e, frames) => frames; return /java|\\.class|\\/home|\\/root/.test(String(new Error().stack)); }
            the step function in the middle of a turn: BROKEN boutStep is at work
              () => { boutStep(); return 1; }
            another step function: "function"
              () => { boutStep = () => 1; globalThis.boutStep = 2; delete globalThis.boutStep; return typeof boutStep; }
            patched JSON: 1
              () => { JSON.parse = JSON.stringify = () => 'x'; return 1; }
            patched prototypes: BROKEN threw an error
              () => { for (const p of [Object, Array, String, Function, RegExp, Promise, Map, Set].map((c) => c.prototype)) for (const k of Object.getOwnPropertyNames(p)) try { p[k] = () => { throw 1; }; } catch {} return 1; }
            a setter on Object.prototype: 1
              () => { Object.defineProperty(Object.prototype, 'answer', { set() { for (;;) {} } }); return 1; }
            toJSON on Object.prototype: BROKEN broke off.
              () => { Object.prototype.toJSON = () => 'mine'; return 1; }
            a frozen global object: 1
              () => { Object.freeze(globalThis); return 1; }
            a deleted global object: BROKEN broke off.
              () => { for (const k of Object.getOwnPropertyNames(globalThis)) delete globalThis[k]; return 1; }
            an answer that is no object: null
              () => Symbol('x')
            an answer that is a function: null
              () => () => 1
            an answer that is a BigInt: BROKEN threw an error
              () => 1n
            an answer that is a Promise: {}
              async () => ({ column: 3 })
            a Proxy that lies about its keys: BROKEN threw an error
              () => new Proxy({}, { ownKeys: () => ['a', 'a'] })
            half a character: "\\ud800"
              () => '\\ud800'
            locale and time zone: ["1234.5",0,"undefined","Thu Jan 01 1970 00:00:00 GMT+0000"]
              () => [(1234.5).toLocaleString('de'), new Date(0).getTimezoneOffset(), typeof Intl, new Date(0).toString()]
            garbage collection to watch: ["undefined","undefined","undefined"]
              () => [typeof WeakRef, typeof FinalizationRegistry, typeof gc]
            """;

    private static final Pattern ROW =
            Pattern.compile("(?m)^(?<name>[^#:\n][^:\n]*): (?<expected>.*)\n  (?<code>.*(?:\n  .*)*)$");

    static List<Attempt> attempts() {
        return ROW.matcher(ATTEMPTS)
                .results()
                .map(row -> new Attempt(row.group("name"), row.group("code"), row.group("expected")))
                .toList();
    }

    @AfterAll
    static void close() {
        SANDBOX.close();
    }

    @Test
    void there_are_at_least_sixty() {
        assertTrue(attempts().size() >= 60, "only " + attempts().size());
        assertEquals(
                attempts().size(),
                attempts().stream().map(Attempt::name).distinct().count());
    }

    @ParameterizedTest
    @MethodSource("attempts")
    void an_attempt_harms_nobody_else(Attempt attempt) throws Exception {
        try (SandboxBot bot = SANDBOX.open("connect-four", attempt.code(), "attacker", "seed", Seat.FIRST)) {
            Turn turn = bot.ask("{}", attempt.expected().contains("TIME_OUT") ? LIMIT : PATIENCE);
            String came = turn.failure() == null
                    ? turn.json()
                    : turn.failure().kind() + " " + turn.failure().text();
            assertTrue(
                    Arrays.stream(attempt.expected().split("\\|")).anyMatch(one -> fits(one, turn)),
                    () -> "expected " + attempt.expected() + "; got " + came);
            assertTrue(turn.console().length() <= Console.MAX_BYTES);
        }
        assertEquals(
                String.valueOf(7 + decentTurns++),
                DECENT.ask("{\"x\":7}", PATIENCE).json());
    }

    private static boolean fits(String expected, Turn turn) {
        if (turn.failure() == null) {
            return turn.json().equals(expected);
        }
        String[] parts = expected.split(" ", 2);
        return parts[0].equals(turn.failure().kind().name())
                && (parts.length == 1 || turn.failure().text().contains(parts[1]));
    }
}
