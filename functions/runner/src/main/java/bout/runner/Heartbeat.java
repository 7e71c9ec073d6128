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
 * Renews the lease of a match while it is played, on a thread of its own, because one move may take longer than a lease
 * lasts. As the match's listener it knows the turn, which goes into the record, stops the match when the lease is lost,
 * and has the moves saved now and then; a match that ends before the first time pays nothing for that. The answer to the
 * renewal says whether somebody watches.
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

    /** Set by the beat, obeyed after the next turn: a match is read by the thread that plays it and no other. */
    private volatile boolean checkpointDue;

    private volatile long savedAt = System.nanoTime();

    /** @param next hears of every turn, too */
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
            log.at(Level.WARN, match.turn()).setCause(unreachable).log("The moves could not be saved; trying again");
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
            // The next beat may reach the table. If none does before the lease runs out, another runner takes the
            // match, and the fence sees to it that this one changes nothing any more.
            log.at(Level.WARN, turn).setCause(unreachable).log("The lease could not be renewed; trying again");
        }
    }

    @Override
    public void close() {
        ended.countDown();
    }
}
