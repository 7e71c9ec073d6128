package bout.runner;

import bout.botclient.MoveRequest;
import bout.botclient.Player;
import bout.botclient.Reply;
import bout.engine.Action;
import bout.engine.Match;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.engine.ToMove;
import bout.engine.Turn;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Plays a match between two players: asks whoever is to move, reads the answers, plays the turn.
 *
 * @param match the match's id, as bots see it
 * @param limits how long a bot may take
 * @param listener hears of every turn
 * @param startBefore when the last call must have begun, on the clock of {@link System#nanoTime}; see
 *     {@link MoveRequest#startBefore}
 */
public record MatchLoop(
        String match, Player first, Player second, TimeLimits limits, TurnListener listener, long startBefore) {

    /** How far a match came. */
    public enum Ending {
        /** It is over; {@link Match#result} says how. */
        OVER,
        /** The listener said to stop, or time was up. The match can be played on from where it is. */
        STOPPED
    }

    /** A loop without an end in time. */
    public MatchLoop(String match, Player first, Player second, TimeLimits limits, TurnListener listener) {
        // Nearly as far ahead as two values of nanoTime can be compared.
        this(match, first, second, limits, listener, System.nanoTime() + Long.MAX_VALUE / 2);
    }

    /**
     * Plays on from the state that the match is in.
     *
     * @throws InterruptedException when the thread is interrupted while it waits for seat 2 of a simultaneous turn
     */
    public <S, M> Ending play(Match<S, M> state) throws InterruptedException {
        while (true) {
            ToMove toMove = state.toMove();
            if (toMove == ToMove.NOBODY) {
                return Ending.OVER;
            }
            if (System.nanoTime() - startBefore > 0) {
                return Ending.STOPPED;
            }
            boolean asked = toMove == ToMove.BOTH
                    ? playBoth(state)
                    : playOne(state, toMove == ToMove.FIRST ? Seat.FIRST : Seat.SECOND);
            if (!asked || !listener.played(state) && !state.over()) {
                return Ending.STOPPED;
            }
        }
    }

    private <S, M> boolean playOne(Match<S, M> state, Seat seat) {
        Reply reply = ask(request(state, seat));
        if (reply instanceof Reply.BrokenOff) {
            return false;
        }
        Action<M> action = read(state, seat, reply);
        int milliseconds = milliseconds(reply);
        state.play(
                Turn.of(seat, action), seat == Seat.FIRST ? milliseconds : 0, seat == Seat.SECOND ? milliseconds : 0);
        return true;
    }

    /** Both bots think at the same time. Only the calls run side by side: the match belongs to one thread. */
    private <S, M> boolean playBoth(Match<S, M> state) throws InterruptedException {
        MoveRequest secondRequest = request(state, Seat.SECOND);
        FutureTask<Reply> secondCall = new FutureTask<>(() -> ask(secondRequest));
        Thread.startVirtualThread(secondCall);
        Reply firstReply = ask(request(state, Seat.FIRST));
        Reply secondReply = join(secondCall);
        if (firstReply instanceof Reply.BrokenOff || secondReply instanceof Reply.BrokenOff) {
            return false;
        }
        state.play(
                new Turn<>(read(state, Seat.FIRST, firstReply), read(state, Seat.SECOND, secondReply)),
                milliseconds(firstReply),
                milliseconds(secondReply));
        return true;
    }

    private static Reply join(FutureTask<Reply> call) throws InterruptedException {
        try {
            return call.get();
        } catch (ExecutionException thrown) {
            throw new IllegalStateException("a player threw instead of failing", thrown.getCause());
        }
    }

    private MoveRequest request(Match<?, ?> state, Seat seat) {
        return new MoveRequest(
                match,
                state.game().card(),
                seat,
                state.turn(),
                state.ask(seat),
                limits.of(state.firstMoveOf(seat)),
                startBefore);
    }

    private Reply ask(MoveRequest request) {
        return (request.seat() == Seat.FIRST ? first : second).ask(request);
    }

    private static <S, M> Action<M> read(Match<S, M> state, Seat seat, Reply reply) {
        return switch (reply) {
            case Reply.Answered answered -> state.read(seat, answered.answer());
            case Reply.Failed failed -> Action.failed(failed.failure());
            case Reply.BrokenOff brokenOff ->
                throw new IllegalArgumentException("a call that was broken off is no turn");
        };
    }

    private static int milliseconds(Reply reply) {
        return switch (reply) {
            case Reply.Answered answered -> answered.milliseconds();
            case Reply.Failed failed -> failed.milliseconds();
            case Reply.BrokenOff brokenOff -> 0;
        };
    }
}
