package bout.runner;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.GameCard;
import bout.engine.Match;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.engine.Turn;
import bout.telemetry.Machine;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Plays a match: asks the players that are to move, reads their answers and plays the turn.
 *
 * @param seatIds how the bots know the match, by seat
 * @param players by seat
 * @param limits how long a bot may take
 * @param listener called after every turn, on the thread that plays the match; it says whether to continue, and does
 *     not change the match
 * @param startBefore the latest time at which a call may start, on the clock of {@link System#nanoTime}; see
 *     {@link MoveRequest#startBefore}
 * @param names of the players by seat, for games that tell them; empty if they are hidden
 */
public record MatchLoop(
        List<String> seatIds,
        List<Player> players,
        TimeLimits limits,
        Predicate<Match<?>> listener,
        long startBefore,
        List<String> names) {

    /** No call around a match is waited for longer, whatever the time limit of a move; in milliseconds. */
    private static final int MOST_AROUND = 5000;

    public MatchLoop(List<String> seatIds, List<Player> players, TimeLimits limits, Predicate<Match<?>> listener) {
        // Almost the largest difference that two values of nanoTime can have.
        this(seatIds, players, limits, listener, Machine.current().nanoTime() + Long.MAX_VALUE / 2, List.of());
    }

    /**
     * Continues the match from its current state.
     *
     * @return whether it was played to its end. If not, the listener said to stop, or time ran out, and the match can
     *     be continued
     * @throws InterruptedException if the thread is interrupted while it waits for the other seats of a simultaneous
     *     turn
     */
    public <M> boolean play(Match<M> state) throws InterruptedException {
        if (state.turn() == 0) {
            inform(state, state.game().card().calls().start());
        }
        while (!state.over()) {
            if (Machine.current().nanoTime() - startBefore > 0) {
                return false;
            }
            if (!playTurn(state) || !listener.test(state) && !state.over()) {
                return false;
            }
        }
        return true;
    }

    /** Tells all players that the match has ended, if the game does that. */
    public void ended(Match<?> state) throws InterruptedException {
        inform(state, state.game().card().calls().end());
    }

    /** Makes a call around the match to all players at once. One that takes long is not waited for. */
    private void inform(Match<?> state, String path) throws InterruptedException {
        if (path == null) {
            return;
        }
        int limit = Math.min(limits.first(), MOST_AROUND);
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limit);
        List<FutureTask<?>> calls = new ArrayList<>();
        for (Seat seat : state.seats()) {
            MoveRequest request = new MoveRequest(
                    id(seat), state.game().card(), seat, state.turn(), fields(state, seat, limit), limit, until, path);
            calls.add(started(Executors.callable(() -> player(seat).inform(request))));
        }
        for (FutureTask<?> call : calls) {
            try {
                call.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException late) {
                return;
            } catch (ExecutionException thrown) {
                throw new IllegalStateException("a player threw an exception", thrown.getCause());
            }
        }
    }

    private String id(Seat seat) {
        return seatIds.get(seat.index());
    }

    private Map<String, Object> fields(Match<?> state, Seat seat, int limit) {
        return player(seat).fields(state, seat, id(seat), limit, names);
    }

    /**
     * Calls the bots of all seats that are to move at the same time. Only the calls run in parallel: the match belongs
     * to one thread.
     *
     * @return whether all of them were asked
     */
    private <M> boolean playTurn(Match<M> state) throws InterruptedException {
        Seat here = state.mover();
        Map<Seat, FutureTask<Reply>> others = new EnumMap<>(Seat.class);
        for (Seat seat : state.seats()) {
            if (seat != here && state.isToMove(seat)) {
                others.put(seat, started(call(state, seat)::get));
            }
        }
        Map<Seat, Reply> replies = new EnumMap<>(Seat.class);
        replies.put(here, call(state, here).get());
        for (Map.Entry<Seat, FutureTask<Reply>> other : others.entrySet()) {
            replies.put(other.getKey(), join(other.getValue()));
        }
        if (replies.values().stream().anyMatch(Reply.BrokenOff.class::isInstance)) {
            return false;
        }
        state.play(Turn.of(state, seat -> read(state, seat, replies.get(seat))), seat -> replies.get(seat)
                .aside());
        return true;
    }

    /** On a thread of its own, if the machine has such. */
    private static <T> FutureTask<T> started(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        if (Machine.current().parallel()) {
            Thread.startVirtualThread(task);
        } else {
            task.run();
        }
        return task;
    }

    private static Reply join(FutureTask<Reply> call) throws InterruptedException {
        try {
            return call.get();
        } catch (ExecutionException thrown) {
            throw new IllegalStateException(
                    "a player threw an exception instead of returning a failure", thrown.getCause());
        }
    }

    /**
     * A seat that has used up its time for the match is not called any more. What it has used follows from the calls,
     * so a runner that continues the match of another does not begin to count anew.
     */
    private Supplier<Reply> call(Match<?> state, Seat seat) {
        int ofMatch = TimeLimits.ofMatch(state.game());
        long left = ofMatch - state.milliseconds(seat);
        if (left <= 0) {
            return () -> new Reply.Failed(spent(ofMatch), 0);
        }
        int limit = limits.of(state.firstMoveOf(seat));
        int now = (int) Math.min(limit, left);
        GameCard card = state.game().card();
        Map<String, Object> fields = fields(state, seat, now);
        String path = card.calls().move();
        MoveRequest request = new MoveRequest(id(seat), card, seat, state.turn(), fields, now, startBefore, path);
        Supplier<Reply> call = player(seat).call(request, state.calls());
        return () -> {
            Reply reply = call.get();
            return left < limit
                            && reply instanceof Reply.Failed failed
                            && failed.failure().kind() == Failure.Kind.TIME_OUT
                    ? new Reply.Failed(spent(ofMatch), failed.aside())
                    : reply;
        };
    }

    private static Failure spent(int ofMatch) {
        return new Failure(
                Failure.Kind.OUT_OF_TIME,
                "The bot has used up its " + ofMatch / 60_000 + " minutes for the whole match.");
    }

    private Player player(Seat seat) {
        return players.get(seat.index());
    }

    private <M> Action<M> read(Match<M> state, Seat seat, Reply reply) {
        return switch (reply) {
            case Reply.Answered answered -> {
                Action<M> action = state.read(seat, answered.answer());
                if (action.failure() == null) {
                    player(seat).moved();
                }
                yield action;
            }
            case Reply.Failed failed -> Action.failed(failed.failure());
            case Reply.BrokenOff _ -> throw new IllegalArgumentException("an aborted call is not a turn");
        };
    }
}
