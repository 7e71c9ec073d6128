package bout.botclient;

import bout.botclient.player.Reply;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many calls are made at a time. Rated calls go before others, and of each kind those that have waited
 * longest, so that no match waits forever.
 */
public final class CallSlots {

    // Everything below is guarded by the lock of this object.

    private final Deque<CountDownLatch> rated = new ArrayDeque<>();
    private final Deque<CountDownLatch> others = new ArrayDeque<>();

    /** If there are any, no call waits. */
    private int free;

    public CallSlots(int free) {
        this.free = free;
    }

    /** How a call is made once it has its slot. */
    public interface Call {
        Reply make() throws InterruptedException;
    }

    /** Makes a call when there is a slot for it. Breaks it off if there is none in time, or if it is interrupted. */
    public Reply make(boolean isRated, long startBefore, Call call) {
        try {
            if (!take(isRated, startBefore)) {
                return new Reply.BrokenOff();
            }
            try {
                return call.make();
            } finally {
                giveBack();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Reply.BrokenOff();
        }
    }

    /** Returns whether there was a slot in time. */
    public boolean take(boolean isRated, long startBefore) throws InterruptedException {
        Deque<CountDownLatch> queue = isRated ? rated : others;
        CountDownLatch turn = new CountDownLatch(1);
        synchronized (this) {
            if (free > 0) {
                free--;
                return true;
            }
            queue.add(turn);
        }
        boolean taken = false;
        try {
            taken = turn.await(startBefore - System.nanoTime(), TimeUnit.NANOSECONDS);
        } finally {
            if (!taken && !leave(queue, turn)) {
                // The slot was given just as the wait ended.
                giveBack();
            }
        }
        return taken;
    }

    private synchronized boolean leave(Deque<CountDownLatch> queue, CountDownLatch turn) {
        return queue.remove(turn);
    }

    public synchronized void giveBack() {
        CountDownLatch next = rated.isEmpty() ? others.poll() : rated.poll();
        if (next == null) {
            free++;
        } else {
            next.countDown();
        }
    }

    public synchronized int waiting() {
        return rated.size() + others.size();
    }
}
