package bout.api.http;

import bout.engine.Plain;
import bout.wire.Json;
import bout.wire.Sha256;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether two JSON bodies say the same: a hash over the value, for which white space, the order of fields and the way a
 * number is written do not count. So a client that builds its body anew before it sends it again is still understood.
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
