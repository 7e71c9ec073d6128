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
 * Leases: the right to play a match for a while. Under a lease a match is played, saved, finished or failed; without one,
 * nothing of it changes but who watches it.
 *
 * <p>Every change is one conditional write, so of any concurrent attempts exactly one succeeds. A write whose answer was
 * lost is sent again by the SDK and then meets its own effect; each change recognizes that and answers as the first time.
 * Clocks of different machines may differ by a few seconds: a lease then ends a little early or late, but who holds it is
 * decided by the fence alone.
 *
 * <p>Safe for use by many threads. All methods need the action {@code UpdateItem}.
 */
public final class Leases {

    /** With its pauses some five seconds, well within a lease. */
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
     * Takes a match that nobody plays, to play it: one that is queued, or running under a lease that ran out.
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
            // The sweeper was faster; then the match is to be had as any other that is queued.
            boolean queuedMeanwhile = refused.hasItem() && new MatchItem(refused.item()).status() == Status.QUEUED;
            return queuedMeanwhile ? takeLease(id, duration) : refused(refused, holder, now);
        }
    }

    /** A running match can be taken when its lease has run out, and one that did is counted. */
    private MatchItem take(String id, Status found, Instant now, String holder, Instant until) {
        boolean expired = found == Status.RUNNING;
        TableUpdate update = update(id)
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
     * Says that the match goes on.
     *
     * @param turn how many turns have been played
     * @param duration how long the lease lasts from now
     * @return whether the lease still counts; if not, whoever played the match stops
     */
    public Renewal renewLease(Lease lease, int turn, Duration duration) {
        Instant now = clock.instant();
        try {
            // The whole item, and not only what is changed, for the watch mark; DynamoDB takes no read unit for it.
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
     * Says that the match goes on and that its moves are saved.
     *
     * @param turn how many turns are saved
     * @param checkpoint where they lie in {@link Checkpoints}
     * @param duration how long the lease lasts from now
     * @return false when the lease was lost; then the record still names the checkpoint that it named before
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
     * Writes down how the match ended. Its replay is in the bucket already.
     *
     * @param failures all calls that gave no move; the first {@value MatchOutcome#STORED_FAILURES} are kept
     * @param turns how many turns were played in all
     * @param tallies how the bots answered, seat 1, then seat 2
     * @return false when the lease was lost, and nothing was written
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
     * Gives the match up, until somebody puts it back with {@code Redrive}.
     *
     * @param reason why, fit to be shown
     * @return false when the lease was lost, and nothing was written
     */
    public boolean failMatch(Lease lease, String reason) {
        return end(
                lease,
                // It does not count for its competition: it can be put back, and then has a result.
                lease.match().origin().webhook() != null ? Outbox.WEBHOOKS : null,
                underLease(lease).set(TableLayout.REASON, reason),
                Status.FAILED);
    }

    /**
     * Gives the lease back, so that another runner plays the match from its last checkpoint or else from the start; the
     * caller sends its id to the queue.
     *
     * @return false when the lease was lost, and nothing was written
     */
    public boolean releaseLease(Lease lease) {
        return release(lease, underLease(lease));
    }

    /**
     * Gives the lease back with the moves played so far, so that another runner goes on with the match; the caller sends
     * its id to the queue.
     *
     * @param turn how many turns are saved
     * @param checkpoint where they lie in {@link Checkpoints}
     * @return false when the lease was lost, and nothing was written
     */
    public boolean releaseLease(Lease lease, int turn, String checkpoint) {
        return release(lease, underLease(lease).set(TableLayout.TURN, turn).set(TableLayout.CHECKPOINT, checkpoint));
    }

    /**
     * Gives the lease back because of a fault of ours, which is counted; see {@link #releaseLease(Lease)}.
     *
     * @return false when the lease was lost, and nothing was written
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
     * Ends the match; one that takes a slot among its owner's open matches gives it back in the same transaction.
     *
     * @param outbox what is to be sent because it has ended, or {@code null}
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
        return update(lease.id())
                .when("#status = :running AND #fence = :fence")
                .with(":running", Status.RUNNING.code())
                .with(":fence", lease.fence());
    }

    /**
     * Whether a change was refused because the same lease has made it already: its answer was lost, and it was sent again.
     *
     * @param found the match's item; empty where there is none
     */
    private static boolean hasHappened(Lease lease, Map<String, AttributeValue> found, Status after) {
        MatchItem item = new MatchItem(found);
        return !found.isEmpty() && item.fence() == lease.fence() && item.status() == after;
    }

    private TableUpdate update(String id) {
        return table.update(TableLayout.matchKey(id)).itemIfRefused();
    }
}
