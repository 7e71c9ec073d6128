package bout.runner;

import bout.engine.Match;
import bout.engine.Replay;
import bout.store.match.Handover;
import bout.store.match.Lease;
import bout.store.match.Leases;
import bout.store.replay.Checkpoints;
import bout.telemetry.MatchLog;
import bout.wire.ReplayFile;
import java.time.Instant;
import java.util.List;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/** Saves the moves of a running match, under one lease, so that another runner can continue it. */
final class Checkpointer {

    private final Leases leases;
    private final Checkpoints checkpoints;
    private final Lease lease;
    private final List<Replay.Player> players;
    private final MatchLog log;

    /** The checkpoint that the record refers to, or {@code null}. */
    private String newest;

    private int savedTurns;

    /** @param players as shown to everyone */
    Checkpointer(MatchStores stores, Lease lease, List<Replay.Player> players, MatchLog log) {
        this.leases = stores.leases();
        this.checkpoints = stores.checkpoints();
        this.lease = lease;
        this.players = List.copyOf(players);
        this.log = log;
        this.newest = lease.checkpoint();
    }

    /** Records that the match was resumed from the stored checkpoint, after this many turns. */
    void resumed(int turns) {
        savedTurns = turns;
    }

    /** @return false if the lease was lost */
    boolean save(Match<?> match) {
        String checkpoint = put(match);
        return replaced(checkpoint, match, leases.saveCheckpoint(lease, match.turn(), checkpoint));
    }

    /**
     * Saves the moves and releases the lease.
     *
     * @param watchedUntil how long the match counts as watched, or {@code null}
     * @return false if the lease was lost
     */
    boolean release(Match<?> match, Instant watchedUntil) {
        if (match.turn() == savedTurns) {
            return leases.releaseLease(lease, new Handover(null, 0, watchedUntil));
        }
        String checkpoint = put(match);
        return replaced(
                checkpoint, match, leases.releaseLease(lease, new Handover(checkpoint, match.turn(), watchedUntil)));
    }

    /** Deletes the checkpoint of a finished match. */
    void discard() {
        if (newest != null) {
            delete(newest);
        }
    }

    private String put(Match<?> match) {
        return checkpoints.put(lease.id(), lease.fence(), match.turn(), ReplayFile.write(Replay.of(match, players)));
    }

    private boolean replaced(String checkpoint, Match<?> match, boolean written) {
        if (!written) {
            // The file stays for the bucket's lifecycle rule. If our write was made after all, and its answer lost, the
            // record may name this file although another runner has the match by now.
            return false;
        }
        if (newest != null) {
            delete(newest);
        }
        newest = checkpoint;
        savedTurns = match.turn();
        return true;
    }

    private void delete(String checkpoint) {
        try {
            checkpoints.delete(checkpoint);
        } catch (SdkException unreachable) {
            log.at(Level.WARN, savedTurns)
                    .addKeyValue("checkpoint", checkpoint)
                    .setCause(unreachable)
                    .log("Could not delete an outdated checkpoint; the bucket's lifecycle rule will delete it");
        }
    }
}
