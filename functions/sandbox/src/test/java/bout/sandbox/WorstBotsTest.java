package bout.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.engine.Seat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hundred matches of the worst bots at a time in a process with 256 MB, beside matches of decent ones. */
@Tag("full")
class WorstBotsTest {

    private static final int BAD_MATCHES = 100;
    private static final int DECENT_MATCHES = 10;
    private static final int TURNS = 6;
    private static final int LIMIT = 100;

    /** Each fills memory that cannot be compressed, computes without end, or prints without end. */
    private static final List<String> WORST = List.of(
            """
            const kept = [];
            function bot(request) {
              for (let i = 0; i < 80; i++) {
                const random = new Float64Array(10000);
                for (let k = 0; k < random.length; k++) random[k] = Math.random();
                kept.push(random);
              }
              return kept.length;
            }""",
            "() => { while (true) {} }",
            "const kept = []; function bot() { for (;;) { try { kept.push(new Uint8Array(1e6).fill(7)); } catch {} } }",
            "const kept = [new Uint8Array(24e6).fill(7)]; function bot() { return kept.length; }",
            "function bot() { return bot(); }",
            "() => { for (;;) console.log('x'.repeat(10000)); }",
            "() => 'x'.repeat(1e7)",
            "() => /(a+)+b/.test('a'.repeat(60))",
            "() => { const again = () => Promise.resolve().then(again); again(); return 1; }",
            "() => { let s = 'x'; for (;;) s += s; }");

    private static final String DECENT = """
            let sum = 0;
            const seen = [];
            function bot({ x }) {
              sum += x;
              seen.push(x);
              return [sum, seen.length, Math.floor(Math.random() * 1e9), new Date().getTime()];
            }""";

    @Test
    void with_256_megabytes_100_matches_of_the_worst_fail_no_other(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WorstBotsTest.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            process.waitFor(20, TimeUnit.MINUTES);
        } finally {
            process.destroyForcibly();
        }
        // The JVM may print a line of its own before, such as the options that it picked up.
        assertEquals(
                "all decent matches were right",
                Files.readString(out).strip().lines().reduce("", (before, line) -> line));
    }

    public static void main(String[] arguments) throws Exception {
        List<String> alone;
        try (Sandbox sandbox = new Sandbox()) {
            alone = decentMatch(sandbox);
        }
        try (Sandbox sandbox = new Sandbox();
                ExecutorService matches = Executors.newFixedThreadPool(BAD_MATCHES)) {
            List<Future<List<String>>> decent = new ArrayList<>();
            List<Future<?>> bad = new ArrayList<>();
            for (int i = 0; i < BAD_MATCHES; i++) {
                String code = WORST.get(i % WORST.size());
                // Each of another owner and with another code, as someone with many accounts would do.
                bad.add(matches.submit(() -> badMatch(
                        sandbox, code, "owner-" + Thread.currentThread().threadId())));
                if (i % (BAD_MATCHES / DECENT_MATCHES) == 0) {
                    decent.add(matches.submit(() -> decentMatch(sandbox)));
                }
            }
            for (Future<List<String>> match : decent) {
                if (!match.get().equals(alone)) {
                    System.out.println("a decent match had " + match.get() + " instead of " + alone);
                    return;
                }
            }
            for (Future<?> match : bad) {
                match.get();
            }
        }
        System.out.println("all decent matches were right");
    }

    private static List<String> decentMatch(Sandbox sandbox) throws InterruptedException {
        List<String> answers = new ArrayList<>();
        try (SandboxBot first = sandbox.open("connect-four", DECENT, "decent", "seed", Seat.FIRST);
                SandboxBot second = sandbox.open("connect-four", DECENT, "decent", "seed", Seat.SECOND)) {
            for (int turn = 0; turn < TURNS; turn++) {
                for (SandboxBot bot : List.of(first, second)) {
                    answers.add(bot.ask("{\"x\":" + turn + "}", LIMIT).plain().toString());
                }
            }
        }
        return answers;
    }

    private static Void badMatch(Sandbox sandbox, String code, String owner) throws InterruptedException {
        try (SandboxBot first = sandbox.open("connect-four", code, owner, "seed", Seat.FIRST);
                SandboxBot second = sandbox.open("connect-four", code, owner, "seed", Seat.SECOND)) {
            for (int turn = 0; turn < TURNS; turn++) {
                first.ask("{}", LIMIT);
                second.ask("{}", LIMIT);
            }
        }
        return null;
    }
}
