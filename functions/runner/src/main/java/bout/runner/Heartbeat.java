package bout.runner;

import bout.engine.Match;
import bout.ledger.Lease;
import bout.ledger.Matches;
import bout.telemetry.MatchLog;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Renews the lease of a match while it is played, on a thread of its own, because one move may take longer than a lease
 * lasts. As the match's listener it knows the turn, which goes into the record, and stops the match when the lease is
 * lost.
 */
final class Heartbeat implements TurnListener, AutoCloseable {

    private final Matches matches;
    private final Lease lease;
    private final Duration lasts;
    private final Duration every;
    private final TurnListener next;
    private final MatchLog log;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int turn;
    private volatile boolean lost;

    /**
     * @param lasts how long the lease lasts after each renewal
     * @param every how long to wait between renewals
     * @param next hears of every turn, too
     */
    Heartbeat(Matches matches, Lease lease, Duration lasts, Duration every, TurnListener next, MatchLog log) {
        this.matches = matches;
        this.lease = lease;
        this.lasts = lasts;
        this.every = every;
        this.next = next;
        this.log = log;
        Thread.startVirtualThread(this::beat);
    }

    @Override
    public boolean played(Match<?, ?> match) {
        turn = match.turn();
        return next.played(match) && !lost;
    }

    /** Whether another runner has taken the match. */
    boolean lost() {
        return lost;
    }

    private void beat() {
        try {
            while (!lost && !ended.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
                renew();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void renew() {
        try {
            lost = !matches.renew(lease, turn, lasts) && ended.getCount() > 0;
        } catch (SdkException unreachable) {
            // The next beat may reach the table. If none does before the lease runs out, another runner takes the
            // match,
            // and the fence sees to it that this one changes nothing any more.
            log.at(Level.WARN, turn).setCause(unreachable).log("The lease could not be renewed; trying again");
        }
    }

    @Override
    public void close() {
        ended.countDown();
    }
}
