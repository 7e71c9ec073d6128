package bout.table;

import bout.telemetry.Machine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Changes attributes of an item. Creates the item if there is none, unless a condition prevents that. */
public final class TableUpdate extends ConditionalWrite<TableUpdate> {

    private final Map<String, AttributeValue> set = new LinkedHashMap<>();
    private final Map<String, Object> setIfAbsent = new LinkedHashMap<>();
    private final Set<String> remove = new LinkedHashSet<>();
    private final Map<String, Object> add = new LinkedHashMap<>();
    private final Map<String, Set<String>> delete = new LinkedHashMap<>();
    private ReturnValue wanted = ReturnValue.NONE;
    private String name;

    TableUpdate(Table table, Map<String, AttributeValue> key) {
        super(table, key);
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

    /**
     * Gives the change a random name, which the item has until the next change with one: so a change that is sent twice
     * is recognized, and not refused because of itself.
     */
    public TableUpdate named() {
        name = Machine.current().randomId().toString();
        return set(TableLayout.CHANGE, name);
    }

    @Override
    boolean isOwn(Item found) {
        return name != null && found.is(TableLayout.CHANGE, name);
    }

    /** Marks what has to be done with the item, until {@link #nothingDue}; the sweeper finds it at that time. */
    public TableUpdate due(Due.Work work, Instant at) {
        return set(TableLayout.DUE, work).set(TableLayout.DUE_AT, at);
    }

    public TableUpdate nothingDue() {
        return remove(TableLayout.DUE, TableLayout.DUE_AT);
    }

    /** Makes the change and returns the whole item after it. */
    public Written writeAndRead() {
        wanted = ReturnValue.ALL_NEW;
        return write();
    }

    @Override
    Map<String, AttributeValue> make() {
        return table.dynamoDb()
                .updateItem(
                        filled(UpdateItemRequest.builder().returnValues(wanted)).build())
                .attributes();
    }

    @Override
    TransactWriteItem part() {
        return TransactWriteItem.builder().update(update()).build();
    }

    @Override
    String changes(Expression in) {
        List<String> assignments = new ArrayList<>();
        set.forEach((attribute, value) -> assignments.add(in.name(attribute) + " = " + in.value(attribute, value)));
        setIfAbsent.forEach((attribute, value) -> assignments.add(in.name(attribute) + " = if_not_exists("
                + in.name(attribute) + ", " + in.value(attribute, value) + ")"));
        return Stream.of(
                        clause("SET ", assignments),
                        clause("REMOVE ", remove.stream().map(in::name).toList()),
                        clause("ADD ", pairs(in, add)),
                        clause("DELETE ", pairs(in, delete)))
                .filter(clause -> !clause.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static List<String> pairs(Expression in, Map<String, ?> changes) {
        return changes.entrySet().stream()
                .map(change -> in.name(change.getKey()) + " " + in.value(change.getKey(), change.getValue()))
                .toList();
    }

    private static String clause(String verb, List<String> parts) {
        return parts.isEmpty() ? "" : verb + String.join(", ", parts);
    }
}
