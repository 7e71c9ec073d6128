package bout.store.table;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/**
 * A write of one item and the condition under which it is made. In expressions {@code #status} stands for the attribute
 * {@code status} ({@link TableLayout#names}) and {@code :status} for a value given with the write.
 *
 * @param <W> the kind of write
 */
public abstract sealed class ConditionalWrite<W extends ConditionalWrite<W>>
        permits TableUpdate, TablePut, TableDelete {

    final Table table;
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private String condition;
    private boolean itemIfRefused;

    ConditionalWrite(Table table) {
        this.table = table;
    }

    abstract W self();

    /** Makes the write only if this holds; by default always. */
    public W when(String holds) {
        condition = holds;
        return self();
    }

    /** Gives the value behind a placeholder. */
    public W with(String placeholder, AttributeValue value) {
        values.put(placeholder, value);
        return self();
    }

    public W with(String placeholder, String value) {
        return with(placeholder, TableLayout.text(value));
    }

    public W with(String placeholder, long value) {
        return with(placeholder, TableLayout.number(value));
    }

    /** A time is kept in milliseconds since 1970. */
    public W with(String placeholder, Instant value) {
        return with(placeholder, value.toEpochMilli());
    }

    /**
     * Gives the name behind a placeholder where it is not the placeholder itself: an entry of a map, by its key.
     *
     * @param placeholder such as {@code #match}
     */
    public W named(String placeholder, String name) {
        names.put(placeholder, name);
        return self();
    }

    /** Makes a rejection return the item, so that no read is needed to learn why. */
    public W itemIfRefused() {
        itemIfRefused = true;
        return self();
    }

    String condition() {
        return condition;
    }

    Map<String, String> names(String... expressions) {
        Map<String, String> all = new HashMap<>(TableLayout.names(expressions));
        if (condition != null) {
            all.putAll(TableLayout.names(condition));
        }
        all.putAll(names);
        return all.isEmpty() ? null : all;
    }

    Map<String, AttributeValue> values() {
        return values.isEmpty() ? null : values;
    }

    ReturnValuesOnConditionCheckFailure refused() {
        return itemIfRefused ? ReturnValuesOnConditionCheckFailure.ALL_OLD : null;
    }
}
