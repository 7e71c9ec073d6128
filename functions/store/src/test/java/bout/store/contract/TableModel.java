package bout.store.contract;

import bout.cloud.template.Application;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
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
 * What a table must answer: a map of items, and each expression of the contract test as Java, found by its text. It
 * reads no expressions and has no indexes, so that it has none of the faults of a table that does.
 */
final class TableModel implements DynamoDbClient {

    /** An item and the values of an expression. */
    private static final class Row extends HashMap<String, AttributeValue> {
        private static final long serialVersionUID = 1L;

        Row(Map<String, AttributeValue> item) {
            super(item);
        }

        BigDecimal number(String attribute) {
            return TableModel.number(get(attribute));
        }

        String text(String attribute) {
            AttributeValue value = get(attribute);
            return value == null ? null : value.s();
        }

        Set<String> set(String attribute) {
            AttributeValue value = get(attribute);
            return value == null || !value.hasSs() ? null : new TreeSet<>(value.ss());
        }

        void add(String attribute, BigDecimal number) {
            put(attribute, AttributeValue.fromN(number.toPlainString()));
        }

        /** The number of an attribute that must be there. */
        BigDecimal required(String attribute) {
            BigDecimal number = number(attribute);
            if (number == null) {
                throw invalid();
            }
            return number;
        }
    }

    private static BigDecimal number(AttributeValue value) {
        return value == null || value.n() == null ? null : new BigDecimal(value.n());
    }

    private static int compare(BigDecimal one, AttributeValue other) {
        return one.compareTo(number(other));
    }

    private static final Map<String, BiPredicate<Row, Row>> CONDITIONS = new HashMap<>();
    private static final Map<String, BiFunction<Row, Row, Object>> CHANGES = new HashMap<>();

    private static void when(String text, BiPredicate<Row, Row> holds) {
        CONDITIONS.put(text, holds);
    }

    private interface Change {
        void make(Row item, Row values);
    }

    private static void change(String text, Change change) {
        CHANGES.put(text, (item, values) -> {
            change.make(item, values);
            return item;
        });
    }

    private static boolean setHas(Row item, Row values) {
        return item.set("set") != null && item.set("set").contains(values.text(":s"));
    }

    private static Map<String, AttributeValue> map(Row item) {
        AttributeValue map = item.get("map");
        return map == null || !map.hasM() ? null : map.m();
    }

