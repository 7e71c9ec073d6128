package bout.runner;

import bout.botclient.player.Player;
import bout.competition.journal.Competition;
import bout.engine.Call;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.sandbox.PublishedPlayer;
import bout.store.Aws;
import bout.store.access.Owners;
import bout.store.match.Leases;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.WaitingMatch;
import bout.store.queue.Queue.MatchQueue;
import bout.store.replay.Checkpoints;
import bout.store.replay.Consoles;
import bout.store.replay.LiveReplays;
import bout.telemetry.Machine;
import bout.telemetry.MatchLog;
import bout.telemetry.RunnerMetrics;
import bout.wire.ReplayFile;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Takes a match from queued to its end: gets the lease, plays, stores the replay and commits the result.
 *
 * <p>Several runners may work on the same match. Usually the leases keep them apart. If they do not, because a runner
 * was paused for longer than its lease, the replay decides: the first one stored wins, and a runner that finds a stored
 * replay commits that replay's result instead of its own.
 */
public final class MatchRunner {

    /** After this many server errors a match is marked as failed. */
    public static final int MAX_FAULTS = 3;

    /** The wait after each server error except the last. */
    private static final List<Duration> AFTER_FAULT = List.of(Duration.ofSeconds(5), Duration.ofSeconds(30));

    /**
     * The wait each time that a bot is not there. Clients notice within a minute and a half that their line is dead.
     */
    private static final List<Duration> PUT_BACK = List.of(Duration.ofSeconds(30), Duration.ofSeconds(60));

    /**
     * After this many expired leases a match is marked as failed. The limit is higher than {@link #MAX_FAULTS} because
     * a runner that crashes takes up to a hundred matches with it, of which at most one is the cause.
     */
    static final int MAX_EXPIRED_LEASES = 10;

    private static final Logger LOG = LoggerFactory.getLogger(MatchRunner.class);

    /**
     * Times for a runner's lease and the checkpoints of its matches.
     *
     * @param last how long a runner's lease lasts without renewal. A crash is noticed after this time, at the sweeper's
     *     next run
     * @param renewedEvery how often the lease is renewed
     * @param savedEvery how old a checkpoint may get before a new one is saved, after the next turn. A crash loses the
     *     moves since the last checkpoint
     */
    public record LeaseTimes(Duration last, Duration renewedEvery, Duration savedEvery) {
        public static final LeaseTimes DEFAULT = lasting(Duration.ofSeconds(45));

        /** A lease that survives eight failed renewals in a row. */
        public static LeaseTimes lasting(Duration last) {
            return new LeaseTimes(last, last.dividedBy(9), last.multipliedBy(2).dividedBy(3));
        }
    }

    private static final String OWNER_BLOCKED = "Its owner was blocked.";
    private static final long BLOCKED_KNOWN = TimeUnit.SECONDS.toNanos(30);

    private final Leases leases;
    private final Checkpoints checkpoints;
    private final LiveReplays live;
    private final Consoles consoles;
    private final MatchQueue queue;
    private final Owners owners;
    private final MatchPlayers players;
    private final MatchEnds ends;
    private final RunnerMetrics metrics;
    private final LeaseTimes times;

    private final Map<String, Blocked> blocked = new ConcurrentHashMap<>();

    private record Blocked(boolean is, long at) {}

    public MatchRunner(Aws aws, Clock clock, MatchPlayers players, RunnerMetrics metrics, LeaseTimes times) {
        leases = aws.leases(clock);
        checkpoints = new Checkpoints(aws.bucket());
        live = aws.liveReplays();
        consoles = new Consoles(aws.bucket());
        queue = aws.matchQueue();
        owners = new Owners(aws.table(), clock);
        ends = new MatchEnds(aws, clock, metrics);
        this.players = players;
        this.metrics = metrics;
        this.times = times;
    }

    /**
     * Plays the match unless another runner plays it or has finished it. A match that is still running when the runner
     * must stop is saved and left to another one.
     *
     * @param settled called as soon as the message with the id is of no use any more: when the match is taken (then the
     *     sweeper looks after it), or if it need not be played
     * @return whether the message is done: the match has ended, or another message is on its way. If not, the match was
     *     not attempted, and the message must be delivered again
     */
    public boolean run(String id, RunnerLease runner, Runnable settled) throws InterruptedException {
        if (!runner.mayTake()) {
            return false;
        }
        RunnerLease.Held held = runner.hold(id);
        try {
            LeaseResult result = take(id, runner);
            settled.run();
            switch (result) {
                case LeaseResult.Leased(Lease lease) -> new Attempt(lease, held, runner).make();
                case LeaseResult.Held _ ->
                    // The message was delivered twice. If the other runner dies, the sweeper finds the match; keeping
                    // this message would only bring it back at the wrong time.
                    LOG.atInfo().addKeyValue("match", id).log("A runner is already playing this match");
                case LeaseResult.Over _ -> LOG.atInfo().addKeyValue("match", id).log("This match has already ended");
                case LeaseResult.Unknown _ ->
                    LOG.atWarn().addKeyValue("match", id).log("No match has this id");
            }
            return true;
        } finally {
            runner.letGo(held);
        }
    }

