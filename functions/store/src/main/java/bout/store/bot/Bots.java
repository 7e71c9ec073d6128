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
 * The registered bots. What their owners change and what the checker finds out are different attributes, so neither
 * undoes the other; every change is conditional on what it is about, so of several at once each is either there or told
 * to be outdated.
 *
 * <p>Safe for use by many threads. The actions that a function must be allowed: {@link #register} {@code PutItem} and
 * {@code GetItem}, {@link #find(String)} {@code GetItem}, {@link #find(Set)} {@code BatchGetItem}, {@link #list} {@code Query} of the index and {@code GetItem},
 * {@link #knows} {@code GetItem}, {@link #count} {@code Query} of the index,
 * {@link #active} {@code Query} of the index, {@link #delete} {@code DeleteItem} and {@code GetItem}, all others
 * {@code UpdateItem}.
 */
public final class Bots {

    /** A check that was not made by then is given up: another one may be asked for. */
    public static final Duration CHECK_WAITS = Duration.ofMinutes(10);

    private static final int ATTEMPTS = 8;

    private final Table table;
    private final List<String> games;
    private final Transactions transactions;
    private final Clock clock;

    /** The bots of {@link Games#ALL}. */
    public Bots(Table table, Clock clock) {
        this(table, clock, Games.ALL.stream().map(game -> game.card().id()).toList());
    }

    /** @param games the ids of all games that there are bots of */
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
     * @param next where to go on, or {@code null} when these are the last
     */
    public record Active(List<BotRecord> bots, String next) {}

    /**
     * Puts a bot into the table, and what finds it for its owner.
     *
     * @param bot as {@link BotRecord#registered} makes it, with an id that was never used
     * @param key what makes this request the same as an earlier one, or {@code null}
     * @throws IllegalArgumentException when it is not of one of the games
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

    /** Whether a request with this key has registered a bot, or asked for something else, within the last 24 hours. */
    public boolean knows(IdempotencyKey key) {
        return creator().knows(key);
    }

    /**
     * How many bots an owner has. The index follows the table within a fraction of a second, so who registers many at once
     * may get past a limit by a few.
     *
     * @param most where to stop counting
     */
    public int count(String owner, int most) {
        return table.newest(TableLayout.botsOfOwner(owner), null, most).size();
    }

    /** The bot with this id as it is now, if there is one. */
    public Optional<BotRecord> find(String id) {
        if (!BotIds.isId(id)) {
            return Optional.empty();
        }
        return table.item(TableLayout.botKey(id)).map(item -> new BotItem(item).bot());
    }

    /** The bots with these ids as they are now, by their ids; without those that there are none of. */
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

    /** A page of bots, the newest first. The index follows the table within a fraction of a second. */
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
                // One that is deleted meanwhile is left out.
                : Parallel.call(ids, this::find).stream()
                        .flatMap(Optional::stream)
                        .toList();
    }

    /**
     * The active bots of a game, some at a time.
     *
     * @param behind the {@link Active#next} of those before, or {@code null}
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

    /** All bots of a game, inactive and private ones too, by descending id. */
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
            // Our own change, if its answer was lost and the SDK sent it again.
            return item.changedBy(change) ? new BotChange.Done(item.bot()) : new BotChange.Outdated();
        }
    }

    /**
     * Deletes a bot for good. Matches keep its name; those that are still to be played meet a bot that is gone.
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
     * Writes down that a bot is to be checked, unless it is already; the caller sends the check to the queue.
     *
     * @return the check that waits, this one or the one that was asked for before; nothing when there is no such bot
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
     * Writes down what a check came to.
     *
     * @param checked the bot as it was called
     * @param check its {@link BotVersion#check}, finished
     * @param proof its {@link BotVersion#proof}, as it is now
     * @return false when nothing waits for this check any more: it was made already, or the URL is another one
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
     * Writes down a bot's health after a sweep.
     *
     * @param checked the bot as it was called
     * @param health made of {@link BotVersion#health}, with the time of the sweep
     * @return false when this sweep, or a later one, has been written down already, or the URL is another one
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
