package bout.store.runner;

import bout.table.Condition;
import bout.table.ConditionalWrite.Written;
import bout.table.Partition;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TableUpdate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The runners and their leases. A runner renews one lease for all of its matches, and learns from the same write which
 * of them are watched or cancelled. The lease only says that the runner is alive: what it may still write about a match
 * is decided by the match's fence.
 */
public record Runners(Table table, Clock clock) {

    /** Longer than any runner lives and any sweeper looks at it. */
    private static final Duration KEPT = Duration.ofDays(1);

    /**
     * The marks of how many matches a renewal removes: DynamoDB takes no expression above 4 KB, and each has 20 bytes.
     */
    private static final int FORGOTTEN_AT_ONCE = 100;

    /**
     * Stores a new runner. Must be done before it takes a match, or no one would look for the match after a crash.
     *
     * @param id random, never used before
     */
    public void start(String id, Duration lease) {
        Instant now = clock.instant();
        // If it is refused, by our own write, whose answer was lost: no other process uses this id.
        table.put(TableLayout.runnerKey(id))
                .set(new RunnerRecord(id, RunnerState.ACTIVE, now.plus(lease), null, Map.of(), Set.of()))
                .set(TableLayout.EXPIRES, now.plus(KEPT).getEpochSecond())
                .ifAbsent()
                .write();
    }

    /**
     * @param forgotten the matches that it no longer plays, whose marks are removed, those of some with a later renewal
     * @return the runner with its marks; nothing if it was declared dead, and must stop all of its matches
     */
    public Optional<RunnerRecord> renew(String id, Duration lease, Collection<String> forgotten) {
        TableUpdate renewal =
                active(id).set(TableLayout.LEASE_UNTIL, clock.instant().plus(lease));
        Set<String> removed = forgotten.stream().limit(FORGOTTEN_AT_ONCE).collect(Collectors.toSet());
        if (!removed.isEmpty()) {
            renewal.delete(TableLayout.STOPPED, removed);
            removed.forEach(match -> renewal.remove(watched(match)));
        }
        Written written = renewal.writeAndRead();
        return written.done() ? Optional.of(written.item().as(RunnerRecord.class)) : Optional.empty();
    }

    /** Records that a runner has ended and holds no match. Has no effect on one that was declared dead. */
    public void end(String id) {
        active(id)
                .set(TableLayout.STATE, RunnerState.ENDED)
                .set(TableLayout.ENDED_AT, clock.instant())
                .write();
    }

    /** All runners, from a consistent read: the active ones, and those that have not been removed yet. */
    public List<RunnerRecord> all() {
        return new Partition(table, TableLayout.runners())
                .items().stream().map(item -> item.as(RunnerRecord.class)).toList();
    }

    /**
     * Declares a runner dead whose lease has expired. From then on its renewals fail.
     *
     * @return whether it is dead now; it is not if it renewed its lease after it was read
     */
    public boolean declareDead(RunnerRecord expired) {
        Written written = active(expired.id())
                .when(Condition.equal(TableLayout.LEASE_UNTIL, expired.leaseUntil()))
                .set(TableLayout.STATE, RunnerState.DEAD)
                .set(TableLayout.ENDED_AT, clock.instant())
                .writeAndRead();
        // Also by another sweeper, or by this write, if its answer was lost.
        return written.item()
                .find(RunnerRecord.class)
                .filter(found -> found.state() == RunnerState.DEAD)
                .isPresent();
    }

    public void remove(RunnerRecord gone) {
        if (gone.state() == RunnerState.ACTIVE) {
            throw new IllegalArgumentException("the runner " + gone.id() + " is active");
        }
        table.delete(TableLayout.runnerKey(gone.id())).write();
    }

    /** Until when a match counts as watched that this runner plays; nothing if it had no spectators there. */
    public Optional<Instant> watchedUntil(String runner, String match) {
        return table.item(TableLayout.runnerKey(runner))
                .map(item -> item.as(RunnerRecord.class).watched().get(match));
    }

    /** @param soon if the match counts as watched until then or longer, nothing is written */
    public void markWatched(String runner, String match, Instant soon, Instant until) {
        // Refused as well if the runner has ended: another one will have the match, or it is over.
        active(runner)
                .when(Condition.absent(watched(match)).or(Condition.below(watched(match), soon)))
                .set(watched(match), until)
                .write();
    }

    /** Tells a runner to stop a match that was cancelled, with its next renewal. */
    public void markStopped(String runner, String match) {
        active(runner).add(TableLayout.STOPPED, Set.of(match)).write();
    }

    private static String watched(String match) {
        return TableLayout.WATCHED + "." + match;
    }

    private TableUpdate active(String id) {
        return table.update(TableLayout.runnerKey(id)).when(Condition.equal(TableLayout.STATE, RunnerState.ACTIVE));
    }

    public enum RunnerState {
        ACTIVE,
        /** It ended by itself, and left no match behind. */
        ENDED,
        /** Its lease expired, so its matches go to others. Even if it is only paused, it never gets its lease back. */
        DEAD
    }

    /**
     * A runner as the table stores it: {@code pk} = {@code runners}, {@code sk} = its id. All runners are in one
     * partition, so that a consistent query finds them: a thousand of them write 200 times a second, and a partition
     * takes 1,000. The item {@code expires} a day after its start, in case no sweeper removes it.
     *
     * @param leaseUntil when its lease expires unless it is renewed
     * @param endedAt when it ended or was declared dead, or {@code null}
     * @param watched until when those of its matches count as watched that were watched while it played them, by their
     *     ids
     * @param stopped the ids of those of its matches that it must stop, because they were cancelled
     */
    public record RunnerRecord(
            String id,
            RunnerState state,
            Instant leaseUntil,
            Instant endedAt,
            Map<String, Instant> watched,
            Set<String> stopped) {

        public RunnerRecord {
            watched = Map.copyOf(watched);
            stopped = Set.copyOf(stopped);
        }

        public boolean leaseExpired(Instant now) {
            return state == RunnerState.ACTIVE && !leaseUntil.isAfter(now);
        }
    }
}
