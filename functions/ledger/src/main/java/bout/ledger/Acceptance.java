package bout.ledger;

import static bout.ledger.TableLayout.number;
import static bout.ledger.TableLayout.text;

import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** How a match comes into the table, once for any number of equal requests. */
record Acceptance(DynamoDbClient dynamoDb, String table, Clock clock, TableReader reader) {

    private static final int ATTEMPTS = 8;

    /** Why a transaction was cancelled that may well succeed the next time. */
    static final Set<String> PASSING =
            Set.of("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded");

    private static final String CONDITION_FAILED = "ConditionalCheckFailed";

    /** Accepts a match that no other request can be the same as. */
    Accepted accept(MatchRecord queued) {
        MatchItem item = item(queued);
        String condition = "attribute_not_exists(#pk)";
        try {
            dynamoDb.putItem(PutItemRequest.builder()
                    .tableName(table)
                    .item(item.attributes())
                    .conditionExpression(condition)
                    .expressionAttributeNames(TableLayout.names(condition))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                    .build());
        } catch (ConditionalCheckFailedException taken) {
            // Our own write, if its answer was lost and the SDK sent it again.
            if (!new MatchItem(taken.item()).sameMatch(item)) {
                throw new IllegalStateException("there is another match with the id " + queued.id(), taken);
            }
        }
        return new Accepted.New(queued);
    }

    /** Accepts a match unless an equal request was accepted before. */
    Accepted accept(MatchRecord queued, IdempotencyKey key) {
        MatchItem item = item(queued);
        for (int attempt = 1; ; attempt++) {
            try {
                dynamoDb.transactWriteItems(both(queued, item, key));
                return new Accepted.New(queued);
            } catch (TransactionCanceledException cancelled) {
                if (cancelled.cancellationReasons().size() != 2) {
                    throw cancelled;
                }
                CancellationReason ofKey = cancelled.cancellationReasons().get(0);
                CancellationReason ofMatch = cancelled.cancellationReasons().get(1);
                if (CONDITION_FAILED.equals(ofKey.code())) {
                    return acceptedBefore(queued, key, ofKey.item());
                }
                if (CONDITION_FAILED.equals(ofMatch.code())) {
                    throw new IllegalStateException("there is another match with the id " + queued.id(), cancelled);
                }
                boolean passing = PASSING.contains(ofKey.code()) || PASSING.contains(ofMatch.code());
                if (!passing || attempt == ATTEMPTS) {
                    throw cancelled;
                }
            } catch (TransactionInProgressException inProgress) {
                if (attempt == ATTEMPTS) {
                    throw inProgress;
                }
            }
            // An equal request is being written at this moment, most likely: then the next look finds it.
            Backoff.pause(attempt);
            Optional<Map<String, AttributeValue>> before = reader.item(TableLayout.idempotencyKey(key));
            if (before.isPresent() && !expired(before.get())) {
                return acceptedBefore(queued, key, before.get());
            }
        }
    }

    private boolean expired(Map<String, AttributeValue> keyItem) {
        return Long.parseLong(keyItem.get(TableLayout.EXPIRES).n())
                <= clock.instant().getEpochSecond();
    }

    private MatchItem item(MatchRecord queued) {
        return MatchItem.accepted(queued, clock.instant().plus(Resending.after(0)));
    }

    private TransactWriteItemsRequest both(MatchRecord queued, MatchItem item, IdempotencyKey key) {
        Instant now = clock.instant();
        Map<String, AttributeValue> keyItem = new HashMap<>(TableLayout.idempotencyKey(key));
        keyItem.put(TableLayout.MATCH, text(queued.id()));
        keyItem.put(TableLayout.BODY_HASH, text(key.bodyHash()));
        keyItem.put(
                TableLayout.EXPIRES, number(now.plus(Matches.IDEMPOTENCY_KEPT).getEpochSecond()));
        String unused = "attribute_not_exists(#pk) OR #expires <= :now";
        String absent = "attribute_not_exists(#pk)";
        return TransactWriteItemsRequest.builder()
                .transactItems(
                        TransactWriteItem.builder()
                                .put(put -> put.tableName(table)
                                        .item(keyItem)
                                        .conditionExpression(unused)
                                        .expressionAttributeNames(TableLayout.names(unused))
                                        .expressionAttributeValues(Map.of(":now", number(now.getEpochSecond())))
                                        .returnValuesOnConditionCheckFailure(
                                                ReturnValuesOnConditionCheckFailure.ALL_OLD))
                                .build(),
                        TransactWriteItem.builder()
                                .put(put -> put.tableName(table)
                                        .item(item.attributes())
                                        .conditionExpression(absent)
                                        .expressionAttributeNames(TableLayout.names(absent)))
                                .build())
                .build();
    }

    private Accepted acceptedBefore(MatchRecord queued, IdempotencyKey key, Map<String, AttributeValue> keyItem) {
        if (!keyItem.get(TableLayout.BODY_HASH).s().equals(key.bodyHash())) {
            return new Accepted.Conflicting();
        }
        String id = keyItem.get(TableLayout.MATCH).s();
        if (id.equals(queued.id())) {
            return new Accepted.New(queued);
        }
        Map<String, AttributeValue> match = reader.item(TableLayout.matchKey(id))
                .orElseThrow(() -> new IllegalStateException(
                        "an idempotency key names the match " + id + ", but it is not in the table"));
        return new Accepted.Repeated(new MatchItem(match).match().asAccepted());
    }
}
