package bout.store.line;

import bout.store.table.Condition;
import bout.store.table.ConditionalWrite.Written;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TablePut;
import bout.telemetry.Machine;
import bout.wire.line.LineTickets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Which connections bots have. Safe for use by many threads.
 *
 * <p>One item for each bot: {@code pk} = {@code lines#} and the bot's id, {@code sk} = {@code lines}, with its lines,
 * oldest first, and, while the bot has a line, {@code list} = {@code connected#} and the game. One for each connection:
 * {@code pk} = {@code line#} and its id, {@code sk} = {@code line}, with {@code list} = {@code lines-of#} and the
 * owner. One for each ticket that was used: {@code pk} = {@code ticket#} and its id, {@code sk} = {@code ticket}, with
 * {@code connection} and {@code expires}. And the key of the tickets: {@code pk} = {@code line-key}, {@code sk} =
 * {@code line-key}, with {@code secret}, 32 bytes.
 *
 * <p>The connection's is written before the first is changed and deleted after it, so a connection that is listed for a
 * bot is known. If a function is cut off between the two, the item expires.
 */
public final class Lines {

    /** The most lines of a bot. Three clients at a time, or two that are reconnecting. */
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

    private volatile LineTickets tickets;

    public Lines(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /**
     * The tickets made with the deployment's key, which is drawn when it is first needed and never changes. Only the
     * first call reads the table.
     */
    public LineTickets tickets() {
        if (tickets == null) {
            tickets = new LineTickets(table.secretKey(TableLayout.lineKey(), LineTickets.KEY_LENGTH));
        }
        return tickets;
    }

    /** @param expires in seconds since 1970 */
    private record Line(String connection, long expires) {}

    /** The item of a bot; {@code expires} as its newest line does. */
    private record OfBot(List<Line> lines, long revision, long expires) {

        List<Line> open(Instant now) {
            return lines.stream()
                    .filter(line -> line.expires() > now.getEpochSecond())
                    .toList();
        }
    }

    private record OfConnection(String id, String bot, String game, long expires) {}

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
     * Records a new line.
     *
     * @return the connections that the bot has no longer, because it had as many as it may; the caller closes them.
     *     Empty if the line was not recorded, because too many others of the bot were opened at the same moment
     */
    public Optional<List<String>> open(String bot, String owner, String game, String connection) {
        long expires = clock.instant().plus(LAST).getEpochSecond();
        table.put(TableLayout.lineOfKey(connection))
                .set(new OfConnection(connection, bot, game, expires))
                .set(TableLayout.LIST, TableLayout.linesOfOwner(owner))
                .write();
        List<Line> displaced = new ArrayList<>();
        boolean recorded = change(bot, game, lines -> {
            displaced.clear();
            List<Line> with = new ArrayList<>(lines);
            with.removeIf(line -> line.connection().equals(connection));
            with.add(new Line(connection, expires));
            while (with.size() > PER_BOT) {
                displaced.add(with.removeFirst());
            }
            return with;
        });
        if (!recorded) {
            table.delete(TableLayout.lineOfKey(connection)).write();
            return Optional.empty();
        }
        return Optional.of(displaced.stream().map(Line::connection).toList());
    }

    /** Forgets a connection that has been closed, if it was a bot's. */
    public void close(String connection) {
        find(connection).ifPresent(found -> {
            remove(found.bot(), found.game(), line -> line.connection().equals(connection));
            table.delete(TableLayout.lineOfKey(connection)).write();
        });
    }

    /** Takes a connection that turned out to be gone from a bot's lines, unless it is still being opened. */
    public void forget(String bot, String game, String connection) {
        long opening = clock.instant().plus(LAST).minus(OPENING).getEpochSecond();
        remove(bot, game, line -> line.connection().equals(connection) && line.expires() <= opening);
    }

    /** Takes a connection on which nobody answers from a bot's lines, until it is {@link #heard}. */
    public void silent(String bot, String game, String connection) {
        remove(bot, game, line -> line.connection().equals(connection));
    }

    /** Adds a connection to its bot's lines again if it was taken out: something was heard on it. */
    public void heard(String connection) {
        find(connection)
                .ifPresent(found -> change(found.bot(), found.game(), lines -> {
                    if (lines.size() >= PER_BOT
                            || lines.stream().anyMatch(each -> each.connection().equals(connection))) {
                        return lines;
                    }
                    List<Line> with = new ArrayList<>(lines);
                    with.addFirst(new Line(connection, found.expires()));
                    return with;
                }));
    }

    private Optional<OfConnection> find(String connection) {
        return table.item(TableLayout.lineOfKey(connection)).map(item -> item.as(OfConnection.class));
    }

    private void remove(String bot, String game, Predicate<Line> line) {
        change(bot, game, lines -> lines.stream().filter(line.negate()).toList());
    }

    public Optional<String> newest(String bot) {
        return table.item(TableLayout.linesKey(bot))
                .map(item -> item.as(OfBot.class).open(clock.instant()))
                .filter(lines -> !lines.isEmpty())
                .map(lines -> lines.getLast().connection());
    }

    public boolean isOf(String connection, String bot) {
        return find(connection).filter(found -> found.bot().equals(bot)).isPresent();
    }

    /** The bots of a game that have a line. The index follows the table within a fraction of a second. */
    public Set<String> connected(String game) {
        return table
                .newest(
                        TableLayout.connectedOf(game),
                        null,
                        Integer.MAX_VALUE,
                        Condition.above(TableLayout.EXPIRES, clock.instant().getEpochSecond()))
                .stream()
                .map(item -> item.string(TableLayout.ID))
                .collect(Collectors.toSet());
    }

    /** How many lines the bots of an owner have, counted up to a limit. */
    public int countOfOwner(String owner, int most) {
        return table.newest(
                        TableLayout.linesOfOwner(owner),
                        null,
                        most,
                        Condition.above(TableLayout.EXPIRES, clock.instant().getEpochSecond()))
                .size();
    }

    /**
     * Returns whether the change was made. One that removes a line and was not made does little harm: whoever sends
     * something there will find that it is gone.
     */
    private boolean change(String bot, String game, UnaryOperator<List<Line>> to) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<OfBot> found = table.item(TableLayout.linesKey(bot)).map(item -> item.as(OfBot.class));
            List<Line> before = found.map(item -> item.open(clock.instant())).orElse(List.of());
            List<Line> after = to.apply(before);
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

    private TablePut put(String bot, String game, List<Line> lines, long revision) {
        TablePut put = table.put(TableLayout.linesKey(bot));
        if (lines.isEmpty()) {
            // It keeps the revision for a while, for who has read it.
            return put.set(new OfBot(lines, revision, clock.instant().plus(LAST).getEpochSecond()));
        }
        return put.set(new OfBot(lines, revision, lines.getLast().expires()))
                .set(TableLayout.LIST, TableLayout.connectedOf(game))
                .set(TableLayout.ID, bot);
    }
}
