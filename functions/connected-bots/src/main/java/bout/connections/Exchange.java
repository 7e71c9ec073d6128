package bout.connections;

import bout.store.access.Owners;
import bout.store.connection.ConnectionPosts;
import bout.store.connection.Connections;
import bout.telemetry.Machine;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import bout.wire.connection.ConnectionTickets;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides who may open a connection, and passes answers on to runners. Thread-safe.
 *
 * <p>An answer reaches a runner only with the ticket of the request that it answers, and only from the bot that was
 * asked: from the connection on which it was asked, or, if that one broke, from another one of the same bot. So an
 * attacker cannot answer for another bot, not even with a ticket that they have seen.
 */
final class Exchange {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    /** How often to offer API Gateway an answer: for half a second on average. Then the runner asks again. */
    private static final int ATTEMPTS = 5;

    /** How often what a connection says is looked at as a sign of life. */
    private static final Duration HEARD_AGAIN = Duration.ofSeconds(10);

    private final Connections connections;
    private final Owners owners;
    private final ConnectionPosts posts;
    private final Clock clock;
    private final Strikes strikes;

    /** When each connection was last taken for alive, in ms since 1970. */
    private final Map<String, Long> heard = new Strikes.Recent<>();

    /** Used tickets, to count repeated answers. The runner ignores those in any case. */
    private final Set<String> used = Collections.synchronizedSet(Collections.newSetFromMap(new Strikes.Recent<>()));

    Exchange(Connections connections, Owners owners, ConnectionPosts posts, Clock clock) {
        this.connections = connections;
        this.owners = owners;
        this.posts = posts;
        this.clock = clock;
        this.strikes = new Strikes(clock);
    }

    /** The outcome of a message; all except the first two count against the connection. */
    enum Outcome {
        FORWARDED,
        /** The runner has gone. The bot cannot know that. */
        NOBODY_WAITS,
        ANSWERED,
        NOT_A_MESSAGE,
        UNEXPECTED,
        BAD_TICKET,
        FOREIGN,
        REPEATED
    }

    /** Opens a connection. A bot's ticket opens one, and none once its owner is blocked or its key is revoked. */
    boolean connect(String connection, String ticket) {
        Optional<ConnectionTickets.Ticket> read =
                ticket == null ? Optional.empty() : connections.tickets().read(ticket, clock.instant());
        return switch (read.orElse(null)) {
            case ConnectionTickets.ForBot bot -> {
                if (owners.isBlocked(bot.owner())
                        || bot.key() != null && owners.isRevoked(bot.owner(), bot.key())
                        || !connections.use(bot.id(), connection, bot.expires())) {
                    yield false;
                }
                Optional<List<String>> opened =
                        connections.open(bot.bot(), bot.owner(), bot.key(), bot.game(), connection);
                for (String displaced : opened.orElse(List.of())) {
                    end(displaced, "The bot has opened another connection, and has too many.");
                }
                yield opened.isPresent();
            }
            case ConnectionTickets.ForRunner runner -> true;
            case ConnectionTickets.ForReply reply -> false;
            case null -> false;
        };
    }

    private void end(String connection, String why) {
        posts.send(connection, new ConnectionMessage.Closing(why));
        posts.close(connection);
        // Its end may not be reported to us.
        connections.close(connection);
    }

    void disconnect(String connection) {
        strikes.forget(connection);
        connections.close(connection);
    }

    /** Takes a message, and closes the connection if it floods us with useless ones. */
    Outcome message(String connection, String text) {
        Outcome outcome = pass(connection, text);
        if (outcome == Outcome.FORWARDED || outcome == Outcome.NOBODY_WAITS || outcome == Outcome.ANSWERED) {
            heard(connection);
        }
        if (outcome != Outcome.FORWARDED && outcome != Outcome.NOBODY_WAITS && strikes.tooMany(connection)) {
            LOG.atWarn()
                    .addKeyValue("connection", connection)
                    .addKeyValue("last", outcome)
                    .log("Closed a connection that sent too many useless messages");
            posts.close(connection);
            strikes.forget(connection);
            // Its end may not be reported to us.
            connections.close(connection);
        }
        return outcome;
    }

    /**
     * A bot that did not answer counts as not connected until it is heard. A connection ends once the key that opened
     * it is revoked. These are reads, so not for each message.
     */
    private void heard(String connection) {
        long now = clock.millis();
        synchronized (heard) {
            Long before = heard.get(connection);
            if (before != null && now - before < HEARD_AGAIN.toMillis()) {
                return;
            }
            heard.put(connection, now);
        }
        if (connections
                .opener(connection)
                .filter(opener -> owners.isRevoked(opener.owner(), opener.key()))
                .isPresent()) {
            end(connection, "The key with which it was opened is revoked.");
        } else {
            connections.heard(connection);
        }
    }

    private Outcome pass(String connection, String text) {
        if (text == null || text.getBytes(StandardCharsets.UTF_8).length > ConnectionText.MAX_BYTES) {
            return Outcome.NOT_A_MESSAGE;
        }
        return switch (ConnectionText.read(text).orElse(null)) {
            case null -> Outcome.NOT_A_MESSAGE;
            case ConnectionMessage.Answer answer -> forward(connection, answer.reply(), answer.call(), 0, text);
            case ConnectionMessage.Part part ->
                // A ticket is good for each part of one answer once, so for no more than an answer has.
                part.reply() == null || part.index() >= ConnectionText.MAX_PARTS
                        ? Outcome.UNEXPECTED
                        : forward(connection, part.reply(), null, part.index(), text);
            case ConnectionMessage.Pong pong ->
                pong.reply() == null ? Outcome.UNEXPECTED : forward(connection, pong.reply(), pong.call(), 0, text);
            case ConnectionMessage.Ping ping -> answered(connection, new ConnectionMessage.Pong());
            case ConnectionMessage.Hello hello -> answered(connection, new ConnectionMessage.Welcome(connection));
            default -> Outcome.UNEXPECTED;
        };
    }

    private Outcome answered(String connection, ConnectionMessage answer) {
        posts.send(connection, answer);
        return Outcome.ANSWERED;
    }

    private Outcome forward(String connection, String reply, String call, int part, String text) {
        if (!(connections.tickets().read(reply, clock.instant()).orElse(null)
                        instanceof ConnectionTickets.ForReply ticket)
                || call != null && !call.equals(ticket.call())) {
            return Outcome.BAD_TICKET;
        }
        if (!connection.equals(ticket.botConnection()) && !connections.isOf(connection, ticket.bot())) {
            return Outcome.FOREIGN;
        }
        if (!used.add(reply + " " + part)) {
            return Outcome.REPEATED;
        }
        ConnectionPosts.Sent sent = posts.send(ticket.runnerConnection(), text);
        // A move is worth further tries: too many requests at once are over a moment later.
        for (int attempt = 1; sent == ConnectionPosts.Sent.NOT_TAKEN && attempt < ATTEMPTS; attempt++) {
            Machine.backOff(attempt);
            sent = posts.send(ticket.runnerConnection(), text);
        }
        return sent == ConnectionPosts.Sent.SENT ? Outcome.FORWARDED : Outcome.NOBODY_WAITS;
    }
}
