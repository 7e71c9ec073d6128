package bout.botclient;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends calls at their deadlines: one thread for all calls of a process. A read time-out on the socket of a virtual
 * thread costs 9 µs a call; here a call that ends in time costs an entry in a map, and the thread sleeps through
 * nearly all of them.
 *
 * <p>It sleeps until the earliest deadline that it saw. A call with a later one need not wake it, and a call that is over
 * by then is no longer there, so with calls that take 1 ms and limits of a second it wakes once a second.
 */
final class DeadlineTimer implements AutoCloseable {

    /** Something that ends at a time. */
    interface Timed {
        /** On the clock of {@link System#nanoTime}; may change while it is watched. */
        long deadline();

        /** Called once the deadline has passed, maybe more than once; must not block. */
        void expire();
    }

    private final Set<Timed> watched = ConcurrentHashMap.newKeySet();
    private final Thread thread;
    private final Runnable chores;
    private final long choresEvery;
    private volatile long wakeAt;
    private volatile boolean closed;

    /**
     * @param chores what else is to be done now and then, on a thread of its own
     * @param choresEvery nanoseconds
     */
    DeadlineTimer(Runnable chores, long choresEvery) {
        this.chores = chores;
        this.choresEvery = choresEvery;
        this.wakeAt = System.nanoTime();
        this.thread = Thread.ofPlatform().name("bout-deadlines").daemon().unstarted(this::run);
        thread.start();
    }

    void watch(Timed timed) {
        watched.add(timed);
        deadlineChanged(timed);
    }

    /** To be called after a watched deadline moved. */
    void deadlineChanged(Timed timed) {
        if (timed.deadline() - wakeAt < 0) {
            LockSupport.unpark(thread);
        }
    }

    void forget(Timed timed) {
        watched.remove(timed);
    }

    private void run() {
        long choresAt = System.nanoTime() + choresEvery;
        while (!closed) {
            // While it looks, every new deadline counts as earlier than its waking: one that it has walked past already
            // makes the next park return at once.
            wakeAt = System.nanoTime() + Long.MAX_VALUE / 2;
            long now = System.nanoTime();
            if (now - choresAt >= 0) {
                choresAt = now + choresEvery;
                Thread.startVirtualThread(chores);
            }
            long earliest = choresAt;
            for (Timed timed : watched) {
                long deadline = timed.deadline();
                if (deadline - now <= 0) {
                    watched.remove(timed);
                    timed.expire();
                } else if (deadline - earliest < 0) {
                    earliest = deadline;
                }
            }
            wakeAt = earliest;
            long nanos = earliest - System.nanoTime();
            if (nanos > 0) {
                LockSupport.parkNanos(this, nanos);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
