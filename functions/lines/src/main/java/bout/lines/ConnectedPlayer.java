package bout.lines;

import bout.botclient.CallSlots;
import bout.botclient.LineMove;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.store.line.LinePosts;
import bout.wire.WebhookSecret;
import bout.wire.line.LineMessage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A connected bot at a seat of one match. If its connection breaks during a move, it is asked again on its next one,
 * under the same call id, for as long as its time lasts: the break costs the bot time, and no move. If nothing comes
 * back, it is asked again on the same connection: API Gateway can lose a message, and tells nobody.
 */
final class ConnectedPlayer implements Player {

    /** How long to wait for an answer before looking whether the bot has a newer connection: at first, and at most. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(250);

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /** With a short time limit it has to be sooner, or no time would be left to ask again; but no sooner than this. */
    private static final Duration LOOK_AGAIN_SOONEST = Duration.ofMillis(100);

    private static final int LOOKS_WITHIN_LIMIT = 5;

    /** A bot that uses all of its time is asked so many times. */
    private static final int REQUESTS_WITHIN_LIMIT = 4;

    /** Most bots have answered before this. */
    private static final Duration REPEAT_SOONEST = Duration.ofMillis(500);

    /** How long a bot has to say that it is there, and when it is asked again: a message may have been lost. */
    private static final Duration THERE_WITHIN = Duration.ofSeconds(5);

    private static final Duration THERE_AGAIN = Duration.ofSeconds(2);

    private final String bot;
    private final String game;
    private final WebhookSecret secret;
    private final boolean rated;
    private final BotLines lines;

    /** The connection that answered last; empty = look it up. */
    private volatile Optional<String> known = Optional.empty();

    ConnectedPlayer(String bot, String game, WebhookSecret secret, boolean rated, BotLines lines) {
        this.bot = bot;
        this.game = game;
        this.secret = secret;
        this.rated = rated;
        this.lines = lines;
    }

    /** Nobody waits for it, and it may get lost. */
    @Override
    public void tell(LineMessage.Event event) {
        Thread.startVirtualThread(() -> lines.tell(bot, game, event));
    }

    /** Asks the bot, which learns nothing from that about a match. If it says nothing, it counts as not connected. */
    @Override
    public Presence presence() {
        try (OpenCalls.OpenCall call = lines.openCall()) {
            RunnerLine ours = lines.line();
            long deadline = System.nanoTime() + THERE_WITHIN.toNanos();
            Optional<String> at = lines.newest(bot);
            for (int request = 0; at.isPresent(); request++) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    lines.silent(bot, game, at.get());
                    return Presence.SILENT;
                }
                String ticket = lines.replyTicket(ours, bot, at.get(), call.id(), request, Duration.ofNanos(left));
                call.sent(ticket);
                lines.send(bot, game, at.get(), new LineMessage.Ping(call.id(), ticket));
                if (call.await(Math.min(left, THERE_AGAIN.toNanos())).isPresent()) {
                    known = at;
                    return Presence.THERE;
                }
                at = lines.newest(bot);
            }
            return Presence.GONE;
        } catch (InterruptedException interrupted) {
            // Says nothing about the bot; the call that follows is broken off.
            Thread.currentThread().interrupt();
            return Presence.THERE;
        }
    }

    /** The last request for a call: where its answer is to go, and where and when it was sent. */
    private record Asked(RunnerLine from, String to, long at) {

        boolean isDone(RunnerLine line, String connection, Duration repeatAfter) {
            return from.equals(line) && to.equals(connection) && System.nanoTime() - at < repeatAfter.toNanos();
        }
    }

    @Override
    public Reply ask(MoveRequest request) {
        if (System.nanoTime() - request.startBefore() > 0) {
            return new Reply.BrokenOff();
        }
        CallSlots slots = lines.slots(bot);
        try {
            // The bot's time begins when it has a slot.
            if (!slots.take(rated, request.startBefore())) {
                return new Reply.BrokenOff();
            }
            try {
                return ask(new LineMove(request, secret));
            } finally {
                slots.giveBack();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Reply.BrokenOff();
        }
    }

    private Reply ask(LineMove move) throws InterruptedException {
        // Before the bot's time begins: both are ours.
        RunnerLine ours = lines.line();
        Optional<String> at = known.isPresent() ? known : lines.newest(bot);
        long begun = System.nanoTime();
        Duration limit = Duration.ofMillis(move.request().timeLimit());
        long deadline = begun + limit.toNanos();
        long since = begun;
        Asked asked = null;
        int requests = 0;
        try (OpenCalls.OpenCall call = lines.openCall()) {
            while (true) {
                if (!ours.isOpen()) {
                    ours = lines.line();
                }
                if (at.isPresent() && (asked == null || !asked.isDone(ours, at.get(), repeatAfter(limit)))) {
                    long left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
                    LinePosts.Sent sent = send(move, call, requests++, ours, at.get(), Duration.ofMillis(left));
                    if (sent == LinePosts.Sent.SENT) {
                        since = System.nanoTime();
                        asked = new Asked(ours, at.get(), since);
                    } else if (sent == LinePosts.Sent.GONE) {
                        known = Optional.empty();
                        Optional<String> next = lines.newest(bot);
                        if (next.isPresent() && !next.equals(at)) {
                            at = next;
                            continue;
                        }
                        at = Optional.empty();
                        since = System.nanoTime();
                    }
                }
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    known = Optional.empty();
                    // Nobody is to be paired with a bot whose line is dead.
                    Thread.startVirtualThread(this::presence);
                    return move.late(asked != null, milliseconds(begun));
                }
                long look = nextLook(Duration.ofNanos(System.nanoTime() - since), limit)
                        .toNanos();
                Optional<LineMessage.Answer> answer = call.await(Math.min(left, look));
                if (answer.isPresent()) {
                    known = at;
                    return move.read(answer.get(), milliseconds(begun));
                }
                // Its old connection may be open still, and nobody behind it.
                Optional<String> newest = lines.newest(bot);
                at = newest.isPresent() ? newest : at;
            }
        }
    }

    /** How long to wait before the next look, which is a read of the table. */
    static Duration nextLook(Duration waited, Duration limit) {
        long most = Math.clamp(
                limit.dividedBy(LOOKS_WITHIN_LIMIT).toNanos(), LOOK_AGAIN_SOONEST.toNanos(), LOOK_AGAIN.toNanos());
        return Duration.ofNanos(Math.min(Math.max(waited.toNanos(), FIRST_LOOK.toNanos()), most));
    }

    static Duration repeatAfter(Duration limit) {
        Duration share = limit.dividedBy(REQUESTS_WITHIN_LIMIT);
        return share.compareTo(REPEAT_SOONEST) > 0 ? share : REPEAT_SOONEST;
    }

    private LinePosts.Sent send(
            LineMove move, OpenCalls.OpenCall call, int request, RunnerLine ours, String at, Duration left) {
        String ticket = lines.replyTicket(ours, bot, at, call.id(), request, left);
        // Before it is sent: the answer may be there before the sender returns.
        call.sent(ticket);
        return lines.send(
                bot,
                game,
                at,
                move.message(
                        call.id(), ticket, (int) left.toMillis(), lines.clock().instant()));
    }

    private static int milliseconds(long begun) {
        return (int) Math.max(1, (System.nanoTime() - begun + 999_999) / 1_000_000);
    }
}
