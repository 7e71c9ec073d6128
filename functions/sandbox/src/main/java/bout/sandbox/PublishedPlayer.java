package bout.sandbox;

import bout.botclient.AnswerBody;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Aside;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Seat;
import bout.wire.Json;
import bout.wire.Printed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A published bot at a seat of one match.
 *
 * <p>A runner that takes over a match shows it all past turns, so that it is in the same state as before.
 */
public final class PublishedPlayer implements Player {

    /** A bot may compute this long in a turn, whatever the time limit: others may have to wait for it. */
    public static final int MOST_SECONDS_A_TURN = 2;

    /** A bot's code may compute this long when it is loaded, and as long when that is repeated with its past turns. */
    public static final int MOST_SECONDS_TO_LOAD = 3;

    /**
     * A bot may compute this long in a match, all that it makes this process compute included: a runner that takes the
     * match over computes all of it again.
     */
    public static final int MOST_SECONDS = 120;

    /** A turn that took {@link #MOST_SECONDS_A_TURN} elsewhere may take longer here, but not without end. */
    private static final int MOST_REMEMBERED = 2_000 * MOST_SECONDS_A_TURN;

    /** The stored part of a bot's console in a match; a runner has it in memory until the match is over. */
    public static final int MOST_CONSOLE_BYTES = 65_536;

    private static final Failure SPENT = new Failure(
            Failure.Kind.OUT_OF_TIME,
            "The bot gets no more calls: it has computed for " + MOST_SECONDS + " seconds in this match.");

    private final SandboxBot bot;
    private final List<Printed> printed = new ArrayList<>();
    private int printedBytes;
    private long milliseconds;

    public PublishedPlayer(SandboxBot bot) {
        this.bot = bot;
    }

    @Override
    public Reply ask(MoveRequest request) {
        if (milliseconds >= TimeUnit.SECONDS.toMillis(MOST_SECONDS)) {
            return new Reply.Failed(SPENT, 0);
        }
        int limit = (int) Math.min(request.timeLimit(), TimeUnit.SECONDS.toMillis(MOST_SECONDS_A_TURN));
        FutureTask<Turn> task = new FutureTask<>(() -> bot.ask(Json.text(request.fields()), limit));
        Thread.startVirtualThread(task);
        // Where many wait for a processor, the runner may have to stop before this bot's turn comes.
        long wait = request.startBefore() - System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(request.timeLimit());
        try {
            return reply(request, task.get(wait, TimeUnit.NANOSECONDS));
        } catch (TimeoutException tooLate) {
            task.cancel(true);
            return new Reply.BrokenOff();
        } catch (InterruptedException interrupted) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            return new Reply.BrokenOff();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof CancellationException) {
                return new Reply.BrokenOff();
            }
            throw new IllegalStateException("the sandbox failed", failed.getCause());
        }
    }

    private Reply reply(MoveRequest request, Turn turn) {
        milliseconds += turn.computed();
        keep(request.turn(), turn.console());
        Aside aside = Aside.took(turn.milliseconds());
        Object answer = turn.plain();
        return answer instanceof Failure failure
                ? new Reply.Failed(failure, aside)
                : AnswerBody.noted(new Reply.Answered(answer, aside), request.game());
    }

    /** Another runner, or a later verification of the match, asks it the same. */
    @Override
    public Map<String, Object> fields(Match<?> match, Seat seat, String seatId, int timeLimit, List<String> names) {
        return match.request(seat);
    }

    /** The bot computes the turn again, unless it was too slow: how far it came then cannot be repeated. */
    @Override
    public void remember(Map<String, Object> request, Call call) {
        if (call.failure() != null && call.failure().late()) {
            milliseconds += call.milliseconds();
            bot.stopped();
            return;
        }
        if (milliseconds >= TimeUnit.SECONDS.toMillis(MOST_SECONDS)) {
            return;
        }
        try {
            Turn turn = bot.ask(Json.text(request), MOST_REMEMBERED);
            milliseconds += Math.max(call.milliseconds(), turn.computed());
            keep(call.turn(), turn.console());
        } catch (InterruptedException interrupted) {
            // The next call finds the flag, and breaks off.
            Thread.currentThread().interrupt();
        }
    }

    private void keep(int turn, String console) {
        int bytes = console.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > 0 && printedBytes + bytes <= MOST_CONSOLE_BYTES) {
            printedBytes += bytes;
            printed.add(new Printed(turn, console));
        }
    }

    /** The bot's output so far, by turn. */
    public List<Printed> printed() {
        return List.copyOf(printed);
    }

    @Override
    public void close() {
        bot.close();
    }
}
