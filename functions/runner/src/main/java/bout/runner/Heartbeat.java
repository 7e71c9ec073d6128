package bout.runner;

import bout.engine.Match;
import bout.store.match.Lease;
import bout.store.match.Leases;
import bout.store.match.Renewal;
import bout.telemetry.MatchLog;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Renews the lease of a running match, on its own thread, because one move may take longer than a lease lasts.
 *
 * <p>As the match's listener it also records the turn, stops the match if the lease is lost, and saves a checkpoint
 * from time to time. A match that ends before the first checkpoint is due saves none. Each renewal also returns whether
 * someone watches the match.
 */
final class Heartbeat implements TurnListener, AutoCloseable {

    private final Leases leases;
    private final Lease lease;
    private final MatchRunner.LeaseTimes times;
    private final Checkpointer checkpointer;
    private final Broadcast broadcast;
    private final TurnListener next;
    private final MatchLog log;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int turn;
    private volatile boolean lost;

    /** Set by the heartbeat, acted on after the next turn: only the thread that plays the match may read it. */
    private volatile boolean checkpointDue;

    private volatile long savedAt = System.nanoTime();

    /** @param next called after every turn as well */
    Heartbeat(
            Leases leases,
            Lease lease,
            MatchRunner.LeaseTimes times,
            Checkpointer checkpointer,
            Broadcast broadcast,
            TurnListener next,
            MatchLog log) {
        this.leases = leases;
        this.lease = lease;
        this.times = times;
        this.checkpointer = checkpointer;
        this.broadcast = broadcast;
        this.next = next;
        this.log = log;
        this.turn = lease.match().progress().turn();
        Thread.startVirtualThread(this::beat);
    }

    @Override
    public boolean played(Match<?, ?> match) {
        turn = match.turn();
        if (!lost) {
            broadcast.show(match);
        }
        if (checkpointDue && !lost && !match.over()) {
            save(match);
        }
        return next.played(match) && !lost;
    }

    /** Whether another runner has taken the match. */
    boolean lost() {
        return lost;
    }

    private void save(Match<?, ?> match) {
        try {
            if (!checkpointer.save(match)) {
                lost = true;
            }
        } catch (SdkException unreachable) {
            log.at(Level.WARN, match.turn()).setCause(unreachable).log("Could not save a checkpoint; retrying");
        }
        checkpointDue = false;
        savedAt = System.nanoTime();
    }

    private void beat() {
        try {
            while (!lost && !ended.await(times.renewedEvery().toMillis(), TimeUnit.MILLISECONDS)) {
                renew();
                checkpointDue =
                        System.nanoTime() - savedAt >= times.savedEvery().toNanos();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void renew() {
        try {
            switch (leases.renewLease(lease, turn, times.last())) {
                case Renewal.Renewed renewed -> broadcast.watched(renewed.watched());
                case Renewal.Lost none -> lost = lost || ended.getCount() > 0;
            }
        } catch (SdkException unreachable) {
            // The next heartbeat may reach the table. If none does before the lease expires, another runner takes over,
            // and the fence rejects all further writes of this one.
            log.at(Level.WARN, turn).setCause(unreachable).log("Could not renew the lease; retrying");
        }
    }

    @Override
    public void close() {
        ended.countDown();
    }
}
