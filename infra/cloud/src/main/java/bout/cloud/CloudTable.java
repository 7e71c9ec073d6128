package bout.cloud;

import bout.cloud.Expressions.Bindings;
import bout.cloud.Expressions.Scope;
import bout.cloud.template.Application;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.h2.mvstore.Cursor;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * One table of DynamoDB: items, conditional writes, transactions, queries and secondary indexes. It does what the store
 * uses, with DynamoDB's limits, and rejects everything else with an {@link UnsupportedOperationException}.
 *
 * <p>Writes happen one after the other, in memory; then each waits until the storage has it. Reads wait for nothing.
 * All reads of the table are consistent. A secondary index may lag behind the table, as in DynamoDB: see
 * {@link #indexLag}.
 */
public final class CloudTable implements DynamoDbClient {

    /** In bytes. */
    static final int LARGEST_ITEM = 400 * 1024;

    static final int LARGEST_TRANSACTION = 100;

    private static final int LARGEST_BATCH = 100;
    private static final int LONGEST_PK = 2048;
    private static final int LONGEST_SK = 1024;

    /** In bytes of items, before they are filtered. */
    private static final int LARGEST_PAGE = 1 << 20;

    /** In bytes: the rest of a batch must be asked for again. */
    private static final int LARGEST_BATCH_ANSWER = 16 << 20;

    /** In bytes. */
    private static final int WRITE_UNIT = 1024;

    /** A secondary index. */
    private record Index(
            String name,
            String hash,
            String range,
            Set<String> kept,
            Storage.Rows<Key, Map<String, AttributeValue>> rows) {

        boolean has(Map<String, AttributeValue> item) {
            return item.containsKey(hash) && item.containsKey(range);
        }

        Key key(Map<String, AttributeValue> item, String pk, String sk) {
            return new Key(
                    item.get(hash).s(),
                    item.get(range),
                    item.get(pk).s(),
                    item.get(sk).s(),
                    0);
        }

        /** The attributes of an item that the index has. */
        Map<String, AttributeValue> projected(Map<String, AttributeValue> item) {
            if (kept.isEmpty()) {
                return item;
            }
            Map<String, AttributeValue> projected = new HashMap<>();
            for (String name : kept) {
                AttributeValue value = item.get(name);
                if (value != null) {
                    projected.put(name, value);
                }
            }
            return Collections.unmodifiableMap(projected);
        }
    }

    /** One write of a transaction, or the only one of a simple request. */
    private record Write(
            Key key,
            String condition,
            Bindings bindings,
            boolean itemIfRefused,
            UnaryOperator<Map<String, AttributeValue>> change) {}

    /** An item before and after a write; one that is not there is {@link #NONE}. */
    private record Written(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {}

    private static final Map<String, AttributeValue> NONE = Map.of();

    private final DoubleAdder writeUnits = new DoubleAdder();
    private final Storage storage;
    private final String name;
    private final String pk;
    private final String sk;
    private final Map<String, String> types;
    private final String expires;
    private final Storage.Rows<Key, Map<String, AttributeValue>> items;
    private final List<Index> indexes;
    private final Deque<Written> indexUpdates = new ArrayDeque<>();
    private BiConsumer<Map<String, AttributeValue>, Map<String, AttributeValue>> watcher = (before, after) -> {};
    private volatile boolean counting;
    private boolean indexLag;

    /** @param table keys and indexes, as template.yaml defines them */
    public CloudTable(Storage storage, Application.Table table) {
        this.storage = storage;
        this.name = table.name();
        this.pk = table.key().hash();
        this.sk = table.key().range().orElseThrow();
        this.types = table.attributes();
        this.expires = table.expires().orElse("");
        this.items = storage.rows("items", Key.TYPE, ItemType.INSTANCE);
        this.indexes = table.indexes().stream().map(this::index).toList();
    }

    private Index index(Application.Index index) {
        String hash = index.key().hash();
        String range = index.key().range().orElseThrow();
        Set<String> kept = new HashSet<>();
        if (!index.projection().equals("ALL")) {
            kept.addAll(List.of(pk, sk, hash, range));
        }
        return new Index(
                index.name(), hash, range, kept, storage.rows("index " + index.name(), Key.TYPE, ItemType.INSTANCE));
    }

    /** Shows every change of an item, before and after; an item that is not there is empty. */
    public void watch(BiConsumer<Map<String, AttributeValue>, Map<String, AttributeValue>> each) {
        watcher = each;
    }

    /** From now on, indexes only change when {@link #updateIndexes} is called. For one thread. */
    public void indexLag() {
        indexLag = true;
    }

    /** Brings the indexes forward by some of the writes that they lag behind, oldest first. */
    public void updateIndexes(int writes) {
        for (int i = 0; i < writes && !indexUpdates.isEmpty(); i++) {
            update(indexUpdates.removeFirst());
        }
    }

    /** All items, in the order of their keys. */
    public List<Map<String, AttributeValue>> all() {
        return List.copyOf(items.now().values());
    }

    /** Deletes the items that expired before a time, as DynamoDB does sooner or later. */
    public void expire(Instant now) {
        // First which, then each: a walk over all items that waits for writes may outlive the version that it sees.
        List<Key> gone = storage.read(() -> items.now().values().stream()
                .filter(item -> expired(item, now))
                .map(item -> key(item))
                .toList());
        gone.forEach(key -> storage.writeSoon(() -> {
            if (expired(at(key), now)) {
                keep(key, NONE);
            }
            return null;
        }));
    }

    private boolean expired(Map<String, AttributeValue> item, Instant now) {
        AttributeValue time = item.get(expires);
        return time != null && time.n() != null && Double.parseDouble(time.n()) < now.getEpochSecond();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {
        // The storage belongs to who opened it.
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        only(request.projectionExpression() == null);
        Map<String, AttributeValue> item = read(request.tableName(), () -> at(key(request.key())));
        return GetItemResponse.builder().item(item == NONE ? null : item).build();
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        only(request.requestItems().size() == 1);
        String table = request.requestItems().keySet().iterator().next();
        List<Map<String, AttributeValue>> keys =
                request.requestItems().get(table).keys();
        if (Set.copyOf(keys).size() < keys.size()) {
            throw invalid("Provided list of item keys contains duplicates");
        }
        if (keys.size() > LARGEST_BATCH) {
            throw invalid("Too many items requested for the BatchGetItem call");
        }
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        int done = read(table, () -> {
            found.clear();
            int next = 0;
            for (int bytes = 0; next < keys.size() && bytes < LARGEST_BATCH_ANSWER; next++) {
                Map<String, AttributeValue> item = at(key(keys.get(next)));
                if (item != NONE) {
                    found.add(item);
                    bytes += Values.bytes(item);
                }
            }
            return next;
        });
        return BatchGetItemResponse.builder()
                .responses(Map.of(table, found))
                .unprocessedKeys(
                        done == keys.size()
                                ? Map.of()
                                : Map.of(
                                        table,
                                        KeysAndAttributes.builder()
                                                .keys(keys.subList(done, keys.size()))
                                                .build()))
                .build();
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        only(isNone(request.returnValues()));
        Written written = write(writeOf(request));
        return PutItemResponse.builder()
                .consumedCapacity(charged(request.returnConsumedCapacity(), () -> units(written)))
                .build();
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        only(isNone(request.returnValues()));
        Written written = write(writeOf(request));
        return DeleteItemResponse.builder()
                .consumedCapacity(charged(request.returnConsumedCapacity(), () -> units(written)))
                .build();
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        boolean read = request.returnValues() == ReturnValue.ALL_NEW;
        only(read || isNone(request.returnValues()));
        Written written = write(writeOf(request));
        return UpdateItemResponse.builder()
                .attributes(read ? written.after() : null)
                .consumedCapacity(charged(request.returnConsumedCapacity(), () -> units(written)))
                .build();
    }

    private static boolean isNone(ReturnValue wanted) {
        return wanted == null || wanted == ReturnValue.NONE;
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        if (request.transactItems().size() > LARGEST_TRANSACTION) {
            throw invalid("Member must have length less than or equal to " + LARGEST_TRANSACTION);
        }
        List<Write> writes = request.transactItems().stream().map(this::part).toList();
        if (writes.stream().map(Write::key).distinct().count() < writes.size()) {
            throw invalid("Transaction request cannot include multiple operations on one item");
        }
        List<Written> written = kept(() -> storage.write(() -> transact(writes)));
        // Each is prepared, then committed; what only leaves an index is not counted, as DynamoDB Local does it.
        ConsumedCapacity consumed = charged(
                request.returnConsumedCapacity(),
                () -> 2
                        * written.stream()
                                .mapToDouble(each -> units(each, index -> index.has(each.after())))
                                .sum());
        return TransactWriteItemsResponse.builder()
                .consumedCapacity(consumed == null ? null : List.of(consumed))
                .build();
    }

    private List<Written> transact(List<Write> writes) {
        // All are computed before the first is kept: a part that is refused or invalid cancels everything.
        List<Written> written = new ArrayList<>();
        List<CancellationReason> reasons = new ArrayList<>();
        for (Write write : writes) {
            Map<String, AttributeValue> before = at(write.key());
            CancellationReason.Builder reason = CancellationReason.builder().code("None");
            if (allowed(write, before)) {
                try {
                    written.add(new Written(before, changed(write, before)));
                } catch (DynamoDbException unsuitable) {
                    reason.code("ValidationError");
                }
            } else {
                reason.code("ConditionalCheckFailed").item(write.itemIfRefused() && before != NONE ? before : null);
            }
            reasons.add(reason.build());
        }
        if (written.size() < writes.size()) {
            throw refusal(
                    TransactionCanceledException.builder()
                            .cancellationReasons(reasons)
                            .writableStackTrace(false),
                    "TransactionCanceledException",
                    "Transaction cancelled");
        }
        for (int i = 0; i < writes.size(); i++) {
            keep(writes.get(i).key(), written.get(i).after());
        }
        return written;
    }

    /**
     * The new state of an item.
     *
     * @throws DynamoDbException if it does not suit the change, or its index keys or its size would be invalid
     */
    private Map<String, AttributeValue> changed(Write write, Map<String, AttributeValue> before) {
        Map<String, AttributeValue> after = write.change().apply(before);
        if (!indexKeysValid(after)) {
            throw invalid("A key attribute of an index has the wrong type or is empty");
        }
        if (Values.bytes(after) > LARGEST_ITEM) {
            throw invalid("Item size has exceeded the maximum allowed size");
        }
        return after;
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        Bindings bindings = new Bindings(request.expressionAttributeNames(), request.expressionAttributeValues());
        Expressions.checkUsed(
                bindings, request.keyConditionExpression(), request.filterExpression(), request.projectionExpression());
        only(request.projectionExpression() == null && request.select() == null);
        Index index = request.indexName() == null ? null : index(request.indexName());
        if (index != null && Boolean.TRUE.equals(request.consistentRead())) {
            throw invalid("Consistent reads are not supported on global secondary indexes");
        }
        Page page = read(request.tableName(), () -> page(request, index, bindings));
        Predicate<Scope> filter = Expressions.condition(request.filterExpression());
        List<Map<String, AttributeValue>> passed = page.items().stream()
                .filter(item -> filter.test(new Scope(item, bindings)))
                .toList();
        return QueryResponse.builder()
                .items(passed)
                .count(passed.size())
                .scannedCount(page.items().size())
                .lastEvaluatedKey(page.more() ? keyAttributes(page.items().getLast(), index) : null)
                .build();
    }

    /**
     * The next items that a query reads, before they are filtered.
     *
     * @param more whether there may be more
     */
    private record Page(List<Map<String, AttributeValue>> items, boolean more) {}

    private Page page(QueryRequest request, Index index, Bindings bindings) {
        Expressions.Keys keys = Expressions.keys(
                request.keyConditionExpression(),
                bindings,
                index == null ? pk : index.hash(),
                index == null ? sk : index.range());
        Predicate<Scope> condition = Expressions.condition(request.keyConditionExpression());
        boolean forward = !Boolean.FALSE.equals(request.scanIndexForward());
        Key low = Key.edge(keys.hash(), keys.low(), -1);
        Key high = Key.edge(keys.hash(), keys.high(), 1);
        Key start = forward ? low : high;
        if (request.hasExclusiveStartKey() && !request.exclusiveStartKey().isEmpty()) {
            start = index == null ? key(request.exclusiveStartKey()) : index.key(request.exclusiveStartKey(), pk, sk);
        }
        Cursor<Key, Map<String, AttributeValue>> cursor =
                (index == null ? items : index.rows()).now().cursor(start, forward ? high : low, !forward);
        int most = request.limit() == null ? Integer.MAX_VALUE : request.limit();
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        int bytes = 0;
        while (cursor.hasNext()) {
            Key key = cursor.next();
            Map<String, AttributeValue> item = cursor.getValue();
            if (key.equals(start) || !condition.test(new Scope(item, bindings))) {
                continue;
            }
            bytes += Values.bytes(item);
            if (found.size() == most || bytes > LARGEST_PAGE && !found.isEmpty()) {
                return new Page(found, true);
            }
            found.add(item);
        }
        return new Page(found, request.limit() != null && found.size() == request.limit());
    }

    private Map<String, AttributeValue> keyAttributes(Map<String, AttributeValue> item, Index index) {
        return (index == null ? Stream.of(pk, sk) : Stream.of(pk, sk, index.hash(), index.range()))
                .distinct()
                .collect(Collectors.toMap(each -> each, item::get));
    }

    private Index index(String wanted) {
        return indexes.stream()
                .filter(index -> index.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> invalid("The table does not have the specified index: " + wanted));
    }

    private Write part(TransactWriteItem item) {
        return Stream.of(item.put(), item.update(), item.delete(), item.conditionCheck())
                .filter(Objects::nonNull)
                .map(this::writeOf)
                .findFirst()
                .orElseThrow();
    }

    private Write writeOf(SdkPojo request) {
        WriteFields fields = new WriteFields(request);
        known(fields.table());
        Bindings bindings = fields.bindings();
        Expressions.checkUsed(bindings, fields.condition(), fields.update());
        Map<String, AttributeValue> given = Map.copyOf(fields.itemOrKey());
        return new Write(key(given), fields.condition(), bindings, fields.itemIfRefused(), before -> switch (request) {
            case PutItemRequest put -> given;
            case Put put -> given;
            case DeleteItemRequest delete -> NONE;
            case Delete delete -> NONE;
            case ConditionCheck check -> before;
            default -> updated(before, given, fields.update(), bindings);
        });
    }

    private Map<String, AttributeValue> updated(
            Map<String, AttributeValue> before, Map<String, AttributeValue> key, String update, Bindings bindings) {
        Map<String, AttributeValue> after = new HashMap<>(before == NONE ? key : before);
        Scope scope = new Scope(before, bindings);
        Expressions.changes(update).forEach(change -> change.make(scope, after));
        if (!key(after).equals(key(key))) {
            throw invalid("Cannot update an attribute that is part of the key");
        }
        return Collections.unmodifiableMap(after);
    }

    private boolean indexKeysValid(Map<String, AttributeValue> item) {
        for (Map.Entry<String, String> key : types.entrySet()) {
            AttributeValue value = item.get(key.getKey());
            if (value != null
                    && (!value.type().name().equals(key.getValue())
                            || value.s() != null && value.s().isEmpty())) {
                return false;
            }
        }
        return true;
    }

    private Written write(Write write) {
        return kept(() -> storage.write(() -> {
            Map<String, AttributeValue> before = at(write.key());
            if (!allowed(write, before)) {
                throw refusal(
                        ConditionalCheckFailedException.builder()
                                .item(write.itemIfRefused() && before != NONE ? before : null)
                                .writableStackTrace(false),
                        "ConditionalCheckFailedException",
                        "The conditional request failed");
            }
            Map<String, AttributeValue> after = changed(write, before);
            keep(write.key(), after);
            return new Written(before, after);
        }));
    }

    /** From now on, counts what DynamoDB would charge for writes. */
    public void countWriteUnits() {
        counting = true;
    }

    /** The write units that DynamoDB would have charged for all counted writes, without those that were refused. */
    public double writeUnits() {
        return writeUnits.sum();
    }

    /** {@code null} unless it is asked for. */
    private ConsumedCapacity charged(ReturnConsumedCapacity asked, DoubleSupplier units) {
        boolean answered = asked != null && asked != ReturnConsumedCapacity.NONE;
        if (!answered && !counting) {
            return null;
        }
        double charged = units.getAsDouble();
        writeUnits.add(charged);
        return answered
                ? ConsumedCapacity.builder()
                        .tableName(name)
                        .capacityUnits(charged)
                        .build()
                : null;
    }

    private double units(Written written) {
        return units(written, index -> true);
    }

    private double units(Written written, Predicate<Index> counted) {
        return units(written.before(), written.after())
                + indexes.stream()
                        .filter(counted)
                        .mapToDouble(index -> units(index, written))
                        .sum();
    }

    /** For what a write changes in an index. */
    private double units(Index index, Written written) {
        Key from = place(index, written.before());
        Key to = place(index, written.after());
        Map<String, AttributeValue> before = from == null ? NONE : index.projected(written.before());
        Map<String, AttributeValue> after = to == null ? NONE : index.projected(written.after());
        if (from != null && from.equals(to)) {
            return before.equals(after) ? 0 : units(before, after);
        }
        return (from == null ? 0 : units(before, NONE)) + (to == null ? 0 : units(NONE, after));
    }

    /** Also for a write that changes nothing. */
    private static double units(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        int bytes = Math.max(Values.bytes(before), Values.bytes(after));
        return Math.max(1, (bytes + WRITE_UNIT - 1) / WRITE_UNIT);
    }

    /** {@code null} if the item is not in the index. */
    private Key place(Index index, Map<String, AttributeValue> item) {
        return index.has(item) ? index.key(item, pk, sk) : null;
    }

    private <R> R read(String table, Supplier<R> reader) {
        known(table);
        return kept(() -> storage.read(reader));
    }

    private void known(String table) {
        if (!name.equals(table)) {
            throw refusal(
                    ResourceNotFoundException.builder(),
                    "ResourceNotFoundException",
                    "Requested resource not found: " + table);
        }
    }

    private static <R> R kept(Supplier<R> call) {
        return Refusal.stored(InternalServerErrorException::builder, "DynamoDb", "InternalServerError", call);
    }

    private static boolean allowed(Write write, Map<String, AttributeValue> item) {
        return Expressions.condition(write.condition()).test(new Scope(item, write.bindings()));
    }

    private Map<String, AttributeValue> at(Key key) {
        Map<String, AttributeValue> item = items.now().get(key);
        return item == null ? NONE : item;
    }

    private void keep(Key key, Map<String, AttributeValue> after) {
        Map<String, AttributeValue> before = at(key);
        if (after == before) {
            return;
        }
        if (after == NONE) {
            items.now().remove(key);
        } else {
            items.now().put(key, after);
        }
        watcher.accept(before, after);
        Written update = new Written(before, after);
        if (indexLag) {
            indexUpdates.addLast(update);
        } else {
            update(update);
        }
    }

    private void update(Written update) {
        for (Index index : indexes) {
            Key before = place(index, update.before());
            Key after = place(index, update.after());
            // In this order: who reads meanwhile finds an item that moves in one of its places, or in both.
            if (after != null) {
                index.rows().now().put(after, index.projected(update.after()));
            }
            if (before != null && !before.equals(after)) {
                index.rows().now().remove(before);
            }
        }
    }

    private Key key(Map<String, AttributeValue> key) {
        AttributeValue hash = key.get(pk);
        AttributeValue range = key.get(sk);
        if (hash == null || range == null || hash.s() == null || range.s() == null) {
            throw invalid("One of the required keys was not given a value");
        }
        if (hash.s().isEmpty()
                || range.s().isEmpty()
                || Values.bytes(hash.s()) > LONGEST_PK
                || Values.bytes(range.s()) > LONGEST_SK) {
            throw invalid("One or more parameter values were invalid: the size of a key");
        }
        return Key.of(hash.s(), range.s());
    }

    private static void only(boolean supported) {
        if (!supported) {
            throw new UnsupportedOperationException("the store does not use this option of a request");
        }
    }

    static AwsServiceException invalid(String message) {
        return refusal(DynamoDbException.builder(), "ValidationException", message);
    }

    private static AwsServiceException refusal(AwsServiceException.Builder exception, String code, String why) {
        return Refusal.of(exception, "DynamoDb", Refusal.BAD_REQUEST, code, why);
    }
}
