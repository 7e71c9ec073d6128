package bout.store.match;

import bout.store.table.Condition;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import java.time.Clock;
import java.util.Optional;

/** Requeues failed matches. Safe for use by many threads. */
public final class FailedMatches {

    private final Table table;
    private final Clock clock;

    public FailedMatches(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    public enum Redriven {
        /** It waits for a runner: it has just been requeued, or was requeued before and no runner has taken it yet. */
        QUEUED,
        RUNNING,
        OVER,
        UNKNOWN
    }

    /**
     * Requeues a failed match and resets its count of faults; its checkpoint stays. The caller sends it to the queue. A
     * match that has not failed stays unchanged.
     */
    public Redriven redrive(String id) {
        Optional<StoredMatch> found = StoredMatch.find(table, id);
        if (found.isEmpty()) {
            return Redriven.UNKNOWN;
        }
        return switch (found.get().status()) {
            case QUEUED -> Redriven.QUEUED;
            case RUNNING -> Redriven.RUNNING;
            case FINISHED, CANCELLED -> Redriven.OVER;
            case FAILED -> putBack(found.get());
        };
    }

    private Redriven putBack(StoredMatch failed) {
        TableUpdate update = StoredMatch.update(table, failed.id())
                .when(Condition.equal(TableLayout.STATUS, Status.FAILED))
                .when(Condition.equal(TableLayout.FENCE, failed.fence()))
                .remove(
                        TableLayout.REASON,
                        TableLayout.FINISHED_AT,
                        TableLayout.EXPIRES,
                        TableLayout.FAULTS,
                        TableLayout.EXPIRED_LEASES)
                // Its webhook comes after it has ended again.
                .nothingDue();
        boolean put = StoredMatch.queue(update, failed.game(), 0, clock.instant())
                .write()
                .done();
        // Requeued by our own write, whose answer was lost, or by another run; or played since.
        return put ? Redriven.QUEUED : redrive(failed.id());
    }
}
