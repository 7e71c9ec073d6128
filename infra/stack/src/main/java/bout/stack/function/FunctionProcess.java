package bout.stack.function;

import bout.cloud.template.Application.Function;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process of a function, with its own Runtime API. Forwards the process's output to standard error. */
final class FunctionProcess {

    /** Lambda allows 10 s; here many processes may start at the same time on two processors. */
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** The start of metrics that CloudWatch would extract from the log; here they would only clutter the output. */
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
     * Starts a process; see {@link #awaitStart}.
     *
     * @throws InvocationFailed if the system cannot start it
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
            throw new InvocationFailed("cannot start a process of " + function.logicalId() + ": " + failed, failed);
        }
    }

    /**
     * Waits until the process asks for its first invocation.
     *
     * @throws InvocationFailed if it does not, with its output; the process is gone then
     */
    void awaitStart() {
        try {
            await(api.begun(), START_LIMIT, "did not start within");
        } catch (InvocationFailed failed) {
            kill();
            throw failed;
        }
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Whether it can be invoked. A killed process cannot, even if the system has not removed it yet. */
    boolean isAlive() {
        return !killed && process.isAlive();
    }

    /**
     * Lets the process answer an event, one at a time.
     *
     * @throws InvocationFailed if the handler throws, or if the process dies or exceeds the function's time-out; in
     *     these two cases the process is gone
     */
    byte[] invoke(byte[] event, Lineage lineage) {
        Duration timeout = function.timeout();
        try {
            return await(api.invoke(event, timeout, lineage), timeout, "timed out after");
        } catch (InvocationFailed failed) {
            if (failed.getCause() instanceof TimeoutException) {
                kill();
            }
            throw failed;
        }
    }

    /** Waits for a result, unless the process dies or the time runs out. */
    private <T> T await(CompletableFuture<T> result, Duration limit, String tooLong) {
        String who = function.logicalId() + " (process " + process.pid() + ")";
        // The last bytes of a dead process may still be in the socket, but they do not count: Lambda also ignores
        // answers of a process that has exited.
        CompletableFuture<Void> died = process.onExit().thenAccept(exited -> {});
        try {
            CompletableFuture.anyOf(result, exited).get(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!result.isDone()) {
                throw new InvocationFailed(who + " exited with status " + process.exitValue());
            }
            return result.get();
        } catch (ExecutionException failed) {
            throw new InvocationFailed(who + ": " + failed.getCause().getMessage(), failed.getCause());
        } catch (TimeoutException overrun) {
            throw new InvocationFailed(who + " " + tooLong + " " + limit.toSeconds() + " s", overrun);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InvocationFailed("interrupted while waiting for " + who, interrupted);
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

    /** Kills the process at once. */
    void kill() {
        killed = true;
        process.destroyForcibly();
    }

    /** Waits until the process is gone. */
    void awaitEnd() throws InterruptedException {
        process.waitFor();
    }
}