    static {
        when("attribute_not_exists(#a)", (item, v) -> !item.containsKey("a"));
        when("attribute_exists(#a)", (item, v) -> item.containsKey("a"));
        when("attribute_exists(#pk)", (item, v) -> item.containsKey("pk"));
        when("#a = :n", (item, v) -> item.number("a") != null && compare(item.number("a"), v.get(":n")) == 0);
        when("#a <> :n", (item, v) -> item.number("a") == null || compare(item.number("a"), v.get(":n")) != 0);
        when("#a < :n", (item, v) -> item.number("a") != null && compare(item.number("a"), v.get(":n")) < 0);
        when(
                "#a <= :n AND attribute_exists(#b)",
                (item, v) -> item.number("a") != null
                        && compare(item.number("a"), v.get(":n")) <= 0
                        && item.containsKey("b"));
        when(
                "#a > :n OR #b = :s",
                (item, v) -> item.number("a") != null && compare(item.number("a"), v.get(":n")) > 0
                        || v.text(":s").equals(item.text("b")));
        when("NOT #a >= :n", (item, v) -> item.number("a") == null || compare(item.number("a"), v.get(":n")) < 0);
        when(
                "(#a = :n OR #a = :n2) AND (attribute_not_exists(#b) OR #b < :s)",
                (item, v) -> item.number("a") != null
                        && (compare(item.number("a"), v.get(":n")) == 0 || compare(item.number("a"), v.get(":n2")) == 0)
                        && (!item.containsKey("b")
                                || item.text("b") != null && item.text("b").compareTo(v.text(":s")) < 0));
        when(
                "#b IN (:s, :s2)",
                (item, v) ->
                        v.text(":s").equals(item.text("b")) || v.text(":s2").equals(item.text("b")));
        when(
                "attribute_not_exists(#set) OR NOT contains(#set, :s)",
                (item, v) -> !item.containsKey("set") || !setHas(item, v));
        when("contains(#set, :s)", TableModel::setHas);
        when(
                "NOT contains(#set, :s) AND (attribute_not_exists(#set) OR size(#set) < :n2)",
                (item, v) -> !setHas(item, v)
                        && (item.set("set") == null
                                || compare(BigDecimal.valueOf(item.set("set").size()), v.get(":n2")) < 0));
        when(
                "size(#set) >= :n",
                (item, v) -> item.set("set") != null
                        && compare(BigDecimal.valueOf(item.set("set").size()), v.get(":n")) >= 0);
        when(
                "contains(#b, :s)",
                (item, v) -> item.text("b") != null && item.text("b").contains(v.text(":s")));
        when(
                "begins_with(#b, :s)",
                (item, v) -> item.text("b") != null && item.text("b").startsWith(v.text(":s")));
        when(
                "#a BETWEEN :n AND :n2",
                (item, v) -> item.number("a") != null
                        && compare(item.number("a"), v.get(":n")) >= 0
                        && compare(item.number("a"), v.get(":n2")) <= 0);
        when(
                "#map.#x = :n",
                (item, v) -> map(item) != null
                        && map(item).containsKey("x")
                        && compare(number(map(item).get("x")), v.get(":n")) == 0);
        when(
                "attribute_exists(#map.#x)",
                (item, v) -> map(item) != null && map(item).containsKey("x"));

        change("SET #a = :n9", (item, v) -> item.put("a", v.get(":n9")));
        change("SET #a = if_not_exists(#a, :n9), #b = :s9", (item, v) -> {
            item.putIfAbsent("a", v.get(":n9"));
            item.put("b", v.get(":s9"));
        });
        change("SET #b = #a", (item, v) -> item.add("b", item.required("a")));
        change("SET #b = :s9 REMOVE #a", (item, v) -> {
            item.put("b", v.get(":s9"));
            item.remove("a");
        });
        change("REMOVE #a, #b", (item, v) -> item.keySet().removeAll(List.of("a", "b")));
        change("ADD #a :n9", TableModel::addNumber);
        change("ADD #set :set", TableModel::addToSet);
        change("DELETE #set :set", TableModel::deleteFromSet);
        change("SET #a = :n9 ADD #set :set", (item, v) -> {
            item.put("a", v.get(":n9"));
            addToSet(item, v);
        });
        change("SET #a = :n9 DELETE #set :set", (item, v) -> {
            item.put("a", v.get(":n9"));
            deleteFromSet(item, v);
        });
        change("SET #map = :map", (item, v) -> item.put("map", v.get(":map")));
        change("SET #map.#x = :n9", (item, v) -> inMap(item, map -> map.put("x", v.get(":n9"))));
        change("REMOVE #map.#x", (item, v) -> inMap(item, map -> map.remove("x")));
        change("SET #list = :l, #id = :i", (item, v) -> {
            item.put("list", v.get(":l"));
            item.put("id", v.get(":i"));
        });
        change("REMOVE #list", (item, v) -> item.remove("list"));
        change("SET #list = :n9", (item, v) -> {
            throw invalid(); // a key of an index, which is a text
        });
        change("SET #id = :i REMOVE #b ADD #a :n9", (item, v) -> {
            item.put("id", v.get(":i"));
            item.remove("b");
            addNumber(item, v);
        });
    }

    private static void addNumber(Row item, Row values) {
        BigDecimal was = item.number("a") == null ? BigDecimal.ZERO : item.number("a");
        item.add("a", was.add(values.number(":n9")));
    }

    private static void addToSet(Row item, Row values) {
        Set<String> set = item.set("set") == null ? new TreeSet<>() : item.set("set");
        set.addAll(values.set(":set"));
        item.put("set", AttributeValue.fromSs(List.copyOf(set)));
    }

    private static void deleteFromSet(Row item, Row values) {
        Set<String> set = item.set("set");
        if (set != null) {
            set.removeAll(values.set(":set"));
            item.put("set", AttributeValue.fromSs(List.copyOf(set)));
            if (set.isEmpty()) {
                item.remove("set");
            }
        }
    }

    /** Changes the map of an item. */
    private static void inMap(Row item, Consumer<Map<String, AttributeValue>> change) {
        if (map(item) == null) {
            throw invalid();
        }
        Map<String, AttributeValue> changed = new HashMap<>(map(item));
        change.accept(changed);
        item.put("map", AttributeValue.fromM(changed));
    }

