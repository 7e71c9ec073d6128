package bout.runner;

import bout.botclient.player.Player;
import bout.engine.Match;
import bout.engine.Playback;
import bout.engine.Replay;
import bout.engine.UnexpectedValue;
import bout.store.match.Leases;
import bout.store.match.Leases.Handover;
import bout.store.match.Leases.Lease;
import bout.store.replay.Checkpoints;
import bout.telemetry.MatchLog;
import bout.wire.ReplayFile;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/** Saves the moves of a running match, under one lease, so that another runner can continue it. */
final class Checkpointer {

    private final Leases leases;
    private final Checkpoints checkpoints;
    private final Lease lease;
    private final MatchLog log;

    /** The checkpoint that the record refers to, or {@code null}. */
    private String newest;

    private int savedTurns;

    Checkpointer(Leases leases, Checkpoints checkpoints, Lease lease, MatchLog log) {
        this.leases = leases;
        this.checkpoints = checkpoints;
        this.lease = lease;
        this.log = log;
        this.newest = lease.checkpoint();
    }

    /**
     * Returns the match to play: new, or resumed from the checkpoint that another runner saved.
     *
     * @param fresh creates the match as it was before its first turn
     */
    <M> Match<M> begin(Supplier<Match<M>> fresh, List<Player> players) {
        if (newest == null) {
            return fresh.get();
        }
        Optional<Match<M>> resumed = saved().flatMap(saved -> resume(saved, fresh, players));
        if (resumed.isEmpty()) {
            // The match must end, and a replay with moves that this engine cannot reproduce could not be verified.
            log.at(Level.WARN, lease.match().progress().turn())
                    .addKeyValue("checkpoint", newest)
                    .log("Could not resume from the checkpoint; the match starts again");
            return fresh.get();
        }
        savedTurns = resumed.get().turn();
        log.at(Level.INFO, savedTurns).log("Resumed the match from its checkpoint");
        return resumed.get();
    }

    private Optional<Replay> saved() {
        Optional<byte[]> file = checkpoints.get(newest);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(ReplayFile.read(file.get()));
        } catch (ReplayFile.NotAReplay unreadable) {
            log.at(Level.ERROR, lease.match().progress().turn())
                    .setCause(unreadable)
                    .log("Could not read the checkpoint");
            return Optional.empty();
        }
    }

    /**
     * Replays the saved moves. House bots and published bots get every past request again, because they may keep state;
     * bots with a URL have already seen them.
     *
     * @return the match as it was saved; nothing if this engine computes another state from the moves than the engine
     *     that saved them, in which case the players were not called
     */
    static <M> Optional<Match<M>> resume(Replay saved, Supplier<Match<M>> fresh, List<Player> players) {
        if (!fits(saved, fresh.get())) {
            return Optional.empty();
        }
        Match<M> match = fresh.get();
        Player.remind(saved.playback(match), saved.calls().count(), players);
        return Optional.of(match);
    }

    private static <M> boolean fits(Replay saved, Match<M> match) {
        Playback<M> playback = saved.playback(match);
        try {
            while (playback.next()) {}
        } catch (UnexpectedValue unexpected) {
            return false;
        }
        return match.calls().size() == saved.calls().count() && match.hash().equals(saved.hash());
    }

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

    void discard() {
        if (newest == null) {
            return;
        }
        try {
            checkpoints.delete(newest);
        } catch (SdkException unreachable) {
            log.at(Level.WARN, savedTurns)
                    .addKeyValue("checkpoint", newest)
                    .setCause(unreachable)
                    .log("Could not delete an outdated checkpoint; the bucket's lifecycle rule will delete it");
        }
    }

    private String put(Match<?> match) {
        Replay soFar = Replay.of(match, MatchPlayers.shown(lease.match()));
        return checkpoints.put(lease.id(), lease.fence(), match.turn(), ReplayFile.write(soFar));
    }

    private boolean replaced(String checkpoint, Match<?> match, boolean written) {
        if (!written) {
            // The file stays for the bucket's lifecycle rule. If our write was made after all, and its answer lost, the
            // record may name this file although another runner has the match by now.
            return false;
        }
        discard();
        newest = checkpoint;
        savedTurns = match.turn();
        return true;
    }
}
