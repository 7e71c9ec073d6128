package bout.store.match;

import bout.store.table.ConditionalWrite.Written;
import bout.store.table.Due;
import bout.store.table.Quota;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Changes of matches that recognize themselves, and those that end a match.
 *
 * @param kept how long a match is kept after its end; zero for ever
 */
record Ending(Table table, Duration kept) {

    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

    /** Returns whether the change was made, by this attempt or an earlier one whose answer was lost. */
    static boolean change(TableUpdate update) {
        String change = UUID.randomUUID().toString();
        Written written = update.set(TableLayout.CHANGE, change).write();
        return written.done()
                || written.item().has(TableLayout.CHANGE)
                        && written.item().string(TableLayout.CHANGE).equals(change);
    }

    /**
     * Ends a match, and then frees the room that it took.
     *
     * @param update with its condition, and what it changes besides
     * @param due which message has to be sent then, or {@code null}
     * @param dueAt when the sweeper sends it
     * @return whether it ended so, by this attempt or an earlier one whose answer was lost
     */
    boolean end(
            TableUpdate update,
            MatchRecord match,
            Set<String> quotasOf,
            Status status,
            Instant now,
            Due.Work due,
            Instant dueAt) {
        update.set(TableLayout.STATUS, status)
                .set(TableLayout.LIST, StoredMatch.list(match.game(), status))
                .set(TableLayout.FINISHED_AT, now)
                .remove(TableLayout.HOLDER, TableLayout.WATCHED_UNTIL, TableLayout.REQUEUES, TableLayout.REQUEUE_AT);
        if (!kept.isZero()) {
            update.set(TableLayout.EXPIRES, now.plus(kept).getEpochSecond());
        }
        if (due != null) {
            update.due(due, dueAt);
        }
        if (!quotasOf.isEmpty()) {
            update.remove(TableLayout.QUOTAS_OF);
        }
        boolean ended = change(update);
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
            // Whoever finds no room in this quota looks for such matches.
            LOG.atWarn()
                    .addKeyValue("match", match)
                    .addKeyValue("quotaOf", owner)
                    .setCause(unreachable)
                    .log("A match that has ended still counts as open");
        }
    }
}
