package bout.runner;

import bout.engine.Match;
import bout.store.table.Machine;
import bout.telemetry.MatchLog;
import java.time.Duration;
import java.util.function.Predicate;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * What a runner does after each turn of a match: publishes the turn if somebody watches, saves a checkpoint from time
 * to time, and stops the match if it must. A match that ends before the first checkpoint is due saves none.
 */
final class AfterTurn implements Predicate<Match<?>> {

    private final RunnerLease runner;
    private final HeldMatch held;
    private final Checkpointer checkpointer;
    private final Broadcast broadcast;
    private final Duration savedEvery;
    private final Predicate<Match<?>> next;
    private final MatchLog log;
    private boolean lost;
    private long savedAt = Machine.current().nanoTime();

    /** @param next called after every turn as well */
    AfterTurn(
            RunnerLease runner,
            HeldMatch held,
            Checkpointer checkpointer,
            Broadcast broadcast,
            Duration savedEvery,
            Predicate<Match<?>> next,
            MatchLog log) {
        this.runner = runner;
        this.held = held;
        this.checkpointer = checkpointer;
        this.broadcast = broadcast;
        this.savedEvery = savedEvery;
        this.next = next;
        this.log = log;
    }

    @Override
    public boolean test(Match<?> match) {
        boolean goOn = next.test(match) && !held.stopped() && !runner.stopping();
        broadcast.watched(held.watched());
        broadcast.show(match);
        if (goOn && !match.over() && Machine.current().nanoTime() - savedAt >= savedEvery.toNanos()) {
            save(match);
        }
        return goOn && !lost;
    }

    /** Whether another runner has the match. */
    boolean lost() {
        return lost;
    }

    private void save(Match<?> match) {
        try {
            lost = !checkpointer.save(match);
        } catch (SdkException unreachable) {
            log.at(Level.WARN, match.turn()).setCause(unreachable).log("Could not save a checkpoint; retrying");
        }
        savedAt = Machine.current().nanoTime();
    }
}
