package bout.simulation;

import bout.cloud.template.Application;
import bout.simulation.Expressions.Bindings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * One table of DynamoDB in memory: items, conditional writes, transactions, queries and secondary indexes. It does what
 * the store uses and rejects everything else with an {@link UnsupportedOperationException}. {@code MemoryTableTest}
 * compares it with DynamoDB Local.
 *
 * <p>A secondary index may lag behind the table, as in DynamoDB: see {@link #indexLag}. Not safe for use by several
 * threads at once.
 */
public final class MemoryTable implements DynamoDbClient {

    /** An item's place: by its partition key, then by its sort key. */
    private record Place(String pk, String sk) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int order = pk.compareTo(other.pk);
            return order == 0 ? sk.compareTo(other.sk) : order;
        }
    }

    /** An item's place in a partition of an index. */
    private record IndexPlace(AttributeValue range, Place place) implements Comparable<IndexPlace> {
        @Override
        public int compareTo(IndexPlace other) {
            int order = Values.compare(range, other.range).orElseThrow();
            return order == 0 ? place.compareTo(other.place) : order;
        }
    }

    private record IndexUpdate(Place place, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {}

    /** One write of a transaction, or the only one of a simple request. */
    private record Write(
            Place place,
            String condition,
            Bindings bindings,
            boolean itemIfRefused,
            UnaryOperator<Map<String, AttributeValue>> change) {}

    private static final Map<String, AttributeValue> NONE = Map.of();

    private final String name;
    private final String pk;
    private final String sk;
    private final List<Application.Index> indexes;
    private final Map<String, String> types;
    private final Map<String, TreeMap<String, Map<String, AttributeValue>>> partitions = new HashMap<>();
    private final Map<String, Map<String, TreeMap<IndexPlace, Map<String, AttributeValue>>>> indexed = new HashMap<>();

    /** The attributes of an item that each index has, unless it has all. */
    private final Map<String, Set<String>> kept = new HashMap<>();

    private final Deque<IndexUpdate> indexUpdates = new ArrayDeque<>();
    private BiConsumer<Map<String, AttributeValue>, Map<String, AttributeValue>> watcher = (before, after) -> {};
    private boolean indexLag;
    private int pageItems = Integer.MAX_VALUE;

    /** @param table keys and indexes, as template.yaml defines them */
    public MemoryTable(Application.Table table) {
        this.name = table.name();
        this.pk = table.key().hash();
        this.sk = table.key().range().orElseThrow();
        this.indexes = table.indexes();
        this.types = table.attributes();
        for (Application.Index index : indexes) {
            indexed.put(index.name(), new HashMap<>());
            Set<String> names = new HashSet<>(index.included());
            names.addAll(List.of(pk, sk, index.key().hash(), index.key().range().orElseThrow()));
            kept.put(index.name(), names);
        }
    }

    /** Shows every change of an item, before and after; an item that is not there is empty. */
    void watch(BiConsumer<Map<String, AttributeValue>, Map<String, AttributeValue>> each) {
        watcher = each;
    }

    /** From now on, indexes only change when {@link #updateIndexes} is called. */
    public void indexLag() {
        indexLag = true;
    }

    /** Brings the indexes forward by some of the writes that they lag behind, oldest first. */
    public void updateIndexes(int writes) {
        for (int i = 0; i < writes && !indexUpdates.isEmpty(); i++) {
            update(indexUpdates.removeFirst());
        }
    }

    /** How many writes the indexes lag behind. */
    public int laggingWrites() {
        return indexUpdates.size();
    }

    /** Makes queries return pages of this many items, as DynamoDB does when items are large. */
    public void pageItems(int most) {
        pageItems = most;
    }

    /** All items, in the order of their keys. */
    public List<Map<String, AttributeValue>> all() {
        return new TreeMap<>(partitions)
                .values().stream().flatMap(items -> items.values().stream()).toList();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {
        // There is nothing to close.
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        Map<String, AttributeValue> item = at(place(request.key()));
        return GetItemResponse.builder().item(item == NONE ? null : item).build();
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        List<Map<String, AttributeValue>> keys =
                request.requestItems().get(name).keys();
        if (Set.copyOf(keys).size() < keys.size()) {
            throw invalid("Provided list of item keys contains duplicates");
        }
        List<Map<String, AttributeValue>> found = keys.stream()
                .map(key -> at(place(key)))
                .filter(item -> item != NONE)
                .toList();
        return BatchGetItemResponse.builder()
                .responses(Map.of(name, found))
                .unprocessedKeys(Map.of())
                .build();
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        only(request.returnValues() == null || request.returnValues() == ReturnValue.NONE);
        write(writeOf(request));
        return PutItemResponse.builder().build();
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        only(request.returnValues() == null || request.returnValues() == ReturnValue.NONE);
        write(writeOf(request));
        return DeleteItemResponse.builder().build();
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        Write write = writeOf(request);
        Map<String, AttributeValue> before = at(write.place());
        write(write);
        return UpdateItemResponse.builder()
                .attributes(returned(request.returnValues(), before, at(write.place())))
                .build();
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        List<Write> writes = request.transactItems().stream().map(this::part).toList();
        if (writes.stream().map(Write::place).distinct().count() < writes.size()) {
            throw invalid("Transaction request cannot include multiple operations on one item");
        }
        // All are computed before the first is kept: a part that is refused or invalid cancels everything.
        List<Map<String, AttributeValue>> after = new ArrayList<>();
        List<CancellationReason> reasons = new ArrayList<>();
        for (Write write : writes) {
            Map<String, AttributeValue> before = at(write.place());
            CancellationReason.Builder reason = CancellationReason.builder().code("None");
            if (allowed(write, before)) {
                Map<String, AttributeValue> changed = write.change().apply(before);
                if (indexKeysValid(changed)) {
                    after.add(changed);
                } else {
                    reason.code("ValidationError");
                }
            } else {
                reason.code("ConditionalCheckFailed").item(write.itemIfRefused() && before != NONE ? before : null);
            }
            reasons.add(reason.build());
        }
        if (reasons.stream().anyMatch(reason -> !reason.code().equals("None"))) {
            throw TransactionCanceledException.builder()
                    .cancellationReasons(reasons)
                    .message("Transaction cancelled")
                    .awsErrorDetails(error("TransactionCanceledException"))
                    .writableStackTrace(false)
                    .build();
        }
        for (int i = 0; i < writes.size(); i++) {
            keep(writes.get(i).place(), after.get(i));
        }
        return TransactWriteItemsResponse.builder().build();
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        Bindings bindings = bindings(request.expressionAttributeNames(), request.expressionAttributeValues());
        Expressions.checkUsed(
                bindings, request.keyConditionExpression(), request.filterExpression(), request.projectionExpression());
        only(request.projectionExpression() == null && request.select() == null);
        boolean index = request.indexName() != null;
        List<Map<String, AttributeValue>> found = index ? inIndex(request, bindings) : inTable(request, bindings);
        if (Boolean.FALSE.equals(request.scanIndexForward())) {
            found = found.reversed();
        }
        if (request.hasExclusiveStartKey() && !request.exclusiveStartKey().isEmpty()) {
            Place last = place(request.exclusiveStartKey());
            int start = 0;
            while (start < found.size() && !place(found.get(start)).equals(last)) {
                start++;
            }
            if (start == found.size()) {
                // The last item of the page before is gone: go on where it would be.
                start = -1;
                AttributeValue range = request.exclusiveStartKey().get(range(request.indexName()));
                boolean forward = !Boolean.FALSE.equals(request.scanIndexForward());
                while (start + 1 < found.size() && !behind(found.get(start + 1), range, last, request, forward)) {
                    start++;
                }
            }
            found = found.subList(start + 1, found.size());
        }
        int most = Math.min(pageItems, request.limit() == null ? Integer.MAX_VALUE : request.limit());
        List<Map<String, AttributeValue>> page = found.size() > most ? found.subList(0, most) : found;
        Map<String, AttributeValue> next =
                found.size() > most || request.limit() != null && page.size() == request.limit()
                        ? key(page.getLast(), request.indexName())
                        : null;
        Expressions.Condition filter = Expressions.condition(request.filterExpression());
        List<Map<String, AttributeValue>> items =
                page.stream().filter(item -> filter.holds(item, bindings)).toList();
        return QueryResponse.builder()
                .items(items)
                .count(items.size())
                .scannedCount(page.size())
                .lastEvaluatedKey(next)
                .build();
    }

    private boolean behind(
            Map<String, AttributeValue> item, AttributeValue range, Place last, QueryRequest request, boolean forward) {
        AttributeValue found = item.get(range(request.indexName()));
        int order = Values.compare(found, range).orElseThrow();
        if (order == 0) {
            order = place(item).compareTo(last);
        }
        return forward ? order > 0 : order < 0;
    }

    private String range(String index) {
        return index == null ? sk : index(index).key().range().orElseThrow();
    }

    private Map<String, AttributeValue> key(Map<String, AttributeValue> item, String index) {
        Set<String> names = new HashSet<>(Set.of(pk, sk));
        if (index != null) {
            names.add(index(index).key().hash());
            names.add(range(index));
        }
        return names.stream().collect(Collectors.toMap(each -> each, item::get));
    }

    private List<Map<String, AttributeValue>> inTable(QueryRequest request, Bindings bindings) {
        Expressions.Condition condition = Expressions.condition(request.keyConditionExpression());
        String partition = hash(request, bindings, pk);
        return partitions.getOrDefault(partition, new TreeMap<>()).values().stream()
                .filter(item -> condition.holds(item, bindings))
                .toList();
    }

    private List<Map<String, AttributeValue>> inIndex(QueryRequest request, Bindings bindings) {
        if (Boolean.TRUE.equals(request.consistentRead())) {
            throw invalid("Consistent reads are not supported on global secondary indexes");
        }
        Application.Index index = index(request.indexName());
        Expressions.Condition condition = Expressions.condition(request.keyConditionExpression());
        NavigableMap<IndexPlace, Map<String, AttributeValue>> partition = indexed.get(index.name())
                .getOrDefault(hash(request, bindings, index.key().hash()), new TreeMap<>());
        return partition.values().stream()
                .filter(item -> condition.holds(item, bindings))
                .toList();
    }

    /** The partition that a key condition names: the store always writes it first, as {@code #name = :value}. */
    private static String hash(QueryRequest request, Bindings bindings, String attribute) {
        String[] words = request.keyConditionExpression().split(" ", 4);
        if (words.length < 3
                || !words[1].equals("=")
                || !bindings.name(words[0]).equals(attribute)) {
            throw invalid("Query condition missed key schema element: " + attribute);
        }
        return bindings.value(words[2]).s();
    }

    private Application.Index index(String wanted) {
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
        Bindings bindings = fields.bindings();
        Expressions.checkUsed(bindings, fields.condition(), fields.update());
        Map<String, AttributeValue> given = Map.copyOf(fields.itemOrKey());
        return new Write(
                place(given), fields.condition(), bindings, fields.itemIfRefused(), before -> switch (request) {
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
        Expressions.changes(update).forEach(change -> change.make(before, after, bindings));
        if (!place(after).equals(place(key))) {
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

    private void write(Write write) {
        Map<String, AttributeValue> before = at(write.place());
        if (!allowed(write, before)) {
            throw ConditionalCheckFailedException.builder()
                    .item(write.itemIfRefused() && before != NONE ? before : null)
                    .message("The conditional request failed")
                    .awsErrorDetails(error("ConditionalCheckFailedException"))
                    .writableStackTrace(false)
                    .build();
        }
        Map<String, AttributeValue> after = write.change().apply(before);
        if (!indexKeysValid(after)) {
            throw invalid("A key attribute of an index has the wrong type or is empty");
        }
        keep(write.place(), after);
    }

    private static boolean allowed(Write write, Map<String, AttributeValue> item) {
        return Expressions.condition(write.condition()).holds(item, write.bindings());
    }

    private Map<String, AttributeValue> at(Place place) {
        TreeMap<String, Map<String, AttributeValue>> partition = partitions.get(place.pk());
        return partition == null ? NONE : partition.getOrDefault(place.sk(), NONE);
    }

    private void keep(Place place, Map<String, AttributeValue> after) {
        Map<String, AttributeValue> before = at(place);
        if (after == before) {
            return;
        }
        if (after == NONE) {
            TreeMap<String, Map<String, AttributeValue>> partition = partitions.get(place.pk());
            if (partition != null) {
                partition.remove(place.sk());
            }
        } else {
            partitions.computeIfAbsent(place.pk(), none -> new TreeMap<>()).put(place.sk(), after);
        }
        watcher.accept(before, after);
        IndexUpdate update = new IndexUpdate(place, before, after);
        if (indexLag) {
            indexUpdates.addLast(update);
        } else {
            update(update);
        }
    }

    private void update(IndexUpdate update) {
        for (Application.Index index : indexes) {
            Map<String, TreeMap<IndexPlace, Map<String, AttributeValue>>> lists = indexed.get(index.name());
            String hash = index.key().hash();
            String range = index.key().range().orElseThrow();
            if (update.before().containsKey(hash) && update.before().containsKey(range)) {
                lists.get(update.before().get(hash).s())
                        .remove(new IndexPlace(update.before().get(range), update.place()));
            }
            if (update.after().containsKey(hash) && update.after().containsKey(range)) {
                Map<String, AttributeValue> projected =
                        index.projection().equals("ALL") ? update.after() : projected(update.after(), index);
                lists.computeIfAbsent(update.after().get(hash).s(), none -> new TreeMap<>())
                        .put(new IndexPlace(update.after().get(range), update.place()), projected);
            }
        }
    }

    private Map<String, AttributeValue> projected(Map<String, AttributeValue> item, Application.Index index) {
        Map<String, AttributeValue> projected = new HashMap<>();
        for (String name : kept.get(index.name())) {
            AttributeValue value = item.get(name);
            if (value != null) {
                projected.put(name, value);
            }
        }
        return Collections.unmodifiableMap(projected);
    }

    private static Map<String, AttributeValue> returned(
            ReturnValue wanted, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        return switch (wanted == null ? ReturnValue.NONE : wanted) {
            case NONE -> null;
            case ALL_NEW -> after;
            case ALL_OLD -> before == NONE ? null : before;
            case UPDATED_OLD ->
                before.entrySet().stream()
                        .filter(entry -> !entry.getValue().equals(after.get(entry.getKey())))
                        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
            default -> throw new UnsupportedOperationException("returned values: " + wanted);
        };
    }

    private Place place(Map<String, AttributeValue> key) {
        AttributeValue hash = key.get(pk);
        AttributeValue range = key.get(sk);
        if (hash == null || range == null || hash.s() == null || range.s() == null) {
            throw invalid("One of the required keys was not given a value");
        }
        return new Place(hash.s(), range.s());
    }

    private static Bindings bindings(Map<String, String> names, Map<String, AttributeValue> values) {
        return new Bindings(names == null ? Map.of() : names, values == null ? Map.of() : values);
    }

    private static void only(boolean supported) {
        if (!supported) {
            throw new UnsupportedOperationException("the store does not use this option of a request");
        }
    }

    static DynamoDbException invalid(String message) {
        return (DynamoDbException) DynamoDbException.builder()
                .message(message)
                .statusCode(400)
                .awsErrorDetails(error("ValidationException"))
                .build();
    }

    private static AwsErrorDetails error(String code) {
        return AwsErrorDetails.builder().errorCode(code).serviceName("DynamoDb").build();
    }
}
