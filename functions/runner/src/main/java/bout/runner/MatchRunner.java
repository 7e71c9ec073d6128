package bout.runner;

import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.botclient.Player;
import bout.engine.Call;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.store.bot.Bots;
import bout.store.match.Checkpoints;
import bout.store.match.Lease;
import bout.store.match.LeaseResult;
import bout.store.match.Leases;
import bout.store.match.LiveReplays;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.Replays;
import bout.store.match.SeatTally;
import bout.store.match.Status;
import bout.store.queue.DeadLetters;
import bout.store.queue.MatchQueue;
import bout.telemetry.MatchLog;
import bout.telemetry.RunnerMetrics;
import bout.wire.ReplayFile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Takes a match from queued to its end: gets the lease, plays, stores the replay and commits the result.
 *
 * <p>Several runners may work on the same match. Usually the lease keeps them apart. If it does not, because a runner
 * was paused for longer than its lease, the replay decides: the first one stored wins, and a runner that finds a stored
 * replay commits that replay's result instead of its own.
 */
public final class MatchRunner {

    /** After this many server errors a match is marked as failed. */
    public static final int MAX_FAULTS = 3;

    /** The wait after each server error except the last. */
    private static final List<Duration> AFTER_FAULT = List.of(Duration.ofSeconds(5), Duration.ofSeconds(30));

    /**
     * After this many expired leases a match is marked as failed. The limit is higher than {@link #MAX_FAULTS} because
     * a runner that crashes takes up to a hundred matches with it, of which at most one is the cause.
     */
    static final int MAX_EXPIRED_LEASES = 10;

    private static final Logger LOG = LoggerFactory.getLogger(MatchRunner.class);

    /**
     * Times for the lease and the checkpoints of a running match.
     *
     * @param last how long a lease lasts without renewal. A crash is noticed after this time, at the sweeper's next run
     * @param renewedEvery how often the lease is renewed
     * @param savedEvery how old a checkpoint may get before a new one is saved, at the next renewal. A crash loses the
     *     moves since the last checkpoint
     */
    public record LeaseTimes(Duration last, Duration renewedEvery, Duration savedEvery) {
        static final LeaseTimes DEFAULT = lasting(Duration.ofSeconds(45));

        /** A lease that survives eight failed renewals in a row. */
        public static LeaseTimes lasting(Duration last) {
            return new LeaseTimes(last, last.dividedBy(9), last.multipliedBy(2).dividedBy(3));
        }
    }

    /** What to do with the message that contained the match's id. */
    public enum Outcome {
        /** Delete it: the match has ended, or another message is on its way. */
        DONE,
        /** Deliver it again: the match was not attempted. */
        FAULT
    }

    private final Leases leases;
    private final Replays replays;
    private final Checkpoints checkpoints;
    private final LiveReplays live;
    private final MatchQueue queue;
    private final DeadLetters deadLetters;
    private final EndMessages endMessages;
    private final BotClient client;
    private final RegisteredBots registered;
    private final RunnerMetrics metrics;
    private final LeaseTimes times;
    private volatile boolean stopping;

    public MatchRunner(
            Leases leases,
            Replays replays,
            Checkpoints checkpoints,
            LiveReplays live,
            MatchQueue queue,
            DeadLetters deadLetters,
            Bots bots,
            EndMessages endMessages,
            BotClient client,
            RunnerMetrics metrics,
            LeaseTimes times) {
        this.leases = leases;
        this.replays = replays;
        this.checkpoints = checkpoints;
        this.live = live;
        this.queue = queue;
        this.deadLetters = deadLetters;
        this.endMessages = endMessages;
        this.client = client;
        this.registered = new RegisteredBots(bots, client);
        this.metrics = metrics;
        this.times = times;
    }

