package bout.store.line;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.store.table.Backoff;
import bout.store.table.Item;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TablePut;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * Which connections bots have. Safe for use by many threads.
 *
 * <p>One item for each bot: {@code pk} = {@code lines#} and the bot's id, {@code sk} = {@code lines}. Attributes:
 * {@code lines} (each connection's id, a colon, and the second in which it expires; separated by spaces, oldest first),
 * {@code revision}, {@code expires}, and, while the bot has a line, {@code list} = {@code connected#} and the game,
 * {@code id} = the bot's id.
 *
 * <p>One item for each connection: {@code pk} = {@code line#} and its id, {@code sk} = {@code line}. Attributes:
 * {@code bot}, {@code game}, {@code expires}, {@code list} = {@code lines-of#} and the owner, {@code id} = its id.
 *
 * <p>One item for each ticket that was used: {@code pk} = {@code ticket#} and its id, {@code sk} = {@code ticket}.
 * Attributes: {@code connection}, {@code expires}.
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

    public Lines(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    private record Line(String connection, long expires) {

        static List<Line> read(String text) {
            return Arrays.stream(text.split(" "))
                    .filter(line -> !line.isEmpty())
                    .map(line -> {
                        int colon = line.lastIndexOf(':');
                        return new Line(line.substring(0, colon), Long.parseLong(line.substring(colon + 1)));
                    })
                    .toList();
        }

        static String write(List<Line> lines) {
            return lines.stream()
                    .map(line -> line.connection + ":" + line.expires)
                    .collect(Collectors.joining(" "));
        }
    }

    /** An item of this class. */
    private record LineItem(Map<String, AttributeValue> attributes) implements Item {

        List<Line> lines(Instant now) {
            return Line.read(string(TableLayout.LINES)).stream()
                    .filter(line -> line.expires() > now.getEpochSecond())
                    .toList();
        }
    }

    /**
     * Uses up a ticket.
     *
     * @param expires when the ticket does
     * @return whether the connection may use it: no other one has
     */
    public boolean use(String ticket, String connection, Instant expires) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.ticketKey(ticket));
        item.put(TableLayout.CONNECTION, text(connection));
        item.put(TableLayout.EXPIRES, number(expires.plus(TICKET_KEPT).getEpochSecond()));
        try {
            table.put(item).ifAbsent().itemIfRefused().write();
            return true;
        } catch (ConditionalCheckFailedException used) {
            // Our own write, if the answer was lost and the SDK retried.
            return used.item().get(TableLayout.CONNECTION).s().equals(connection);
        }
    }

    /**
     * Records a new line.
     *
     * @return the connections that the bot has no longer, because it had as many as it may; the caller closes them.
     *     Empty if the line was not recorded, because too many others of the bot were opened at the same moment
     */
    public Optional<List<String>> open(String bot, String owner, String game, String connection) {
        long expires = clock.instant().plus(LAST).getEpochSecond();
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.lineOfKey(connection));
        item.put(TableLayout.BOT, text(bot));
        item.put(TableLayout.GAME, text(game));
        item.put(TableLayout.LIST, text(TableLayout.linesOfOwner(owner)));
        item.put(TableLayout.ID, text(connection));
        item.put(TableLayout.EXPIRES, number(expires));
        table.put(item).write();
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
        Optional<LineItem> found = table.item(TableLayout.lineOfKey(connection)).map(LineItem::new);
        if (found.isPresent()) {
            remove(found.get().string(TableLayout.BOT), found.get().string(TableLayout.GAME), line -> line.connection()
                    .equals(connection));
            table.delete(TableLayout.lineOfKey(connection)).write();
        }
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
        Optional<LineItem> found = table.item(TableLayout.lineOfKey(connection)).map(LineItem::new);
        if (found.isPresent()) {
            Line line = new Line(connection, found.get().whole(TableLayout.EXPIRES));
            change(found.get().string(TableLayout.BOT), found.get().string(TableLayout.GAME), lines -> {
                if (lines.size() >= PER_BOT
                        || lines.stream().anyMatch(each -> each.connection().equals(connection))) {
                    return lines;
                }
                List<Line> with = new ArrayList<>(lines);
                with.addFirst(line);
                return with;
            });
        }
    }

    private void remove(String bot, String game, Predicate<Line> line) {
        change(bot, game, lines -> lines.stream().filter(line.negate()).toList());
    }

    /** The bot's newest connection. */
    public Optional<String> newest(String bot) {
        return table.item(TableLayout.linesKey(bot))
                .map(LineItem::new)
                .map(item -> item.lines(clock.instant()))
                .filter(lines -> !lines.isEmpty())
                .map(lines -> lines.getLast().connection());
    }

    /** Whether the connection is the bot's. */
    public boolean isOf(String connection, String bot) {
        return table.item(TableLayout.lineOfKey(connection))
                .map(LineItem::new)
                .filter(item -> item.string(TableLayout.BOT).equals(bot))
                .isPresent();
    }

    /** The bots of a game that have a line. The index follows the table within a fraction of a second. */
    public Set<String> connected(String game) {
        return table
                .newest(
                        TableLayout.connectedOf(game),
                        null,
                        Integer.MAX_VALUE,
                        "#expires > :now",
                        Map.of(":now", number(clock.instant().getEpochSecond())))
                .stream()
                .map(item -> new LineItem(item).string(TableLayout.ID))
                .collect(Collectors.toSet());
    }

    /** How many lines the bots of an owner have, counted up to a limit. */
    public int countOfOwner(String owner, int most) {
        return table.newest(
                        TableLayout.linesOfOwner(owner),
                        null,
                        most,
                        "#expires > :now",
                        Map.of(":now", number(clock.instant().getEpochSecond())))
                .size();
    }

    /**
     * Returns whether the change was made. One that removes a line and was not made does little harm: whoever sends
     * something there will find that it is gone.
     */
    private boolean change(String bot, String game, UnaryOperator<List<Line>> to) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<LineItem> found = table.item(TableLayout.linesKey(bot)).map(LineItem::new);
            List<Line> before = found.map(item -> item.lines(clock.instant())).orElse(List.of());
            List<Line> after = to.apply(before);
            if (after.equals(before)) {
                return true;
            }
            TablePut put = table.put(item(
                    bot,
                    game,
                    after,
                    found.map(item -> item.whole(TableLayout.REVISION)).orElse(0L) + 1));
            if (found.isPresent()) {
                put.when("#revision = :read").with(":read", found.get().whole(TableLayout.REVISION));
            } else {
                put.ifAbsent();
            }
            try {
                put.write();
                return true;
            } catch (ConditionalCheckFailedException changed) {
                // Another connection of the bot was opened or closed at the same moment.
                Backoff.pause(attempt);
            }
        }
        return false;
    }

    private Map<String, AttributeValue> item(String bot, String game, List<Line> lines, long revision) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.linesKey(bot));
        item.put(TableLayout.LINES, text(Line.write(lines)));
        item.put(TableLayout.REVISION, number(revision));
        if (lines.isEmpty()) {
            // It keeps the revision for a while, for who has read it.
            item.put(TableLayout.EXPIRES, number(clock.instant().plus(LAST).getEpochSecond()));
        } else {
            item.put(TableLayout.EXPIRES, number(lines.getLast().expires()));
            item.put(TableLayout.LIST, text(TableLayout.connectedOf(game)));
            item.put(TableLayout.ID, text(bot));
        }
        return item;
    }
}
