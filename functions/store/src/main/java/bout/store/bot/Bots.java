package bout.store.bot;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.games.Games;
import bout.store.table.Cursor;
import bout.store.table.IdempotencyKey;
import bout.store.table.KeptKeys;
import bout.store.table.SideBySide;
import bout.store.table.TableLayout;
import bout.store.table.TableReader;
import bout.store.table.Transactions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

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

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final List<String> games;
    private final TableReader reader;
    private final Transactions transactions;
    private final KeptKeys keys;

    /** The bots of {@link Games#ALL}. */
    public Bots(DynamoDbClient dynamoDb, String table, Clock clock) {
        this(
                dynamoDb,
                table,
                clock,
                Games.ALL.stream().map(game -> game.card().id()).toList());
    }

    /** @param games the ids of all games that there are bots of */
    public Bots(DynamoDbClient dynamoDb, String table, Clock clock, List<String> games) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.games = List.copyOf(games);
        this.reader = new TableReader(dynamoDb, table);
        this.transactions = new Transactions(dynamoDb, ATTEMPTS);
        this.keys = new KeptKeys(table, clock, reader, TableLayout.BOT);
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
    public BotRegistration register(BotRecord bot, IdempotencyKey key) {
        if (!games.contains(bot.game())) {
            throw new IllegalArgumentException("no bot of " + bot.game() + " is ever listed; there are " + games);
        }
        List<TransactWriteItem> puts = new ArrayList<>();
        puts.add(put(BotItem.registered(bot).attributes()));
        puts.add(put(BotItem.pointer(bot)));
        int ofKey = -1;
        if (key != null) {
            ofKey = puts.size();
            puts.add(keys.put(key, bot.id()));
        }
        Optional<Map<String, AttributeValue>> before = transactions.write(puts, ofKey);
        return before.isPresent() ? registeredBefore(bot, key, before.get()) : new BotRegistration.New(bot);
    }

    private TransactWriteItem put(Map<String, AttributeValue> item) {
        String absent = "attribute_not_exists(#pk)";
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table)
                        .item(item)
                        .conditionExpression(absent)
                        .expressionAttributeNames(TableLayout.names(absent)))
                .build();
    }

    private BotRegistration registeredBefore(BotRecord bot, IdempotencyKey key, Map<String, AttributeValue> keyItem) {
        Optional<String> id = keys.made(key, keyItem);
        if (id.isEmpty()) {
            return new BotRegistration.Conflicting();
        }
        if (id.get().equals(bot.id())) {
            return new BotRegistration.New(bot);
        }
        return find(id.get())
                .<BotRegistration>map(BotRegistration.Repeated::new)
                .orElseGet(BotRegistration.Deleted::new);
    }

    /** Whether a request with this key has registered a bot, or asked for something else, within the last 24 hours. */
    public boolean knows(IdempotencyKey key) {
        return keys.find(key).isPresent();
    }

    /**
     * How many bots an owner has. The index follows the table within a fraction of a second, so who registers many at once
     * may get past a limit by a few.
     *
     * @param most where to stop counting
     */
    public int count(String owner, int most) {
        return reader.newest(TableLayout.botsOfOwner(owner), null, most, null, Map.of())
                .size();
    }

    /** The bot with this id as it is now, if there is one. */
    public Optional<BotRecord> find(String id) {
        if (!BotIds.isId(id)) {
            return Optional.empty();
        }
        return reader.item(TableLayout.botKey(id)).map(item -> new BotItem(item).bot());
    }

    /** The bots with these ids as they are now, by their ids; without those that there are none of. */
    public Map<String, BotRecord> find(Set<String> ids) {
        return reader
                .items(ids.stream()
                        .filter(BotIds::isId)
                        .map(TableLayout::botKey)
                        .toList())
                .stream()
                .map(item -> new BotItem(item).bot())
                .collect(Collectors.toMap(BotRecord::id, bot -> bot));
    }

    /** A page of bots, the newest first. The index follows the table within a fraction of a second. */
    public BotListing list(BotQuery query) {
        String behind = null;
        if (query.cursor() != null) {
            Optional<String> read = Cursor.read(query.cursor(), BotIds::isId);
            if (read.isEmpty()) {
                return new BotListing.BadCursor();
            }
            behind = read.get();
        }
        // One more than a page holds shows whether there is a next page.
        List<BotRecord> found = query.owner() == null
                ? ofEveryone(query.game(), behind, query.limit() + 1)
                : ofOwner(query.owner(), query.game(), behind, query.limit() + 1);
        List<BotRecord> page = found.stream().limit(query.limit()).toList();
        return new BotListing.Page(
                page, found.size() > page.size() ? Cursor.behind(page.getLast().id()) : null);
    }

    private List<BotRecord> ofEveryone(String game, String behind, int most) {
        List<String> listed = game == null ? games : List.of(game);
        return SideBySide.call(
                        listed,
                        each -> reader.newest(
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
        List<String> ids = reader
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
                : SideBySide.call(ids, this::find).stream()
                        .flatMap(Optional::stream)
                        .toList();
    }

    /**
     * The active bots of a game, some at a time.
     *
     * @param behind the {@link Active#next} of those before, or {@code null}
     */
    public Active active(String game, String behind, int most) {
        List<BotRecord> found = reader
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
        return reader.newest(TableLayout.botsOfGame(game), null, Integer.MAX_VALUE, null, Map.of()).stream()
                .map(item -> new BotItem(item).bot())
                .toList();
    }

    /**
     * Writes a change by the bot's owner.
     *
     * @param before the bot as it was read
     * @param after what {@link BotRecord#changed}, {@link BotRecord#movedTo}, {@link BotRecord#renewed} or
     *     {@link BotRecord#signedWith} made of it
     */
    public BotChange change(BotRecord before, BotRecord after) {
        String change = UUID.randomUUID().toString();
        boolean renewed = after.version() != before.version();
        boolean moved = !after.url().equals(before.url());
        Map<String, AttributeValue> set = new TreeMap<>(BotItem.changeable(after));
        if (renewed) {
            set.putAll(BotItem.ofUrl(after));
        }
        set.put(TableLayout.CHANGE, text(change));
        String update = "SET "
                + set.keySet().stream().map(name -> "#" + name + " = :" + name).collect(Collectors.joining(", "))
                + (renewed ? " REMOVE #check, #waitingCheck, #checkAskedAt, #out, #streak, #reason, #checkedAt" : "")
                + (moved ? ", #provenAt, #proofRefusal" : "");
        Map<String, AttributeValue> values = new HashMap<>();
        set.forEach((name, value) -> values.put(":" + name, value));
        values.put(":read", number(before.revision()));
        try {
            return new BotChange.Done(
                    new BotItem(dynamoDb.updateItem(update(before.id(), "#revision = :read", update, values)
                                            .returnValues(ReturnValue.ALL_NEW)
                                            .build())
                                    .attributes())
                            .bot());
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
        String unchanged = "#revision = :read";
        List<TransactWriteItem> deletes = List.of(
                TransactWriteItem.builder()
                        .delete(delete -> delete.tableName(table)
                                .key(TableLayout.botKey(read.id()))
                                .conditionExpression(unchanged)
                                .expressionAttributeNames(TableLayout.names(unchanged))
                                .expressionAttributeValues(Map.of(":read", number(read.revision()))))
                        .build(),
                TransactWriteItem.builder()
                        .delete(delete -> delete.tableName(table).key(TableLayout.botOfOwnerKey(read.id())))
                        .build());
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
        String condition = "attribute_exists(#pk) AND (attribute_not_exists(#waitingCheck) OR #checkAskedAt <= :stale)";
        String update = "SET #check = :check, #waitingCheck = :id, #checkAskedAt = :askedAt";
        Map<String, AttributeValue> values = Map.of(
                ":check", BotItem.checkText(check),
                ":id", text(check.id()),
                ":askedAt", number(check.askedAt().toEpochMilli()),
                ":stale", number(check.askedAt().minus(CHECK_WAITS).toEpochMilli()));
        try {
            dynamoDb.updateItem(update(bot, condition, update, values).build());
            return Optional.of(check);
        } catch (ConditionalCheckFailedException refused) {
            return refused.hasItem()
                    ? Optional.of(new BotItem(refused.item()).bot().check())
                    : Optional.empty();
        }
    }

    /**
     * Writes down what a check came to.
     *
     * @param checked the bot as it was called
     * @param check its {@link BotRecord#check}, finished
     * @param proof its {@link BotRecord#proof}, as it is now
     * @return false when nothing waits for this check any more: it was made already, or the URL is another one
     */
    public boolean finish(BotRecord checked, BotCheck check, Proof proof) {
        String condition = "#waitingCheck = :id AND #version = :version";
        Map<String, AttributeValue> values = new HashMap<>(Map.of(
                ":id", text(check.id()),
                ":version", number(checked.version()),
                ":check", BotItem.checkText(check)));
        List<String> set = new ArrayList<>(List.of("#check = :check"));
        List<String> remove = new ArrayList<>(List.of("#waitingCheck", "#checkAskedAt"));
        if (proof.proven()) {
            set.add("#provenAt = :provenAt");
            values.put(":provenAt", number(proof.provenAt().toEpochMilli()));
        }
        if (proof.refusal() == null) {
            remove.add("#proofRefusal");
        } else {
            set.add("#proofRefusal = :refusal");
            values.put(":refusal", text(proof.refusal()));
        }
        String update = "SET " + String.join(", ", set) + " REMOVE " + String.join(", ", remove);
        try {
            dynamoDb.updateItem(update(checked.id(), condition, update, values).build());
            return true;
        } catch (ConditionalCheckFailedException notAnyMore) {
            return false;
        }
    }

    /**
     * Writes down a bot's health after a sweep.
     *
     * @param checked the bot as it was called
     * @param health made of {@link BotRecord#health}, with the time of the sweep
     * @return false when this sweep, or a later one, has been written down already, or the URL is another one
     */
    public boolean heal(BotRecord checked, Health health) {
        String condition = "#version = :version AND (attribute_not_exists(#checkedAt) OR #checkedAt < :at)";
        String update = "SET #out = :out, #streak = :streak, #checkedAt = :at"
                + (health.reason() == null ? " REMOVE #reason" : ", #reason = :reason");
        Map<String, AttributeValue> values = new HashMap<>(Map.of(
                ":version", number(checked.version()),
                ":out", AttributeValue.fromBool(health.out()),
                ":streak", number(health.streak()),
                ":at", number(health.checkedAt().toEpochMilli())));
        if (health.reason() != null) {
            values.put(":reason", text(health.reason()));
        }
        try {
            dynamoDb.updateItem(update(checked.id(), condition, update, values).build());
            return true;
        } catch (ConditionalCheckFailedException notAnyMore) {
            return false;
        }
    }

    private UpdateItemRequest.Builder update(
            String id, String condition, String update, Map<String, AttributeValue> values) {
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(TableLayout.botKey(id))
                .conditionExpression(condition)
                .updateExpression(update)
                .expressionAttributeNames(TableLayout.names(condition, update))
                .expressionAttributeValues(values)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }
}
