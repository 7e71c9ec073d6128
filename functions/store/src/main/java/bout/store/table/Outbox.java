package bout.store.table;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Finished items with an unsent message, from an index that contains nothing else. */
public record Outbox(Table table) {

    /** The matches with an unsent webhook. */
    public static final String WEBHOOKS = "webhooks";

    /** The tournaments with an unsent webhook. */
    public static final String TOURNAMENT_WEBHOOKS = "tournament-webhooks";

    /** The matches whose results are not yet in the journals of their competitions. */
    public static final String RESULTS = "results";

    /** Messages are sent right after the end; one that is unsent after this time was lost. */
    public static final Duration SENT_WITHIN = Duration.ofMinutes(1);

    /** The partition keys of what ended before that time, oldest first. */
    public List<String> before(String outbox, Instant time, int most) {
        String condition = "#outbox = :outbox AND #finishedAt < :time";
        return table
                .dynamoDb()
                .query(query -> query.tableName(table.name())
                        .indexName(TableLayout.OUTBOX_INDEX)
                        .keyConditionExpression(condition)
                        .expressionAttributeNames(TableLayout.names(condition))
                        .expressionAttributeValues(
                                Map.of(":outbox", text(outbox), ":time", number(time.toEpochMilli())))
                        .limit(most))
                .items()
                .stream()
                .map(item -> item.get(TableLayout.PK).s())
                .toList();
    }
}
