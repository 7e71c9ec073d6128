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
 * Takes a match from queued to its end: lease, play, store the replay, commit the result.
 *
 * <p>Any number of runners may be at the same match. The lease keeps them apart most of the time; where it does not (a
 * runner that stood still for longer than its lease), the replay decides: the first that is stored is the truth, and a
 * runner that finds one commits the result that it holds and not its own.
 */
public final class MatchRunner {

    /** After so many faults of ours a match is given up. */
    public static final int MAX_FAULTS = 3;

    /** How long a match waits after each fault but the last. */
    private static final List<Duration> AFTER_FAULT = List.of(Duration.ofSeconds(5), Duration.ofSeconds(30));

    /**
     * After so many times that ran out, a match is given up. More than faults, because a runner that dies takes up to a
     * hundred matches with it, of which at most one is to blame.
     */
    static final int MAX_EXPIRED_LEASES = 10;

    private static final Logger LOG = LoggerFactory.getLogger(MatchRunner.class);

    /**
     * How a match is kept while it is played.
     *
     * @param last how long its lease lasts without a sign of life. A crash is noticed after that time, at the sweeper's
     *     next run
     * @param renewedEvery how often there is a sign of life
     * @param savedEvery how old the checkpoint of a match may be before it is saved again, with the next sign of life. A
     *     crash costs the moves since the checkpoint
     */
    public record LeaseTimes(Duration last, Duration renewedEvery, Duration savedEvery) {
        static final LeaseTimes DEFAULT = lasting(Duration.ofSeconds(45));

        /** Of a lease that lasts so long, eight signs of life may get lost. */
        public static LeaseTimes lasting(Duration last) {
            return new LeaseTimes(last, last.dividedBy(9), last.multipliedBy(2).dividedBy(3));
        }
    }

    /** What is to become of the message that brought a match. */
    public enum Outcome {
        /** Nothing is left to do for it: the match is over, or another message is under way. */
        DONE,
        /** It was not even looked at; it is to come again. */
        FAULT
    }

