package bout.runner;

import bout.runner.MatchRunner.LeaseTimes;
import bout.store.runner.Runners;
import bout.store.runner.Runners.RunnerRecord;
import bout.telemetry.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The lease of this runner, which is one invocation. Renews it on its own thread as long as the runner lives: one write
 * for all of its matches, which also returns which of them are watched or cancelled.
 *
 * <p>If a renewal is refused, the runner was declared dead. It then stops its matches and gives back those that it
 * still holds.
 */
public final class RunnerLease implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RunnerLease.class);

    private final Runners runners;
    private final LeaseTimes times;
    private final String id = Machine.current().randomId().toString();
    private final long startedAt = Machine.current().nanoTime();
    private final long until;
    private final Runnable eachTime;
    private final Set<Held> held = ConcurrentHashMap.newKeySet();
    private final Queue<Runnable> owed = new ConcurrentLinkedQueue<>();
    private volatile long validUntil;
    private volatile boolean lost;

    /** From then on it takes no match, and gives those that it has back. */
    private volatile long stopAt;

    /** Set if a match may have been taken without this runner knowing. */
    private volatile boolean unsure;

    // Both are guarded by the lock of this object.
    private boolean ended;
    private boolean beating = true;

    /** The matches with marks in this runner's item, as of the last renewal. Used by one thread. */
    private final Set<String> marked = new HashSet<>();

    /**
     * Stores a new runner, and renews its lease until it is closed; the process must end at {@code until}.
     *
     * @param eachTime is run after each renewal
     */
    public RunnerLease(Runners runners, LeaseTimes times, long until, Runnable eachTime) {
        this.runners = runners;
        this.times = times;
        this.until = until;
        this.eachTime = eachTime;
        validUntil = startedAt + times.last().toNanos();
        stopAt = startedAt + Long.MAX_VALUE / 2;
        runners.start(id, times.last());
        Machine.current().start(this::beat);
    }

    String id() {
        return id;
    }

    long until() {
        return until;
    }

    /** In nanoseconds. */
    long lifetime() {
        return until - startedAt;
    }

    /**
     * Whether this runner may take a match. Not if it is dead or may be: the sweeper does not look for the matches of a
     * dead runner forever.
     */
    boolean mayTake() {
        return !stopping() && Machine.current().nanoTime() - validUntil < 0;
    }

    boolean stopping() {
        return lost || Machine.current().nanoTime() - stopAt >= 0;
    }

    /** From now on, leaves each match to another runner after its current turn, and takes no more. */
    void stop() {
        stopAt(Machine.current().nanoTime());
    }

    void stopAt(long time) {
        stopAt = time;
    }

    /** Must be called before a match is taken, so that no mark of it is missed. */
    Held hold(String match) {
        Held holding = new Held(match);
        held.add(holding);
        return holding;
    }

    void letGo(Held match) {
        held.remove(match);
    }

    /** Must be called if taking a match ended without an answer: the sweeper then looks for it after this runner. */
    void mayHoldMore() {
        unsure = true;
    }

    /** Makes a write again, with every renewal, until it succeeds or this runner ends. */
    void retry(Runnable write) {
        owed.add(write);
    }

    /** A match that this runner has or is about to take, with the marks that others have made for it. */
    static final class Held {

        private final String id;
        private volatile Instant watchedUntil;
        private volatile boolean stopped;

        private Held(String id) {
            this.id = id;
        }

        void watchedUntil(Instant until) {
            watchedUntil = until;
        }

        Instant watchedUntil() {
            return watchedUntil;
        }

        boolean watched() {
            Instant end = watchedUntil;
            return end != null && end.isAfter(Machine.systemClock().instant());
        }

        boolean stopped() {
            return stopped;
        }

        private void mark(RunnerRecord renewed) {
            Instant until = renewed.watched().get(id);
            if (until != null) {
                watchedUntil = until;
            }
            stopped = stopped || renewed.stopped().contains(id);
        }
    }

    private void beat() {
        try {
            while (!lost && !endsWithin(times.renewedEvery())) {
                renew();
                payDebts();
                eachTime.run();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                beating = false;
                notifyAll();
            }
        }
    }

    private boolean endsWithin(Duration time) throws InterruptedException {
        return Machine.current().await(this, () -> ended, time.toNanos());
    }

    private void endBeats() throws InterruptedException {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        Machine.current().await(this, () -> !beating, Long.MAX_VALUE);
    }

    private void renew() {
        Set<String> holding = new HashSet<>();
        held.forEach(match -> holding.add(match.id));
        Set<String> forgotten = new HashSet<>(marked);
        forgotten.removeAll(holding);
        long now = Machine.current().nanoTime();
        try {
            Optional<RunnerRecord> renewed = runners.renew(id, times.last(), forgotten);
            if (renewed.isEmpty()) {
                lost = true;
                LOG.atWarn().addKeyValue("runner", id).log("The lease is lost: others play the matches of this runner");
                return;
            }
            validUntil = now + times.last().toNanos();
            marked.clear();
            marked.addAll(renewed.get().watched().keySet());
            marked.addAll(renewed.get().stopped());
            held.forEach(match -> match.mark(renewed.get()));
        } catch (SdkException unreachable) {
            // The next renewal may reach the table. If none does before the lease expires, other runners get the
            // matches, and the fences reject all further writes of this one.
            LOG.atWarn().addKeyValue("runner", id).setCause(unreachable).log("Could not renew the lease; retrying");
        }
    }

    private void payDebts() {
        for (int left = owed.size(); left > 0; left--) {
            Runnable write = owed.poll();
            try {
                write.run();
            } catch (RuntimeException again) {
                owed.add(write);
                LOG.atWarn().addKeyValue("runner", id).setCause(again).log("Could not give a match back; retrying");
            }
        }
    }

    /**
     * Ends this runner. Unless every match is known to be in other hands, it leaves its lease to expire, so that the
     * sweeper looks for its matches.
     */
    @Override
    public void close() {
        try {
            endBeats();
            payDebts();
            if (!lost && owed.isEmpty() && held.isEmpty() && !unsure) {
                runners.end(id);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (SdkException unreachable) {
            LOG.atWarn()
                    .addKeyValue("runner", id)
                    .setCause(unreachable)
                    .log("Could not record the end of this runner; its lease will expire");
        }
    }
}
