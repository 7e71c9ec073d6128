package bout.store.match;

import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.store.match.MatchRecord.MatchOutcome;
import bout.store.replay.Checkpoints;
import bout.table.Condition;
import bout.table.ConditionalWrite.Written;
import bout.table.Due;
import bout.table.Item.Packed;
import bout.table.Item.Within;
import bout.table.Quota;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TableUpdate;
import bout.wire.id.MatchIds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Leases of matches: the right of a runner to play a match, save, finish or fail it.
 *
 * <p>Every change is one conditional write, so of any concurrent attempts exactly one succeeds. A match is taken only
 * when it is queued; whether a runner is alive matters only to the sweeper, which queues the matches of dead ones
 * again. What a runner may still write is decided by the fence alone, never by a clock.
 *
 * <p>If an answer is lost, the SDK retries the write, and the retry is refused because of the first attempt. So each
 * change has a name, by which it is recognized. Status and fence are not enough: a match that the sweeper queued again
 * looks like one that its runner gave back.
 *
 * <p>A change returns false if the lease was lost: then nothing was written.
 *
 * @param kept how long a match is kept after its end; zero forever
 */
public record Leases(Table table, Clock clock, Duration kept) {

    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    /** @param runner the id of an active runner of {@code Runners} */
    public LeaseResult takeLease(String id, String runner) {
        if (!MatchIds.isId(id)) {
            return new LeaseResult.Unknown();
        }
        Written written = StoredMatch.update(table, id)
                .named()
                .when(Condition.equal(TableLayout.STATUS, Status.QUEUED))
                .add(TableLayout.FENCE, 1)
                .setIfAbsent(TableLayout.STARTED_AT, clock.instant())
                .set(TableLayout.STATUS, Status.RUNNING)
                .set(TableLayout.LIST, TableLayout.runningOf(runner))
                .set(TableLayout.HOLDER, runner)
                .remove(TableLayout.REQUEUES, TableLayout.REQUEUE_AT)
                .writeAndRead();
        if (written.item().isEmpty()) {
            return new LeaseResult.Unknown();
        }
        StoredMatch found = StoredMatch.of(written.item());
        return switch (found.status()) {
            case RUNNING ->
                written.done() ? new LeaseResult.Leased(found.lease()) : new LeaseResult.Held(found.holder());
            case FINISHED, FAILED, CANCELLED -> new LeaseResult.Over(found.status());
            case QUEUED ->
                throw new IllegalStateException("no lease for the match " + found.id() + ", which is queued");
        };
    }

    public boolean saveCheckpoint(Lease lease, int turn, String checkpoint) {
        return underLease(lease)
                .set(TableLayout.TURN, turn)
                .set(TableLayout.CHECKPOINT, checkpoint)
                .write()
                .done();
    }

    /**
     * Records how the match ended. Its replay must already be in the bucket.
     *
     * @param failures all failed calls; the first {@value MatchOutcome#STORED_FAILURES} are kept
     * @param turns how many turns were played in all
     * @param tallies how the bots answered, by seat
     */
    public boolean finishMatch(
            Lease lease, Result result, List<FailedCall> failures, int turns, List<SeatTally> tallies) {
        return end(
                underLease(lease)
                        .set(TableLayout.RESULT, result)
                        .set(TableLayout.FAILURES, new Packed(kept(failures)))
                        .set(TableLayout.FAILURE_COUNT, failures.size())
                        .set(TableLayout.TALLIES, tallies)
                        .set(TableLayout.TURN, turns),
                lease.match(),
                lease.quotasOf(),
                Status.FINISHED,
                lease.match().rated() ? Due.Work.RESULTS : webhook(lease.match()),
                Due.SENT_WITHIN);
    }

    /**
     * Marks the match as failed, until a {@code Requeue}.
     *
     * @param reason fit to be shown
     */
    public boolean failMatch(Lease lease, String reason) {
        // It does not count for its competition: after a requeue it will have a result.
        return end(lease, reason, Status.FAILED);
    }

    /**
     * Cancels the match: it has no result and counts for nothing.
     *
     * @param reason fit to be shown
     */
    public boolean cancelMatch(Lease lease, String reason) {
        return end(lease, reason, Status.CANCELLED);
    }

    private boolean end(Lease lease, String reason, Status after) {
        TableUpdate update = underLease(lease).set(TableLayout.REASON, reason);
        return end(update, lease.match(), lease.quotasOf(), after, webhook(lease.match()), Due.SENT_WITHIN);
    }

    /**
     * Gives the match back, so that another runner continues it from its last checkpoint, or from the start if it has
     * none; the caller sends its id to the queue.
     */
    public boolean releaseLease(Lease lease, Handover handover) {
        TableUpdate release = released(lease);
        if (handover.checkpoint() != null) {
            release.set(TableLayout.TURN, handover.turn()).set(TableLayout.CHECKPOINT, handover.checkpoint());
        }
        if (handover.watchedUntil() != null) {
            release.set(TableLayout.WATCHED_UNTIL, handover.watchedUntil());
        }
        return release.write().done();
    }

    /** Gives the match back because of a server error, which is counted; see {@link #releaseLease}. */
    public boolean releaseAfterFault(Lease lease) {
        return released(lease)
                .set(TableLayout.FAULTS, lease.faults() + 1)
                .write()
                .done();
    }

    /** Puts a match back that has not begun, because a bot is not there; see {@link #releaseLease}. */
    public boolean putBack(Lease lease) {
        return released(lease)
                .set(TableLayout.ABSENCES, lease.absences() + 1)
                .remove(TableLayout.STARTED_AT)
                .write()
                .done();
    }

