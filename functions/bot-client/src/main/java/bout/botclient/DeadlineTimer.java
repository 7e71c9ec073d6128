package bout.botclient;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends calls at their deadlines, with one thread for all calls of a process. A socket read time-out on a virtual thread
 * costs 9 µs per call. Here a call costs one map entry, and the thread is nearly always asleep.
 *
 * <p>The thread sleeps until the earliest deadline it has seen. A later deadline does not wake it, and calls that ended
 * are gone by then. So with calls of 1 ms and limits of a second, it wakes once per second.
 */
final class DeadlineTimer implements AutoCloseable {

    private final Set<BotCall> watched = ConcurrentHashMap.newKeySet();
    private final Thread thread;
    private final Runnable chores;
    private final long choresEvery;
    private volatile long wakeAt;
    private volatile boolean closed;

    /** @param choresEvery the period in nanoseconds */
    DeadlineTimer(Runnable chores, long choresEvery) {
        this.chores = chores;
        this.choresEvery = choresEvery;
        this.wakeAt = System.nanoTime();
        this.thread = Thread.ofPlatform().name("bout-deadlines").daemon().unstarted(this::run);
        thread.start();
    }

    void watch(BotCall call) {
        watched.add(call);
        deadlineChanged(call);
    }

    void deadlineChanged(BotCall call) {
        if (call.deadline() - wakeAt < 0) {
            LockSupport.unpark(thread);
        }
    }

    void forget(BotCall call) {
        watched.remove(call);
    }

    private void run() {
        long choresAt = System.nanoTime() + choresEvery;
        while (!closed) {
            // During the scan, treat every new deadline as earlier than the next wake-up. If the scan has already
            // passed its entry, the next park returns at once.
            wakeAt = System.nanoTime() + Long.MAX_VALUE / 2;
            long now = System.nanoTime();
            if (now - choresAt >= 0) {
                choresAt = now + choresEvery;
                Thread.startVirtualThread(chores);
            }
            long earliest = choresAt;
            for (BotCall call : watched) {
                long deadline = call.deadline();
                if (deadline - now <= 0) {
                    watched.remove(call);
                    call.expire();
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
