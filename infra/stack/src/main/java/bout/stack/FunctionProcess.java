package bout.stack;

import bout.embedded.Application.Function;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process of a function, with a Runtime API of its own. What it prints is passed on to the standard error. */
final class FunctionProcess {

    /** Lambda gives 10 s; here many may start at the same time on two processors. */
    private static final Duration TO_BEGIN = Duration.ofSeconds(60);

    /** How metrics begin that CloudWatch would take from the log; here they would only bury what is to be read. */
    private static final String EMBEDDED_METRICS = "{\"_aws\":";

    private final Function function;
    private final Process process;
    private final RuntimeApi api;
    private final CompletableFuture<Process> exited;
    private volatile boolean killed;

    private FunctionProcess(Function function, Process process, RuntimeApi api) {
        this.function = function;
        this.process = process;
        this.api = api;
        this.exited = process.onExit();
    }

    /**
     * Starts a process; see {@link #awaitBegin}.
     *
     * @throws InvocationFailed if the system does not let it
     */
    static FunctionProcess start(Function function, Map<String, String> environment, FunctionJvm jvm) {
        try {
            RuntimeApi api = new RuntimeApi(function.name());
            try {
                FunctionProcess started = new FunctionProcess(
                        function, jvm.process(function, environment, api).start(), api);
                started.exited.thenRun(api::close);
                Thread.ofVirtual().name("log-" + function.logicalId()).start(started::passOnLog);
                return started;
            } catch (IOException failed) {
                api.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new InvocationFailed(
                    "no process of " + function.logicalId() + " could be started: " + failed, failed);
        }
    }

    /**
     * Waits until the process asks for its first invocation.
     *
     * @throws InvocationFailed if it does not come so far, with what it said; then it is gone
     */
    void awaitBegin() {
        try {
            await(api.begun(), TO_BEGIN, "does not begin within");
        } catch (InvocationFailed failed) {
            kill();
            throw failed;
        }
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Whether it can be invoked. One that was killed cannot, even if it takes the system a moment to see to it. */
    boolean isAlive() {
        return !killed && process.isAlive();
    }

    /**
     * Has the process answer an event. One at a time.
     *
     * @throws InvocationFailed if the handler throws; or the process dies or takes longer than the function's time-out, and
     *     then it is gone
     */
    byte[] invoke(byte[] event) {
        Duration timeout = function.timeout();
        try {
            return await(api.invoke(event, timeout), timeout, "timed out after");
        } catch (InvocationFailed failed) {
            if (failed.getCause() instanceof TimeoutException) {
                kill();
            }
            throw failed;
        }
    }

    /** What comes of it, or that the process died, or that it takes too long. */
    private <T> T await(CompletableFuture<T> wanted, Duration patience, String tooLong) {
        String who = function.logicalId() + " (process " + process.pid() + ")";
        // The last words of a process may still be on their way through the socket when it is gone already, but none
        // that
        // counts: Lambda, too, takes no answer of a process that has exited.
        CompletableFuture<Void> died = process.onExit().thenAccept(exited -> {});
        try {
            CompletableFuture.anyOf(wanted, exited).get(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (!wanted.isDone()) {
                throw new InvocationFailed(who + " exited with status " + process.exitValue());
            }
            return wanted.get();
        } catch (ExecutionException failed) {
            throw new InvocationFailed(who + ": " + failed.getCause().getMessage(), failed.getCause());
        } catch (TimeoutException overrun) {
            throw new InvocationFailed(who + " " + tooLong + " " + patience.toSeconds() + " s", overrun);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InvocationFailed("interrupted while " + who + " was waited for", interrupted);
        }
    }

    private void passOnLog() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith(EMBEDDED_METRICS)) {
                    System.err.println(function.logicalId() + " " + process.pid() + ": " + line);
                }
            }
        } catch (IOException ended) {
            System.err.println(
                    function.logicalId() + " " + process.pid() + ": (log ended: " + ended.getMessage() + ")");
        }
    }

    /** Ends the process at once, whatever it is at. */
    void kill() {
        killed = true;
        process.destroyForcibly();
    }

    /** Waits until the process is gone. */
    void awaitEnd() throws InterruptedException {
        process.waitFor();
    }
}
