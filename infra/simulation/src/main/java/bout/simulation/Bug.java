package bout.simulation;

import bout.cloud.Expressions.Bindings;
import bout.cloud.WriteFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.utils.builder.CopyableBuilder;
import software.amazon.awssdk.utils.builder.ToCopyableBuilder;

/**
 * A planted bug: what a wrong line in the store or the runner would do. The simulation must find each; that shows what
 * its silence is worth.
 */
public enum Bug {
    /** Nothing is wrong. */
    NONE,
    /** A runner writes although another one has taken the match. */
    FENCE_UNCHECKED,
    /** A match that is running or over can be taken. */
    STATUS_UNCHECKED,
    /** A match is cancelled whatever has become of it since it was read. */
    CANCELLED_UNCHECKED,
    /** A result is journalled whether or not it already is. */
    RESULT_FOLDED_TWICE,
    /** A journal grows from a length that was read, although another caller has lengthened it since. */
    JOURNAL_UNCHECKED,
    /** The end of a match makes no room in quotas. */
    ROOM_KEPT,
    /** A match takes room in a quota that has none. */
    ROOM_UNCHECKED,
    /** Nobody looks for the ids that a crash left in quotas. */
    ROOM_NEVER_LOOKED_FOR,
    /** Whoever looks for them also frees the ids of matches that are still open. */
    OPEN_TAKEN_FOR_OVER,
    /** A machine whose clock is behind begins the count of the day before again. */
    DAY_GOES_BACK,
    /** Nothing marks a finished match as not yet journalled. */
    RESULT_NOT_MARKED,
    /** Nothing says when the message of a queued match counts as lost. */
    QUEUED_NOT_MARKED,
    /** An idempotency key is written whether or not it is there. */
    KEY_UNCHECKED,
    /** A refused change is taken for one's own if status and fence fit. */
    CHANGE_WITHOUT_NAME,
    /** A later replay replaces the first. */
    REPLAY_REPLACED,
    /** The result is committed before the replay is stored. */
    RESULT_BEFORE_REPLAY,
    /** The old checkpoint is deleted before the record names the new one. */
    CHECKPOINT_DELETED_EARLY,
    /** Nothing marks a match that has ended as having a webhook to send. */
    WEBHOOK_NOT_MARKED,
    /** A runner records that the webhook is in its queue before it sends it there. */
    WEBHOOK_UNMARKED_EARLY,
    /** The message of a webhook is deleted before the webhook is delivered. */
    WEBHOOK_DELETED_EARLY,
    /** Somebody joins with an invitation although others have used it up since it was read. */
    USES_UNCHECKED,
    /** Somebody joins with an invitation although it was revoked since it was read. */
    REVOCATION_UNCHECKED;

    private static final Pattern PLACEHOLDER = Pattern.compile("[#:]\\w+");

    /** The table as a store with this bug uses it. */
    DynamoDbClient in(DynamoDbClient table) {
        return this == NONE ? table : new Wrong(table);
    }

    private String condition(String pk, String text) {
        if (text == null) {
            return null;
        }
        return switch (this) {
            case FENCE_UNCHECKED -> pk.startsWith("match#") ? text.replace(" AND #fence = :fence", "") : text;
            case STATUS_UNCHECKED -> text.equals("#status = :queued") ? "attribute_exists(#status)" : text;
            case CANCELLED_UNCHECKED -> text.contains("#status = :seen") ? null : text;
            case RESULT_FOLDED_TWICE -> text.contains(":results") ? null : text;
            case JOURNAL_UNCHECKED -> pk.startsWith("journal#") ? null : text;
            case ROOM_UNCHECKED -> text.replace(" AND (attribute_not_exists(#open) OR size(#open) < :mostOpen)", "");
            case ROOM_NEVER_LOOKED_FOR ->
                text.replace("attribute_not_exists(#lookedAt) OR #lookedAt <= :before", "#lookedAt = :before");
            case DAY_GOES_BACK -> text.replace("#day < :day", "#day <> :day").replace("#day >= :day", "#day = :day");
            case USES_UNCHECKED -> text.replace("#used < #uses AND ", "");
            case REVOCATION_UNCHECKED -> text.replace(" AND attribute_not_exists(#revokedAt)", "");
            case KEY_UNCHECKED -> pk.startsWith("idempotency#") ? null : text;
            default -> text;
        };
    }

    private String update(String text, Map<String, AttributeValue> values) {
        AttributeValue due = values.get(":due");
        boolean unmarked = due != null
                && (this == RESULT_NOT_MARKED && due.s().equals("results")
                        || this == WEBHOOK_NOT_MARKED && due.s().equals("webhooks"));
        if (this == QUEUED_NOT_MARKED) {
            return text.replace(", #requeueAt = :requeueAt", "");
        }
        return unmarked ? text.replace(", #due = :due", "").replace(", #dueAt = :dueAt", "") : text;
    }

