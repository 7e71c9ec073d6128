package bout.connected;

import bout.botclient.BotClient;
import bout.botclient.CallSlots;
import bout.botclient.player.CallRate;
import bout.botclient.player.Player;
import bout.store.Aws;
import bout.store.connection.ConnectionPosts;
import bout.store.connection.Connections;
import bout.telemetry.ConnectionMetrics;
import bout.telemetry.Machine;
import bout.telemetry.Settings;
import bout.wire.WebhookSecret;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionTickets;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * How a runner or a checker asks connected bots: messages to their connections, and a connection of its own for the
 * answers, which is opened when it is first needed. Thread-safe.
 */
public final class BotConnections {

    /** A ticket for an answer lasts so much longer than the call, for clocks that differ. */
    private static final Duration TICKET_GRACE = Duration.ofSeconds(10);

    private static final Duration TICKET_TO_CONNECT = Duration.ofSeconds(60);
    private static final int CALL_BYTES = 12;
    private static final int ATTEMPTS = 2;

    /** The limits of the stage of the WebSocket API; the same as in template.yaml. Each call is answered by one. */
    public static final int MESSAGES_PER_SECOND = 2000;

    /** How long API Gateway may refuse the messages of a call before it is broken off. */
    public static final Duration MOST_REFUSED = Duration.ofSeconds(10);

    /** An answer counts for so much longer than the time limit, for the way, on which a function may have to start. */
    public static final Duration GRACE = Duration.ofSeconds(1);

    /** Runners together call so many percent as often; the rest is for checks and for bots that say they are there. */
    private static final long PERCENT_OF_RUNNERS = 80;

    /** The calls of so much time may be made at once. */
    private static final long AT_ONCE = TimeUnit.MILLISECONDS.toNanos(250);

    private static final Logger LOG = LoggerFactory.getLogger(BotConnections.class);

    private final URI url;
    final Connections stored;
    private final ConnectionPosts posts;
    final Clock clock;
    final OpenCalls calls;
    private final SecureRandom random = new SecureRandom();
    private final int callsPerBot;
    private final CallRate rate;
    private final Map<String, CallSlots> slots = new ConcurrentHashMap<>();
    private RunnerConnection own;
    private int invocations;

    BotConnections(
            URI url,
            Connections stored,
            ConnectionPosts posts,
            Consumer<String> ignored,
            int callsPerBot,
            CallRate rate,
            Clock clock) {
        this.url = url;
        this.stored = stored;
        this.posts = posts;
        this.callsPerBot = callsPerBot;
        this.rate = rate;
        this.clock = clock;
        this.calls = new OpenCalls(ignored);
    }

    /** @param share this process makes one of so many parts of the calls that runners may make together */
    public static BotConnections of(Aws aws, int share) {
        Settings settings = aws.settings();
        return new BotConnections(
                URI.create(settings.text("BOUT_LINES")),
                new Connections(aws.table(), Machine.systemClock()),
                aws.connectionPosts(),
                ConnectionMetrics.ignored(settings),
                settings.wholeNumber("BOUT_CALLS_PER_BOT", 1, 1_000_000, BotClient.DEFAULT_CALLS_PER_BOT),
                rate(settings.wholeNumber("BOUT_MESSAGES_PER_SECOND", 1, 1_000_000, MESSAGES_PER_SECOND), share),
                Machine.systemClock());
    }

    static CallRate rate(int messagesPerSecond, int share) {
        return new CallRate(
                TimeUnit.SECONDS.toNanos(1) * share * 100 / (messagesPerSecond * PERCENT_OF_RUNNERS), AT_ONCE);
    }

    /** Loads and warms what a call needs; see {@link ConnectionPosts#prime}. */
    public void prime() {
        posts.prime();
    }

    /**
     * Whether the bot is connected, as far as we know. A connection that broke without a word is not missed at once.
     */
    public boolean isConnected(String bot) {
        return stored.newest(bot).isPresent();
    }

    /** A connected bot at a seat of one match. */
    public Player player(String bot, String game, WebhookSecret secret, boolean rated) {
        return new ConnectedPlayer(bot, game, secret, rated, this);
    }

    CallSlots slots(String bot) {
        return slots.computeIfAbsent(bot, id -> new CallSlots(callsPerBot));
    }

    /**
     * Waits until another call fits into what API Gateway lets through: it would refuse some, or drop their answers.
     *
     * @return whether that is in time
     */
    boolean awaitRate(long startBefore) throws InterruptedException {
        Machine machine = Machine.current();
        long now = machine.nanoTime();
        OptionalLong start = rate.reserve(now, startBefore);
        // Also if it is too late: a match that came back at once would go from runner to runner without a pause.
        machine.pause(Math.max(0, TimeUnit.NANOSECONDS.toMillis(start.orElse(startBefore) - now)));
        return start.isPresent();
    }

    /** Begins a call. Its id is random, so that it does not tell which match it belongs to. */
    OpenCalls.OpenCall openCall() {
        byte[] id = new byte[CALL_BYTES];
        random.nextBytes(id);
        return calls.open(Base64.getUrlEncoder().withoutPadding().encodeToString(id));
    }

    /** Our own connection, opened if necessary. */
    synchronized RunnerConnection own() throws InterruptedException {
        for (int attempt = 1; own == null || !own.isOpen(); attempt++) {
            String ticket = stored.tickets()
                    .text(new ConnectionTickets.ForRunner(
                            "runner", clock.instant().plus(TICKET_TO_CONNECT)));
            try {
                own = RunnerConnection.open(URI.create(url + "?ticket=" + ticket), calls::take);
                own.whenEnded(calls::wakeAll);
            } catch (RunnerConnection.ConnectionFailed failed) {
                if (attempt == ATTEMPTS) {
                    throw failed;
                }
            }
        }
        return own;
    }

    /**
     * An invocation begins. A connection that was left open while the process was frozen is of no use, and nothing says
     * so, because nothing is sent there.
     */
    public synchronized void begin() {
        if (invocations++ == 0) {
            closeOwn();
        }
    }

    /** An invocation ends. Closes our own connection after the last one, unless a call still waits. */
    public synchronized void end() {
        if (--invocations == 0 && calls.size() == 0) {
            closeOwn();
        }
    }

    private void closeOwn() {
        if (own != null) {
            own.close();
            own = null;
            slots.clear();
        }
    }

    String replyTicket(
            RunnerConnection to, String bot, String botConnection, String call, int request, Duration within) {
        return stored.tickets()
                .text(new ConnectionTickets.ForReply(
                        to.connection(),
                        bot,
                        botConnection,
                        call,
                        request,
                        clock.instant().plus(within).plus(TICKET_GRACE)));
    }

    /**
     * Sends a message. Forgets the connection if it is gone.
     *
     * @param again whether {@link #awaitRate} has not counted it
     */
    ConnectionPosts.Sent send(String bot, String game, String connection, ConnectionMessage message, boolean again) {
        if (again) {
            rate.spend(Machine.current().nanoTime());
        }
        ConnectionPosts.Sent sent = posts.send(connection, message);
        if (sent == ConnectionPosts.Sent.GONE) {
            stored.forget(bot, game, connection);
        }
        return sent;
    }

    /** Tells the bot something that needs no answer, if it has a connection. */
    void tell(String bot, String game, ConnectionMessage message) {
        try {
            stored.newest(bot).ifPresent(connection -> send(bot, game, connection, message, false));
        } catch (SdkException unreachable) {
            LOG.atInfo().addKeyValue("bot", bot).setCause(unreachable).log("Could not tell a bot about its match");
        }
    }
}
