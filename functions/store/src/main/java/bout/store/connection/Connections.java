package bout.store.connection;

import bout.table.Condition;
import bout.table.ConditionalWrite.Written;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TablePut;
import bout.telemetry.Machine;
import bout.wire.connection.ConnectionTickets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Which connections bots have. Safe for use by many threads.
 *
 * <p>One item for each bot: {@code pk} = {@code connections#} and the bot's id, {@code sk} = {@code connections}, with
 * its connections, oldest first, and, while the bot has a connection, {@code list} = {@code connected#} and the game.
 * One for each connection: {@code pk} = {@code connection#} and its id, {@code sk} = {@code connection}, with
 * {@code list} = {@code connections-of#} and the owner. One for each ticket that was used: {@code pk} = {@code ticket#}
 * and its id, {@code sk} = {@code ticket}, with {@code connection} and {@code expires}. And the key of the tickets:
 * {@code pk} = {@code ticket-key}, {@code sk} = {@code ticket-key}, with {@code secret}, 32 bytes.
 *
 * <p>The connection's is written before the first is changed and deleted after it, so a connection that is listed for a
 * bot is known. If a function is cut off between the two, the item expires.
 */
public final class Connections {

    /** The most connections of a bot. Three clients at a time, or two that are reconnecting. */
    public static final int PER_BOT = 4;

    /** API Gateway closes connections after two hours. */
    public static final Duration LAST = Duration.ofMinutes(130);

    /**
     * How long after a connection was recorded nothing can be sent to it yet: API Gateway says it is gone until the
     * function for new connections has returned and the client knows.
     */
    static final Duration OPENING = Duration.ofSeconds(10);

    /** Long enough for clocks that differ; the items are deleted some time later. */
    private static final Duration TICKET_KEPT = Duration.ofMinutes(1);

    /** How often to try a change when others get in first, with pauses of at most 0.8 s: about six seconds. */
    private static final int ATTEMPTS = 16;

    private final Table table;
    private final Clock clock;

    private volatile ConnectionTickets tickets;

    public Connections(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /**
     * The tickets made with the deployment's key, which is drawn when it is first needed and never changes. Only the
     * first call reads the table.
     */
    public ConnectionTickets tickets() {
        if (tickets == null) {
            tickets = new ConnectionTickets(table.secretKey(TableLayout.keyOfTickets(), ConnectionTickets.KEY_LENGTH));
        }
        return tickets;
    }

    /** @param expires in seconds since 1970 */
    private record Connection(String connection, long expires) {}

    /** The item of a bot; {@code expires} as its newest connection does. */
    private record OfBot(List<Connection> connections, long revision, long expires) {

        List<Connection> open(Instant now) {
            return connections.stream()
                    .filter(each -> each.expires() > now.getEpochSecond())
                    .toList();
        }
    }

    /** Those from before keys were noted lack {@code owner} and {@code key}. */
    private record OfConnection(String id, String bot, String owner, String key, String game, long expires) {}

    /** The owner and the id of the key with which a connection was opened. */
    public record Opener(String owner, String key) {}

    /**
     * Uses up a ticket.
     *
     * @return whether the connection may use it: no other one has
     */
    public boolean use(String ticket, String connection, Instant expires) {
        Written written = table.put(TableLayout.ticketKey(ticket))
                .set(TableLayout.CONNECTION, connection)
                .set(TableLayout.EXPIRES, expires.plus(TICKET_KEPT).getEpochSecond())
                .ifAbsent()
                .write();
        // Also by our own write, if the answer was lost and the SDK retried.
        return written.done() || written.item().string(TableLayout.CONNECTION).equals(connection);
    }

    /**
     * Records a new connection.
     *
     * @param key the id of the owner's key that opens it, or {@code null}
     * @return the connections that the bot has no longer, because it had as many as it may; the caller closes them.
     *     Empty if the connection was not recorded, because too many others of the bot were opened at the same moment
     */
    public Optional<List<String>> open(String bot, String owner, String key, String game, String connection) {
        long expires = clock.instant().plus(LAST).getEpochSecond();
        table.put(TableLayout.connectionKey(connection))
                .set(new OfConnection(connection, bot, owner, key, game, expires))
                .set(TableLayout.LIST, TableLayout.connectionsOfOwner(owner))
                .write();
        List<Connection> displaced = new ArrayList<>();
        boolean recorded = change(bot, game, connections -> {
            displaced.clear();
            List<Connection> with = new ArrayList<>(connections);
            with.removeIf(each -> each.connection().equals(connection));
            with.add(new Connection(connection, expires));
            while (with.size() > PER_BOT) {
                displaced.add(with.removeFirst());
            }
            return with;
        });
        if (!recorded) {
            table.delete(TableLayout.connectionKey(connection)).write();
            return Optional.empty();
        }
        return Optional.of(displaced.stream().map(Connection::connection).toList());
    }

    /** Forgets a connection that has been closed, if it was a bot's. */
    public void close(String connection) {
        find(connection).ifPresent(found -> {
            remove(found.bot(), found.game(), each -> each.connection().equals(connection));
            table.delete(TableLayout.connectionKey(connection)).write();
        });
    }

    /** Takes a connection that turned out to be gone from a bot's connections, unless it is still being opened. */
    public void forget(String bot, String game, String connection) {
        long opening = clock.instant().plus(LAST).minus(OPENING).getEpochSecond();
        remove(bot, game, each -> each.connection().equals(connection) && each.expires() <= opening);
    }

    /** Takes a connection that does not answer from a bot's connections, until it is {@link #heard}. */
    public void silent(String bot, String game, String connection) {
        remove(bot, game, each -> each.connection().equals(connection));
    }

    /** Adds a connection to its bot's connections again if it was taken out: something was heard on it. */
    public void heard(String connection) {
        find(connection)
                .ifPresent(found -> change(found.bot(), found.game(), connections -> {
                    if (connections.size() >= PER_BOT
                            || connections.stream()
                                    .anyMatch(each -> each.connection().equals(connection))) {
                        return connections;
                    }
                    List<Connection> with = new ArrayList<>(connections);
                    with.addFirst(new Connection(connection, found.expires()));
                    return with;
                }));
    }

    private Optional<OfConnection> find(String connection) {
        return table.item(TableLayout.connectionKey(connection)).map(item -> item.as(OfConnection.class));
    }

    private void remove(String bot, String game, Predicate<Connection> which) {
        change(bot, game, connections -> connections.stream()
                .filter(which.negate())
                .toList());
    }

    public Optional<String> newest(String bot) {
        return table.item(TableLayout.connectionsKey(bot))
                .map(item -> item.as(OfBot.class).open(clock.instant()))
                .filter(connections -> !connections.isEmpty())
                .map(connections -> connections.getLast().connection());
    }

    public boolean isOf(String connection, String bot) {
        return find(connection).filter(found -> found.bot().equals(bot)).isPresent();
    }

    /** Empty if it was opened without a key, or is no connection of a bot. */
    public Optional<Opener> opener(String connection) {
        return find(connection)
                .filter(found -> found.key() != null)
                .map(found -> new Opener(found.owner(), found.key()));
    }

    /** The bots of a game that have a connection. The index follows the table within a fraction of a second. */
    public Set<String> connected(String game) {
        return new HashSet<>(ids(TableLayout.connectedOf(game), Integer.MAX_VALUE));
    }

    /** How many connections the bots of an owner have, counted up to a limit. */
    public int countOfOwner(String owner, int most) {
        return ids(TableLayout.connectionsOfOwner(owner), most).size();
    }

    private List<String> ids(String list, int most) {
        return table.ids(
                list,
                null,
                most,
                Condition.above(TableLayout.EXPIRES, clock.instant().getEpochSecond()));
    }

    /**
     * Returns whether the change was made. One that removes a connection and was not made does little harm: the next
     * message sent there will show that it is gone.
     */
    private boolean change(String bot, String game, UnaryOperator<List<Connection>> to) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<OfBot> found = table.item(TableLayout.connectionsKey(bot)).map(item -> item.as(OfBot.class));
            List<Connection> before =
                    found.map(item -> item.open(clock.instant())).orElse(List.of());
            List<Connection> after = to.apply(before);
            if (after.equals(before)) {
                return true;
            }
            TablePut put = put(bot, game, after, found.map(OfBot::revision).orElse(0L) + 1);
            boolean done = found.map(item -> put.when(Condition.equal(TableLayout.REVISION, item.revision())))
                    .orElseGet(put::ifAbsent)
                    .write()
                    .done();
            if (done) {
                return true;
            }
            // Another connection of the bot was opened or closed at the same moment.
            Machine.backOff(attempt);
        }
        return false;
    }

    private TablePut put(String bot, String game, List<Connection> connections, long revision) {
        TablePut put = table.put(TableLayout.connectionsKey(bot));
        if (connections.isEmpty()) {
            // It keeps the revision for a while, for who has read it.
            return put.set(
                    new OfBot(connections, revision, clock.instant().plus(LAST).getEpochSecond()));
        }
        return put.set(new OfBot(connections, revision, connections.getLast().expires()))
                .set(TableLayout.LIST, TableLayout.connectedOf(game))
                .set(TableLayout.ID, bot);
    }
}
