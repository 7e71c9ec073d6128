package bout.stack.function;

import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.QueueBatches;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Runs a function in its own processes, as Lambda does. Each process handles one invocation at a time. If none is idle,
 * another is started, up to a limit above which invocations wait. If a process dies or is killed for taking too long,
 * only its own invocation fails.
 */
public final class FunctionProcesses implements LocalFunction, AutoCloseable {

    /** The limit for a function without a queue. With a queue, the template limits the number of concurrent batches. */
    private static final int MAX_FOR_REQUESTS = 4;

    private final Function function;
    private final Map<String, String> environment;
    private final FunctionJvm jvm;
    private final Semaphore places;
    private final Set<FunctionProcess> all = new LinkedHashSet<>();
    private final Deque<FunctionProcess> idle = new ArrayDeque<>();
    private boolean closed;

    /** @param environment the variables from the template and the endpoints */
    public FunctionProcesses(Function function, Map<String, String> environment, FunctionJvm jvm) {
        this.function = function;
        this.environment = Map.copyOf(environment);
        this.jvm = jvm;
        this.places = new Semaphore(
                function.events().stream()
                        .mapToInt(event ->
                                event instanceof QueueBatches batches ? batches.maximumConcurrency() : MAX_FOR_REQUESTS)
                        .max()
                        .orElse(MAX_FOR_REQUESTS),
                true);
    }

    @Override
    public String name() {
        return function.logicalId();
    }

    @Override
    public <A> A invoke(Object event, Class<A> answer, Lineage lineage) {
        byte[] answered = invoke(EventJson.write(event), lineage);
        return answer == Void.class ? null : EventJson.read(answered, answer);
    }

    private byte[] invoke(byte[] event, Lineage lineage) {
        try {
            if (!places.tryAcquire(function.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                // Lambda throttles at once; here a burst may wait as long as an invocation may take.
                throw new InvocationFailed("no process of " + name() + " was free within "
                        + function.timeout().toSeconds() + " s");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InvocationFailed("interrupted while waiting for a process of " + name(), interrupted);
        }
        try {
            FunctionProcess process = idleOrNew();
            try {
                return process.invoke(event, lineage);
            } finally {
                putBack(process);
            }
        } finally {
            places.release();
        }
    }

    /** The process used last, so that surplus processes stay out of the processors' caches. */
    private FunctionProcess idleOrNew() {
        FunctionProcess started;
        synchronized (this) {
            failIfClosed();
            while (!idle.isEmpty()) {
                FunctionProcess process = idle.pop();
                if (process.isAlive()) {
                    return process;
                }
                all.remove(process);
            }
            // Registered before it is ready, so that a stop finds it.
            started = FunctionProcess.start(function, environment, jvm);
            all.add(started);
        }
        try {
            started.awaitStart();
        } catch (InvocationFailed failed) {
            putBack(started);
            throw failed;
        }
        return started;
    }

    private void failIfClosed() {
        if (closed) {
            throw new InvocationFailed(name() + " cannot be invoked: the stack is stopping");
        }
    }

    private synchronized void putBack(FunctionProcess process) {
        if (process.isAlive()) {
            idle.push(process);
        } else {
            all.remove(process);
        }
    }

    public synchronized List<RunningProcess> processes() {
        return all.stream()
                .filter(FunctionProcess::isAlive)
                .map(process -> new RunningProcess(name(), process.handle(), !idle.contains(process)))
                .toList();
    }

    /** Does nothing: Lambda does not ask a function to stop either. Closing cuts off running invocations. */
    @Override
    public void stop() {}

    /** Kills all processes and waits until they are gone. Running invocations fail. */
    @Override
    public void close() throws InterruptedException {
        List<FunctionProcess> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(all);
        }
        left.forEach(FunctionProcess::kill);
        for (FunctionProcess process : left) {
            process.awaitEnd();
        }
    }
}