    private TableUpdate released(Lease lease) {
        return StoredMatch.queue(underLease(lease), lease.match().game(), 0, clock.instant());
    }

    private TableUpdate underLease(Lease lease) {
        return StoredMatch.update(table, lease.id())
                .named()
                .when(Condition.equal(TableLayout.STATUS, Status.RUNNING))
                .when(Condition.equal(TableLayout.FENCE, lease.fence()));
    }

    /**
     * The first {@value MatchOutcome#STORED_FAILURES} of the failures. The first for want of time decides who loses, so
     * it takes the place of the last of them if it came later.
     */
    private static List<FailedCall> kept(List<FailedCall> failures) {
        List<FailedCall> kept = new ArrayList<>(
                failures.stream().limit(MatchOutcome.STORED_FAILURES).toList());
        failures.stream()
                .filter(call -> call.failure().kind() == Failure.Kind.OUT_OF_TIME)
                .findFirst()
                .filter(late -> !kept.contains(late))
                .ifPresent(late -> kept.set(kept.size() - 1, late));
        return kept;
    }

    /**
     * The state that a runner leaves to the next one when it gives a match back.
     *
     * @param checkpoint the key of a new checkpoint in {@link Checkpoints}, or {@code null} if the last one still holds
     * @param turn how many turns the new checkpoint has
     * @param watchedUntil how long the match counts as watched, or {@code null}
     */
    public record Handover(String checkpoint, int turn, Instant watchedUntil) {

        /** Nothing has changed since the match was taken. */
        public static final Handover NOTHING_NEW = new Handover(null, 0, null);
    }

    public sealed interface LeaseResult {

        record Leased(Lease lease) implements LeaseResult {}

        /** A runner has it; if that runner is dead, the sweeper will queue the match again. */
        record Held(String runner) implements LeaseResult {}

        record Over(Status status) implements LeaseResult {}

        record Unknown() implements LeaseResult {}
    }

    /**
     * The right of a runner to play a match, as long as the runner's own lease lasts.
     *
     * @param fence counts the leases of this match from 1. Only the newest may change the record, so a runner that was
     *     stopped for longer than its lease can do no harm when it goes on
     * @param checkpoint the key of the last checkpoint in {@link Checkpoints}, or {@code null}: most matches end before
     *     the first
     * @param quotasOf in whose quotas of open matches it counts until it is over. These are its owner if that has
     *     limits, and each registered bot that someone else asked to play. The end of the match removes it, so a match
     *     that is put back after it has failed counts in none
     * @param faults how often a server error interrupted the match
     * @param expiredLeases how many leases of this match expired, probably because their runners crashed
     * @param absences how often the match was put back before it began, because a bot was not there
     * @param watchedUntil how long the match counts as watched by those who watched it while it waited, or
     *     {@code null}; while it runs, its runner's item has that. A lost or repeated write does no harm
     */
    public record Lease(
            @Within MatchRecord match,
            long fence,
            String checkpoint,
            Set<String> quotasOf,
            int faults,
            int expiredLeases,
            int absences,
            Instant watchedUntil) {

        public String id() {
            return match.id();
        }

        /** Whether a runner might have begun the match before; then its replay may be in the bucket already. */
        public boolean takenOver() {
            return fence > 1 + absences;
        }
    }

    /** That a webhook has to be sent for the end of a match, if it has one. */
    static Due.Work webhook(MatchRecord match) {
        return match.origin().webhook() == null ? null : Due.Work.WEBHOOKS;
    }

    /**
     * Ends a match, and then frees the room that it took.
     *
     * @param update with its condition and a name, and what it changes besides
     * @param due which message has to be sent then, or {@code null}
     * @param sentWithin when the sweeper sends it
     * @return whether it ended so, by this attempt or an earlier one whose answer was lost
     */
    boolean end(
            TableUpdate update,
            MatchRecord match,
            Set<String> quotasOf,
            Status status,
            Due.Work due,
            Duration sentWithin) {
        Instant now = clock.instant();
        update.set(TableLayout.STATUS, status)
                .set(TableLayout.LIST, StoredMatch.list(match.game(), status))
                .set(TableLayout.FINISHED_AT, now)
                .remove(TableLayout.HOLDER, TableLayout.WATCHED_UNTIL, TableLayout.REQUEUES, TableLayout.REQUEUE_AT);
        if (!kept.isZero()) {
            update.set(TableLayout.EXPIRES, now.plus(kept).getEpochSecond());
        }
        if (due != null) {
            update.due(due, now.plus(sentWithin));
        }
        if (!quotasOf.isEmpty()) {
            update.remove(TableLayout.QUOTAS_OF);
        }
        boolean ended = update.write().done();
        if (ended) {
            // In the same order wherever it runs: a simulated run can then be repeated.
            quotasOf.stream().sorted().forEach(owner -> free(owner, match.id()));
        }
        return ended;
    }

    /** The match has ended, so a failure here is nothing that its caller could mend or should retry. */
    private void free(String owner, String match) {
        try {
            new Quota(table, TableLayout.MATCH, owner).free(Set.of(match));
        } catch (SdkException unreachable) {
            // A request that finds this quota full looks for such matches.
            LOG.atWarn()
                    .addKeyValue("match", match)
                    .addKeyValue("quotaOf", owner)
                    .setCause(unreachable)
                    .log("A match that has ended still counts as open");
        }
    }
}
