package bout.store.match;

import bout.store.match.Leases.Lease;
import bout.table.Item;
import bout.table.Item.Within;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TableUpdate;
import bout.wire.id.MatchIds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A match's item in the table: {@code pk} = {@code match#ID}, {@code sk} = {@code match}. Besides these attributes it
 * has {@code list}, the partition of the index: {@code GAME#STATUS}, or {@code running#RUNNER} while a runner plays it,
 * so that no partition has the matches of all runners, and a dead runner's are one query. When it has ended, it has
 * {@code due} and {@code dueAt} as long as its webhook is not queued, or its result not in the journal. And it has
 * {@code change}: the name of the write that accepted it, or of the last change by a runner or from a runner to the
 * next.
 *
 * @param lease the newest lease; before the first, one whose fence is 0
 * @param holder while running: the id of its runner
 * @param requeues while queued: how often the sweeper has sent the id again
 * @param requeueAt while queued: when its message counts as lost
 */
record StoredMatch(@Within Lease lease, String holder, int requeues, Instant requeueAt) {

    private static final Duration FIRST_REQUEUE = Duration.ofSeconds(60);
    private static final int REQUEUE_FACTOR = 4;
    static final Duration LATEST_REQUEUE = Duration.ofHours(1);

    static StoredMatch accepted(MatchRecord match, Set<String> quotasOf, Instant now) {
        Lease untaken = new Lease(match, 0, null, quotasOf, 0, 0, 0, null);
        return new StoredMatch(untaken, null, 0, now.plus(requeuedAfter(0)));
    }

    static StoredMatch of(Item item) {
        return item.as(StoredMatch.class);
    }

    static Optional<StoredMatch> find(Table table, String id) {
        return MatchIds.isId(id) ? table.item(TableLayout.matchKey(id)).map(StoredMatch::of) : Optional.empty();
    }

    /**
     * The newest matches of a partition of the index, which follows the table within a fraction of a second.
     *
     * @param behind only ids before this one, or {@code null}
     */
    static List<StoredMatch> newest(Table table, String list, String behind, int most) {
        return table.newest(list, behind, most).stream().map(StoredMatch::of).toList();
    }

    static TableUpdate update(Table table, String id) {
        return table.update(TableLayout.matchKey(id));
    }

    static String list(String game, Status status) {
        return TableLayout.list(game, status.code());
    }

    /**
     * Makes a match wait for a runner.
     *
     * @param requeues how often the sweeper has sent it since it last became queued
     */
    static TableUpdate queue(TableUpdate update, String game, int requeues, Instant now) {
        return update.set(TableLayout.STATUS, Status.QUEUED)
                .set(TableLayout.LIST, list(game, Status.QUEUED))
                .set(TableLayout.REQUEUES, requeues)
                .set(TableLayout.REQUEUE_AT, now.plus(requeuedAfter(requeues)))
                .remove(TableLayout.HOLDER);
    }

    /**
     * How long a match waits before it is sent to the queue again. Its message may be lost, or just be waiting behind
     * many others; the table cannot tell. So the waits grow: a lost message costs a minute, and a match that waits for
     * hours gets a handful of extra messages, not hundreds.
     */
    static Duration requeuedAfter(int requeues) {
        Duration wait = FIRST_REQUEUE;
        for (int i = 0; i < requeues && wait.compareTo(LATEST_REQUEUE) < 0; i++) {
            wait = wait.multipliedBy(REQUEUE_FACTOR);
        }
        return wait.compareTo(LATEST_REQUEUE) < 0 ? wait : LATEST_REQUEUE;
    }

    MatchRecord match() {
        return lease.match();
    }

    String id() {
        return lease.id();
    }

    String game() {
        return match().game();
    }

    Status status() {
        return match().status();
    }
}
