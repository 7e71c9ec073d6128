package bout.connected;

import bout.botclient.ConnectedMove;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.store.connection.ConnectionPosts;
import bout.telemetry.Machine;
import bout.wire.WebhookSecret;
import bout.wire.connection.ConnectionMessage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connected bot at a seat of one match. Its time begins when API Gateway has taken the request, and stands still
 * while API Gateway takes nothing. If its connection breaks during a move, it is asked again on its next one, under the
 * same call id, for as long as its time lasts: the break costs the bot time, and no move. If nothing comes back, it is
 * asked again on the same connection: API Gateway can lose a message without an error.
 */
final class ConnectedPlayer implements Player {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectedPlayer.class);

    /** How long to wait for an answer before looking whether the bot has a newer connection: at first, and at most. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(250);

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /** With a short time limit it has to be sooner, or no time would be left to ask again; but no sooner than this. */
    private static final Duration LOOK_AGAIN_SOONEST = Duration.ofMillis(100);

    private static final int LOOKS_WITHIN_LIMIT = 5;

    /** A bot that uses all of its time is asked so many times. */
    private static final int REQUESTS_WITHIN_LIMIT = 4;

    /** Most bots have answered before this. A bot that is asked again has at least as much time. */
    private static final Duration REPEAT_SOONEST = Duration.ofMillis(500);

    /** Between two attempts when API Gateway refuses: at first, and at most. */
    private static final long FIRST_ATTEMPT_AGAIN = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long ATTEMPT_AGAIN = TimeUnit.SECONDS.toNanos(1);

    /** How long a bot has to say that it is there, and when it is asked again: a message may have been lost. */
    private static final Duration THERE_WITHIN = Duration.ofSeconds(5);

    private static final Duration THERE_AGAIN = Duration.ofSeconds(2);

    private final String bot;
    private final String game;
    private final WebhookSecret secret;
    private final boolean rated;
    private final BotConnections connections;

    /** The connection that answered last; empty = look it up. */
    private volatile Optional<String> known = Optional.empty();

    ConnectedPlayer(String bot, String game, WebhookSecret secret, boolean rated, BotConnections connections) {
        this.bot = bot;
        this.game = game;
        this.secret = secret;
        this.rated = rated;
        this.connections = connections;
    }

    /** It is not waited for, and might get lost. */
    @Override
    public void tell(ConnectionMessage.Event event) {
        Machine.current().start(() -> connections.tell(bot, game, event));
    }

    /**
     * Asks the bot, which learns nothing from that about a match. If it says nothing, it counts as not connected. That
     * API Gateway takes no message says nothing about the bot; the call that follows is broken off.
     */
    @Override
    public Presence presence() {
        try {
            long startBefore = now() + BotConnections.MOST_REFUSED.toNanos();
            if (!connections.awaitRate(startBefore)) {
                return Presence.THERE;
            }
            BotTime time = new BotTime(THERE_WITHIN, Duration.ZERO, startBefore);
            Message ping = (call, reply) -> new ConnectionMessage.Ping(call, reply);
            return switch (call(time, THERE_AGAIN, false, ping)) {
                case End.Late(String asked) when asked == null -> Presence.GONE;
                case End.Late(String asked) -> {
                    connections.stored.silent(bot, game, asked);
                    yield Presence.SILENT;
                }
                case End.Answered _, End.Refused _ -> Presence.THERE;
            };
        } catch (InterruptedException interrupted) {
            // Says nothing about the bot; the call that follows is broken off.
            Thread.currentThread().interrupt();
            return Presence.THERE;
        }
    }

    @Override
    public Reply ask(MoveRequest request) {
        if (now() - request.startBefore() > 0) {
            return new Reply.BrokenOff();
        }
        return connections
                .slots(bot)
                .make(
                        rated,
                        request.startBefore(),
                        () -> connections.awaitRate(request.startBefore())
                                ? ask(new ConnectedMove(request, secret))
                                : new Reply.BrokenOff());
    }

    private Reply ask(ConnectedMove move) throws InterruptedException {
        MoveRequest request = move.request();
        Duration limit = Duration.ofMillis(request.timeLimit());
        BotTime time = new BotTime(limit, BotConnections.GRACE, request.startBefore());
        Message message = (call, reply) -> move.message(call, reply, time.told(), connections.clock.instant());
        return switch (call(time, repeatAfter(limit), true, message)) {
            case End.Answered(ConnectionMessage.Answer answer) -> move.read(answer, time.milliseconds());
            case End.Late(String asked) -> {
                known = Optional.empty();
                // No opponent should be paired with a bot whose connection is dead.
                Machine.current().start(this::presence);
                yield move.late(asked != null, time.milliseconds());
            }
            case End.Refused _ -> {
                LOG.atWarn().addKeyValue("bot", bot).log("API Gateway took no message to a bot; broke the call off");
                yield new Reply.BrokenOff();
            }
        };
    }

    /** The message that is sent for a call. */
    private interface Message {
        ConnectionMessage of(String call, String reply);
    }

    private sealed interface End {

        record Answered(ConnectionMessage.Answer answer) implements End {}

        /** @param asked the connection on which it was asked last; {@code null} if it was not connected */
        record Late(String asked) implements End {}

        record Refused() implements End {}
    }

    /** The time of one call, of which the bot has used nothing before {@link #begin}. */
    private static final class BotTime {

        private final long limit;
        private final long grace;
        private final long startBefore;
        private boolean begun;
        private long since;
        private long refused;
        private int attempts;

        private BotTime(Duration limit, Duration grace, long startBefore) {
            this.limit = limit.toNanos();
            this.grace = grace.toNanos();
            this.startBefore = startBefore;
        }

        private void begin() {
            if (!begun) {
                begun = true;
                since = now();
            }
        }

        /** What has passed since then was not the bot's. */
        private void stoodStill(long from) {
            refused += now() - from;
            since += now() - from;
        }

        private boolean isRefused() {
            return refused > BotConnections.MOST_REFUSED.toNanos() || now() - startBefore > 0;
        }

        private long nextAttempt() {
            long pause = Math.min(FIRST_ATTEMPT_AGAIN << attempts++, ATTEMPT_AGAIN);
            return pause / 2 + pause / 1000 * Machine.current().random(500);
        }

        private long used() {
            return begun ? now() - since : 0;
        }

        /** @param asked whether it was asked: the way is only then to be allowed for */
        private long left(boolean asked) {
            return limit + (asked ? grace : 0) - used();
        }

        /** How many milliseconds the bot is told that it has. A message that is repeated may be the first to arrive. */
        private int told() {
            long least = Math.min(REPEAT_SOONEST.toNanos(), Math.min(limit, left(true)));
            return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(Math.max(left(false), least)));
        }

        private int milliseconds() {
            return (int) Math.max(1, (used() + 999_999) / 1_000_000);
        }
    }

    /** The last request for a call: where its answer is to go, and where and when it was sent. */
    private record Asked(RunnerConnection from, String to, long at) {

        boolean isDone(RunnerConnection own, String connection, Duration repeatAfter) {
            return from.equals(own) && to.equals(connection) && now() - at < repeatAfter.toNanos();
        }
    }

    /** @param waits whether a bot without a connection has until the end of its time to open one */
    private End call(BotTime time, Duration repeatAfter, boolean waits, Message message) throws InterruptedException {
        RunnerConnection ours = connections.own();
        Optional<String> at = known.isPresent() ? known : connections.stored.newest(bot);
        Asked asked = null;
        int requests = 0;
        long since = now();
        try (OpenCalls.OpenCall call = connections.openCall()) {
            while (true) {
                long from = now();
                if (!ours.isOpen()) {
                    ours = connections.own();
                    time.stoodStill(from);
                    from = now();
                }
                ConnectionPosts.Sent sent = null;
                if (at.isPresent()
                        && time.left(asked != null) > 0
                        && (asked == null || !asked.isDone(ours, at.get(), repeatAfter))) {
                    Duration within = Duration.ofNanos(Math.max(0, time.left(true)));
                    String reply = connections.replyTicket(ours, bot, at.get(), call.id(), requests, within);
                    // Before it is sent: the answer may be there before the sender returns.
                    call.sent(reply);
                    sent = connections.send(bot, game, at.get(), message.of(call.id(), reply), requests++ > 0);
                }
                if (sent == ConnectionPosts.Sent.SENT) {
                    since = now();
                    asked = new Asked(ours, at.get(), since);
                } else if (sent == ConnectionPosts.Sent.GONE) {
                    since = now();
                    known = Optional.empty();
                    Optional<String> next = connections.stored.newest(bot);
                    if (next.isPresent() && !next.equals(at)) {
                        at = next;
                        continue;
                    }
                    at = Optional.empty();
                }
                if (at.isEmpty() && !waits) {
                    return new End.Late(null);
                }
                boolean refused = sent == ConnectionPosts.Sent.NOT_TAKEN;
                if (!refused) {
                    time.begin();
                }
                long left = time.left(asked != null);
                if (!refused && left <= 0) {
                    return new End.Late(asked == null ? null : asked.to);
                }
                Duration look = nextLook(Duration.ofNanos(now() - since), Duration.ofNanos(time.limit));
                Optional<ConnectionMessage.Answer> answer =
                        call.await(refused ? time.nextAttempt() : Math.min(left, look.toNanos()));
                if (answer.isPresent()) {
                    known = at;
                    return new End.Answered(answer.get());
                }
                if (refused) {
                    time.stoodStill(from);
                    if (time.isRefused()) {
                        return new End.Refused();
                    }
                }
                // Its old connection might still be open with no program behind it.
                Optional<String> newest = connections.stored.newest(bot);
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

    private static long now() {
        return Machine.current().nanoTime();
    }
}