    private final Leases leases;
    private final Replays replays;
    private final Checkpoints checkpoints;
    private final LiveReplays live;
    private final MatchQueue queue;
    private final DeadLetters deadLetters;
    private final EndMessages outgoing;
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
            EndMessages outgoing,
            BotClient client,
            RunnerMetrics metrics,
            LeaseTimes times) {
        this.leases = leases;
        this.replays = replays;
        this.checkpoints = checkpoints;
        this.live = live;
        this.queue = queue;
        this.deadLetters = deadLetters;
        this.outgoing = outgoing;
        this.client = client;
        this.registered = new RegisteredBots(bots, client);
        this.metrics = metrics;
        this.times = times;
    }

    /**
     * Plays the match unless somebody else does or has.
     *
     * @param until when this process may live no longer, on the clock of {@link System#nanoTime}; a match that does not
     *     end before is saved and left to another runner
     */
    public Outcome run(String id, long until) throws InterruptedException {
        if (stopping) {
            return Outcome.FAULT;
        }
        return switch (leases.takeLease(id, times.last())) {
            case LeaseResult.Leased leased -> attempt(leased.lease(), until);
            case LeaseResult.Held held -> {
                // A message that came twice. Should the other runner die, the sweeper finds the match; a message kept
                // for that would only come back at the wrong time.
                LOG.atInfo().addKeyValue("match", id).log("Another runner plays this match");
                yield Outcome.DONE;
            }
            case LeaseResult.Over over -> {
                LOG.atInfo().addKeyValue("match", id).log("This match is over already");
                yield Outcome.DONE;
            }
            case LeaseResult.Unknown unknown -> {
                LOG.atWarn().addKeyValue("match", id).log("There is no match with this id");
                yield Outcome.DONE;
            }
        };
    }

    private Outcome attempt(Lease lease, long until) throws InterruptedException {
        MatchLog log = new MatchLog(MatchRunner.class, lease.id(), lease.match().game());
        try {
            if (lease.expiredLeases() >= MAX_EXPIRED_LEASES) {
                giveUp(lease, "Several servers that took it have died.", log);
            } else {
                play(lease, until, log);
            }
            return Outcome.DONE;
        } catch (RuntimeException | ReplayFile.NotAReplay | Error fault) {
            log.at(Level.ERROR, lease.match().progress().turn())
                    .addKeyValue("attempt", lease.fence())
                    .setCause(fault)
                    .log("The match could not be played");
            fault(lease, "It could not be played because of an error on our side.", log);
            return Outcome.DONE;
        }
    }

    /** Leaves the match to a later attempt, or gives it up after the last one. */
    private void fault(Lease lease, String reason, MatchLog log) {
        int faults = lease.faults() + 1;
        if (faults >= MAX_FAULTS) {
            giveUp(lease, reason, log);
        } else if (leases.releaseAfterFault(lease)) {
            // What was out of reach may be back then. Should this message get lost, the sweeper sends another.
            queue.send(List.of(lease.id()), AFTER_FAULT.get(faults - 1));
        }
    }

    /**
     * The dead letter goes first: a crash in between leaves a letter too many, of a match that is played after all, and not
     * a failed match without one.
     */
    private void giveUp(Lease lease, String reason, MatchLog log) {
        deadLetters.send(lease.id());
        if (leases.failMatch(lease, reason)) {
            send(lease, Status.FAILED, log);
            metrics.matchFailed(lease.match().game());
            log.at(Level.ERROR, lease.match().progress().turn()).log(
                    "The match is given up; its id is in the dead-letter queue");
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
            int begun = match.turn();
            MatchLoop loop = new MatchLoop(lease.id(), first, second, limits, heartbeat, until - longestTurn(limits));
            MatchLoop.Ending ending = loop.play(match);
            broadcast.close();
            switch (ending) {
                case OVER -> store(lease, match, checkpointer, log);
                case STOPPED -> {
                    if (heartbeat.lost()) {
                        log.at(Level.WARN, match.turn()).log("Another runner has taken the match over");
                    } else if (stopping || match.turn() > begun) {
                        handOver(lease, match, checkpointer, log);
                    } else {
                        leaveUnplayed(lease, match.turn(), log);
                    }
                }
            }
        }
    }

    /** The match as it is to be played now: new, or as another runner saved it. */
    private <S, M> Match<S, M> begin(
            Game<S, M> game, Lease lease, Player first, Player second, Checkpointer checkpointer, MatchLog log) {
        Options options = options(game, lease.match().settings().game().options());
        Supplier<Match<S, M>> fresh =
                () -> Match.draw(game, lease.match().settings().seed(), options);
        if (lease.checkpoint() == null) {
            return fresh.get();
        }
        Optional<Match<S, M>> resumed =
                saved(lease, log).flatMap(checkpoint -> new Resumption(checkpoint).resume(fresh, first, second));
        if (resumed.isEmpty()) {
            // The match must end, and a replay of moves that this engine does not understand would verify nowhere.
            log.at(Level.WARN, lease.match().progress().turn())
                    .addKeyValue("checkpoint", lease.checkpoint())
                    .log("The saved moves cannot be used; the match begins anew");
            return fresh.get();
        }
        Match<S, M> match = resumed.get();
        checkpointer.resumed(match.turn());
        log.at(Level.INFO, match.turn()).log("The match goes on where it was saved");
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
                    .log("The saved moves cannot be read");
            return Optional.empty();
        }
    }

    /**
     * From now on each match is left to another runner when the turn that is being played is over. For a process that is
     * asked to end; Lambda does not ask.
     */
    void stop() {
        stopping = true;
    }

    /** Time is up: the next runner goes on. That is no fault of anybody's and may happen as often as the match needs. */
    private void handOver(Lease lease, Match<?, ?> match, Checkpointer checkpointer, MatchLog log) {
        if (checkpointer.release(match)) {
            log.at(Level.INFO, match.turn()).log("The match is saved and left to another runner");
            queue.send(List.of(lease.id()));
        }
    }

    /** Without this, a match with a time limit that no runner lives for would go from runner to runner for ever. */
    private void leaveUnplayed(Lease lease, int turn, MatchLog log) {
        log.at(Level.WARN, turn).log("Not even one turn could begin within the life of this runner");
        fault(lease, "No turn of it could begin within the life of a server.", log);
    }

    /** Opening a connection may take as long as the move itself. */
    private static long longestTurn(TimeLimits limits) {
        return TimeUnit.MILLISECONDS.toNanos(2L * Math.max(limits.first(), limits.later()));
    }

    /** Stores the replay before the result: whoever sees a finished match finds its replay. */
    private void store(Lease lease, Match<?, ?> match, Checkpointer checkpointer, MatchLog log)
            throws ReplayFile.NotAReplay {
        Replay replay = Replay.of(match, players(lease.match()));
        switch (replays.put(lease.id(), ReplayFile.write(replay))) {
            case WRITTEN -> commit(lease, replay, match, checkpointer, log);
            case ALREADY_THERE -> {
                // Another runner was faster, or our own write was answered so late that it was sent again.
                byte[] stored = replays.get(lease.id())
                        .orElseThrow(() -> new IllegalStateException("a replay was there and now is not"));
                adopt(lease, stored, checkpointer, log);
            }
        }
    }

    /** As everybody may see them: a bot's URL is nobody else's business. */
    private static List<Replay.Player> players(MatchRecord record) {
        return record.players().stream()
                .map(player -> new Replay.Player(player.name(), player.house()))
                .toList();
    }

    /** Commits the result of the replay that is stored. */
    private void adopt(Lease lease, byte[] stored, Checkpointer checkpointer, MatchLog log)
            throws ReplayFile.NotAReplay {
        Replay replay = ReplayFile.read(stored);
        Game<?, ?> game = Games.byId(replay.start().game())
                .orElseThrow(() -> new IllegalStateException(
                        "there is no game " + replay.start().game()));
        Match<?, ?> match = replay.play(game, Integer.MAX_VALUE);
        log.at(Level.INFO, match.turn()).log("The match has a replay already; its result is taken");
        commit(lease, replay, match, checkpointer, log);
    }

    /** @param match as the replay says it, at its end */
    private void commit(Lease lease, Replay replay, Match<?, ?> match, Checkpointer checkpointer, MatchLog log) {
        int turns = match.turn();
        List<SeatTally> tallies = SeatTally.of(match, lease.match().players());
        if (!leases.finishMatch(lease, replay.result(), replay.calls().failures(), turns, tallies)) {
            log.at(Level.WARN, turns).log("Another runner has taken the match over; it finds the replay");
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
                .log("The match is finished");
    }

    /** Sends what follows from the end. That it is to be sent is written down with the end, so the sweeper does it if need be. */
    private void send(Lease lease, Status end, MatchLog log) {
        try {
            outgoing.send(lease.match(), end);
        } catch (SdkException unreachable) {
            log.at(Level.WARN, lease.match().progress().turn())
                    .setCause(unreachable)
                    .log("The webhook or the result could not be queued; the sweeper will queue it");
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
                        "the record has options that the game refuses: " + invalid.violations());
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

    /** Counts the calls of the turn that was just played, and says whether to go on. */
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
