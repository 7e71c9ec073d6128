package bout.store.table;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The parts of transactions by which an owner's matches or tournaments are counted: those that are open by places, of
 * which each open one takes one and gives it back, the matches of a day by a number.
 *
 * <p>A place is an item of its own, so the hundred matches that one runner ends at the same moment do not wait for each
 * other, as they would for one common counter.
 *
 * @param of the attribute that names who has a place: {@value TableLayout#MATCH} or {@value TableLayout#TOURNAMENT}
 */
public record Places(DynamoDbClient dynamoDb, String table, String of) {

    /** For how long after its end a day's count is kept: longer than clocks differ. */
    private static final Duration DAY_KEPT = Duration.ofDays(1);

    /** The places of an owner that are taken, each with the id of who has it, as they are now. */
    public Map<Integer, String> taken(String owner) {
        String condition = "#pk = :pk AND begins_with(#sk, :places)";
        String filter = "attribute_exists(#" + of + ")";
        Map<Integer, String> taken = new HashMap<>();
        dynamoDb.queryPaginator(query -> query.tableName(table)
                        .consistentRead(true)
                        .keyConditionExpression(condition)
                        .filterExpression(filter)
                        .expressionAttributeNames(TableLayout.names(condition, filter))
                        .expressionAttributeValues(TableLayout.placesOf(of, owner)))
                .items()
                .forEach(item -> taken.put(
                        Integer.parseInt(item.get(TableLayout.PLACE).n()),
                        item.get(of).s()));
        return taken;
    }

    /** A place that is free, any of them, so that requests at the same moment seldom take the same; none if all are taken. */
    public static Optional<Integer> free(Map<Integer, String> taken, int limit) {
        if (taken.size() >= limit) {
            // Also where the limit was lowered and the taken places have higher numbers.
            return Optional.empty();
        }
        int[] free = IntStream.rangeClosed(1, limit)
                .filter(place -> !taken.containsKey(place))
                .toArray();
        return Optional.of(free[ThreadLocalRandom.current().nextInt(free.length)]);
    }

    public TransactWriteItem take(String owner, int place, String id) {
        String condition = "attribute_not_exists(#" + of + ")";
        String update = "SET #" + of + " = :id, #place = :place";
        return TransactWriteItem.builder()
                .update(take -> take.tableName(table)
                        .key(TableLayout.placeKey(of, owner, place))
                        .conditionExpression(condition)
                        .updateExpression(update)
                        .expressionAttributeNames(TableLayout.names(condition, update))
                        .expressionAttributeValues(Map.of(":id", text(id), ":place", number(place))))
                .build();
    }

    /** Fails nothing where the place is free already: that it is free is all that is wanted. */
    public TransactWriteItem giveBack(String owner, int place, String id) {
        String condition = "attribute_not_exists(#" + of + ") OR #" + of + " = :id";
        String update = "REMOVE #" + of;
        return TransactWriteItem.builder()
                .update(back -> back.tableName(table)
                        .key(TableLayout.placeKey(of, owner, place))
                        .conditionExpression(condition)
                        .updateExpression(update)
                        .expressionAttributeNames(TableLayout.names(condition, update))
                        .expressionAttributeValues(Map.of(":id", text(id))))
                .build();
    }

    public TransactWriteItem countToday(String owner, int limit, Instant now) {
        String condition = "attribute_not_exists(#count) OR #count < :limit";
        String update = "SET #count = if_not_exists(#count, :zero) + :one, #expires = :expires";
        return TransactWriteItem.builder()
                .update(count -> count.tableName(table)
                        .key(TableLayout.dayKey(owner, day(now)))
                        .conditionExpression(condition)
                        .updateExpression(update)
                        .expressionAttributeNames(TableLayout.names(condition, update))
                        .expressionAttributeValues(Map.of(
                                ":limit", number(limit),
                                ":zero", number(0),
                                ":one", number(1),
                                ":expires", number(tomorrow(now).plus(DAY_KEPT).getEpochSecond()))))
                .build();
    }

    private static LocalDate day(Instant now) {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    /** When the next day begins. */
    public static Instant tomorrow(Instant now) {
        return day(now).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