    private LeaseResult take(String id, RunnerLease runner) {
        try {
            return leases.takeLease(id, runner.id());
        } catch (SdkException unknown) {
            runner.mayHoldMore();
            throw unknown;
        }
    }

    /** Matches of competitions go on, since others take part in them; the next update cancels the tournament. */
    private boolean isBlocked(MatchRecord match) {
        String owner = match.origin().owner();
        if (match.rated() || owner == null) {
            return false;
        }
        Blocked before = blocked.get(owner);
        if (before != null && Machine.current().nanoTime() - before.at < BLOCKED_KNOWN) {
            return before.is;
        }
        Blocked now =
                new Blocked(readIsBlocked(owner, before), Machine.current().nanoTime());
        blocked.put(owner, now);
        return now.is;
    }

    private boolean readIsBlocked(String owner, Blocked before) {
        try {
            return owners.isBlocked(owner);
        } catch (SdkException unreachable) {
            if (before == null) {
                throw unreachable;
            }
            // A running match needs the table for nothing else before its next checkpoint.
            LOG.atWarn()
                    .addKeyValue("owner", owner)
                    .setCause(unreachable)
                    .log("Could not read whether an owner is blocked; retrying");
            return before.is;
        }
    }

    /** One attempt to play a match to its end, under one lease. */
    private final class Attempt {

        private final Lease lease;
        private final MatchRecord record;
        private final RunnerLease.Held held;
        private final RunnerLease runner;
        private final MatchLog log;
        private final Checkpointer checkpointer;
        private long savedAt = Machine.current().nanoTime();
        private boolean lost;

        Attempt(Lease lease, RunnerLease.Held held, RunnerLease runner) {
            this.lease = lease;
            this.record = lease.match();
            this.held = held;
            this.runner = runner;
            this.log = new MatchLog(MatchRunner.class, lease.id(), record.game());
            this.checkpointer = new Checkpointer(leases, checkpoints, lease, log);
        }

        void make() throws InterruptedException {
            try {
                if (lease.expiredLeases() >= MAX_EXPIRED_LEASES) {
                    ends.fail(lease, "Several servers crashed while they played it.", log);
                } else if (isBlocked(record)) {
                    ends.cancel(lease, OWNER_BLOCKED, log);
                } else {
                    play();
                }
            } catch (RuntimeException | ReplayFile.NotAReplay | Error fault) {
                log.at(Level.ERROR, record.progress().turn())
                        .addKeyValue("attempt", lease.fence())
                        .setCause(fault)
                        .log("Could not play the match");
                faultOrRetry();
            }
        }

        /** The runner's lease lives on, so no other process would look for a match that could not be given back. */
        private void faultOrRetry() {
            Runnable giveBack = () -> fault("It could not be played because of a server error.");
            try {
                giveBack.run();
            } catch (SdkException unreachable) {
                log.at(Level.WARN, record.progress().turn())
                        .setCause(unreachable)
                        .log("Could not give the match back; retrying");
                runner.retry(giveBack);
            }
        }

        private void fault(String reason) {
            int faults = lease.faults() + 1;
            if (faults >= MAX_FAULTS) {
                ends.fail(lease, reason, log);
            } else if (leases.releaseAfterFault(lease)) {
                // A service that was unreachable may have recovered by then. If this message is lost, the sweeper sends
                // another.
                requeue(AFTER_FAULT.get(faults - 1));
            }
        }

        private void requeue(Duration delay) {
            queue.sendMatches(List.of(WaitingMatch.of(record, lease.quotasOf())), delay);
        }

        private void play() throws InterruptedException, ReplayFile.NotAReplay {
            Optional<byte[]> stored = lease.takenOver() ? ends.stored(record) : Optional.empty();
            if (stored.isPresent()) {
                ends.adopt(lease, stored.get(), checkpointer, log);
                return;
            }
            Game<?> game = Games.byId(record.game())
                    .orElseThrow(() -> new IllegalStateException("there is no game " + record.game()));
            held.watchedUntil(lease.watchedUntil());
            try (MatchPlayers.Seated seated = players.seated(game, record);
                    Broadcast broadcast = new Broadcast(
                            live,
                            players.seatKey().fileName(record),
                            MatchPlayers.shownLive(record),
                            record.mayBeWatched() && held.watched(),
                            Broadcast.INTERVAL,
                            record.rated() ? live.ratedDelay() : Duration.ZERO,
                            log)) {
                if (lease.takenOver() || !withoutBot(seated.players())) {
                    play(game, seated.players(), broadcast);
                }
            }
        }

