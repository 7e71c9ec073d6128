package bout.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Visitors' code that tries to get out of its sandbox, or to do harm in it. A server that the code could reach if
 * anything let it counts requests; there must be none. (For a document that it then does not let go there, Chromium may
 * open a connection beforehand, on which nothing is sent; from a worker, in which bots run, there is not even that.)
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class SandboxTest {

    /**
     * A way out of the sandbox. The script is the body of an async function that returns or throws its outcome.
     * {@code URL} is the server's.
     */
    private record Escape(String name, String script) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final String BLOCKED = "blocked";
    private static final Path TRIED = Path.of("target", "sandbox");

    private final List<String> outcomes = new ArrayList<>();

    @AutoClose
    private final TestSite site = new TestSite();

    private Listener listener;

    /** Accepts all connections; counts them, and those on which anything is sent. */
    private static final class Listener implements AutoCloseable {
        private final ServerSocket socket = open();
        private final AtomicInteger connections = new AtomicInteger();
        private final AtomicInteger requests = new AtomicInteger();
        private final Thread thread = Thread.startVirtualThread(this::accept);

        private static ServerSocket open() {
            try {
                return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            } catch (IOException noPort) {
                throw new UncheckedIOException(noPort);
            }
        }

        private void accept() {
            while (true) {
                try {
                    Socket caller = socket.accept();
                    connections.incrementAndGet();
                    Thread.startVirtualThread(() -> listen(caller));
                } catch (SocketException closed) {
                    return;
                } catch (IOException broken) {
                    throw new UncheckedIOException(broken);
                }
            }
        }

        private void listen(Socket caller) {
            try (caller) {
                if (caller.getInputStream().read() >= 0) {
                    requests.incrementAndGet();
                }
            } catch (IOException silent) {
                // it closed before sending anything
            }
        }

        String url() {
            return "http://127.0.0.1:" + socket.getLocalPort() + "/";
        }

        @Override
        public void close() throws IOException, InterruptedException {
            socket.close();
            thread.join();
        }
    }

    @BeforeEach
    void listen() throws IOException {
        listener = new Listener();
    }

    @AfterEach
    void stop(TestInfo test) throws Exception {
        if (!outcomes.isEmpty()) {
            // A record of the attempts, for people.
            Files.createDirectories(TRIED);
            Files.write(TRIED.resolve(test.getTestMethod().orElseThrow().getName() + ".txt"), outcomes);
        }
        assertEquals(0, listener.requests.get(), "requests out of the sandbox");
        listener.close();
    }

    /** Attempts by a bot's code, which runs in a worker. */
    static Stream<Escape> fromTheWorker() {
        return Stream.of(
                new Escape("fetch", "return (await fetch(URL)).status"),
                new Escape(
                        "fetch without an answer",
                        "return (await fetch(URL, {mode: 'no-cors', keepalive: true})).type"),
                new Escape("fetch of the site itself", "return (await fetch(SITE + '/index.html')).status"),
                new Escape("XMLHttpRequest", """
                        const request = new XMLHttpRequest();
                        request.open("GET", URL, false);
                        request.send();
                        return request.status"""),
                new Escape("WebSocket", """
                        const socket = new WebSocket(URL.replace("http", "ws"));
                        return await new Promise((done, failed) => {
                          socket.onopen = () => done("open");
                          socket.onerror = () => failed(new Error("closed"));
                        })"""),
                new Escape("EventSource", """
                        const source = new EventSource(URL);
                        return await new Promise((done, failed) => {
                          source.onopen = () => done("open");
                          source.onerror = () => failed(new Error("closed"));
                        })"""),
                new Escape("WebTransport", """
                        const transport = new WebTransport(URL.replace("http:", "https:"));
                        await transport.ready;
                        return "open";"""),
                new Escape("import()", "return Object.keys(await import(URL + 'module.js'))"),
                new Escape(
                        "import() of the site's module", "return Object.keys(await import(SITE + '/shared/dom.js'))"),
                new Escape(
                        "import() of a text",
                        "return Object.keys(await import('data:text/javascript,export const a = 1'))"),
                new Escape("importScripts", "importScripts(URL + 'script.js'); return 'loaded'"),
                new Escape("importScripts of the site", "importScripts(SITE + '/sandbox/harness.js'); return 'loaded'"),
                new Escape("a worker from elsewhere", """
                        const worker = new Worker(URL + "worker.js");
                        return await new Promise((done, failed) => {
                          worker.onmessage = () => done("runs");
                          worker.onerror = () => failed(new Error("refused"));
                        })"""),
                new Escape("a shared worker", "return new SharedWorker(URL + 'worker.js').port.toString()"),
                new Escape("code from a string", "return eval('1 + 1')"),
                new Escape("a function from a string", "return new Function('return 1 + 1')()"),
                new Escape("the page", "return parent.document.title"),
                new Escape("the top page", "return top.location.href"),
                new Escape("a document", "return document.cookie"),
                new Escape("a window", "return open(URL)"),
                new Escape(
                        "navigation",
                        "location.href = URL; return location.href === URL ? 'gone' : Promise.reject('stays')"),
                new Escape("a beacon", "return navigator.sendBeacon(URL, 'x')"),
                new Escape("cookies by the cookie store", "return await cookieStore.getAll()"),
                new Escape("localStorage", "return localStorage.length"),
                new Escape("sessionStorage", "return sessionStorage.length"),
                new Escape("indexedDB", """
                        return await new Promise((done, failed) => {
                          const request = indexedDB.open("x");
                          request.onsuccess = () => done("open");
                          request.onerror = () => failed(request.error);
                        })"""),
                new Escape("caches", "return await caches.keys()"),
                new Escape("files", "return (await navigator.storage.getDirectory()).name"),
                new Escape("a lock of the site", "return await navigator.locks.request('x', () => 'held')"),
                new Escape(
                        "WebRTC",
                        "return new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1'}]}).iceGatheringState"),
                new Escape(
                        "a notification", "return Notification.permission === 'granted' || Promise.reject('denied')"));
    }

    /**
     * Runs the script as the whole program of a worker in the frame, without the harness: only the frame and its policy
     * protect.
     */
    private static final String IN_A_BARE_WORKER = """
            async ([script, url]) => {
              const frame = document.createElement("iframe");
              frame.sandbox = "allow-scripts";
              frame.src = "/sandbox/frame.html";
              const loaded = new Promise((done) => { frame.onload = done; });
              document.body.append(frame);
              await loaded;
              const report = new MessageChannel();
              const calls = new MessageChannel();
              const program = `
                addEventListener("message", async ({ ports: [port] }) => {
                  const URL = ${JSON.stringify(url)};
                  const SITE = ${JSON.stringify(location.origin)};
                  try {
                    port.postMessage("escaped: " + JSON.stringify(await (async () => { ${script} })()));
                  } catch (refused) {
                    port.postMessage("blocked");
                  }
                })`;
              const outcome = new Promise((done) => {
                calls.port1.onmessage = ({ data }) => done(data);
                report.port1.onmessage = ({ data }) => done("broken: " + data.message);
                setTimeout(() => done("no answer"), 4000);
              });
              frame.contentWindow.postMessage(program, "*", [report.port2, calls.port2]);
              const found = await outcome;
              frame.remove();
              return found;
            }""";

    /** Runs the script in a bot, which makes the attempt on its first move, waits for the outcome, and logs it. */
    private static final String IN_A_BOT = """
            async ([script, url]) => {
              const { Session } = await import("/playground/session.js");
              const code = `
                function move(my) {
                  if (this.outcome === undefined) {
                    const URL = ${JSON.stringify(url)};
                    const SITE = ${JSON.stringify(location.origin)};
                    this.outcome = null;
                    const attempt = async () => { ${script} };
                    attempt().then((found) => { this.outcome = "escaped: " + JSON.stringify(found); },
                      () => { this.outcome = "blocked"; });
                  } else if (this.outcome !== null) {
                    console.log(this.outcome);
                    return null;
                  }
                  const until = Date.now() + 2;
                  while (Date.now() < until);
                  return { dx: 0, dy: 0 };
                }`;
              const session = new Session("robotag", [{ code, name: "stranger" }, { house: "lazy" }]);
              const { logs } = await session.play({
                seed: "1", options: { fuelTanks: 50, mines: 0, maxTurns: 1000 }, limits: { first: 5000, later: 5000 },
              });
              return logs[0].length === 0 ? "no outcome" : logs[0][0].text;
            }""";

    private Page playground(Visitor visitor) {
        Page page = visitor.ignoringErrors().open(site.url("/play.html?game=robotag"));
        page.waitForSelector("#set-up:not([hidden])");
        return page;
    }

    @Test
    void the_worker_has_no_way_out_even_without_the_harness(Visitor visitor) {
        Page page = playground(visitor);
        List<String> open = fromTheWorker()
                .map(escape -> escape.name() + ": "
                        + page.evaluate(IN_A_BARE_WORKER, List.of(escape.script(), listener.url())))
                .peek(outcomes::add)
                .filter(outcome -> !outcome.endsWith(": " + BLOCKED))
                .toList();
        assertEquals(List.of(), open);
        assertEquals(0, listener.connections.get(), "connections out of the worker");
    }

    @Test
    void a_bot_has_no_way_out(Visitor visitor) {
        Page page = playground(visitor);
        List<String> open = fromTheWorker()
                .map(escape -> escape.name() + ": " + page.evaluate(IN_A_BOT, List.of(escape.script(), listener.url())))
                .peek(outcomes::add)
                .filter(outcome -> !outcome.endsWith(": " + BLOCKED))
                .toList();
        assertEquals(List.of(), open);
        assertEquals(0, listener.connections.get(), "connections out of a bot");
    }

    /** Attempts by code that has escaped from its worker into the frame's document. */
    static Stream<Escape> fromTheFrame() {
        return Stream.of(
                new Escape("the page", "return parent.document.title"),
                new Escape("the top page's address", "return top.location.href"),
                new Escape("the page's storage", "return parent.localStorage.length"),
                new Escape("cookies", "return document.cookie"),
                new Escape("setting a cookie", "document.cookie = 'a=1'; return document.cookie"),
                new Escape("localStorage", "return localStorage.length"),
                new Escape("indexedDB", "return indexedDB.open('x').readyState"),
                new Escape("caches", "return await caches.keys()"),
                new Escape("fetch", "return (await fetch(URL, {mode: 'no-cors'})).type"),
                new Escape("a window", "return open(URL) === null ? Promise.reject('blocked') : 'opened'"),
                new Escape("a dialog", "return confirm('?') ? 'yes' : Promise.reject('blocked')"),
                new Escape("a picture", """
                        const image = new Image();
                        return await new Promise((done, failed) => {
                          image.onload = () => done("loaded");
                          image.onerror = failed;
                          image.src = URL + "picture.png";
                        })"""),
                new Escape("a script", """
                        const script = document.createElement("script");
                        return await new Promise((done, failed) => {
                          script.onload = () => done("loaded");
                          script.onerror = failed;
                          script.src = URL + "script.js";
                          document.head.append(script);
                        })"""),
                new Escape("a script of the site", """
                        const script = document.createElement("script");
                        return await new Promise((done, failed) => {
                          script.onload = () => done("loaded");
                          script.onerror = failed;
                          script.src = SITE + "/sandbox/harness.js";
                          document.head.append(script);
                        })"""),
                new Escape("a frame", """
                        const frame = document.createElement("iframe");
                        frame.src = URL;
                        document.body.append(frame);
                        await new Promise((done) => setTimeout(done, 200));
                        throw new Error("judged by the server")"""),
                new Escape("a style sheet", """
                        const link = document.createElement("link");
                        link.rel = "stylesheet";
                        return await new Promise((done, failed) => {
                          link.onload = () => done("loaded");
                          link.onerror = failed;
                          link.href = URL + "style.css";
                          document.head.append(link);
                        })"""),
                new Escape("a form", """
                        const form = document.createElement("form");
                        form.action = URL;
                        document.body.append(form);
                        form.submit();
                        await new Promise((done) => setTimeout(done, 200));
                        throw new Error("judged by the server")"""),
                new Escape("a beacon", "navigator.sendBeacon(URL, 'x'); throw new Error('judged by the server')"),
                new Escape("the top page's navigation", """
                        top.location = URL;
                        await new Promise((done) => setTimeout(done, 200));
                        throw new Error("judged by the server")"""));
    }

    @Test
    void the_frame_has_no_way_out(Visitor visitor) {
        Page page = playground(visitor);
        page.evaluate("""
                async () => {
                  const frame = document.createElement("iframe");
                  frame.sandbox = "allow-scripts";
                  frame.src = "/sandbox/frame.html";
                  document.body.append(frame);
                  await new Promise((done) => { frame.onload = done; });
                }""");
        List<String> open = fromTheFrame()
                .map(escape -> escape.name() + ": " + inTheFrame(page, escape.script()))
                .peek(outcomes::add)
                .filter(outcome -> !outcome.endsWith(": " + BLOCKED))
                .toList();
        assertEquals(List.of(), open);
        assertEquals("escaped: 1", inTheFrame(page, "return 1"));
        assertEquals(site.url("/play.html?game=robotag"), page.url());
        assertEquals("null", sandbox(page).evaluate("() => origin"));
        // Last, because it removes the frame: the page's policy lets no frame navigate elsewhere.
        sandbox(page).evaluate("url => { location = url; }", listener.url());
        page.waitForTimeout(300);
    }

    private Object inTheFrame(Page page, String script) {
        return sandbox(page).evaluate("""
                        async ([url, site]) => {
                          const URL = url;
                          const SITE = site;
                          try {
                            return "escaped: " + JSON.stringify(await (async () => { SCRIPT })());
                          } catch {
                            return "blocked";
                          }
                        }""".replace("SCRIPT", script), List.of(listener.url(), site.url("")));
    }

    private static Frame sandbox(Page page) {
        return page.frames().stream()
                .filter(frame -> frame.url().endsWith("/sandbox/frame.html"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_escape_tests_would_detect_an_escape(Visitor visitor) throws Exception {
        Page page = playground(visitor);
        assertEquals("escaped: 1", page.evaluate(IN_A_BARE_WORKER, List.of("return 1", listener.url())));
        assertEquals("escaped: 1", page.evaluate(IN_A_BOT, List.of("return 1", listener.url())));
        try (Listener other = new Listener();
                Socket caller = new Socket(InetAddress.getLoopbackAddress(), other.socket.getLocalPort())) {
            caller.getOutputStream().write('G');
            assertEquals(-1, caller.getInputStream().read());
            assertEquals(1, other.connections.get());
            assertEquals(1, other.requests.get());
        }
    }

    @Test
    void the_sandbox_opened_as_a_page_has_no_origin(Visitor visitor) {
        Page page = visitor.open(site.url("/sandbox/frame.html"));
        assertEquals("null", page.evaluate("() => origin"));
    }

    // Invalid answers of bots
    // --------------------------------------------------------------------------------------------

    /** A bot's answer, and the failure it should cause. */
    private record Answer(String name, String script, String failure) {}

    /** The end of a match of a bot with this code at seat 1 against a house bot. */
    private record Ending(Map<?, ?> document, List<?> log) {

        String reason() {
            return (String) ((Map<?, ?>) document.get("result")).get("reason");
        }

        List<String> failures() {
            return ((List<?>) document.get("failures"))
                    .stream()
                            .map(failure ->
                                    ((Map<?, ?>) failure).get("kind") + ": " + ((Map<?, ?>) failure).get("text"))
                            .toList();
        }
    }

    private static Ending play(Page page, String game, String code, String house, int limit) {
        Map<?, ?> played = (Map<?, ?>) page.evaluate("""
                async ([game, code, house, limit]) => {
                  const { Session } = await import("/playground/session.js");
                  const session = new Session(game, [{ code, name: "stranger" }, { house }]);
                  const { document, logs } = await session.play({ seed: "7", options: {}, limits: { first: limit, later: limit } });
                  return { document, log: logs[0], frames: window.document.querySelectorAll("iframe").length };
                }""", List.of(game, code, house, limit));
        assertEquals(0, played.get("frames"), "frames that are left");
        return new Ending((Map<?, ?>) played.get("document"), (List<?>) played.get("log"));
    }

    @Test
    void an_endless_loop_is_stopped_and_the_match_continues_as_over_http(Visitor visitor) {
        Page page = playground(visitor);
        Ending robotag = play(page, "robotag", "function move() { for (;;); }", "lazy", 300);
        assertEquals("p1 error", robotag.reason());
        assertEquals(
                List.of("time-out: No answer within 300 ms. The bot was restarted, and its variables were reset."),
                robotag.failures());
        // Only its third turn loops forever. Each restart gives it three more.
        Ending tokens = play(
                page,
                "tokens",
                "function (player1) { let n = 0; this.yourMove = () => { while (++n > 3); return 'EAT'; }; }",
                "lazy",
                300);
        assertEquals("idle", tokens.reason());
        assertEquals(
                3,
                tokens.failures().stream()
                        .filter(text -> text.startsWith("time-out"))
                        .count());
        assertTrue(
                tokens.failures().getLast().startsWith("withdrawn: The bot gets no more calls"),
                "" + tokens.failures());
    }

    /** A bot that has captured the port over which it is called, and uses it on its third move. */
    private static String forger(String forgery) {
        return """
                const send = MessagePort.prototype.postMessage;
                let port = null;
                MessagePort.prototype.postMessage = function (message) { port = this; last = message; return send.call(this, message); };
                let last = null;
                let moves = 0;
                function Bot() {
                  this.yourMove = () => {
                    if (++moves === 3) { FORGERY }
                    return "PASS";
                  };
                }
                """.replace("FORGERY", forgery);
    }

    static Stream<Escape> forgeries() {
        return Stream.of(
                new Escape(
                        "the answer to the next call",
                        "send.call(port, JSON.stringify({call: 4, answer: '{}', lines: []}))"),
                new Escape(
                        "an answer beside its own",
                        "send.call(port, JSON.stringify({call: 3, answer: '{}', lines: []}))"),
                new Escape("the last answer once more", "send.call(port, last)"),
                new Escape("an object", "send.call(port, {call: 3, answer: '{}', lines: []})"),
                new Escape("no JSON", "send.call(port, 'nonsense')"),
                new Escape("null", "send.call(port, 'null')"),
                new Escape("a deep list", "send.call(port, '['.repeat(90000) + ']'.repeat(90000))"),
                new Escape("a message of 64 million characters", "send.call(port, 'x'.repeat(64e6))"),
                new Escape(
                        "a call that is none", "send.call(port, JSON.stringify({call: {}, answer: '{}', lines: []}))"),
                new Escape(
                        "lines without end",
                        "send.call(port, JSON.stringify({call: 3, answer: '{}', lines: Array(1000).fill(['log', 'x'])}))"),
                new Escape(
                        "lines of another kind",
                        "send.call(port, JSON.stringify({call: 3, answer: '{}', lines: [{__proto__: {length: 2}}]}))"),
                new Escape("a flood", "for (let i = 0; i < 200000; i++) send.call(port, String(i))"),
                new Escape(
                        "a flood of objects",
                        "for (let i = 0; i < 20000; i++) send.call(port, {i, list: Array(100).fill(i)})"),
                new Escape(
                        "orders for the page",
                        "send.call(port, JSON.stringify({kind: 'played', document: {}, logs: []}))"));
    }

    @Test
    void a_message_forged_in_the_name_of_the_harness_only_ends_the_bot(Visitor visitor) {
        Page page = playground(visitor);
        List<String> wrong = Drawn.of(forgeries().toList(), 4).stream()
                .map(forgery -> {
                    Ending ending = play(page, "tokens", forger(forgery.script()), "naive", 2000);
                    boolean told = ending.failures().stream().anyMatch(text -> text.contains("restarted"));
                    return told && ending.reason().equals("all-eaten")
                            ? BLOCKED
                            : forgery.name() + ": " + ending.reason() + " " + ending.failures();
                })
                .filter(outcome -> !outcome.equals(BLOCKED))
                .toList();
        assertEquals(List.of(), wrong);
    }

    static Stream<Answer> answers() {
        return Stream.of(
                new Answer("nothing", "return undefined", "not-expected: Expected"),
                new Answer("a function", "return () => 'EAT'", "not-expected: Expected"),
                new Answer("a number that JSON lacks", "return NaN", "not-expected: Expected"),
                new Answer(
                        "a text of 100,000 characters",
                        "return 'x'.repeat(100000)",
                        "too-large: The answer has more than 65536 bytes"),
                new Answer(
                        "a text of 20 million characters",
                        "return 'x'.repeat(2e7)",
                        "too-large: The answer has more than 65536 bytes"),
                new Answer(
                        "a list nested a thousand deep",
                        "let deep = []; for (let i = 0; i < 1000; i++) deep = [deep]; return deep",
                        "not-expected: The answer cannot be read: /move"),
                new Answer(
                        "a list nested without end",
                        "let deep = []; for (let i = 0; i < 1e5; i++) deep = [deep]; return deep",
                        "too-large: The answer has more than 65536 bytes"),
                new Answer(
                        "an object that holds itself",
                        "const self = {}; self.self = self; return self",
                        "broken: The bot threw an error: TypeError"),
                new Answer(
                        "a list of 10,000",
                        "return Array(10000).fill(1)",
                        "not-expected: The answer has more than 4096 tokens of JSON"),
                new Answer(
                        "an object that throws when it is read",
                        "return { toJSON() { throw new Error('ha') } }",
                        "broken: The bot threw an error: Error: ha"),
                new Answer(
                        "an error that throws when it is read",
                        "throw { get name() { throw 1 }, toString() { throw 2 } }",
                        "broken: The bot threw an error: a value that cannot be shown"),
                new Answer("null as an error", "throw null", "broken: The bot threw an error: null"),
                new Answer(
                        "a proxy",
                        "return new Proxy({}, { get() { throw new Error('ha') }, ownKeys() { throw new Error('ha') } })",
                        "broken: The bot threw an error: Error: ha"));
    }

    @Test
    void an_invalid_answer_is_a_failure_as_over_http(Visitor visitor) {
        Page page = playground(visitor);
        List<String> wrong = answers()
                .map(answer -> {
                    Ending ending = play(
                            page,
                            "tokens",
                            "function () { let n = 0; this.yourMove = () => { if (++n === 2) { " + answer.script()
                                    + " } return 'PASS'; }; }",
                            "naive",
                            2000);
                    boolean told = ending.failures().size() == 1
                            && ending.failures().getFirst().startsWith(answer.failure());
                    return told && ending.reason().equals("all-eaten")
                            ? BLOCKED
                            : answer.name() + ": " + ending.reason() + " " + ending.failures();
                })
                .filter(outcome -> !outcome.equals(BLOCKED))
                .toList();
        assertEquals(List.of(), wrong);
    }

    @Test
    void a_bot_that_changes_built_in_objects_only_affects_itself(Visitor visitor) {
        Page page = playground(visitor);
        Ending ending = play(page, "tokens", """
                Object.prototype.answer = '{"move":"EAT"}';
                Object.prototype.house = "gourmet";
                Object.defineProperty(Object.prototype, "call", { get() { return 1; }, set() {} });
                Array.prototype.push = function () { throw new Error("bent"); };
                Array.prototype[0] = ["error", "forged"];
                JSON.stringify = () => "{}";
                Function.prototype.call = Function.prototype.apply = () => null;
                globalThis.boutSandbox = null;
                function Bot() { this.yourMove = () => "PASS"; }
                """, "naive", 2000);
        assertEquals("all-eaten", ending.reason());
        assertTrue((Boolean) page.evaluate(
                "() => [].push(1) === 1 && !('answer' in {}) && JSON.stringify({ a: 1 }) === '{\"a\":1}'"));
    }

    @Test
    void an_error_outside_a_call_is_logged_or_ends_the_bot(Visitor visitor) {
        Page page = playground(visitor);
        Ending rejected = play(
                page,
                "tokens",
                "function () { this.yourMove = () => { Promise.reject(new Error('later')); return 'PASS'; }; }",
                "naive",
                2000);
        assertEquals(List.of(), rejected.failures());
        assertTrue(rejected.log().toString().contains("In a promise: Error: later"), "" + rejected.log());
        Ending thrown = play(page, "robotag", """
                const target = new EventTarget();
                target.addEventListener("x", () => { throw new Error("outside"); });
                function move() { for (let i = 0; i < 1000; i++) target.dispatchEvent(new Event("x")); return { dx: 0, dy: 0 }; }
                """, "lazy", 1000);
        assertEquals("p1 error", thrown.reason());
        assertTrue(thrown.failures().getFirst().startsWith("time-out"), "" + thrown.failures());
    }

    @Test
    void unlimited_memory_use_ends_with_the_bot(Visitor visitor) {
        Page page = playground(visitor);
        Ending ending = play(
                page,
                "robotag",
                "const kept = []; function move() { for (;;) kept.push(new Array(100000).fill(0)); }",
                "lazy",
                400);
        assertEquals("p1 error", ending.reason());
        assertEquals(2, page.evaluate("() => 1 + 1"));
    }

    @Test
    void an_endless_log_is_cut_off(Visitor visitor) {
        Page page = playground(visitor);
        Ending ending = play(
                page,
                "robotag",
                "function move() { for (let i = 0; i < 10000; i++) console.log('x'.repeat(10000)); return { dx: 0, dy: 0 }; }",
                "lazy",
                2000);
        assertTrue(ending.log().size() > 50);
        int characters = ending.log().stream()
                .mapToInt(line -> ((String) ((Map<?, ?>) line).get("text")).length())
                .sum();
        assertTrue(characters < 250_000, "kept " + characters);
        assertTrue(ending.log().getLast().toString().contains("The log of this match is full"));
    }

    @Test
    void messages_in_a_sandbox_reach_neither_the_page_nor_another_sandbox(Visitor visitor) {
        Page page = playground(visitor);
        page.evaluate("""
                () => {
                  globalThis.heard = [];
                  globalThis.channel = new BroadcastChannel("x");
                  channel.onmessage = ({ data }) => heard.push(data);
                  addEventListener("message", ({ data }) => heard.push(data));
                }""");
        Object sent = page.evaluate(IN_A_BARE_WORKER, List.of("""
                        new BroadcastChannel("x").postMessage("by broadcast");
                        postMessage("to the frame");
                        await new Promise((done) => setTimeout(done, 200));
                        return "sent";""", listener.url()));
        assertEquals("escaped: \"sent\"", sent);
        assertEquals(List.of(), page.evaluate("() => heard"));
    }
}
