package bout.cloud;

import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What DynamoDB charges for writes, in its units. */
final class Capacity {

    private static final int WRITE_BYTES = 1024;

    private Capacity() {}

    /** For a write to the table; also for one that changes nothing. */
    static double written(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        int bytes = Math.max(Values.bytes(before), Values.bytes(after));
        return Math.max(1, (bytes + WRITE_BYTES - 1) / WRITE_BYTES);
    }

    /**
     * For what a write changes in an index.
     *
     * @param place where an item is in the index; {@code null} if it is not in it
     * @param projected what the index has of an item
     */
    static double written(
            Map<String, AttributeValue> before,
            Map<String, AttributeValue> after,
            Function<Map<String, AttributeValue>, Key> place,
            UnaryOperator<Map<String, AttributeValue>> projected) {
        Key from = place.apply(before);
        Key to = place.apply(after);
        if (from != null && from.equals(to)) {
            Map<String, AttributeValue> old = projected.apply(before);
            Map<String, AttributeValue> now = projected.apply(after);
            return old.equals(now) ? 0 : written(old, now);
        }
        double units = 0;
        if (from != null) {
            units += written(projected.apply(before), Map.of());
        }
        if (to != null) {
            units += written(Map.of(), projected.apply(after));
        }
        return units;
    }
}
