package bout.store.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.CloudTable;
import bout.cloud.Storage;
import bout.cloud.template.Application;
import bout.store.TestAws;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TableUpdate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Makes the same random requests to a table and to a {@link TableModel}, or to LocalStack and to the table in the
 * process, and expects the same answers.
 */
@Tag("aws")
class TableContractTest {

    private static final int OPERATIONS = ContractSeeds.LOCALSTACK ? 3_000 : 100_000;
    private static final int PARTITIONS = 4;
    private static final int SORT_KEYS = 5;

    private final TestAws.TestApplication application = TestAws.application();
    private final Application.Table table = application.application().tables().getFirst();
    private final String name = table.name();
    private final Random random = new Random();

    static List<Long> seeds() {
        return ContractSeeds.of("table");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_table_answers_as_expected(long seed) {
        DynamoDbClient inProcess = new CloudTable(Storage.inMemory(), table);
        ContractSeeds.run("table", seed, () -> {
            if (ContractSeeds.LOCALSTACK) {
                compare(seed, inProcess, application.clients().dynamoDb().get());
            } else {
                compare(seed, new TableModel(table), inProcess);
            }
        });
    }

    @Test
    void an_update_that_changes_nothing_is_refused() {
        TableUpdate nothing = new Table(application.clients().dynamoDb().get(), name)
                .update(TableLayout.runnerKey("nobody"))
                .when(bout.table.Condition.absent(TableLayout.PK));
        DynamoDbException refused = assertThrows(DynamoDbException.class, nothing::write);
        assertEquals("ValidationException", refused.awsErrorDetails().errorCode());
    }

    @Test
    void an_update_that_changes_an_attribute_twice_is_refused() {
        Table stored = new Table(application.clients().dynamoDb().get(), name);
        for (String also : List.of("map", "map.entry")) {
            TableUpdate twice = stored.update(TableLayout.runnerKey("twice"))
                    .setIfAbsent("map", Map.of())
                    .add(also, 1);
            DynamoDbException refused = assertThrows(DynamoDbException.class, twice::write);
            assertEquals("ValidationException", refused.awsErrorDetails().errorCode());
        }
    }

    @Test
    void an_expression_of_more_than_4_kb_is_refused() {
        Table stored = new Table(application.clients().dynamoDb().get(), name);
        stored.put(TableLayout.runnerKey("many")).set("map", Map.of()).write();
        assertTrue(removing(stored, 200).write().done());
        DynamoDbException refused = assertThrows(
                DynamoDbException.class, () -> removing(stored, 300).write());
        assertEquals("ValidationException", refused.awsErrorDetails().errorCode());
    }

    private static TableUpdate removing(Table stored, int entries) {
        TableUpdate update = stored.update(TableLayout.runnerKey("many"));
        IntStream.range(0, entries).forEach(entry -> update.remove("map.entry-" + entry));
        return update;
    }

    private void compare(long seed, DynamoDbClient reference, DynamoDbClient subject) {
        random.setSeed(seed);
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int done = 0; done < OPERATIONS; ) {
            Request request = request();
            String expected = outcome(request.call(), reference);
            assertEquals(expected, outcome(request.call(), subject), "operation " + done + ": " + request.text());
            done += request.operations();
            outcomes.merge(request.kind() + " " + expected.replaceAll("[^A-Za-z].*", ""), 1, Integer::sum);
        }
        // The comparison is worth something only if requests of every kind succeed and fail.
        for (String kind : List.of(
                "put written",
                "put ConditionalCheckFailedException",
                "update written",
                "update ConditionalCheckFailedException",
                "update ValidationException",
                "delete written",
                "delete ConditionalCheckFailedException",
                "transaction written",
                "transaction TransactionCanceledException",
                "get item",
                "query items",
                "index items",
                "batch items")) {
            assertTrue(outcomes.containsKey(kind), () -> "no " + kind + " in " + outcomes);
        }
    }

    /** @param operations how many items it writes or names, or 1 for a query */
    private record Request(String kind, String text, int operations, Function<DynamoDbClient, String> call) {

        Request(String kind, String text, Function<DynamoDbClient, String> call) {
            this(kind, text, 1, call);
        }
    }

