package bout.runner;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.ledger.Lease;
import bout.ledger.Leasing;
import bout.ledger.MatchQueue;
import bout.ledger.MatchRecord;
import bout.ledger.Matches;
import bout.ledger.PlayerRecord;
import bout.ledger.Replays;
import bout.telemetry.MatchLog;
import bout.telemetry.RunnerMetrics;
import bout.wire.ReplayFile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Takes a match from queued to its end: lease, play, store the replay, commit the result.
 *
 * <p>Any number of runners may be at the same match. The lease keeps them apart most of the time; where it does not (a
 * runner that stood still for longer than its lease), the replay decides: the first that is stored is the truth, and a
 * runner that finds one commits the result that it holds and not its own.
 */
final class MatchRunner {

    /** After so many attempts a match that cannot be played is given up. */
    static final int MAX_ATTEMPTS = 3;

    /** A match that was taken more often than that takes its runners down with it. */
    static final int MAX_LEASES = 2 * MAX_ATTEMPTS;

    private static final Logger LOG = LoggerFactory.getLogger(MatchRunner.class);

    /**
     * How long the lease of a match lasts without a sign of life, and how often there is one. A crash is noticed after
     * that time, at the sweeper's next run.
     */
    record Leases(Duration last, Duration renewedEvery) {
        static final Leases DEFAULT = new Leases(Duration.ofSeconds(45), Duration.ofSeconds(5));
    }

    /** What is to become of the message that brought a match. */
    enum Outcome {
        /** Nothing is left to do for it. */
        DONE,
        /** A fault of ours kept the match from being played; it is to be tried again. */
        FAULT
    }

    private final Matches matches;
    private final Replays replays;
    private final MatchQueue queue;
    private final BotClient client;
    private final AddressPolicy policy;
    private final RunnerMetrics metrics;
    private final Leases leases;
    private volatile boolean stopping;

    MatchRunner(
            Matches matches,
            Replays replays,
            MatchQueue queue,
            BotClient client,
            RunnerMetrics metrics,
            Leases leases) {
        this.matches = matches;
        this.replays = replays;
        this.queue = queue;
        this.client = client;
        this.policy = client.policy();
        this.metrics = metrics;
        this.leases = leases;
    }

    /**
     * Plays the match unless somebody else does or has.
     *
     * @param until when this process may live no longer, on the clock of {@link System#nanoTime}; a match that cannot end
     *     before is left to another runner
     */
    Outcome run(String id, long until) throws InterruptedException {
        if (stopping) {
            return Outcome.FAULT;
        }
        return switch (matches.lease(id, leases.last())) {
            case Leasing.Leased leased -> attempt(leased.lease(), until);
            case Leasing.Held held -> {
                // A message that came twice. Should the other runner die, the sweeper finds the match: a message that
                // is
                // kept for that would only come back at the wrong time.
                LOG.atInfo().addKeyValue("match", id).log("Another runner plays this match");
                yield Outcome.DONE;
            }
            case Leasing.Over over -> {
                LOG.atInfo().addKeyValue("match", id).log("This match is over already");
                yield Outcome.DONE;
            }
            case Leasing.Unknown unknown -> {
                LOG.atWarn().addKeyValue("match", id).log("There is no match with this id");
                yield Outcome.DONE;
            }
        };
    }

    private Outcome attempt(Lease lease, long until) throws InterruptedException {
        MatchLog log = new MatchLog(MatchRunner.class, lease.id(), lease.match().game());
        try {
            if (lease.fence() > MAX_LEASES) {
                giveBack(lease, "Several servers that took it have died.", log);
            } else {
                play(lease, until, log);
            }
            return Outcome.DONE;
        } catch (RuntimeException | ReplayFile.NotAReplay | Error fault) {
            log.at(Level.ERROR, lease.match().turn())
                    .addKeyValue("attempt", lease.fence())
                    .setCause(fault)
                    .log("The match could not be played");
            giveBack(lease, "It could not be played because of an error on our side.", log);
            return Outcome.FAULT;
        }
    }

    /** Leaves the match to a later attempt, or gives it up after the last one. */
    private boolean giveBack(Lease lease, String reason, MatchLog log) {
        if (lease.fence() < MAX_ATTEMPTS) {
            return matches.release(lease);
        }
        if (matches.fail(lease, reason)) {
            metrics.matchFailed(lease.match().game());
            log.at(Level.ERROR, lease.match().turn()).log("The match is given up");
        }
        return false;
    }

    private void play(Lease lease, long until, MatchLog log) throws InterruptedException, ReplayFile.NotAReplay {
        MatchRecord record = lease.match();
        if (lease.takenOver()) {
            Optional<byte[]> stored = replays.get(lease.id());
            if (stored.isPresent()) {
                adopt(lease, stored.get(), log);
                return;
            }
        } else {
            metrics.matchStarted(record.game(), Duration.between(record.createdAt(), record.startedAt()));
        }
        Game<?, ?> game = Games.byId(record.game())
                .orElseThrow(() -> new IllegalStateException("there is no game " + record.game()));
        Match<?, ?> match = Match.draw(game, record.seed(), options(game, record.options()));
        TimeLimits limits = record.timeLimit() == null ? game.card().timeLimits() : TimeLimits.same(record.timeLimit());
        try (Heartbeat heartbeat = new Heartbeat(
                matches, lease, leases.last(), leases.renewedEvery(), turn -> counted(turn, record), log)) {
            MatchLoop loop = new MatchLoop(
                    lease.id(),
                    player(game, record, Seat.FIRST),
                    player(game, record, Seat.SECOND),
                    limits,
                    heartbeat,
                    until - longestTurn(limits));
            switch (loop.play(match)) {
                case OVER -> store(lease, match, log);
                case STOPPED -> {
                    if (heartbeat.lost()) {
                        log.at(Level.WARN, match.turn()).log("Another runner has taken the match over");
                    } else if (stopping) {
                        handOver(lease);
                    } else {
                        leaveUnfinished(lease, match.turn(), log);
                    }
                }
            }
        }
    }

