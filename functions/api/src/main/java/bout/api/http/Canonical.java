package bout.api.http;

import bout.engine.Plain;
import bout.wire.Json;
import bout.wire.Sha256;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A hash that is equal for equal JSON values, whatever their white space, order of fields and spelling of numbers. A
 * client may therefore serialize a body again before it retries.
 */
public final class Canonical {

    private Canonical() {}

    /** SHA-256 in hexadecimal digits. */
    public static String hash(Object plain) {
        return Sha256.hex(Json.bytes(canonical(plain)));
    }

    private static Object canonical(Object plain) {
        return switch (plain) {
            case Map<?, ?> object -> {
                Map<String, Object> sorted = new TreeMap<>();
                object.forEach((name, value) -> sorted.put((String) name, canonical(value)));
                yield sorted;
            }
            case List<?> list -> list.stream().map(Canonical::canonical).toList();
            case Number number when Plain.isInteger(number) -> number.intValue();
            case null, default -> plain;
        };
    }
}
