package bout.stack;

import bout.embedded.Application.Function;
import bout.embedded.Application.QueueBatches;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A function of the template in processes of its own, as Lambda runs it: each has one invocation at a time; one is started
 * when there is an invocation and no idle process, up to a limit above which invocations wait; an idle one is used again. A
 * process that died or was killed for taking too long is an error of the invocation that it had, and of no other.
 */
final class FunctionProcesses implements LocalFunction, AutoCloseable {

    /** For a function that no queue invokes; for one of a queue, the template says how many batches there are at once. */
    private static final int MOST_FOR_REQUESTS = 4;

    private final Function function;
    private final Map<String, String> environment;
    private final FunctionJvm jvm;
    private final Semaphore places;
    private final Set<FunctionProcess> all = new LinkedHashSet<>();
    private final Deque<FunctionProcess> idle = new ArrayDeque<>();
    private boolean closed;

    /** @param environment what the template sets, and where the parts are */
    FunctionProcesses(Function function, Map<String, String> environment, FunctionJvm jvm) {
        this.function = function;
        this.environment = Map.copyOf(environment);
        this.jvm = jvm;
        this.places = new Semaphore(
                function.events().stream()
                        .mapToInt(event -> event instanceof QueueBatches batches
                                ? batches.maximumConcurrency()
                                : MOST_FOR_REQUESTS)
                        .max()
                        .orElse(MOST_FOR_REQUESTS),
                true);
    }

    @Override
    public String name() {
        return function.logicalId();
    }

    @Override
    public <A> A invoke(Object event, Class<A> answer) {
        byte[] answered = invoke(EventJson.write(event));
        return answer == Void.class ? null : EventJson.read(answered, answer);
    }

    private byte[] invoke(byte[] event) {
        try {
            if (!places.tryAcquire(function.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                // Lambda throttles at once; here a burst is given the time that an invocation may take.
                throw new InvocationFailed("no process of " + name() + " was free within "
                        + function.timeout().toSeconds() + " s");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InvocationFailed("interrupted before " + name() + " had a process to spare", interrupted);
        }
        try {
            FunctionProcess process = idleOrNew();
            try {
                return process.invoke(event);
            } finally {
                putBack(process);
            }
        } finally {
            places.release();
        }
    }

    /** The one that was used last, so that those that are not needed stay out of the processors' caches. */
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
            // Known before it is ready, so that a stop finds it.
            started = FunctionProcess.start(function, environment, jvm);
            all.add(started);
        }
        try {
            started.awaitBegin();
        } catch (InvocationFailed failed) {
            putBack(started);
            throw failed;
        }
        return started;
    }

    private void failIfClosed() {
        if (closed) {
            throw new InvocationFailed(name() + " is not invoked any more: the stack stops");
        }
    }

    private synchronized void putBack(FunctionProcess process) {
        if (process.isAlive()) {
            idle.push(process);
        } else {
            all.remove(process);
        }
    }

    synchronized List<RunningProcess> processes() {
        return all.stream()
                .filter(FunctionProcess::isAlive)
                .map(process -> new RunningProcess(name(), process.handle(), !idle.contains(process)))
                .toList();
    }

    /** Does nothing: Lambda does not ask a function to end either. What is under way when it is closed is cut off. */
    @Override
    public void stop() {}

    /** Kills all processes, and waits until they are gone. Whoever waits for an invocation gets a failure. */
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
