package bout.runner;

import bout.competition.tally.SeatTally;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.games.Games;
import bout.store.Aws;
import bout.store.match.Leases;
import bout.store.match.Leases.Lease;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.queue.Queue.DeadLetters;
import bout.store.queue.Queue.ResultQueue;
import bout.store.queue.Queue.WebhookQueue;
import bout.store.replay.Replays;
import bout.telemetry.MatchLog;
import bout.telemetry.RunnerMetrics;
import bout.wire.ReplayFile;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Ends matches: stores the replay and commits the result, or gives a match up or cancels it, and sends the message that
 * is due then. Does nothing to a match that another runner has taken over.
 */
final class MatchEnds {

    private final Leases leases;
    private final Replays replays;
    private final SeatKey seatKey;
    private final DeadLetters deadLetters;
    private final WebhookQueue webhooks;
    private final ResultQueue results;
    private final Matches matches;
    private final RunnerMetrics metrics;

    MatchEnds(Aws aws, Clock clock, RunnerMetrics metrics) {
        leases = aws.leases(clock);
        replays = new Replays(aws.bucket());
        seatKey = new SeatKey(aws.table());
        deadLetters = aws.deadLetters();
        webhooks = aws.webhookQueue();
        results = aws.resultQueue();
        matches = aws.matches(clock);
        this.metrics = metrics;
    }

    Optional<byte[]> stored(MatchRecord match) {
        return replays.get(seatKey.fileName(match));
    }

    /**
     * Ends a match that was played to its end, or commits the result of another runner that was faster. Stores the
     * replay before the result, so that every finished match has a replay.
     */
    void finish(Lease lease, Match<?> match, Checkpointer checkpointer, MatchLog log) throws ReplayFile.NotAReplay {
        Replay replay = Replay.of(match, MatchPlayers.shown(lease.match()));
        if (replays.put(seatKey.fileName(lease.match()), ReplayFile.write(replay))) {
            commit(lease, replay, match, checkpointer, log);
            return;
        }
        // Another runner was faster, or the client retried our own write because the answer came too late.
        byte[] stored =
                stored(lease.match()).orElseThrow(() -> new IllegalStateException("the stored replay has disappeared"));
        adopt(lease, stored, checkpointer, log);
    }

    /** Commits the result of the stored replay. */
    void adopt(Lease lease, byte[] stored, Checkpointer checkpointer, MatchLog log) throws ReplayFile.NotAReplay {
        Replay replay = ReplayFile.read(stored);
        Game<?> game = Games.byId(replay.start().game())
                .orElseThrow(() -> new IllegalStateException(
                        "there is no game " + replay.start().game()));
        Match<?> match = replay.play(game, Integer.MAX_VALUE);
        log.at(Level.INFO, match.turn()).log("The match already has a replay; committing its result");
        commit(lease, replay, match, checkpointer, log);
    }

    /** @param match at its end, as the replay has it */
    private void commit(Lease lease, Replay replay, Match<?> match, Checkpointer checkpointer, MatchLog log) {
        int turns = match.turn();
        List<SeatTally> tallies = tallies(match, lease.match().players());
        if (!leases.finishMatch(lease, replay.result(), replay.calls().failures(), turns, tallies)) {
            log.at(Level.WARN, turns).log("Another runner has taken over the match; it will find the replay");
            return;
        }
        send(lease, Status.FINISHED, log);
        checkpointer.discard();
        metrics.matchFinished(lease.match().game());
        Seat winner = replay.result().winner();
        log.at(Level.INFO, turns)
                .addKeyValue("reason", replay.result().reason())
                .addKeyValue("winner", winner == null ? null : winner.number())
                .addKeyValue("failures", replay.calls().failures().size())
                .addKeyValue(
                        "seconds",
                        match.seats().stream().mapToLong(match::milliseconds).sum() / 1000.0)
                .log("Match finished");
    }

    /** House bots are not called, so they have none. */
    private static List<SeatTally> tallies(Match<?> match, List<PlayerRecord> players) {
        return match.seats().stream()
                .map(seat -> players.get(seat.index()).house() == null ? SeatTally.of(match, seat) : SeatTally.NONE)
                .toList();
    }

    /**
     * Sends the dead letter first: a crash in between then leaves a dead letter for a match that is played after all,
     * rather than a failed match without one.
     */
    void fail(Lease lease, String reason, MatchLog log) {
        deadLetters.send(lease.id());
        if (leases.failMatch(lease, reason)) {
            send(lease, Status.FAILED, log);
            metrics.matchFailed(lease.match().game());
            log.at(Level.ERROR, lease.match().progress().turn()).log(
                    "The match has failed; its id is in the dead-letter queue");
        }
    }

    void cancel(Lease lease, String reason, MatchLog log) {
        if (leases.cancelMatch(lease, reason)) {
            send(lease, Status.CANCELLED, log);
            log.at(Level.INFO, lease.match().progress().turn())
                    .addKeyValue("reason", reason)
                    .log("Cancelled a match");
        }
    }

    /**
     * Sends a webhook if the owner asked for one, or the result for the journal of its competition. The record marks
     * the match as well, so the sweeper sends what fails here.
     */
    private void send(Lease lease, Status end, MatchLog log) {
        MatchRecord match = lease.match();
        try {
            if (match.origin().webhook() != null) {
                webhooks.send(new WebhookQueue.Ended(match.id(), match.origin().owner()));
                matches.webhookQueued(match.id());
            } else if (match.origin().competition() != null && end == Status.FINISHED) {
                results.send(match);
            }
        } catch (SdkException unreachable) {
            log.at(Level.WARN, match.progress().turn())
                    .setCause(unreachable)
                    .log("Could not queue the webhook or the result; the sweeper will queue it");
        }
    }
}
