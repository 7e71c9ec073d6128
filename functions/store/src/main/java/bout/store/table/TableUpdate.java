package bout.store.table;

import static software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure.ALL_OLD;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Changes attributes of an item. Creates the item if there is none, unless a condition prevents that. */
public final class TableUpdate extends ConditionalWrite<TableUpdate> {

    private final Map<String, AttributeValue> key;
    private final Map<String, AttributeValue> set = new LinkedHashMap<>();
    private final Map<String, Object> setIfAbsent = new LinkedHashMap<>();
    private final Set<String> remove = new LinkedHashSet<>();
    private final Map<String, Object> add = new LinkedHashMap<>();
    private final Map<String, Set<String>> delete = new LinkedHashMap<>();

    TableUpdate(Table table, Map<String, AttributeValue> key) {
        super(table);
        this.key = key;
    }

    @Override
    TableUpdate self() {
        return this;
    }

    /** @param value {@code null}, an empty list or set removes the attribute */
    public TableUpdate set(String attribute, Object value) {
        AttributeValue stored = Attributes.value(value);
        if (stored == null) {
            return remove(attribute);
        }
        remove.remove(attribute);
        set.put(attribute, stored);
        return this;
    }

    public TableUpdate set(Record stored) {
        Attributes.of(stored).forEach(this::set);
        return this;
    }

    /** Sets or removes the attributes in which a record has changed. */
    public TableUpdate change(Record before, Record after) {
        Map<String, AttributeValue> known = Attributes.of(before);
        Attributes.of(after).forEach((attribute, value) -> {
            if (value == null ? known.get(attribute) != null : !value.equals(known.get(attribute))) {
                set(attribute, value);
            }
        });
        return this;
    }

    /** The attribute keeps its value if it has one. */
    public TableUpdate setIfAbsent(String attribute, Object value) {
        setIfAbsent.put(attribute, value);
        return this;
    }

    public TableUpdate remove(String... attributes) {
        for (String attribute : attributes) {
            set.remove(attribute);
            remove.add(attribute);
        }
        return this;
    }

    /** Adds to a number, which is 0 while it is missing. */
    public TableUpdate add(String attribute, int number) {
        add.put(attribute, number);
        return this;
    }

    public TableUpdate add(String attribute, Set<String> members) {
        add.put(attribute, members);
        return this;
    }

    /** Takes out of a set; has no effect on what is not in it. */
    public TableUpdate delete(String attribute, Set<String> members) {
        delete.put(attribute, members);
        return this;
    }

    /** Marks what has to be done with the item, until {@link #nothingDue}; the sweeper finds it at that time. */
    public TableUpdate due(Due.Work work, Instant at) {
        return set(TableLayout.DUE, work).set(TableLayout.DUE_AT, at);
    }

    public TableUpdate nothingDue() {
        return remove(TableLayout.DUE, TableLayout.DUE_AT);
    }

    @Override
    public Written write() {
        return write(ReturnValue.NONE);
    }

    public Written writeAndRead() {
        return write(ReturnValue.ALL_NEW);
    }

    /** Makes the change and returns the changed attributes with their values from before. */
    public Written writeAndReadBefore() {
        return write(ReturnValue.UPDATED_OLD);
    }

    private Written write(ReturnValue wanted) {
        return write(in -> {
            String update = text(in);
            String text = in.text(condition);
            return table.dynamoDb()
                    .updateItem(request -> request.tableName(table.name())
                            .key(key)
                            .conditionExpression(text)
                            .updateExpression(update)
                            .expressionAttributeNames(in.names())
                            .expressionAttributeValues(in.values())
                            .returnValues(wanted)
                            .returnValuesOnConditionCheckFailure(text == null ? null : ALL_OLD))
                    .attributes();
        });
    }

    @Override
    public TransactWriteItem part() {
        Expression in = new Expression();
        String update = text(in);
        String text = in.text(condition);
        return TransactWriteItem.builder()
                .update(part -> part.tableName(table.name())
                        .key(key)
                        .conditionExpression(text)
                        .updateExpression(update)
                        .expressionAttributeNames(in.names())
                        .expressionAttributeValues(in.values())
                        .returnValuesOnConditionCheckFailure(text == null ? null : ALL_OLD))
                .build();
    }

    private String text(Expression in) {
        List<String> assignments = new ArrayList<>();
        set.forEach((attribute, value) -> assignments.add(in.name(attribute) + " = " + in.value(attribute, value)));
        setIfAbsent.forEach((attribute, value) -> assignments.add(in.name(attribute) + " = if_not_exists("
                + in.name(attribute) + ", " + in.value(attribute, value) + ")"));
        List<String> clauses = new ArrayList<>();
        clause(clauses, "SET ", assignments);
        clause(clauses, "REMOVE ", remove.stream().map(in::name).toList());
        clause(clauses, "ADD ", pairs(in, add));
        clause(clauses, "DELETE ", pairs(in, delete));
        return String.join(" ", clauses);
    }

    private static List<String> pairs(Expression in, Map<String, ?> changes) {
        return changes.entrySet().stream()
                .map(change -> in.name(change.getKey()) + " " + in.value(change.getKey(), change.getValue()))
                .toList();
    }

    private static void clause(List<String> clauses, String verb, List<String> parts) {
        if (!parts.isEmpty()) {
            clauses.add(verb + String.join(", ", parts));
        }
    }
}
