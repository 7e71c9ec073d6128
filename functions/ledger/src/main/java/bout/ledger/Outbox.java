package bout.ledger;

import static bout.ledger.TableLayout.number;
import static bout.ledger.TableLayout.text;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The matches that are over and of which somebody has yet to be told, from an index that holds no others. */
record Outbox(DynamoDbClient dynamoDb, String table) {

    static final String NOTICES = "notices";

    /** The ids of those that ended before that time, the oldest first. */
    List<String> before(Instant time, int most) {
        String condition = "#outbox = :notices AND #finishedAt < :time";
        return dynamoDb
                .query(query -> query.tableName(table)
                        .indexName(TableLayout.OUTBOX_INDEX)
                        .keyConditionExpression(condition)
                        .expressionAttributeNames(TableLayout.names(condition))
                        .expressionAttributeValues(
                                Map.of(":notices", text(NOTICES), ":time", number(time.toEpochMilli())))
                        .limit(most))
                .items()
                .stream()
                .map(item -> TableLayout.matchOf(item.get(TableLayout.PK).s()))
                .toList();
    }
}
