package bout.cloud;

import bout.cloud.Expressions.Bindings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/**
 * The common part of puts, updates, deletes and condition checks, each as a request and as a part of a transaction: the
 * SDK has a class for each and no interface for all, but the fields have the same names.
 *
 * @param write one of these, or its builder
 */
public record WriteFields(SdkPojo write) {

    static final String ITEM = "Item";

    private static final String CONDITION = "ConditionExpression";
    private static final String UPDATE = "UpdateExpression";
    private static final String NAMES = "ExpressionAttributeNames";
    private static final String VALUES = "ExpressionAttributeValues";

    /** By class and name: looking them up takes longer than the rest of a write. */
    private static final Map<Class<?>, Map<String, SdkField<?>>> FIELDS = new ConcurrentHashMap<>();

    /** {@code null} if this kind of write has no such field. */
    private SdkField<?> field(String name) {
        Map<String, SdkField<?>> fields = FIELDS.get(write.getClass());
        if (fields == null) {
            fields = write.sdkFields().stream()
                    .collect(Collectors.toUnmodifiableMap(SdkField::memberName, each -> each));
            FIELDS.put(write.getClass(), fields);
        }
        return fields.get(name);
    }

    private Object get(String name) {
        SdkField<?> field = field(name);
        return field == null ? null : field.getValueOrDefault(write);
    }

    @SuppressWarnings("unchecked")
    private <V> Map<String, V> map(String name) {
        Object map = get(name);
        return map == null ? Map.of() : (Map<String, V>) map;
    }

    String table() {
        return (String) get("TableName");
    }

    /** What is put; of other writes, the key. */
    public Map<String, AttributeValue> itemOrKey() {
        return map(field(ITEM) == null ? "Key" : ITEM);
    }

    /** {@code null} for none. */
    public String condition() {
        return (String) get(CONDITION);
    }

    /** {@code null} for none. */
    public String update() {
        return (String) get(UPDATE);
    }

    public Bindings bindings() {
        return new Bindings(map(NAMES), map(VALUES));
    }

    public boolean itemIfRefused() {
        return ReturnValuesOnConditionCheckFailure.ALL_OLD
                .toString()
                .equals(get("ReturnValuesOnConditionCheckFailure"));
    }

    private void set(String name, Object value) {
        SdkField<?> field = field(name);
        if (field != null) {
            field.set(write, value);
        }
    }

    /** Sets the item of a put. */
    public void item(Map<String, AttributeValue> item) {
        set(ITEM, item);
    }

    /** Sets the expressions, as far as this kind of write has them, and what they refer to. */
    public void expressions(String condition, String update, Bindings bindings) {
        set(CONDITION, condition);
        set(UPDATE, update);
        // DynamoDB rejects empty maps.
        set(NAMES, bindings.names().isEmpty() ? null : bindings.names());
        set(VALUES, bindings.values().isEmpty() ? null : bindings.values());
    }
}