    /**
     * Plays the match unless another runner plays it or has finished it.
     *
     * @param until when this process must end, on the clock of {@link System#nanoTime}; a match that is still running
     *     is saved and left to another runner
     */
    public Outcome run(String id, long until) throws InterruptedException {
        if (stopping) {
            return Outcome.FAULT;
        }
        return switch (leases.takeLease(id, times.last())) {
            case LeaseResult.Leased leased -> attempt(leased.lease(), until);
            case LeaseResult.Held held -> {
                // The message was delivered twice. If the other runner dies, the sweeper finds the match; keeping this
                // message would only bring it back at the wrong time.
                LOG.atInfo().addKeyValue("match", id).log("Another runner is playing this match");
                yield Outcome.DONE;
            }
            case LeaseResult.Over over -> {
                LOG.atInfo().addKeyValue("match", id).log("This match has already ended");
                yield Outcome.DONE;
            }
            case LeaseResult.Unknown unknown -> {
                LOG.atWarn().addKeyValue("match", id).log("No match has this id");
                yield Outcome.DONE;
            }
        };
    }

    private Outcome attempt(Lease lease, long until) throws InterruptedException {
        MatchLog log = new MatchLog(MatchRunner.class, lease.id(), lease.match().game());
        try {
            if (lease.expiredLeases() >= MAX_EXPIRED_LEASES) {
                giveUp(lease, "Several servers crashed while they played it.", log);
            } else {
                play(lease, until, log);
            }
            return Outcome.DONE;
        } catch (RuntimeException | ReplayFile.NotAReplay | Error fault) {
            log.at(Level.ERROR, lease.match().progress().turn())
                    .addKeyValue("attempt", lease.fence())
                    .setCause(fault)
                    .log("Could not play the match");
            fault(lease, "It could not be played because of a server error.", log);
            return Outcome.DONE;
        }
    }

    /** Schedules another attempt, or marks the match as failed after the last one. */
    private void fault(Lease lease, String reason, MatchLog log) {
        int faults = lease.faults() + 1;
        if (faults >= MAX_FAULTS) {
            giveUp(lease, reason, log);
        } else if (leases.releaseAfterFault(lease)) {
            // A service that was unreachable may have recovered by then. If this message is lost, the sweeper sends
            // another.
            queue.send(List.of(lease.id()), AFTER_FAULT.get(faults - 1));
        }
    }

    /**
     * Sends the dead letter first: a crash in between then leaves a dead letter for a match that is played after all,
     * rather than a failed match without one.
     */
    private void giveUp(Lease lease, String reason, MatchLog log) {
        deadLetters.send(lease.id());
        if (leases.failMatch(lease, reason)) {
            send(lease, Status.FAILED, log);
            metrics.matchFailed(lease.match().game());
            log.at(Level.ERROR, lease.match().progress().turn()).log(
                    "The match has failed; its id is in the dead-letter queue");
        }
    }

    private void play(Lease lease, long until, MatchLog log) throws InterruptedException, ReplayFile.NotAReplay {
        MatchRecord record = lease.match();
        Checkpointer checkpointer = new Checkpointer(leases, checkpoints, lease, players(record), times.last(), log);
        if (lease.takenOver()) {
            Optional<byte[]> stored = replays.get(lease.id());
            if (stored.isPresent()) {
                adopt(lease, stored.get(), checkpointer, log);
                return;
            }
        } else {
            metrics.matchStarted(
                    record.game(),
                    Duration.between(record.createdAt(), record.progress().startedAt()));
        }
        Game<?, ?> game = Games.byId(record.game())
                .orElseThrow(() -> new IllegalStateException("there is no game " + record.game()));
        Player first = player(game, record, Seat.FIRST);
        Player second = player(game, record, Seat.SECOND);
        TimeLimits limits = record.settings().game().timeLimit() == null
                ? game.card().timeLimits()
                : TimeLimits.same(record.settings().game().timeLimit());
        try (Broadcast broadcast =
                        new Broadcast(live, lease.id(), players(record), lease.watched(), Broadcast.INTERVAL, log);
                Heartbeat heartbeat = new Heartbeat(
                        leases, lease, times, checkpointer, broadcast, turn -> counted(turn, record), log)) {
            Match<?, ?> match = begin(game, lease, first, second, checkpointer, log);
            broadcast.show(match);
            int firstTurn = match.turn();
            MatchLoop loop = new MatchLoop(lease.id(), first, second, limits, heartbeat, until - longestTurn(limits));
            MatchLoop.Ending ending = loop.play(match);
            broadcast.close();
            switch (ending) {
                case OVER -> store(lease, match, checkpointer, log);
                case STOPPED -> {
                    if (heartbeat.lost()) {
                        log.at(Level.WARN, match.turn()).log("Another runner has taken over the match");
                    } else if (stopping || match.turn() > firstTurn) {
                        handOver(lease, match, checkpointer, log);
                    } else {
                        leaveUnplayed(lease, match.turn(), log);
                    }
                }
            }
        }
    }