    /** Leaves out what the changed expressions no longer use, because DynamoDB rejects it. */
    private static <V> Map<String, V> used(Map<String, V> all, String... expressions) {
        Map<String, V> used = new HashMap<>(all);
        used.keySet()
                .retainAll(Stream.of(expressions)
                        .filter(Objects::nonNull)
                        .flatMap(expression -> PLACEHOLDER.matcher(expression).results())
                        .map(MatchResult::group)
                        .toList());
        return used;
    }

    /** The write that has this bug. */
    private <B extends SdkPojo & CopyableBuilder<B, T>, T extends SdkPojo & ToCopyableBuilder<B, T>> T wrong(T write) {
        WriteFields fields = new WriteFields(write);
        Bindings bindings = fields.bindings();
        String condition = condition(fields.itemOrKey().get("pk").s(), fields.condition());
        String update = fields.update() == null ? null : update(fields.update(), bindings.values());
        B builder = write.toBuilder();
        WriteFields wrong = new WriteFields(builder);
        wrong.item(item(fields.itemOrKey()));
        wrong.expressions(
                condition,
                update,
                new Bindings(used(bindings.names(), condition, update), used(bindings.values(), condition, update)));
        return builder.build();
    }

    private Map<String, AttributeValue> item(Map<String, AttributeValue> item) {
        if (this != QUEUED_NOT_MARKED || !item.get("pk").s().startsWith("match#")) {
            return item;
        }
        Map<String, AttributeValue> unmarked = new HashMap<>(item);
        unmarked.remove("requeueAt");
        return unmarked;
    }

    private final class Wrong implements DynamoDbClient {

        private final DynamoDbClient table;

        private Wrong(DynamoDbClient table) {
            this.table = table;
        }

        @Override
        public PutItemResponse putItem(PutItemRequest request) {
            return table.putItem(wrong(request));
        }

        @Override
        public UpdateItemResponse updateItem(UpdateItemRequest request) {
            if (Bug.this == ROOM_KEPT && request.updateExpression().equals("DELETE #open :ids")) {
                return UpdateItemResponse.builder().build();
            }
            try {
                return table.updateItem(wrong(request));
            } catch (ConditionalCheckFailedException refused) {
                throw Bug.this == CHANGE_WITHOUT_NAME ? mistaken(request, refused) : refused;
            }
        }

        private ConditionalCheckFailedException mistaken(
                UpdateItemRequest request, ConditionalCheckFailedException refused) {
            Map<String, AttributeValue> wanted = request.expressionAttributeValues();
            Predicate<String> fits = name -> wanted.get(":" + name) != null
                    && wanted.get(":" + name).equals(refused.item().get(name));
            if (!refused.hasItem() || !wanted.containsKey(":change") || !fits.test("status") || !fits.test("fence")) {
                return refused;
            }
            Map<String, AttributeValue> item = new HashMap<>(refused.item());
            item.put("change", wanted.get(":change"));
            return refused.toBuilder().item(item).build();
        }

        @Override
        public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            List<TransactWriteItem> parts = new ArrayList<>();
            for (TransactWriteItem part : request.transactItems()) {
                if (part.put() != null) {
                    parts.add(part.toBuilder().put(wrong(part.put())).build());
                } else if (part.update() != null) {
                    parts.add(part.toBuilder().update(wrong(part.update())).build());
                } else {
                    parts.add(part);
                }
            }
            return table.transactWriteItems(
                    request.toBuilder().transactItems(parts).build());
        }

        @Override
        public GetItemResponse getItem(GetItemRequest request) {
            return table.getItem(request);
        }

        @Override
        public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
            BatchGetItemResponse answer = table.batchGetItem(request);
            if (Bug.this != OPEN_TAKEN_FOR_OVER) {
                return answer;
            }
            Map<String, List<Map<String, AttributeValue>>> items = new HashMap<>();
            answer.responses()
                    .forEach((name, found) ->
                            items.put(name, found.stream().map(Wrong::uncounted).toList()));
            return answer.toBuilder().responses(items).build();
        }

        private static Map<String, AttributeValue> uncounted(Map<String, AttributeValue> item) {
            Map<String, AttributeValue> uncounted = new HashMap<>(item);
            uncounted.remove("quotasOf");
            return uncounted;
        }

        @Override
        public QueryResponse query(QueryRequest request) {
            return table.query(request);
        }

        @Override
        public DeleteItemResponse deleteItem(DeleteItemRequest request) {
            return table.deleteItem(request);
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {
            table.close();
        }
    }
}