        private void play(Game<?> game, List<Player> seated, Broadcast broadcast)
                throws InterruptedException, ReplayFile.NotAReplay {
            List<String> seatIds = Seat.first(seated.size()).stream()
                    .map(seat -> players.seatKey().ids().of(lease.id(), seat))
                    .toList();
            if (!lease.takenOver()) {
                metrics.matchStarted(
                        record.game(),
                        Duration.between(record.createdAt(), record.progress().startedAt()));
            }
            Match<?> match = begin(game, seated);
            if (!lease.takenOver()) {
                MatchPlayers.tell(record, seatIds, seated, null);
            }
            broadcast.show(match);
            int firstTurn = match.turn();
            TimeLimits limits = record.settings().game().timeLimit() == null
                    ? game.card().timeLimits()
                    : TimeLimits.same(record.settings().game().timeLimit());
            // Opening a connection may take as long as the move itself.
            long longestTurn = TimeUnit.MILLISECONDS.toNanos(2L * Math.max(limits.first(), limits.later()));
            MatchLoop loop = new MatchLoop(
                    seatIds,
                    seated,
                    limits,
                    played -> afterTurn(played, broadcast),
                    runner.until() - longestTurn,
                    record.rated()
                            ? List.of()
                            : record.players().stream().map(PlayerRecord::name).toList());
            boolean over = loop.play(match);
            broadcast.close();
            if (over) {
                ends.finish(lease, match, checkpointer, log);
                match.seats().forEach(seat -> keepConsole(seat, seated.get(seat.index())));
                MatchPlayers.tell(record, seatIds, seated, match);
                loop.ended(match);
                return;
            }
            if (held.stopped()) {
                log.at(Level.INFO, match.turn()).log("The match was cancelled");
            } else if (lost) {
                log.at(Level.WARN, match.turn()).log("The match was cancelled, or another runner has it");
            } else if (isBlocked(record)) {
                ends.cancel(lease, OWNER_BLOCKED, log);
            } else if (match.turn() == firstTurn && runner.lifetime() < longestTurn) {
                // Otherwise a match whose time limit exceeds a runner's lifetime would pass from runner to runner
                // forever.
                log.at(Level.WARN, match.turn()).log("No runner lives long enough for a single turn of this match");
                fault("No server had enough time left for a single turn.");
            } else if (checkpointer.release(match, held.watchedUntil())) {
                // Not an error; it may happen as often as the match needs.
                log.at(Level.INFO, match.turn()).log("Saved the match for another runner");
                requeue(Duration.ZERO);
            }
        }

        private <M> Match<M> begin(Game<M> game, List<Player> seated) {
            Options options =
                    switch (Options.read(
                            game.card().options(), record.settings().game().options())) {
                        case Options.Valid valid -> valid.options();
                        case Options.Invalid invalid ->
                            throw new IllegalStateException(
                                    "the record has options that the game does not accept: " + invalid.violations());
                    };
            return checkpointer.begin(() -> Match.draw(game, record.settings().seed(), options, seated.size()), seated);
        }

        /** Publishes the turn if there are spectators, saves a checkpoint if it is time, and says whether to go on. */
        private boolean afterTurn(Match<?> match, Broadcast broadcast) {
            countCalls(match);
            boolean goOn = !isBlocked(record) && !held.stopped() && !runner.stopping();
            broadcast.watched(record.mayBeWatched() && held.watched());
            broadcast.show(match);
            if (goOn
                    && !match.over()
                    && Machine.current().nanoTime() - savedAt
                            >= times.savedEvery().toNanos()) {
                try {
                    lost = !checkpointer.save(match);
                } catch (SdkException unreachable) {
                    log.at(Level.WARN, match.turn()).setCause(unreachable).log("Could not save a checkpoint; retrying");
                }
                savedAt = Machine.current().nanoTime();
            }
            return goOn && !lost;
        }

        private void countCalls(Match<?> match) {
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
        }

        /**
         * Deals with a rated match that would begin without a bot whose connection is dead. It is put back, which tells
         * the bot nothing about the match, so its owner gains nothing by that. Then a ladder does without it if the bot
         * has had no connection since; a tournament needs its result. A bot that has one and does not answer plays, and
         * loses.
         *
         * @return whether it must not begin now
         */
        private boolean withoutBot(List<Player> seated) {
            if (!record.rated()) {
                return false;
            }
            Optional<Player.Presence> absent = seated.stream()
                    .map(Player::presence)
                    .filter(presence -> presence != Player.Presence.THERE)
                    .findFirst();
            if (absent.isEmpty()) {
                return false;
            }
            if (lease.absences() < PUT_BACK.size()) {
                log.at(Level.INFO, 0).log("A bot is not there; put the match back");
                if (leases.putBack(lease)) {
                    requeue(PUT_BACK.get(lease.absences()));
                }
                return true;
            }
            if (absent.get() == Player.Presence.GONE && record.origin().competition() instanceof Competition.OfLadder) {
                ends.cancel(lease, "It did not begin: a bot was not connected.", log);
                return true;
            }
            return false;
        }

        /** After the result, which does not depend on it. */
        private void keepConsole(Seat seat, Player player) {
            if (!(player instanceof PublishedPlayer published)
                    || published.printed().isEmpty()) {
                return;
            }
            try {
                consoles.put(record.id(), seat, published.printed());
            } catch (SdkException unreachable) {
                log.at(Level.WARN, record.progress().turn())
                        .addKeyValue("seat", seat.number())
                        .setCause(unreachable)
                        .log("Could not store what a bot printed");
            }
        }
    }
}