    /**
     * From now on each match is left to another runner when the turn that is being played is over. For a process that is
     * asked to end; Lambda does not ask.
     */
    void stop() {
        stopping = true;
    }

    private void handOver(Lease lease) {
        if (matches.release(lease)) {
            queue.send(List.of(lease.id()));
        }
    }

    private void leaveUnfinished(Lease lease, int turn, MatchLog log) {
        log.at(Level.WARN, turn).log("The match does not end within the life of this runner");
        if (giveBack(lease, "It takes longer than a runner may live; faster bots could end it.", log)) {
            queue.send(List.of(lease.id()));
        }
    }

    /** Opening a connection may take as long as the move itself. */
    private static long longestTurn(TimeLimits limits) {
        return TimeUnit.MILLISECONDS.toNanos(2L * Math.max(limits.first(), limits.later()));
    }

    /** Stores the replay before the result: whoever sees a finished match finds its replay. */
    private void store(Lease lease, Match<?, ?> match, MatchLog log) throws ReplayFile.NotAReplay {
        Replay replay = Replay.of(
                match,
                lease.match().players().stream()
                        .map(player -> new Replay.Player(player.name(), player.house()))
                        .toList());
        switch (replays.put(lease.id(), ReplayFile.write(replay))) {
            case WRITTEN -> commit(lease, replay, match.turn(), log);
            case ALREADY_THERE -> {
                // Another runner was faster, or our own write was answered so late that it was sent again.
                byte[] stored = replays.get(lease.id())
                        .orElseThrow(() -> new IllegalStateException("a replay was there and now is not"));
                adopt(lease, stored, log);
            }
        }
    }

    /** Commits the result of the replay that is stored. */
    private void adopt(Lease lease, byte[] stored, MatchLog log) throws ReplayFile.NotAReplay {
        Replay replay = ReplayFile.read(stored);
        Game<?, ?> game = Games.byId(replay.game())
                .orElseThrow(() -> new IllegalStateException("there is no game " + replay.game()));
        int turns = replay.play(game, Integer.MAX_VALUE).turn();
        log.at(Level.INFO, turns).log("The match has a replay already; its result is taken");
        commit(lease, replay, turns, log);
    }

    private void commit(Lease lease, Replay replay, int turns, MatchLog log) {
        if (!matches.finish(lease, replay.result(), replay.failures(), turns)) {
            log.at(Level.WARN, turns).log("Another runner has taken the match over; it finds the replay");
            return;
        }
        metrics.matchFinished(lease.match().game());
        log.at(Level.INFO, turns)
                .addKeyValue("reason", replay.result().reason())
                .addKeyValue(
                        "winner",
                        replay.result().winner() == null
                                ? null
                                : replay.result().winner().number())
                .addKeyValue("failures", replay.failures().size())
                .addKeyValue("seconds", seconds(replay.times()))
                .log("The match is finished");
    }

    private static double seconds(List<Integer> times) {
        return times.stream().mapToLong(Integer::longValue).sum() / 1000.0;
    }

    private static Options options(Game<?, ?> game, Map<String, Object> values) {
        return switch (Options.read(game.card().options(), values)) {
            case Options.Accepted accepted -> accepted.options();
            case Options.Refused refused ->
                throw new IllegalStateException("the record has options that the game refuses: " + refused.wrongs());
        };
    }

    private Player player(Game<?, ?> game, MatchRecord record, Seat seat) {
        PlayerRecord player = record.players().get(seat.index());
        if (player.house() != null) {
            HouseBot house = game.houseBot(player.house())
                    .orElseThrow(() -> new IllegalStateException("there is no house bot " + player.house()));
            return new HousePlayer(house, seat, record.seed());
        }
        return switch (BotUrl.read(player.url(), policy)) {
            case BotUrl.Allowed allowed -> client.player(allowed.url());
            case BotUrl.Refused refused -> {
                Failure failure = new Failure(
                        Failure.Kind.ADDRESS_NOT_ALLOWED,
                        "The bot's URL is not one that can be called: " + refused.text() + ".");
                yield request -> new Reply.Failed(failure, 0);
            }
        };
    }

    /** Counts the calls of the turn that was just played, and says whether to go on. */
    private boolean counted(Match<?, ?> match, MatchRecord record) {
        List<Call> calls = match.calls();
        for (int i = calls.size() - 1; i >= 0 && calls.get(i).turn() == match.turn() - 1; i--) {
            Call call = calls.get(i);
            if (record.players().get(call.seat().index()).url() != null) {
                metrics.call(
                        record.game(),
                        TimeUnit.MILLISECONDS.toNanos(call.milliseconds()),
                        call.failure() == null ? null : call.failure().kind());
            }
        }
        return !stopping;
    }
}
