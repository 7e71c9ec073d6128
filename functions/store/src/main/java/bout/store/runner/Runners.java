package bout.store.runner;

import bout.store.table.Partition;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * The runners and their leases. A runner renews one lease for all of its matches, and learns from the same write which
 * of them are watched or cancelled. The lease only says that the runner is alive: what it may still write about a match
 * is decided by the match's fence.
 *
 * <p>Safe for use by many threads. The actions that a function must be allowed: {@link #start} {@code PutItem},
 * {@link #all} {@code Query} of the table, {@link #watchedUntil} {@code GetItem}, {@link #remove} {@code DeleteItem},
 * all others {@code UpdateItem}.
 */
public final class Runners {

    private final Table table;
    private final Clock clock;

    public Runners(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /**
     * Stores a new runner. Must be done before it takes a match, or nobody would look for the match after a crash.
     *
     * @param id random, never used before
     * @param lease how long its lease lasts unless it is renewed
     */
    public void start(String id, Duration lease) {
        Instant now = clock.instant();
        try {
            table.put(RunnerItem.started(id, now, now.plus(lease)).attributes())
                    .ifAbsent()
                    .write();
        } catch (ConditionalCheckFailedException there) {
            // Our own write, whose answer was lost: nobody else uses this id.
        }
    }

    /**
     * Renews a runner's lease.
     *
     * @param lease how long it lasts from now
     * @param forgotten the matches that it no longer plays, whose marks are removed
     * @return the runner with its marks; nothing if it was declared dead, and must stop all of its matches
     */
    public Optional<RunnerRecord> renew(String id, Duration lease, Collection<String> forgotten) {
        TableUpdate renewal =
                active(id).set(TableLayout.LEASE_UNTIL, clock.instant().plus(lease));
        int number = 0;
        for (String match : forgotten) {
            String name = "#match" + number++;
            renewal.named(name, match).removeEntry("#watched." + name).removeEntry("#stopped." + name);
        }
        try {
            return Optional.of(new RunnerItem(renewal.writeAndRead()).runner());
        } catch (ConditionalCheckFailedException dead) {
            return Optional.empty();
        }
    }

    /** Records that a runner has ended and holds no match. Has no effect on one that was declared dead. */
    public void end(String id) {
        active(id)
                .set(TableLayout.STATE, RunnerState.ENDED.code())
                .set(TableLayout.FINISHED_AT, clock.instant())
                .writeIfAllowed();
    }

    /** All runners, from a consistent read: the active ones, and those that have not been removed yet. */
    public List<RunnerRecord> all() {
        return new Partition(table)
                .items("#pk = :pk", TableLayout.runners()).stream()
                        .map(item -> new RunnerItem(item).runner())
                        .toList();
    }

    /**
     * Declares a runner dead whose lease has expired. From then on its renewals fail.
     *
     * @return whether it is dead now; it is not if it renewed its lease after it was read
     */
    public boolean declareDead(RunnerRecord expired) {
        try {
            active(expired.id())
                    .when("#state = :active AND #leaseUntil = :seen")
                    .with(":seen", expired.leaseUntil())
                    .set(TableLayout.STATE, RunnerState.DEAD.code())
                    .set(TableLayout.FINISHED_AT, clock.instant())
                    .itemIfRefused()
                    .write();
            return true;
        } catch (ConditionalCheckFailedException refused) {
            // Dead: by another sweeper, or by this write, if its answer was lost.
            return refused.hasItem() && new RunnerItem(refused.item()).state() == RunnerState.DEAD;
        }
    }

    /** Removes a runner that has ended or died, for good. */
    public void remove(RunnerRecord gone) {
        if (gone.state() == RunnerState.ACTIVE) {
            throw new IllegalArgumentException("the runner " + gone.id() + " is active");
        }
        table.delete(TableLayout.runnerKey(gone.id())).write();
    }

    /** Until when a match counts as watched that this runner plays; nothing if nobody has watched it there. */
    public Optional<Instant> watchedUntil(String runner, String match) {
        return table.item(TableLayout.runnerKey(runner))
                .map(item -> new RunnerItem(item).runner().watched().get(match));
    }

    /**
     * Marks a match of a runner as watched, for its next renewal.
     *
     * @param soon if it counts as watched until then or longer, nothing is written
     * @param until how long it counts as watched from now on
     */
    public void markWatched(String runner, String match, Instant soon, Instant until) {
        // Refused as well if the runner has ended: another one will have the match, or it is over.
        active(runner)
                .when("#state = :active AND (attribute_not_exists(#watched.#match) OR #watched.#match < :soon)")
                .named("#match", match)
                .with(":soon", soon)
                .set("#watched.#match = :until")
                .with(":until", until)
                .writeIfAllowed();
    }

    /** Tells a runner to stop a match that was cancelled, with its next renewal. */
    public void markStopped(String runner, String match) {
        active(runner)
                .named("#match", match)
                .set("#stopped.#match = :true")
                .with(":true", AttributeValue.fromBool(true))
                .writeIfAllowed();
    }

    private TableUpdate active(String id) {
        return table.update(TableLayout.runnerKey(id))
                .when("#state = :active")
                .with(":active", RunnerState.ACTIVE.code());
    }
}
