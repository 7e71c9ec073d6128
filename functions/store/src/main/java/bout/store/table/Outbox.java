package bout.store.table;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What is over and of which something has yet to be sent, from an index that holds nothing else. */
public record Outbox(Table table) {

    /** The matches of whose end a webhook is to be sent. */
    public static final String WEBHOOKS = "webhooks";

    /** The tournaments of whose end a webhook is to be sent. */
    public static final String TOURNAMENT_WEBHOOKS = "tournament-webhooks";

    /** The matches whose results are to go into the journals of their competitions. */
    public static final String RESULTS = "results";

    /** Whoever ends something sends at once; what is not sent by then never will be. */
    public static final Duration SENT_WITHIN = Duration.ofMinutes(1);

    /** The partition keys of what ended before that time, the oldest first. */
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