    /** Returns the match to play: new, or resumed from a checkpoint. */
    private <S, M> Match<S, M> begin(
            Game<S, M> game, Lease lease, Player first, Player second, Checkpointer checkpointer, MatchLog log) {
        Options options = options(game, lease.match().settings().game().options());
        Supplier<Match<S, M>> fresh =
                () -> Match.draw(game, lease.match().settings().seed(), options);
        if (lease.checkpoint() == null) {
            return fresh.get();
        }
        Optional<Match<S, M>> resumed =
                saved(lease, log).flatMap(checkpoint -> new SavedMatch(checkpoint).resume(fresh, first, second));
        if (resumed.isEmpty()) {
            // The match must end, and a replay with moves that this engine cannot reproduce could not be verified.
            log.at(Level.WARN, lease.match().progress().turn())
                    .addKeyValue("checkpoint", lease.checkpoint())
                    .log("Could not resume from the checkpoint; the match starts again");
            return fresh.get();
        }
        Match<S, M> match = resumed.get();
        checkpointer.resumed(match.turn());
        log.at(Level.INFO, match.turn()).log("Resumed the match from its checkpoint");
        return match;
    }

    private Optional<Replay> saved(Lease lease, MatchLog log) {
        Optional<byte[]> file = checkpoints.get(lease.checkpoint());
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
     * From now on, leaves each match to another runner after its current turn. Called when the process is asked to end,
     * which Lambda does not do.
     */
    void stop() {
        stopping = true;
    }

    /**
     * Saves the match for the next runner, because time is up. This is not an error and may happen as often as the
     * match needs.
     */
    private void handOver(Lease lease, Match<?, ?> match, Checkpointer checkpointer, MatchLog log) {
        if (checkpointer.release(match)) {
            log.at(Level.INFO, match.turn()).log("Saved the match for another runner");
            queue.send(List.of(lease.id()));
        }
    }

    /** Without this, a match whose time limit exceeds a runner's lifetime would pass from runner to runner for ever. */
    private void leaveUnplayed(Lease lease, int turn, MatchLog log) {
        log.at(Level.WARN, turn).log("Could not start a single turn before the deadline of this runner");
        fault(lease, "No server had enough time left for a single turn.", log);
    }

    /** Opening a connection may take as long as the move itself. */
    private static long longestTurn(TimeLimits limits) {
        return TimeUnit.MILLISECONDS.toNanos(2L * Math.max(limits.first(), limits.later()));
    }

    /** Stores the replay before the result, so that every finished match has a replay. */
    private void store(Lease lease, Match<?, ?> match, Checkpointer checkpointer, MatchLog log)
            throws ReplayFile.NotAReplay {
        Replay replay = Replay.of(match, players(lease.match()));
        switch (replays.put(lease.id(), ReplayFile.write(replay))) {
            case WRITTEN -> commit(lease, replay, match, checkpointer, log);
            case ALREADY_THERE -> {
                // Another runner was faster, or the client retried our own write because the answer came too late.
                byte[] stored = replays.get(lease.id())
                        .orElseThrow(() -> new IllegalStateException("the stored replay has disappeared"));
                adopt(lease, stored, checkpointer, log);
            }
        }
    }

    /** The players as shown to everyone: without the URLs of bots. */
    private static List<Replay.Player> players(MatchRecord record) {
        return record.players().stream()
                .map(player -> new Replay.Player(player.name(), player.house()))
                .toList();
    }

    /** Commits the result of the stored replay. */
    private void adopt(Lease lease, byte[] stored, Checkpointer checkpointer, MatchLog log)
            throws ReplayFile.NotAReplay {
        Replay replay = ReplayFile.read(stored);
        Game<?, ?> game = Games.byId(replay.start().game())
                .orElseThrow(() -> new IllegalStateException(
                        "there is no game " + replay.start().game()));
        Match<?, ?> match = replay.play(game, Integer.MAX_VALUE);
        log.at(Level.INFO, match.turn()).log("The match already has a replay; committing its result");
        commit(lease, replay, match, checkpointer, log);
    }

    /** @param match at its end, as the replay has it */
    private void commit(Lease lease, Replay replay, Match<?, ?> match, Checkpointer checkpointer, MatchLog log) {
        int turns = match.turn();
        List<SeatTally> tallies = SeatTally.of(match, lease.match().players());
        if (!leases.finishMatch(lease, replay.result(), replay.calls().failures(), turns, tallies)) {
            log.at(Level.WARN, turns).log("Another runner has taken over the match; it will find the replay");
            return;
        }
        send(lease, Status.FINISHED, log);
        checkpointer.discard();
        metrics.matchFinished(lease.match().game());
        log.at(Level.INFO, turns)
                .addKeyValue("reason", replay.result().reason())
                .addKeyValue(
                        "winner",
                        replay.result().winner() == null
                                ? null
                                : replay.result().winner().number())
                .addKeyValue("failures", replay.calls().failures().size())
                .addKeyValue("seconds", seconds(replay.calls().times()))
                .log("Match finished");
    }

    /**
     * Sends the messages due at the end of a match. The outbox marks the match as well, so the sweeper sends what fails
     * here.
     */
    private void send(Lease lease, Status end, MatchLog log) {
        try {
            endMessages.send(lease.match(), end);
        } catch (SdkException unreachable) {
            log.at(Level.WARN, lease.match().progress().turn())
                    .setCause(unreachable)
                    .log("Could not queue the webhook or the result; the sweeper will queue it");
        }
    }

    private static double seconds(List<Integer> times) {
        return times.stream().mapToLong(Integer::longValue).sum() / 1000.0;
    }

    private static Options options(Game<?, ?> game, Map<String, Object> values) {
        return switch (Options.read(game.card().options(), values)) {
            case Options.Valid valid -> valid.options();
            case Options.Invalid invalid ->
                throw new IllegalStateException(
                        "the record has options that the game does not accept: " + invalid.violations());
        };
    }

    private Player player(Game<?, ?> game, MatchRecord record, Seat seat) {
        PlayerRecord player = record.players().get(seat.index());
        if (player.house() != null) {
            HouseBot house = game.houseBot(player.house())
                    .orElseThrow(() -> new IllegalStateException("there is no house bot " + player.house()));
            return new HousePlayer(house, seat, record.settings().seed());
        }
        if (player.bot() != null) {
            return registered.player(player.bot(), record.origin().owner());
        }
        return switch (BotUrl.read(player.url(), client.policy())) {
            case BotUrl.Allowed allowed -> client.player(allowed.url());
            case BotUrl.Refused refused -> Player.notAllowed(refused);
        };
    }

    /** Counts the calls of the last turn in the metrics, and returns whether to continue. */
    private boolean counted(Match<?, ?> match, MatchRecord record) {
        List<Call> calls = match.calls();
        for (int i = calls.size() - 1; i >= 0 && calls.get(i).turn() == match.turn() - 1; i--) {
            Call call = calls.get(i);
            if (record.players().get(call.seat().index()).house() == null) {
                metrics.call(
                        record.game(),
                        TimeUnit.MILLISECONDS.toNanos(call.milliseconds()),
                        call.failure() == null ? null : call.failure().kind());
            }
        }
        return !stopping;
    }
}