    /** What a request gave, in a form that does not depend on the order of attributes. */
    private static String outcome(Function<DynamoDbClient, String> call, DynamoDbClient table) {
        try {
            return call.apply(table);
        } catch (TransactionCanceledException cancelled) {
            if (ContractSeeds.LOCALSTACK
                    && cancelled.cancellationReasons().stream()
                            .anyMatch(reason -> reason.code().equals("ValidationError"))) {
                // DynamoDB Local refuses some of these as a whole, where DynamoDB's documentation says that it cancels.
                return "ValidationException";
            }
            return "TransactionCanceledException "
                    + cancelled.cancellationReasons().stream()
                            .map(reason -> reason.code() + (reason.hasItem() ? text(reason.item()) : ""))
                            .toList();
        } catch (ConditionalCheckFailedException refused) {
            return "ConditionalCheckFailedException " + (refused.hasItem() ? text(refused.item()) : "");
        } catch (DynamoDbException invalid) {
            return invalid.awsErrorDetails().errorCode();
        }
    }

    private static String text(Map<String, AttributeValue> item) {
        Map<String, String> sorted = new TreeMap<>();
        item.forEach((attribute, value) -> sorted.put(attribute, value(value)));
        return sorted.toString();
    }

    private static String value(AttributeValue value) {
        return switch (value.type()) {
            case SS -> value.ss().stream().sorted().toList().toString();
            case NS -> value.ns().stream().sorted().toList().toString();
            case M -> text(value.m());
            // DynamoDB Local keeps zeros behind the point that DynamoDB itself does not.
            case N -> new BigDecimal(value.n()).stripTrailingZeros().toPlainString();
            default -> value.toString();
        };
    }

