package bout.store.bot;

import static bout.store.table.TableLayout.text;

import bout.games.Games;
import bout.store.id.BotIds;
import bout.store.table.Creation;
import bout.store.table.Creator;
import bout.store.table.IdempotencyKey;
import bout.store.table.Listing;
import bout.store.table.Parallel;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import bout.store.table.Transactions;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The registered bots. Owners and the checker write different attributes, so neither overwrites the other. Every change
 * is conditional, so of several concurrent changes each either succeeds or is reported as outdated.
 *
 * <p>Safe for use by many threads. The actions that a function must be allowed: {@link #register} {@code PutItem} and
 * {@code GetItem}, {@link #find(String)} {@code GetItem}, {@link #find(Set)} {@code BatchGetItem}, {@link #list}
 * {@code Query} of the index and {@code GetItem}, {@link #knows} {@code GetItem}, {@link #count} {@code Query} of the
 * index, {@link #active} {@code Query} of the index, {@link #delete} {@code DeleteItem} and {@code GetItem}, all others
 * {@code UpdateItem}.
 */
public final class Bots {

    /** A check that has not finished by then is abandoned, and another one may be requested. */
    public static final Duration CHECK_WAITS = Duration.ofMinutes(10);

    private static final int ATTEMPTS = 8;

    private final Table table;
    private final List<String> games;
    private final Transactions transactions;
    private final Clock clock;

    /** The bots of all games in {@link Games#ALL}. */
    public Bots(Table table, Clock clock) {
        this(table, clock, Games.ALL.stream().map(game -> game.card().id()).toList());
    }

    /** @param games the ids of all games */
    public Bots(Table table, Clock clock, List<String> games) {
        this.table = table;
        this.games = List.copyOf(games);
        this.transactions = new Transactions(table, ATTEMPTS);
        this.clock = clock;
    }

    /**
     * Some of the active bots of a game.
     *
     * @param bots whatever their visibility, by descending id
     * @param next the place to continue, or {@code null} after the last ones
     */
    public record Active(List<BotRecord> bots, String next) {}

    /**
     * Stores a bot, and the item that lists it for its owner.
     *
     * @param bot as {@link BotRecord#registered} makes it, with an id that was never used
     * @param key the idempotency key, or {@code null}
     * @throws IllegalArgumentException if it does not play one of the games
     */
    public Creation<BotRecord> register(BotRecord bot, IdempotencyKey key) {
        if (!games.contains(bot.game())) {
            throw new IllegalArgumentException("no bot of " + bot.game() + " is ever listed; there are " + games);
        }
        return creator()
                .create(
                        new Creator.Wanted<>(
                                bot,
                                bot.id(),
                                bot.owner(),
                                slot -> List.of(
                                        table.put(BotItem.registered(bot).attributes())
                                                .ifAbsent()
                                                .itemIfRefused()
                                                .part(),
                                        table.put(BotItem.pointer(bot))
                                                .ifAbsent()
                                                .part()),
                                found -> new BotItem(found).bot().equals(bot)),
                        key,
                        0,
                        0);
    }

    private Creator<BotRecord> creator() {
        return new Creator<>(table, clock, TableLayout.BOT, this::find);
    }

    /** Whether a request of any kind has used this key within the last 24 hours. */
    public boolean knows(IdempotencyKey key) {
        return creator().knows(key);
    }

    /**
     * How many bots an owner has. The index follows the table within a fraction of a second, so concurrent
     * registrations may exceed a limit by a few.
     *
     * @param most where to stop counting
     */
    public int count(String owner, int most) {
        return table.newest(TableLayout.botsOfOwner(owner), null, most).size();
    }

    /** The bot with this id, if there is one, from a consistent read. */
    public Optional<BotRecord> find(String id) {
        if (!BotIds.isId(id)) {
            return Optional.empty();
        }
        return table.item(TableLayout.botKey(id)).map(item -> new BotItem(item).bot());
    }

    /** The bots with these ids, by id, from a consistent read; unknown ids are left out. */
    public Map<String, BotRecord> find(Set<String> ids) {
        return table
                .items(ids.stream()
                        .filter(BotIds::isId)
                        .map(TableLayout::botKey)
                        .toList())
                .stream()
                .map(item -> new BotItem(item).bot())
                .collect(Collectors.toMap(BotRecord::id, bot -> bot));
    }

    /** A page of bots, newest first. The index follows the table within a fraction of a second. */
    public Listing<BotRecord> list(BotQuery query) {
        return Listing.page(
                query.cursor(),
                BotIds::isId,
                query.limit(),
                (behind, most) -> query.owner() == null
                        ? ofEveryone(query.game(), behind, most)
                        : ofOwner(query.owner(), query.game(), behind, most),
                BotRecord::id);
    }

    private List<BotRecord> ofEveryone(String game, String behind, int most) {
        List<String> listed = game == null ? games : List.of(game);
        return Parallel.call(
                        listed,
                        each -> table.newest(
                                TableLayout.botsOfGame(each),
                                behind,
                                most,
                                "#visibility = :public",
                                Map.of(":public", text(Visibility.PUBLIC.code()))))
                .stream()
                .flatMap(List::stream)
                .map(item -> new BotItem(item).bot())
                .sorted(Comparator.comparing(BotRecord::id).reversed())
                .limit(most)
                .toList();
    }

    private List<BotRecord> ofOwner(String owner, String game, String behind, int most) {
        List<String> ids = table
                .newest(
                        TableLayout.botsOfOwner(owner),
                        behind,
                        most,
                        game == null ? null : "#game = :game",
                        game == null ? Map.of() : Map.of(":game", text(game)))
                .stream()
                .map(item -> new BotItem(item).id())
                .toList();
        return ids.isEmpty()
                ? List.of()
                // Leave out bots deleted in the meantime.
                : Parallel.call(ids, this::find).stream()
                        .flatMap(Optional::stream)
                        .toList();
    }

    /**
     * The active bots of a game, a page at a time.
     *
     * @param behind the {@link Active#next} of the previous page, or {@code null}
     */
    public Active active(String game, String behind, int most) {
        List<BotRecord> found = table
                .newest(
                        TableLayout.botsOfGame(game),
                        behind,
                        most + 1,
                        "#active = :yes",
                        Map.of(":yes", AttributeValue.fromBool(true)))
                .stream()
                .map(item -> new BotItem(item).bot())
                .toList();
        List<BotRecord> page = found.stream().limit(most).toList();
        return new Active(page, found.size() > page.size() ? page.getLast().id() : null);
    }

    /** All bots of a game, including inactive and private ones, by descending id. */
    public List<BotRecord> ofGame(String game) {
        return table.newest(TableLayout.botsOfGame(game), null, Integer.MAX_VALUE).stream()
                .map(item -> new BotItem(item).bot())
                .toList();
    }

    /**
     * Writes a change by the bot's owner.
     *
     * @param before the bot as it was read
     * @param after what {@link BotRecord#changed}, {@link BotRecord#renewed} or {@link BotRecord#signedWith} made of it
     */
    public BotChange change(BotRecord before, BotRecord after) {
        String change = UUID.randomUUID().toString();
        boolean renewed = after.version().number() != before.version().number();
        boolean moved = !after.settings().url().equals(before.settings().url());
        TableUpdate update = update(before.id())
                .when("#revision = :read")
                .with(":read", before.revision())
                .set(TableLayout.CHANGE, change);
        BotItem.changeable(after).forEach(update::set);
        if (renewed) {
            BotItem.ofUrl(after).forEach(update::set);
            update.remove(
                    TableLayout.CHECK,
                    TableLayout.WAITING_CHECK,
                    TableLayout.CHECK_ASKED_AT,
                    TableLayout.SUSPENDED,
                    TableLayout.STREAK,
                    TableLayout.REASON,
                    TableLayout.CHECKED_AT);
        }
        if (moved) {
            update.remove(TableLayout.PROVEN_AT, TableLayout.PROOF_REFUSAL);
        }
        try {
            return new BotChange.Done(new BotItem(update.writeAndRead()).bot());
        } catch (ConditionalCheckFailedException refused) {
            if (!refused.hasItem()) {
                return new BotChange.Gone();
            }
            BotItem item = new BotItem(refused.item());
            // Our own change, if the answer was lost and the SDK retried.
            return item.changedBy(change) ? new BotChange.Done(item.bot()) : new BotChange.Outdated();
        }
    }

    /**
     * Deletes a bot for good. Matches keep its name; in those that have yet to be played, its calls fail.
     *
     * @param read the bot as it was read
     */
    public BotChange delete(BotRecord read) {
        List<TransactWriteItem> deletes = List.of(
                table.delete(TableLayout.botKey(read.id()))
                        .when("#revision = :read")
                        .with(":read", read.revision())
                        .part(),
                table.delete(TableLayout.botOfOwnerKey(read.id())).part());
        if (transactions.write(deletes, 0).isEmpty()) {
            return new BotChange.Done(read);
        }
        return find(read.id()).isPresent() ? new BotChange.Outdated() : new BotChange.Gone();
    }

    /**
     * Records a requested check, unless one is already waiting; the caller sends the check to the queue.
     *
     * @return the waiting check, this one or an earlier one; empty if there is no such bot
     */
    public Optional<BotCheck> ask(String bot, BotCheck check) {
        try {
            update(bot)
                    .when("attribute_exists(#pk)"
                            + " AND (attribute_not_exists(#waitingCheck) OR #checkAskedAt <= :stale)")
                    .with(":stale", check.askedAt().minus(CHECK_WAITS))
                    .set(TableLayout.CHECK, BotItem.checkText(check))
                    .set(TableLayout.WAITING_CHECK, check.id())
                    .set(TableLayout.CHECK_ASKED_AT, check.askedAt())
                    .write();
            return Optional.of(check);
        } catch (ConditionalCheckFailedException refused) {
            return refused.hasItem()
                    ? Optional.of(new BotItem(refused.item()).bot().version().check())
                    : Optional.empty();
        }
    }

    /**
     * Records the result of a check.
     *
     * @param checked the bot as it was called
     * @param check its {@link BotVersion#check}, finished
     * @param proof its {@link BotVersion#proof} after the check
     * @return false if this check is no longer waiting: it has finished, or the URL has changed
     */
    public boolean finish(BotRecord checked, BotCheck check, Proof proof) {
        TableUpdate update = update(checked.id())
                .when("#waitingCheck = :id AND #version = :version")
                .with(":id", check.id())
                .with(":version", checked.version().number())
                .set(TableLayout.CHECK, BotItem.checkText(check))
                .remove(TableLayout.WAITING_CHECK, TableLayout.CHECK_ASKED_AT);
        if (proof.proven()) {
            update.set(TableLayout.PROVEN_AT, proof.provenAt());
        }
        return setOrRemove(update, TableLayout.PROOF_REFUSAL, proof.refusal()).writeIfAllowed();
    }

    /**
     * Records a bot's health after a sweep.
     *
     * @param checked the bot as it was called
     * @param health derived from {@link BotVersion#health}, with the time of the sweep
     * @return false if this sweep or a later one has been recorded already, or the URL has changed
     */
    public boolean heal(BotRecord checked, Health health) {
        TableUpdate update = update(checked.id())
                .when("#version = :version AND (attribute_not_exists(#checkedAt) OR #checkedAt < :checkedAt)")
                .with(":version", checked.version().number())
                .set(TableLayout.SUSPENDED, AttributeValue.fromBool(health.suspended()))
                .set(TableLayout.STREAK, health.streak())
                .set(TableLayout.CHECKED_AT, health.checkedAt());
        return setOrRemove(update, TableLayout.REASON, health.reason()).writeIfAllowed();
    }

    /** @param value {@code null} removes the attribute */
    private static TableUpdate setOrRemove(TableUpdate update, String attribute, String value) {
        return value == null ? update.remove(attribute) : update.set(attribute, value);
    }

    private TableUpdate update(String id) {
        return table.update(TableLayout.botKey(id)).itemIfRefused();
    }
}
