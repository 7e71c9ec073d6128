package bout.runner;

import bout.botclient.player.Player;
import bout.competition.journal.Competition;
import bout.engine.Call;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.sandbox.PublishedPlayer;
import bout.store.access.AccessTokens;
import bout.store.id.SeatIds;
import bout.store.match.Lease;
import bout.store.match.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.WaitingMatch;
import bout.telemetry.MatchLog;
import bout.telemetry.RunnerMetrics;
import bout.wire.ReplayFile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
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

    /** What to do with the message that contained the match's id. */
    public enum Outcome {
        /** Delete it: the match has ended, or another message is on its way. */
        DONE,
        /** Deliver it again: the match was not attempted. */
        FAULT
    }

    private final MatchStores stores;
    private final MatchMessages messages;
    private final MatchPlayers players;
    private final MatchEnds ends;
    private final RevokedOwners revoked;
    private final RunnerMetrics metrics;
    private final LeaseTimes times;

    public MatchRunner(
            MatchStores stores,
            MatchMessages messages,
            RegisteredBots registered,
            AccessTokens tokens,
            RunnerMetrics metrics,
            LeaseTimes times) {
        this.stores = stores;
        this.messages = messages;
        this.players = new MatchPlayers(registered, stores.seatKey());
        this.ends = new MatchEnds(stores, messages, metrics);
        this.revoked = new RevokedOwners(tokens);
        this.metrics = metrics;
        this.times = times;
    }

    /**
     * Plays the match unless another runner plays it or has finished it. A match that is still running when the runner
     * must stop is saved and left to another one.
     *
     * @param settled called as soon as the message with the id is of no use any more: when the match is taken (then the
     *     sweeper looks after it), or if it need not be played
     */
    public Outcome run(String id, RunnerLease runner, Runnable settled) throws InterruptedException {
        if (!runner.mayTake()) {
            return Outcome.FAULT;
        }
        HeldMatch held = runner.hold(id);
        try {
            LeaseResult result = take(id, runner);
            settled.run();
            switch (result) {
                case LeaseResult.Leased leased -> attempt(leased.lease(), held, runner);
                case LeaseResult.Held other ->
                    // The message was delivered twice. If the other runner dies, the sweeper finds the match; keeping
                    // this message would only bring it back at the wrong time.
                    LOG.atInfo().addKeyValue("match", id).log("A runner is already playing this match");
                case LeaseResult.Over over ->
                    LOG.atInfo().addKeyValue("match", id).log("This match has already ended");
                case LeaseResult.Unknown unknown ->
                    LOG.atWarn().addKeyValue("match", id).log("No match has this id");
            }
            return Outcome.DONE;
        } finally {
            runner.letGo(held);
        }
    }

    private LeaseResult take(String id, RunnerLease runner) {
        try {
            return stores.leases().takeLease(id, runner.id());
        } catch (SdkException unknown) {
            runner.mayHoldMore();
            throw unknown;
        }
    }

    private void attempt(Lease lease, HeldMatch held, RunnerLease runner) throws InterruptedException {
        MatchLog log = new MatchLog(MatchRunner.class, lease.id(), lease.match().game());
        try {
            if (lease.expiredLeases() >= MAX_EXPIRED_LEASES) {
                ends.fail(lease, "Several servers crashed while they played it.", log);
            } else if (isRevoked(lease.match())) {
                ends.cancelRevoked(lease, log);
            } else {
                play(lease, held, runner, log);
            }
        } catch (RuntimeException | ReplayFile.NotAReplay | Error fault) {
            log.at(Level.ERROR, lease.match().progress().turn())
                    .addKeyValue("attempt", lease.fence())
                    .setCause(fault)
                    .log("Could not play the match");
            faultOrRetry(lease, runner, log);
        }
    }

    /** The runner's lease lives on, so nobody else would look for a match that could not be given back. */
    private void faultOrRetry(Lease lease, RunnerLease runner, MatchLog log) {
        Runnable giveBack = () -> fault(lease, "It could not be played because of a server error.", log);
        try {
            giveBack.run();
        } catch (SdkException unreachable) {
            log.at(Level.WARN, lease.match().progress().turn())
                    .setCause(unreachable)
                    .log("Could not give the match back; retrying");
            runner.retry(giveBack);
        }
    }

    /** Schedules another attempt, or marks the match as failed after the last one. */
    private void fault(Lease lease, String reason, MatchLog log) {
        int faults = lease.faults() + 1;
        if (faults >= MAX_FAULTS) {
            ends.fail(lease, reason, log);
        } else if (stores.leases().releaseAfterFault(lease)) {
            // A service that was unreachable may have recovered by then. If this message is lost, the sweeper sends
            // another.
            messages.queue().sendMatches(List.of(WaitingMatch.of(lease)), AFTER_FAULT.get(faults - 1));
        }
    }

    /** Matches of competitions go on, since others take part in them; the next update cancels the tournament. */
    private boolean isRevoked(MatchRecord match) {
        return !match.rated() && revoked.contains(match.origin().owner());
    }

    private void play(Lease lease, HeldMatch held, RunnerLease runner, MatchLog log)
            throws InterruptedException, ReplayFile.NotAReplay {
        MatchRecord record = lease.match();
        Checkpointer checkpointer = new Checkpointer(stores, lease, MatchPlayers.shown(record), log);
        if (lease.takenOver()) {
            Optional<byte[]> stored = stores.replays().get(stores.fileName(record));
            if (stored.isPresent()) {
                ends.adopt(lease, stored.get(), checkpointer, log);
                return;
            }
        }
        Game<?> game = Games.byId(record.game())
                .orElseThrow(() -> new IllegalStateException("there is no game " + record.game()));
        Player first = players.at(game, record, Seat.FIRST);
        Player second = players.at(game, record, Seat.SECOND);
        TimeLimits limits = record.settings().game().timeLimit() == null
                ? game.card().timeLimits()
                : TimeLimits.same(record.settings().game().timeLimit());
        held.watchedUntil(lease.watchedUntil());
        try (first;
                second;
                Broadcast broadcast = new Broadcast(
                        stores.live(),
                        stores.fileName(record),
                        MatchPlayers.shownLive(record),
                        held.watched(),
                        Broadcast.INTERVAL,
                        record.rated() ? stores.live().ratedDelay() : Duration.ZERO,
                        log)) {
            if (!lease.takenOver()) {
                if (withoutBot(lease, List.of(first, second), log)) {
                    return;
                }
                metrics.matchStarted(
                        record.game(),
                        Duration.between(record.createdAt(), record.progress().startedAt()));
            }
            AfterTurn afterTurn = new AfterTurn(
                    runner,
                    held,
                    checkpointer,
                    broadcast,
                    times.savedEvery(),
                    turn -> counted(turn, record) && !isRevoked(record),
                    log);
            List<String> seatIds = seatIds(lease);
            Match<?> match = begin(game, lease, first, second, checkpointer, log);
            if (!lease.takenOver()) {
                players.tell(record, seatIds, List.of(first, second), null);
            }
            broadcast.show(match);
            int firstTurn = match.turn();
            MatchLoop loop =
                    new MatchLoop(seatIds, first, second, limits, afterTurn, runner.until() - longestTurn(limits));
            MatchLoop.Ending ending = loop.play(match);
            broadcast.close();
            switch (ending) {
                case OVER -> {
                    ends.finish(lease, match, checkpointer, log);
                    keepConsole(record, Seat.FIRST, first, log);
                    keepConsole(record, Seat.SECOND, second, log);
                    players.tell(record, seatIds, List.of(first, second), match);
                }
                case STOPPED -> {
                    boolean tooShort = match.turn() == firstTurn && runner.lifetime() < longestTurn(limits);
                    switch (stopped(held, afterTurn, record, tooShort)) {
                        case CANCELLED -> log.at(Level.INFO, match.turn()).log("The match was cancelled");
                        case LOST ->
                            log.at(Level.WARN, match.turn()).log("The match was cancelled, or another runner has it");
                        case REVOKED -> ends.cancelRevoked(lease, log);
                        case TOO_SHORT -> leaveUnplayed(lease, match.turn(), log);
                        case HANDED_OVER -> handOver(lease, match, held, checkpointer, log);
                    }
                }
            }
        }
    }

    /** Why a match stopped before its end. */
    private enum Stopped {
        CANCELLED,
        /** Another runner has it. */
        LOST,
        /** Its owner's token is revoked. */
        REVOKED,
        /** No runner lives long enough for a turn. */
        TOO_SHORT,
        /** It goes on in another runner. */
        HANDED_OVER
    }

    private Stopped stopped(HeldMatch held, AfterTurn afterTurn, MatchRecord record, boolean tooShort) {
        if (held.stopped()) {
            return Stopped.CANCELLED;
        }
        if (afterTurn.lost()) {
            return Stopped.LOST;
        }
        if (isRevoked(record)) {
            return Stopped.REVOKED;
        }
        return tooShort ? Stopped.TOO_SHORT : Stopped.HANDED_OVER;
    }

    /**
     * Deals with a rated match that would begin without a bot whose connection is dead. It is put back, which tells the
     * bot nothing about the match, so nobody gains by that. Then a ladder does without it if the bot has had no
     * connection since; a tournament needs its result. A bot that has one and does not answer plays, and loses.
     *
     * @return whether it must not begin now
     */
    private boolean withoutBot(Lease lease, List<Player> players, MatchLog log) {
        MatchRecord record = lease.match();
        Player.Presence presence = !record.rated()
                ? Player.Presence.THERE
                : players.stream()
                        .map(Player::presence)
                        .filter(each -> each != Player.Presence.THERE)
                        .findFirst()
                        .orElse(Player.Presence.THERE);
        if (presence == Player.Presence.THERE) {
            return false;
        }
        if (lease.absences() < PUT_BACK.size()) {
            log.at(Level.INFO, 0).log("A bot is not there; put the match back");
            if (stores.leases().putBack(lease)) {
                messages.queue().sendMatches(List.of(WaitingMatch.of(lease)), PUT_BACK.get(lease.absences()));
            }
            return true;
        }
        if (presence == Player.Presence.GONE && record.origin().competition() instanceof Competition.OfLadder) {
            ends.cancel(lease, "It did not begin: a bot was not connected.", log);
            return true;
        }
        return false;
    }

    /** After the result, which does not depend on it. */
    private void keepConsole(MatchRecord record, Seat seat, Player player, MatchLog log) {
        if (!(player instanceof PublishedPlayer published)
                || published.printed().isEmpty()) {
            return;
        }
        try {
            stores.consoles().put(record.id(), seat, published.printed());
        } catch (SdkException unreachable) {
            log.at(Level.WARN, record.progress().turn())
                    .addKeyValue("seat", seat.number())
                    .setCause(unreachable)
                    .log("Could not store what a bot printed");
        }
    }

    private List<String> seatIds(Lease lease) {
        SeatIds ids = stores.seatKey().ids();
        return Stream.of(Seat.values()).map(seat -> ids.of(lease.id(), seat)).toList();
    }

    /** Returns the match to play: new, or resumed from a checkpoint. */
    private <M> Match<M> begin(
            Game<M> game, Lease lease, Player first, Player second, Checkpointer checkpointer, MatchLog log) {
        Options options = options(game, lease.match().settings().game().options());
        Supplier<Match<M>> fresh =
                () -> Match.draw(game, lease.match().settings().seed(), options);
        if (lease.checkpoint() == null) {
            return fresh.get();
        }
        Optional<Match<M>> resumed =
                saved(lease, log).flatMap(checkpoint -> new SavedMatch(checkpoint).resume(fresh, first, second));
        if (resumed.isEmpty()) {
            // The match must end, and a replay with moves that this engine cannot reproduce could not be verified.
            log.at(Level.WARN, lease.match().progress().turn())
                    .addKeyValue("checkpoint", lease.checkpoint())
                    .log("Could not resume from the checkpoint; the match starts again");
            return fresh.get();
        }
        Match<M> match = resumed.get();
        checkpointer.resumed(match.turn());
        log.at(Level.INFO, match.turn()).log("Resumed the match from its checkpoint");
        return match;
    }

    private Optional<Replay> saved(Lease lease, MatchLog log) {
        Optional<byte[]> file = stores.checkpoints().get(lease.checkpoint());
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
     * Saves the match for the next runner, because this one must stop. This is not an error and may happen as often as
     * the match needs.
     */
    private void handOver(Lease lease, Match<?> match, HeldMatch held, Checkpointer checkpointer, MatchLog log) {
        if (checkpointer.release(match, held.watchedUntil())) {
            log.at(Level.INFO, match.turn()).log("Saved the match for another runner");
            messages.queue().sendMatches(List.of(WaitingMatch.of(lease)), Duration.ZERO);
        }
    }

    /** Without this, a match whose time limit exceeds a runner's lifetime would pass from runner to runner for ever. */
    private void leaveUnplayed(Lease lease, int turn, MatchLog log) {
        log.at(Level.WARN, turn).log("No runner lives long enough for a single turn of this match");
        fault(lease, "No server had enough time left for a single turn.", log);
    }

    /** Opening a connection may take as long as the move itself. */
    private static long longestTurn(TimeLimits limits) {
        return TimeUnit.MILLISECONDS.toNanos(2L * Math.max(limits.first(), limits.later()));
    }

    private static Options options(Game<?> game, Map<String, Object> values) {
        return switch (Options.read(game.card().options(), values)) {
            case Options.Valid valid -> valid.options();
            case Options.Invalid invalid ->
                throw new IllegalStateException(
                        "the record has options that the game does not accept: " + invalid.violations());
        };
    }

    /** Counts the calls of the last turn in the metrics. */
    private boolean counted(Match<?> match, MatchRecord record) {
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
        return true;
    }
}