    private Request request() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> put();
            case 2, 3, 4, 5 -> update();
            case 6 -> delete();
            case 7, 8 -> transaction();
            case 9 -> get();
            case 10 -> query();
            default -> random.nextBoolean() ? index() : batch();
        };
    }

    private Request put() {
        Put put = put(item(), condition()).put();
        return new Request("put", put.toString(), table -> {
            table.putItem(filled(PutItemRequest.builder(), put).build());
            return "written";
        });
    }

    private Request delete() {
        Delete delete = delete(key(), condition()).delete();
        return new Request("delete", delete.toString(), table -> {
            table.deleteItem(filled(DeleteItemRequest.builder(), delete).build());
            return "written";
        });
    }

    private Request update() {
        Map<String, AttributeValue> key = key();
        Condition condition = condition();
        Update update = update(key, condition).update();
        ReturnValue wanted = pick(ReturnValue.NONE, ReturnValue.ALL_NEW);
        return new Request(
                "update",
                update.toString(),
                table -> "written "
                        + text(table.updateItem(filled(UpdateItemRequest.builder(), update)
                                        .returnValues(wanted)
                                        .build())
                                .attributes()));
    }

    /** A part of a transaction as a request of its own: it calls the same by the same names. */
    private static <R extends SdkPojo> R filled(R request, SdkPojo part) {
        Map<String, SdkField<?>> known = request.sdkFieldNameToField();
        part.sdkFieldNameToField()
                .forEach((name, field) -> known.get(name).set(request, field.getValueOrDefault(part)));
        return request;
    }

    private Request transaction() {
        Map<Map<String, AttributeValue>, TransactWriteItem> byKey = new HashMap<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            Map<String, AttributeValue> key = key();
            byKey.put(key, part(key));
        }
        List<TransactWriteItem> parts = List.copyOf(byKey.values());
        return new Request("transaction", parts.toString(), parts.size(), table -> {
            table.transactWriteItems(transaction -> transaction.transactItems(parts));
            return "written";
        });
    }

    private TransactWriteItem part(Map<String, AttributeValue> key) {
        Condition condition = condition();
        return switch (random.nextInt(4)) {
            case 0 -> {
                Map<String, AttributeValue> item = new HashMap<>(item());
                item.putAll(key);
                yield put(item, condition);
            }
            case 1 -> delete(key, condition);
            default -> update(key, condition);
        };
    }

    private TransactWriteItem put(Map<String, AttributeValue> item, Condition condition) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(name)
                        .item(item)
                        .conditionExpression(condition.text())
                        .expressionAttributeNames(condition.names())
                        .expressionAttributeValues(condition.values())
                        .returnValuesOnConditionCheckFailure(condition.refused()))
                .build();
    }

    private TransactWriteItem delete(Map<String, AttributeValue> key, Condition condition) {
        return TransactWriteItem.builder()
                .delete(delete -> delete.tableName(name)
                        .key(key)
                        .conditionExpression(condition.text())
                        .expressionAttributeNames(condition.names())
                        .expressionAttributeValues(condition.values())
                        .returnValuesOnConditionCheckFailure(condition.refused()))
                .build();
    }

    private TransactWriteItem update(Map<String, AttributeValue> key, Condition condition) {
        Change change = change();
        return TransactWriteItem.builder()
                .update(update -> update.tableName(name)
                        .key(key)
                        .updateExpression(change.text())
                        .conditionExpression(condition.text())
                        .expressionAttributeNames(together(change.names(), condition.names()))
                        .expressionAttributeValues(together(change.values(), condition.values()))
                        .returnValuesOnConditionCheckFailure(condition.refused()))
                .build();
    }

    private Request get() {
        Map<String, AttributeValue> key = key();
        return new Request(
                "get",
                key.toString(),
                table -> "item "
                        + text(table.getItem(get -> get.tableName(name).key(key).consistentRead(true))
                                .item()));
    }

    private Request batch() {
        List<Map<String, AttributeValue>> keys = List.of(key("p0", "s0"), key("p1", "s1"), key("p2", "s2"));
        return new Request(
                "batch",
                keys.toString(),
                keys.size(),
                table -> "items "
                        + table
                                .batchGetItem(get -> get.requestItems(Map.of(
                                        name,
                                        KeysAndAttributes.builder()
                                                .keys(keys)
                                                .consistentRead(true)
                                                .build())))
                                .responses()
                                .get(name)
                                .stream()
                                .map(TableContractTest::text)
                                .sorted()
                                .toList());
    }

    private Request query() {
        String condition =
                pick("#pk = :pk", "#pk = :pk AND begins_with(#sk, :start)", "#pk = :pk AND #sk BETWEEN :from AND :to");
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":pk", text("p" + random.nextInt(PARTITIONS))));
        if (condition.contains(":start")) {
            values.put(":start", text("s"));
        } else if (condition.contains(":from")) {
            values.put(":from", text("s1"));
            values.put(":to", text("s3"));
        }
        Map<String, String> names = condition.contains("#sk") ? Map.of("#pk", "pk", "#sk", "sk") : Map.of("#pk", "pk");
        QueryRequest.Builder query = QueryRequest.builder()
                .tableName(name)
                .keyConditionExpression(condition)
                .expressionAttributeNames(names)
                .expressionAttributeValues(values)
                .consistentRead(true)
                .scanIndexForward(random.nextBoolean())
                .limit(random.nextBoolean() ? 2 : null);
        return new Request("query", condition + values, table -> "items " + pages(table, query));
    }

    private Request index() {
        boolean filtered = random.nextBoolean();
        String condition = pick("#list = :list", "#list = :list AND #id < :behind");
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":list", text("l" + random.nextInt(2))));
        Map<String, String> names = new HashMap<>(Map.of("#list", "list"));
        if (condition.contains(":behind")) {
            values.put(":behind", text("i5"));
            names.put("#id", "id");
        }
        if (filtered) {
            values.put(":two", number(2));
            names.put("#a", "a");
        }
        QueryRequest.Builder query = QueryRequest.builder()
                .tableName(name)
                .indexName("by-status")
                .keyConditionExpression(condition)
                .filterExpression(filtered ? "#a <= :two" : null)
                .expressionAttributeNames(names)
                .expressionAttributeValues(values)
                .scanIndexForward(random.nextBoolean());
        return new Request("index", condition + values, table -> "items " + pages(table, query));
    }

    /** All pages; items with the same sort key of an index come in no particular order. */
    private static List<String> pages(DynamoDbClient table, QueryRequest.Builder query) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        Map<String, AttributeValue> next = null;
        do {
            var page = table.query(query.exclusiveStartKey(next).build());
            items.addAll(page.items());
            next = page.hasLastEvaluatedKey() && !page.lastEvaluatedKey().isEmpty() ? page.lastEvaluatedKey() : null;
        } while (next != null);
        QueryRequest whole = query.build();
        if (whole.indexName() == null) {
            return items.stream().map(TableContractTest::text).toList();
        }
        Comparator<Map<String, AttributeValue>> byId =
                Comparator.comparing(item -> item.get("id").s());
        return items.stream()
                .sorted((whole.scanIndexForward() ? byId : byId.reversed()).thenComparing(TableContractTest::text))
                .map(TableContractTest::text)
                .toList();
    }

    private record Condition(
            String text,
            Map<String, String> names,
            Map<String, AttributeValue> values,
            ReturnValuesOnConditionCheckFailure refused) {}

    private record Change(String text, Map<String, String> names, Map<String, AttributeValue> values) {}

    private Condition condition() {
        ReturnValuesOnConditionCheckFailure refused =
                random.nextBoolean() ? ReturnValuesOnConditionCheckFailure.ALL_OLD : null;
        if (random.nextInt(3) == 0) {
            return new Condition(null, null, null, refused);
        }
        String text = pick(
                "attribute_not_exists(#a)",
                "attribute_exists(#a)",
                "attribute_exists(#pk)",
                "#a = :n",
                "#a <> :n",
                "#a < :n",
                "#a <= :n AND attribute_exists(#b)",
                "#a > :n OR #b = :s",
                "NOT #a >= :n",
                "(#a = :n OR #a = :n2) AND (attribute_not_exists(#b) OR #b < :s)",
                "#b IN (:s, :s2)",
                "attribute_not_exists(#set) OR NOT contains(#set, :s)",
                "contains(#set, :s)",
                "NOT contains(#set, :s) AND (attribute_not_exists(#set) OR size(#set) < :n2)",
                "size(#set) >= :n",
                "contains(#b, :s)",
                "begins_with(#b, :s)",
                "#a BETWEEN :n AND :n2",
                "#map.#x = :n",
                "attribute_exists(#map.#x)");
        return new Condition(text, names(text), values(text), refused);
    }

    private Change change() {
        String text = pick(
                "SET #a = :n9",
                "SET #a = if_not_exists(#a, :n9), #b = :s9",
                "SET #b = #a",
                "SET #b = :s9 REMOVE #a",
                "REMOVE #a, #b",
                "ADD #a :n9",
                "ADD #set :set",
                "DELETE #set :set",
                "SET #a = :n9 ADD #set :set",
                "SET #a = :n9 DELETE #set :set",
                "SET #map = :map",
                "SET #map.#x = :n9",
                "REMOVE #map.#x",
                "SET #list = :l, #id = :i",
                "REMOVE #list",
                "SET #list = :n9",
                "SET #id = :i REMOVE #b ADD #a :n9");
        return new Change(text, names(text), values(text));
    }

    private Map<String, String> names(String text) {
        Map<String, String> names = new HashMap<>();
        for (String attribute : List.of("a", "b", "set", "map", "x", "list", "id", "pk")) {
            if (text.matches(".*#" + attribute + "\\b.*")) {
                names.put("#" + attribute, attribute);
            }
        }
        return names;
    }

    private Map<String, AttributeValue> values(String text) {
        Map<String, AttributeValue> values = new HashMap<>();
        Map<String, AttributeValue> all = new HashMap<>(Map.of(
                ":n", number(random.nextInt(4)),
                ":n2", number(3 + random.nextInt(3)),
                ":n9", random.nextInt(6) == 0 ? AttributeValue.fromN("1.5") : number(random.nextInt(4)),
                ":s", text("" + (char) ('a' + random.nextInt(3))),
                ":s2", text("" + (char) ('a' + random.nextInt(3))),
                ":s9", text("" + (char) ('a' + random.nextInt(3))),
                ":set", AttributeValue.fromSs(random.nextBoolean() ? List.of("a") : List.of("b", "c")),
                ":map", AttributeValue.fromM(random.nextBoolean() ? Map.of() : Map.of("x", number(1))),
                ":l", text("l" + random.nextInt(2))));
        all.put(":i", text("i" + random.nextInt(9)));
        all.forEach((placeholder, value) -> {
            if (text.matches(".*" + placeholder + "\\b.*")) {
                values.put(placeholder, value);
            }
        });
        return values.isEmpty() ? null : values;
    }

    private Map<String, AttributeValue> key() {
        return key("p" + random.nextInt(PARTITIONS), "s" + random.nextInt(SORT_KEYS));
    }

    private static Map<String, AttributeValue> key(String pk, String sk) {
        return Map.of("pk", text(pk), "sk", text(sk));
    }

    private Map<String, AttributeValue> item() {
        Map<String, AttributeValue> item = new HashMap<>(key());
        if (random.nextBoolean()) {
            item.put("a", number(random.nextInt(4)));
        }
        if (random.nextBoolean()) {
            item.put("b", text("" + (char) ('a' + random.nextInt(3))));
        }
        if (random.nextInt(3) == 0) {
            item.put("set", AttributeValue.fromSs(List.of("a", "b")));
        }
        if (random.nextInt(3) == 0) {
            item.put("map", AttributeValue.fromM(Map.of("x", number(random.nextInt(3)))));
        }
        if (random.nextBoolean()) {
            item.put("list", text("l" + random.nextInt(2)));
            item.put("id", text("i" + random.nextInt(9)));
        }
        return item;
    }

    @SafeVarargs
    private <T> T pick(T... options) {
        return options[random.nextInt(options.length)];
    }

    private static <V> Map<String, V> together(Map<String, V> one, Map<String, V> other) {
        Map<String, V> both = new HashMap<>();
        if (one != null) {
            both.putAll(one);
        }
        if (other != null) {
            both.putAll(other);
        }
        return both.isEmpty() ? null : both;
    }

    private static AttributeValue text(String text) {
        return AttributeValue.fromS(text);
    }

    private static AttributeValue number(long number) {
        return AttributeValue.fromN(Long.toString(number));
    }
}
