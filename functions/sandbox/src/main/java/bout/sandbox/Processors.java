package bout.sandbox;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * The threads on which bots compute, no more than there are processors. Of the waiting bots, the one that has used
 * least comes first, so bots that compute long wait for each other, and the others do not wait for them.
 */
final class Processors implements AutoCloseable {

    /**
     * More than QuickJS needs until its own stack of 1 MB is full, interpreted or compiled: so how deep a bot may nest
     * calls never depends on this machine. Measured: 4 MB suffice. Only what is touched takes memory.
     */
    private static final long STACK_BYTES = 64L << 20;

    /** How often the watch looks: a bot may exceed its time by this much before it is stopped. */
    private static final long WATCH_MILLISECONDS = 5;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** How much someone has computed, counted from the least that anyone present had when they came. */
    private static final class Share {
        private long used;
        private int present;
    }

    private static final class Task {
        private final Share share;
        private final Runnable work;
        private final CompletableFuture<?> done;
        private Thread thread;
        private long startedAt;
        private long stopAt = Long.MAX_VALUE;

        Task(Share share, Runnable work, CompletableFuture<?> done) {
            this.share = share;
            this.work = work;
            this.done = done;
        }
    }

    private final Map<String, Share> shares = new HashMap<>();
    private final List<Task> waiting = new ArrayList<>();
    private final List<Task> computing = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private long least;
    private boolean closed;

    Processors(int count) {
        for (int i = 1; i <= count; i++) {
            start(new Thread(null, this::serve, "bots-" + i, STACK_BYTES));
        }
        start(new Thread(this::watch, "bots-watch"));
    }

    private void start(Thread thread) {
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Waits for a processor, and for the work, on the owner's account. */
    <T> T compute(String owner, Supplier<T> work) throws InterruptedException {
        CompletableFuture<T> done = new CompletableFuture<>();
        Runnable run = () -> {
            try {
                done.complete(work.get());
            } catch (Throwable failed) {
                done.completeExceptionally(failed);
            }
        };
        Task task;
        synchronized (this) {
            if (closed) {
                throw new CancellationException("the sandbox is closed");
            }
            Share share = shares.computeIfAbsent(owner, name -> new Share());
            if (share.present++ == 0) {
                share.used = Math.max(share.used, least);
            }
            task = new Task(share, run, done);
            waiting.add(task);
            notifyAll();
        }
        try {
            return done.get();
        } catch (ExecutionException failed) {
            throw new CompletionException(failed.getCause());
        } catch (InterruptedException interrupted) {
            abandon(task);
            throw interrupted;
        }
    }

    /** The caller is gone. */
    private synchronized void abandon(Task task) {
        if (waiting.remove(task)) {
            leave(task);
        } else if (computing.contains(task)) {
            task.stopAt = 0;
            task.thread.interrupt();
        }
    }

    /**
     * Limits what the work on this thread computes from now on; when it is over the limit, the thread is interrupted.
     *
     * @return what measures it
     */
    Limit limit(long nanoseconds) {
        long from = THREADS.getCurrentThreadCpuTime();
        synchronized (this) {
            for (Task task : computing) {
                if (task.thread == Thread.currentThread() && task.stopAt != 0) {
                    task.stopAt = nanoseconds > Long.MAX_VALUE - from ? Long.MAX_VALUE : from + nanoseconds;
                }
            }
        }
        return new Limit(from, nanoseconds);
    }

    final class Limit {
        private final long from;
        private final long nanoseconds;

        private Limit(long from, long nanoseconds) {
            this.from = from;
            this.nanoseconds = nanoseconds;
        }

        /** Ends the limit. Returns what was used, in nanoseconds. */
        long end() {
            long used = THREADS.getCurrentThreadCpuTime() - from;
            synchronized (Processors.this) {
                for (Task task : computing) {
                    if (task.thread == Thread.currentThread() && task.stopAt != 0) {
                        task.stopAt = Long.MAX_VALUE;
                        Thread.interrupted(); // for the limit that has ended
                    }
                }
            }
            return used;
        }

        boolean exceededBy(long used) {
            return used > nanoseconds;
        }
    }

    private void serve() {
        while (true) {
            Task task = take();
            if (task == null) {
                return;
            }
            long from = THREADS.getCurrentThreadCpuTime();
            try {
                task.work.run();
            } finally {
                synchronized (this) {
                    computing.remove(task);
                    task.share.used += THREADS.getCurrentThreadCpuTime() - from;
                    leave(task);
                    Thread.interrupted(); // nothing that was meant for this task may reach the next
                }
            }
        }
    }

    private synchronized Task take() {
        while (!closed) {
            Task next = null;
            long nextUsed = Long.MAX_VALUE;
            for (Task task : waiting) {
                long used = used(task.share);
                if (used < nextUsed) {
                    next = task;
                    nextUsed = used;
                }
            }
            if (next != null) {
                waiting.remove(next);
                least = Math.max(least, next.share.used);
                next.thread = Thread.currentThread();
                next.startedAt = System.nanoTime();
                computing.add(next);
                notifyAll();
                return next;
            }
            try {
                wait();
            } catch (InterruptedException forAnEarlierTask) {
                // It came after its task was done. Closing is told by the flag.
            }
        }
        return null;
    }

    /** Running calls count as well, or one owner could have all processors before the first of its bots is done. */
    private long used(Share share) {
        long used = share.used;
        for (Task task : computing) {
            if (task.share == share) {
                used += System.nanoTime() - task.startedAt;
            }
        }
        return used;
    }

    private void leave(Task task) {
        task.share.present--;
        if (shares.size() > 1_000) {
            shares.values().removeIf(share -> share.present == 0 && share.used <= least);
        }
    }

    private void watch() {
        while (true) {
            synchronized (this) {
                if (closed) {
                    return;
                }
                try {
                    wait(computing.isEmpty() ? 0 : WATCH_MILLISECONDS);
                } catch (InterruptedException closing) {
                    continue;
                }
                for (Task task : computing) {
                    if (task.stopAt != Long.MAX_VALUE
                            && THREADS.getThreadCpuTime(task.thread.threadId()) >= task.stopAt) {
                        task.thread.interrupt();
                    }
                }
            }
        }
    }

    /** Ends all bots at once. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            for (Task task : waiting) {
                task.done.completeExceptionally(new CancellationException("the sandbox was closed"));
            }
            waiting.clear();
            for (Task task : computing) {
                task.stopAt = 0;
            }
            notifyAll();
        }
        threads.forEach(Thread::interrupt);
    }
}
