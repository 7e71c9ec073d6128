package bout.store.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Changes attributes of an item. Creates the item if there is none, unless a condition prevents that. */
public final class TableUpdate extends ConditionalWrite<TableUpdate> {

    private final Map<String, AttributeValue> key;
    private final List<String> set = new ArrayList<>();
    private final List<String> remove = new ArrayList<>();
    private final List<String> add = new ArrayList<>();
    private final List<String> delete = new ArrayList<>();

    TableUpdate(Table table, Map<String, AttributeValue> key) {
        super(table);
        this.key = key;
    }

    @Override
    TableUpdate self() {
        return this;
    }

    /** @param assignments as DynamoDB reads them behind {@code SET}, such as {@code #fence = #fence + :one} */
    public TableUpdate set(String assignments) {
        set.add(assignments);
        return this;
    }

    /** Sets an attribute; the value's placeholder has the attribute's name. */
    public TableUpdate set(String attribute, AttributeValue value) {
        return set("#" + attribute + " = :" + attribute).with(":" + attribute, value);
    }

    public TableUpdate set(String attribute, String value) {
        return set(attribute, TableLayout.text(value));
    }

    public TableUpdate set(String attribute, long value) {
        return set(attribute, TableLayout.number(value));
    }

    /** A time is kept in milliseconds since 1970. */
    public TableUpdate set(String attribute, Instant value) {
        return set(attribute, value.toEpochMilli());
    }

    /**
     * Marks what has to be done with the item, until {@link #nothingDue}.
     *
     * @param what one of the marks of {@link Due}
     * @param at when the sweeper is to find it
     */
    public TableUpdate due(String what, Instant at) {
        return set(TableLayout.DUE, what).set(TableLayout.DUE_AT, at);
    }

    public TableUpdate nothingDue() {
        return remove(TableLayout.DUE, TableLayout.DUE_AT);
    }

    /** @param path as DynamoDB reads it behind {@code REMOVE}, such as {@code #watched.#match} */
    public TableUpdate removeEntry(String path) {
        remove.add(path);
        return this;
    }

    public TableUpdate remove(String... attributes) {
        for (String attribute : attributes) {
            remove.add("#" + attribute);
        }
        return this;
    }

    /** @param addition as DynamoDB reads it behind {@code ADD}, such as {@code #minutes :minute} */
    public TableUpdate add(String addition) {
        add.add(addition);
        return this;
    }

    /** @param deletion from a set, as DynamoDB reads it behind {@code DELETE}, such as {@code #open :ids} */
    public TableUpdate delete(String deletion) {
        delete.add(deletion);
        return this;
    }

    /** @throws ConditionalCheckFailedException when the condition does not hold */
    public void write() {
        write(ReturnValue.NONE);
    }

    /** False if the condition does not hold; then nothing is written. */
    public boolean writeIfAllowed() {
        try {
            write();
            return true;
        } catch (ConditionalCheckFailedException refused) {
            return false;
        }
    }

    /**
     * Makes the change.
     *
     * @return the whole item after the change
     * @throws ConditionalCheckFailedException when the condition does not hold
     */
    public Map<String, AttributeValue> writeAndRead() {
        return write(ReturnValue.ALL_NEW);
    }

    /**
     * Makes the change.
     *
     * @return the changed attributes, with their values from before
     * @throws ConditionalCheckFailedException when the condition does not hold
     */
    public Map<String, AttributeValue> writeAndReadBefore() {
        return write(ReturnValue.UPDATED_OLD);
    }

    private Map<String, AttributeValue> write(ReturnValue wanted) {
        String expression = expression();
        return table.dynamoDb()
                .updateItem(update -> update.tableName(table.name())
                        .key(key)
                        .conditionExpression(condition())
                        .updateExpression(expression)
                        .expressionAttributeNames(names(expression))
                        .expressionAttributeValues(values())
                        .returnValues(wanted)
                        .returnValuesOnConditionCheckFailure(refused()))
                .attributes();
    }

    /** The change as a part of a transaction. */
    public TransactWriteItem part() {
        String expression = expression();
        return TransactWriteItem.builder()
                .update(update -> update.tableName(table.name())
                        .key(key)
                        .conditionExpression(condition())
                        .updateExpression(expression)
                        .expressionAttributeNames(names(expression))
                        .expressionAttributeValues(values())
                        .returnValuesOnConditionCheckFailure(refused()))
                .build();
    }

    private String expression() {
        List<String> clauses = new ArrayList<>();
        clause(clauses, "SET ", set);
        clause(clauses, "REMOVE ", remove);
        clause(clauses, "ADD ", add);
        clause(clauses, "DELETE ", delete);
        return String.join(" ", clauses);
    }

    private static void clause(List<String> clauses, String verb, List<String> parts) {
        if (!parts.isEmpty()) {
            clauses.add(verb + String.join(", ", parts));
        }
    }
}
