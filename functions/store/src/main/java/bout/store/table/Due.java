package bout.store.table;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The items with something to be done about them at a given time, from an index that contains nothing else. So finding
 * what is overdue costs the same however much is not.
 */
public record Due(Table table) {

    /** The matches with an unsent webhook. */
    public static final String WEBHOOKS = "webhooks";

    /** The tournaments with an unsent webhook. */
    public static final String TOURNAMENT_WEBHOOKS = "tournament-webhooks";

    /** The matches whose results are not yet in the journals of their competitions. */
    public static final String RESULTS = "results";

    /** Messages are sent right after the end; one that is unsent after this time was lost. */
    public static final Duration SENT_WITHIN = Duration.ofMinutes(1);

    /**
     * An item with something due.
     *
     * @param pk its partition key
     */
    public record Mark(String pk, Instant dueAt) {}

    /** What is due at that time, the most overdue first. */
    public List<Mark> until(String due, Instant time, int most) {
        String condition = "#due = :due AND #dueAt <= :time";
        return table
                .dynamoDb()
                .query(query -> query.tableName(table.name())
                        .indexName(TableLayout.DUE_INDEX)
                        .keyConditionExpression(condition)
                        .expressionAttributeNames(TableLayout.names(condition))
                        .expressionAttributeValues(Map.of(":due", text(due), ":time", number(time.toEpochMilli())))
                        .limit(most))
                .items()
                .stream()
                .map(item -> new Mark(
                        item.get(TableLayout.PK).s(),
                        Instant.ofEpochMilli(
                                Long.parseLong(item.get(TableLayout.DUE_AT).n()))))
                .toList();
    }
}
