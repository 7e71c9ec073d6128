package bout.store.match;

import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.store.id.MatchIds;
import bout.store.table.Outbox;
import bout.store.table.Slots;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import bout.store.table.Transactions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Leases: temporary rights to play matches. Only under a lease can a match be played, saved, finished or failed.
 *
 * <p>Every change is one conditional write, so of any concurrent attempts exactly one succeeds. If an answer is lost,
 * the SDK retries the write; each change recognizes its own effect and returns the same result. Clocks of different
 * machines may differ by a few seconds: a lease then ends a little early or late, but who holds it is decided by the
 * fence alone.
 *
 * <p>Safe for use by many threads. All methods need the action {@code UpdateItem}.
 */
public final class Leases {

    /** About five seconds including pauses, well within a lease. */
    private static final int END_ATTEMPTS = 12;

    private final Table table;
    private final Clock clock;
    private final Slots slots;
    private final Transactions endings;

    public Leases(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.slots = new Slots(table, TableLayout.MATCH);
        this.endings = new Transactions(table, END_ATTEMPTS);
    }

    /**
     * Takes a match that nobody plays: a queued one, or a running one whose lease has expired.
     *
     * @param duration how long the lease lasts unless it is renewed
     */
    public LeaseResult takeLease(String id, Duration duration) {
        if (!MatchIds.isId(id)) {
            return new LeaseResult.Unknown();
        }
        Instant now = clock.instant();
        String holder = UUID.randomUUID().toString();
        Instant until = now.plus(duration);
        try {
            return leased(take(id, Status.QUEUED, now, holder, until), now);
        } catch (ConditionalCheckFailedException refused) {
            if (!refused.hasItem() || !new MatchItem(refused.item()).leaseExpired(now)) {
                return refused(refused, holder, now);
            }
        }
        try {
            return leased(take(id, Status.RUNNING, now, holder, until), now);
        } catch (ConditionalCheckFailedException refused) {
            // The sweeper was faster; then the match can be taken like any other queued one.
            boolean queuedMeanwhile = refused.hasItem() && new MatchItem(refused.item()).status() == Status.QUEUED;
            return queuedMeanwhile ? takeLease(id, duration) : refused(refused, holder, now);
        }
    }

    /** A running match can be taken once its lease has expired; expired leases are counted. */
    private MatchItem take(String id, Status found, Instant now, String holder, Instant until) {
        boolean expired = found == Status.RUNNING;
        TableUpdate update = MatchItem.update(table, id)
                .when("#status = :found" + (expired ? " AND #leaseUntil <= :now" : ""))
                .with(":found", found.code())
                .with(":now", now)
                .set("#list = #listWhenRunning, #fence = #fence + :one, #startedAt = if_not_exists(#startedAt, :now)")
                .with(":one", 1)
                .set(TableLayout.STATUS, Status.RUNNING.code())
                .set(TableLayout.HOLDER, holder)
                .set(TableLayout.LEASE_UNTIL, until)
                .remove(TableLayout.REQUEUE_AT, TableLayout.REQUEUES);
        if (expired) {
            update.set("#expiredLeases = if_not_exists(#expiredLeases, :zero) + :one")
                    .with(":zero", 0);
        }
        return new MatchItem(update.writeAndRead());
    }

    private static LeaseResult refused(ConditionalCheckFailedException refused, String holder, Instant now) {
        if (!refused.hasItem()) {
            return new LeaseResult.Unknown();
        }
        MatchItem item = new MatchItem(refused.item());
        if (item.heldBy(holder)) {
            return leased(item, now);
        }
        return switch (item.status()) {
            case FINISHED, FAILED -> new LeaseResult.Over(item.status());
            case RUNNING -> new LeaseResult.Held(item.leaseUntil());
            case QUEUED -> throw new IllegalStateException("no lease for the match " + item.id() + ", which is queued");
        };
    }

    private static LeaseResult leased(MatchItem item, Instant now) {
        return new LeaseResult.Leased(new Lease(
                item.id(),
                item.fence(),
                item.match(),
                item.checkpoint(),
                item.slot(),
                item.faults(),
                item.expiredLeases(),
                item.watched(now)));
    }

    /**
     * Renews the lease of a match that is still being played.
     *
     * @param turn how many turns have been played
     * @param duration how long the lease lasts from now
     * @return whether the lease is still valid; if not, the runner must stop
     */
    public Renewal renewLease(Lease lease, int turn, Duration duration) {
        Instant now = clock.instant();
        try {
            // Return the whole item, not just the changes, for the watch mark; DynamoDB charges no read unit for it.
            MatchItem item = new MatchItem(underLease(lease)
                    .set(TableLayout.TURN, turn)
                    .set(TableLayout.LEASE_UNTIL, now.plus(duration))
                    .writeAndRead());
            return new Renewal.Renewed(item.watched(now));
        } catch (ConditionalCheckFailedException refused) {
            return new Renewal.Lost();
        }
    }

    /**
     * Renews the lease and records a checkpoint.
     *
     * @param turn how many turns are saved
     * @param checkpoint its key in {@link Checkpoints}
     * @param duration how long the lease lasts from now
     * @return false if the lease was lost; the record then still names the previous checkpoint
     */
    public boolean saveCheckpoint(Lease lease, int turn, String checkpoint, Duration duration) {
        return change(
                lease,
                underLease(lease)
                        .set(TableLayout.TURN, turn)
                        .set(TableLayout.CHECKPOINT, checkpoint)
                        .set(TableLayout.LEASE_UNTIL, clock.instant().plus(duration)),
                Status.RUNNING);
    }