    private static DynamoDbException invalid() {
        return (DynamoDbException) DynamoDbException.builder()
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode("ValidationException")
                        .build())
                .build();
    }

    private final Application.Table table;
    private final Map<List<String>, Row> items = new TreeMap<>(
            Comparator.<List<String>, String>comparing(List::getFirst).thenComparing(List::getLast));

    TableModel(Application.Table table) {
        this.table = table;
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}

    private static List<String> key(Map<String, AttributeValue> item) {
        return List.of(item.get("pk").s(), item.get("sk").s());
    }

    private static Row key(List<String> key) {
        return new Row(Map.of("pk", AttributeValue.fromS(key.getFirst()), "sk", AttributeValue.fromS(key.getLast())));
    }

    /** Puts, updates and deletes have the same fields, as requests and as parts of transactions. */
    @SuppressWarnings("unchecked")
    private static <T> T field(SdkPojo write, String name) {
        SdkField<?> field = write.sdkFieldNameToField().get(name);
        return field == null ? null : (T) field.getValueOrDefault(write);
    }

    private static Row row(Map<String, AttributeValue> map) {
        return map == null ? new Row(Map.of()) : new Row(map);
    }

    /** @return the item after the write */
    private Row write(SdkPojo write) {
        Map<String, AttributeValue> put = field(write, "Item");
        List<String> key = key(put == null ? field(write, "Key") : put);
        String condition = field(write, "ConditionExpression");
        String change = field(write, "UpdateExpression");
        Row before = items.get(key);
        Row values = row(field(write, "ExpressionAttributeValues"));
        if (condition != null && !CONDITIONS.get(condition).test(row(before), values)) {
            ConditionalCheckFailedException.Builder failed = ConditionalCheckFailedException.builder();
            if ("ALL_OLD".equals(field(write, "ReturnValuesOnConditionCheckFailure")) && before != null) {
                failed.item(before);
            }
            throw failed.build();
        }
        if (put == null && change == null) {
            items.remove(key);
            return null;
        }
        Row after = put != null
                ? new Row(put)
                : (Row) CHANGES.get(change).apply(before == null ? key(key) : new Row(before), values);
        items.put(key, after);
        return after;
    }

    @Override
    public PutItemResponse putItem(PutItemRequest put) {
        write(put);
        return PutItemResponse.builder().build();
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest delete) {
        write(delete);
        return DeleteItemResponse.builder().build();
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest update) {
        Row after = write(update);
        return UpdateItemResponse.builder()
                .attributes(update.returnValues() == ReturnValue.ALL_NEW ? after : null)
                .build();
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest transaction) {
        Map<List<String>, Row> before = new HashMap<>(items);
        List<CancellationReason> reasons = new ArrayList<>();
        for (TransactWriteItem part : transaction.transactItems()) {
            reasons.add(reason(part));
        }
        if (reasons.stream().allMatch(reason -> reason.code().equals("None"))) {
            return TransactWriteItemsResponse.builder().build();
        }
        items.clear();
        items.putAll(before);
        throw TransactionCanceledException.builder()
                .cancellationReasons(reasons)
                .build();
    }

    private CancellationReason reason(TransactWriteItem part) {
        try {
            write(part.put() != null ? part.put() : part.delete() != null ? part.delete() : part.update());
            return CancellationReason.builder().code("None").build();
        } catch (ConditionalCheckFailedException refused) {
            CancellationReason.Builder reason = CancellationReason.builder().code("ConditionalCheckFailed");
            return (refused.hasItem() ? reason.item(refused.item()) : reason).build();
        } catch (DynamoDbException invalid) {
            return CancellationReason.builder().code("ValidationError").build();
        }
    }

    @Override
    public GetItemResponse getItem(GetItemRequest get) {
        return GetItemResponse.builder().item(items.get(key(get.key()))).build();
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest get) {
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        get.requestItems().get(table.name()).keys().forEach(key -> {
            if (items.containsKey(key(key))) {
                found.add(items.get(key(key)));
            }
        });
        return BatchGetItemResponse.builder()
                .responses(Map.of(table.name(), found))
                .build();
    }

    /** All pages in one answer. */
    @Override
    public QueryResponse query(QueryRequest query) {
        Row values = new Row(query.expressionAttributeValues());
        Stream<Row> found = query.indexName() == null ? inTable(values) : inIndex(query.indexName(), values);
        List<Map<String, AttributeValue>> answer = new ArrayList<>(found.toList());
        return QueryResponse.builder()
                .items(query.scanIndexForward() ? answer : answer.reversed())
                .build();
    }

    private Stream<Row> inTable(Row values) {
        return items.values().stream()
                .filter(item -> item.text("pk").equals(values.text(":pk")))
                .filter(item -> !values.containsKey(":start") || item.text("sk").startsWith(values.text(":start")))
                .filter(item -> !values.containsKey(":from")
                        || item.text("sk").compareTo(values.text(":from")) >= 0
                                && item.text("sk").compareTo(values.text(":to")) <= 0);
    }

    private Stream<Row> inIndex(String name, Row values) {
        Application.Index index = table.indexes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        Set<String> kept = Set.of("pk", "sk", "list", "id");
        return items.values().stream()
                .filter(item -> values.text(":list").equals(item.text("list")) && item.text("id") != null)
                .filter(item ->
                        !values.containsKey(":behind") || item.text("id").compareTo(values.text(":behind")) < 0)
                .map(item -> {
                    Row projected = new Row(item);
                    if (!index.projection().equals("ALL")) {
                        projected.keySet().retainAll(kept);
                    }
                    return projected;
                })
                .filter(item -> !values.containsKey(":two")
                        || item.number("a") != null && compare(item.number("a"), values.get(":two")) <= 0)
                .sorted(Comparator.comparing(item -> item.text("id")));
    }
}
