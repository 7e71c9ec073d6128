package bout.cli.connect;

import bout.bots.BotServer;
import bout.cli.api.ApiClient;
import bout.cli.api.ApiClient.RequestRefused;
import bout.cli.connect.LocalBot.Said;
import bout.cli.text.CommandFailed;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Plain;
import bout.wire.connection.ConnectionMessage;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/**
 * Keeps a bot connected. There is always one connection, and before it is closed a second one: API Gateway closes each
 * after two hours, and a move that is asked meanwhile must not wait for the next.
 */
public final class ConnectedBot implements AutoCloseable {

    /**
     * When connections are renewed and pings are sent.
     *
     * @param lifetime after this long another connection is opened
     * @param overlap how long the old connection stays for answers: longer than the longest time limit
     * @param ping between two pings of the WebSocket protocol
     * @param keepAlive between two messages that keep the connection open when nothing else is said
     * @param silence a connection on which nothing was heard for this long is given up, if the other side answers pings
     */
    record Timing(Duration lifetime, Duration overlap, Duration ping, Duration keepAlive, Duration silence) {
        /** For API Gateway: two hours, and ten minutes without a message. */
        static final Timing DEFAULT = new Timing(
                Duration.ofMinutes(110),
                Duration.ofSeconds(70),
                Duration.ofSeconds(20),
                Duration.ofMinutes(4),
                Duration.ofSeconds(60));
    }

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long GOODBYE_MILLISECONDS = 1000;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final int MOST_DOUBLINGS = 6;

    private final ApiClient api;
    private final String id;
    private final Calls calls;
    private final MatchReport report;
    private final Timing timing;
    private final RandomGenerator random;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private volatile Connection current;
    private final AtomicBoolean connected = new AtomicBoolean();
    private volatile boolean closed;

    ConnectedBot(ApiClient api, String id, LocalBot bot, MatchReport report, Timing timing, RandomGenerator random) {
        this.api = api;
        this.id = id;
        this.calls = new Calls(bot, System::nanoTime);
        this.report = report;
        this.timing = timing;
        this.random = random;
    }

    /** A connected bot that plays as a house bot, and says nothing about it. */
    public static ConnectedBot playing(ApiClient api, String id, Game<?> game, HouseBot as) {
        return new ConnectedBot(
                api,
                id,
                new LocalBot.InProcess(BotServer.houseBot(game, as), () -> {}),
                new MatchReport(new PrintWriter(Writer.nullWriter()), null, true, URI.create("/"), Clock.systemUTC()),
                Timing.DEFAULT,
                new SecureRandom());
    }

    /** From here on it plays, for as long as its first connection lasts. Fails if it cannot connect. */
    public void connect() throws InterruptedException {
        // Each connection takes a ticket of its own, because a ticket is good for a minute.
        Plain answer = api.post("/api/bots/" + id + "/connect", Map.of());
        URI url = URI.create(answer.text("url"));
        URI address = URI.create(url + "?ticket=" + answer.text("ticket"));
        Optional<String> why = new Connection(address, PATIENCE, this::opened, this::received).open(PATIENCE);
        if (why.isPresent()) {
            // Without the ticket, which a reader of the text could use.
            throw new CommandFailed("no connection to " + url + ": " + why.get());
        }
    }

    /** Plays until it is interrupted or closed. Fails if it cannot connect at first, or may not any more. */
    void run() throws InterruptedException {
        connect();
        while (true) {
            Connection old = current;
            String why = awaitWorn(old);
            if (closed) {
                throw new InterruptedException("closed");
            }
            boolean broken = !old.isOpen();
            if (broken) {
                connections.remove(old);
                report.disconnected(why);
                connected.set(false);
            }
            reopen();
            if (!broken) {
                retire(old);
            }
        }
    }

    /** From here on, the connection gets the answers for which the old one is too late. */
    private void opened(Connection connection) {
        connections.add(connection);
        current = connection;
        // Another connection beside an open one is not worth a word.
        if (!connected.getAndSet(true)) {
            report.connected();
        }
    }

    /** Returns why the connection has to be replaced; keeps it alive meanwhile. */
    private String awaitWorn(Connection connection) throws InterruptedException {
        // Not all at once: a gateway that was restarted would get everybody back every two hours.
        long lifetime = timing.lifetime().toNanos();
        long age = lifetime - random.nextLong(lifetime / 10 + 1);
        long keptAliveAt = System.nanoTime();
        connection.ping();
        while (true) {
            String why = connection.awaitWorn(timing.ping().toMillis());
            if (why != null) {
                return why;
            }
            if (connection.age() > age) {
                return "it is old";
            }
            if (connection.silence() > timing.silence().toNanos()) {
                connection.giveUp();
                return "nothing was heard for " + timing.silence().toSeconds() + " s";
            }
            connection.ping();
            if (System.nanoTime() - keptAliveAt > timing.keepAlive().toNanos()) {
                keptAliveAt = System.nanoTime();
                connection.send(new ConnectionMessage.Ping());
            }
        }
    }

    private void reopen() throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                connect();
                return;
            } catch (CommandFailed failed) {
                if (failed instanceof RequestRefused refused && !refused.isPassing()) {
                    throw failed;
                }
                Duration pause = pause(attempt, random);
                report.notConnected(failed.getMessage(), pause);
                Thread.sleep(pause);
            }
        }
    }

    /**
     * How long to wait before the next attempt to connect: longer after each failed one, and never the same for all, so
     * that the clients of a server that was away do not come back at the same moment.
     *
     * @return between half and all of 0.5 s, 1 s, 2 s and so on, up to 32 s
     */
    static Duration pause(int attempt, RandomGenerator random) {
        Duration whole = FIRST_PAUSE.multipliedBy(1L << Math.min(attempt - 1, MOST_DOUBLINGS));
        return whole.dividedBy(2).plusMillis(random.nextLong(whole.toMillis() / 2 + 1));
    }

    /** Closes a connection once all that was asked on it has been answered. */
    private void retire(Connection old) {
        Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(timing.overlap());
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            }
            old.close();
            old.awaitEnd(GOODBYE_MILLISECONDS);
            connections.remove(old);
        });
    }

    private void received(Connection connection, ConnectionMessage message) {
        switch (message) {
            case ConnectionMessage.Request request -> {
                report.asked(request);
                calls.answer(request).whenComplete((said, bug) -> answered(connection, request, said, bug));
            }
            case ConnectionMessage.Event event -> report.event(event);
            case ConnectionMessage.Ping ping -> connection.send(new ConnectionMessage.Pong(ping.call(), ping.reply()));
            // What belongs to runners and to later versions.
            default -> {}
        }
    }

    private void answered(Connection connection, ConnectionMessage.Request request, Said said, Throwable bug) {
        if (bug != null) {
            report.bug(bug);
            return;
        }
        report.answered(request, said, connection.roundTrip());
        if (said.status() == 0) {
            return;
        }
        // The gateway takes the answer from any connection of the bot. If none is open, the runner asks again on the
        // next
        // one.
        Connection open = connection.isOpen() ? connection : current;
        open.send(new ConnectionMessage.Answer(
                request.call(), request.reply(), said.status(), said.headers(), said.body()));
    }

    @Override
    public void close() {
        closed = true;
        calls.close();
        connections.forEach(Connection::close);
        connections.forEach(connection -> connection.awaitEnd(GOODBYE_MILLISECONDS));
    }
}
