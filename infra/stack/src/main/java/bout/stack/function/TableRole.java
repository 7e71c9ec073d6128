package bout.stack.function;

import bout.cloud.Observed;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.TableStatement;
import bout.store.table.TableLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * What the role of a function allows with the table, as IAM evaluates it: a request is allowed if for each of its
 * actions on a table or index, one statement allows that action, that resource and all partition keys named.
 *
 * @param function its name
 */
public record TableRole(String function, List<TableStatement> statements) {

    private static final int BAD_REQUEST = 400;
    private static final String DYNAMODB = "dynamodb:";

    /** The names of the partition keys of the indexes. */
    private static final Map<String, String> INDEXES =
            Map.of(TableLayout.INDEX, TableLayout.LIST, TableLayout.DUE_INDEX, TableLayout.DUE);

    private static final Pattern PARTITION = Pattern.compile("([#\\w]+) = (:\\w+)\\b.*");

    /** What a request does to a table ({@code table/NAME}) or index ({@code table/NAME/index/NAME}). */
    private record Access(String action, String resource) {}

    public static TableRole of(Function function) {
        return new TableRole(function.name(), function.tables());
    }

    /** A client that refuses what this role does not allow, as DynamoDB does in a deployment. */
    public DynamoDbClient over(DynamoDbClient table) {
        return Observed.client(DynamoDbClient.class, table, (operation, request, call) -> {
            refusal(request).ifPresent(why -> {
                throw DynamoDbException.builder()
                        .message(why)
                        .statusCode(BAD_REQUEST)
                        .awsErrorDetails(AwsErrorDetails.builder()
                                .serviceName("DynamoDb")
                                .errorCode("AccessDeniedException")
                                .errorMessage(why)
                                .build())
                        .build();
            });
            return call.with(request);
        });
    }

    /** Why a request is not allowed, in the words of IAM; empty if it is. */
    Optional<String> refusal(SdkRequest request) {
        return partitions(request).entrySet().stream()
                .filter(each -> statements.stream()
                        .noneMatch(statement -> statement.allows(
                                each.getKey().action(), each.getKey().resource(), each.getValue())))
                .map(each -> function + " is not authorized to perform: "
                        + each.getKey().action() + " on resource: "
                        + each.getKey().resource() + " because no statement of its role allows it for "
                        + each.getValue())
                .findFirst();
    }

    /** The partition keys that a request names, by what it does with them. */
    private static Map<Access, Set<String>> partitions(SdkRequest request) {
        Map<Access, Set<String>> partitions = new HashMap<>();
        switch (request) {
            case GetItemRequest get -> add(partitions, "GetItem", get.tableName(), get.key());
            case PutItemRequest put -> add(partitions, "PutItem", put.tableName(), put.item());
            case UpdateItemRequest update -> add(partitions, "UpdateItem", update.tableName(), update.key());
            case DeleteItemRequest delete -> add(partitions, "DeleteItem", delete.tableName(), delete.key());
            case BatchGetItemRequest batch ->
                batch.requestItems().forEach((table, keys) -> keys.keys()
                        .forEach(key -> add(partitions, "BatchGetItem", table, key)));
            case TransactWriteItemsRequest transaction ->
                transaction.transactItems().forEach(part -> add(partitions, part));
            case QueryRequest query ->
                partitions.put(
                        new Access(
                                DYNAMODB + "Query",
                                query.indexName() == null
                                        ? "table/" + query.tableName()
                                        : "table/" + query.tableName() + "/index/" + query.indexName()),
                        Set.of(partition(query)));
            default -> throw new UnsupportedOperationException("no function of Bout sends a " + request.getClass());
        }
        return partitions;
    }

    /** Transactions need no permission of their own, but that for each part. */
    private static void add(Map<Access, Set<String>> partitions, TransactWriteItem part) {
        if (part.put() != null) {
            add(partitions, "PutItem", part.put().tableName(), part.put().item());
        }
        if (part.update() != null) {
            add(
                    partitions,
                    "UpdateItem",
                    part.update().tableName(),
                    part.update().key());
        }
        if (part.delete() != null) {
            add(
                    partitions,
                    "DeleteItem",
                    part.delete().tableName(),
                    part.delete().key());
        }
        if (part.conditionCheck() != null) {
            ConditionCheck check = part.conditionCheck();
            add(partitions, "ConditionCheckItem", check.tableName(), check.key());
        }
    }

    private static void add(
            Map<Access, Set<String>> partitions, String action, String table, Map<String, AttributeValue> key) {
        partitions
                .computeIfAbsent(new Access(DYNAMODB + action, "table/" + table), none -> new TreeSet<>())
                .add(key.get(TableLayout.PK).s());
    }

    /** The store always writes the partition first, as {@code #name = :value}. */
    private static String partition(QueryRequest query) {
        String key = query.indexName() == null ? TableLayout.PK : INDEXES.get(query.indexName());
        Matcher first = PARTITION.matcher(query.keyConditionExpression());
        if (!first.matches()
                || !query.expressionAttributeNames()
                        .getOrDefault(first.group(1), first.group(1))
                        .equals(key)) {
            throw new UnsupportedOperationException(
                    "a query must begin with the partition key " + key + ": " + query.keyConditionExpression());
        }
        return query.expressionAttributeValues().get(first.group(2)).s();
    }
}