    /**
     * Records how the match ended. Its replay must already be in the bucket.
     *
     * @param failures all failed calls; the first {@value MatchOutcome#STORED_FAILURES} are kept
     * @param turns how many turns were played in all
     * @param tallies how the bots answered, seat 1, then seat 2
     * @return false if the lease was lost and nothing was written
     */
    public boolean finishMatch(
            Lease lease, Result result, List<FailedCall> failures, int turns, List<SeatTally> tallies) {
        MatchRecord match = lease.match();
        return end(
                lease,
                match.origin().competition() != null
                        ? Outbox.RESULTS
                        : match.origin().webhook() != null ? Outbox.WEBHOOKS : null,
                underLease(lease)
                        .set(TableLayout.RESULT, MatchItem.resultText(result))
                        .set(TableLayout.FAILURES, MatchItem.failuresText(failures))
                        .set(TableLayout.FAILURE_COUNT, failures.size())
                        .set(TableLayout.TALLIES, MatchItem.talliesText(tallies))
                        .set(TableLayout.TURN, turns),
                Status.FINISHED);
    }

    /**
     * Marks the match as failed, until a {@code Redrive}.
     *
     * @param reason why, fit to be shown
     * @return false if the lease was lost and nothing was written
     */
    public boolean failMatch(Lease lease, String reason) {
        return end(
                lease,
                // It does not count for its competition: after a redrive it will have a result.
                lease.match().origin().webhook() != null ? Outbox.WEBHOOKS : null,
                underLease(lease).set(TableLayout.REASON, reason),
                Status.FAILED);
    }

    /**
     * Gives the lease back, so that another runner continues the match from its last checkpoint or from the start; the
     * caller sends its id to the queue.
     *
     * @return false if the lease was lost and nothing was written
     */
    public boolean releaseLease(Lease lease) {
        return release(lease, underLease(lease));
    }

    /**
     * Gives the lease back with a checkpoint, so that another runner continues the match; the caller sends its id to
     * the queue.
     *
     * @param turn how many turns are saved
     * @param checkpoint its key in {@link Checkpoints}
     * @return false if the lease was lost and nothing was written
     */
    public boolean releaseLease(Lease lease, int turn, String checkpoint) {
        return release(lease, underLease(lease).set(TableLayout.TURN, turn).set(TableLayout.CHECKPOINT, checkpoint));
    }

    /**
     * Gives the lease back because of a server error, which is counted; see {@link #releaseLease(Lease)}.
     *
     * @return false if the lease was lost and nothing was written
     */
    public boolean releaseAfterFault(Lease lease) {
        return release(lease, underLease(lease).set(TableLayout.FAULTS, lease.faults() + 1));
    }

    private boolean release(Lease lease, TableUpdate release) {
        release.set(TableLayout.STATUS, Status.QUEUED.code())
                .set(TableLayout.LIST, MatchItem.list(lease.match().game(), Status.QUEUED))
                .set(TableLayout.REQUEUE_AT, clock.instant().plus(RequeueBackoff.after(0)))
                .set(TableLayout.REQUEUES, 0)
                .remove(TableLayout.HOLDER, TableLayout.LEASE_UNTIL);
        return change(lease, release, Status.QUEUED);
    }

    /**
     * Ends the match, and frees its slot in the same transaction if it has one.
     *
     * @param outbox which message has to be sent now, or {@code null}
     */
    private boolean end(Lease lease, String outbox, TableUpdate end, Status after) {
        end.set(TableLayout.STATUS, after.code())
                .set(TableLayout.LIST, MatchItem.list(lease.match().game(), after))
                .set(TableLayout.FINISHED_AT, clock.instant())
                .remove(
                        TableLayout.HOLDER,
                        TableLayout.LEASE_UNTIL,
                        TableLayout.LIST_WHEN_RUNNING,
                        TableLayout.WATCHED_UNTIL);
        if (outbox != null) {
            end.set(TableLayout.OUTBOX, outbox);
        }
        if (lease.slot() == null) {
            return change(lease, end, after);
        }
        List<TransactWriteItem> both = List.of(
                end.remove(TableLayout.SLOT).part(),
                slots.giveBack(lease.match().origin().owner(), lease.slot(), lease.id()));
        return endings.write(both, 0)
                .map(found -> hasHappened(lease, found, after))
                .orElse(true);
    }

    private static boolean change(Lease lease, TableUpdate change, Status after) {
        try {
            change.write();
            return true;
        } catch (ConditionalCheckFailedException refused) {
            return hasHappened(lease, refused.item(), after);
        }
    }

    private TableUpdate underLease(Lease lease) {
        return MatchItem.update(table, lease.id())
                .when("#status = :running AND #fence = :fence")
                .with(":running", Status.RUNNING.code())
                .with(":fence", lease.fence());
    }

    /**
     * Whether a change was rejected because the same lease has already made it: the answer was lost, and the SDK
     * retried.
     *
     * @param found the match's item; empty if there is none
     */
    private static boolean hasHappened(Lease lease, Map<String, AttributeValue> found, Status after) {
        MatchItem item = new MatchItem(found);
        return !found.isEmpty() && item.fence() == lease.fence() && item.status() == after;
    }
}
