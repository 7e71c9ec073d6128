package bout.cloud;

import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** What DynamoDB charges for requests, in its units. */
final class Capacity {

    private static final int READ_BYTES = 4096;
    private static final int WRITE_BYTES = 1024;

    private Capacity() {}

    /** {@code null} unless it is asked for. */
    static ConsumedCapacity answer(ReturnConsumedCapacity asked, String table, double units) {
        return asked == null || asked == ReturnConsumedCapacity.NONE
                ? null
                : ConsumedCapacity.builder()
                        .tableName(table)
                        .capacityUnits(units)
                        .build();
    }

    /** For reading as many bytes; half if older data will do. */
    static double read(int bytes, Boolean consistent) {
        return units(bytes, READ_BYTES) * (Boolean.TRUE.equals(consistent) ? 1 : 0.5);
    }

    /** For a write to the table; also for one that changes nothing. */
    static double written(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        return units(Math.max(Values.bytes(before), Values.bytes(after)), WRITE_BYTES);
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

    private static double units(int bytes, int size) {
        return Math.max(1, (bytes + size - 1) / size);
    }
}
