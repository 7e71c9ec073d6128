package bout.engine;

import java.util.List;
import java.util.Map;

/**
 * A 64-bit hash of everything that is added to it, in order. It reveals accidental changes and simple edits. It is not
 * cryptographic: someone who tries can find collisions.
 *
 * <p>Two 32-bit lanes use the MurmurHash3 mixing step with different constants. It only needs {@code int} arithmetic,
 * because {@code long} is slow in the browser.
 */
public final class StateHash {

    private int left = 0x2545F491;
    private int right = 0x4F6CDD1D;

    public StateHash add(int value) {
        left = Integer.rotateLeft(left ^ value * 0xCC9E2D51, 13) * 5 + 0xE6546B64;
        right = Integer.rotateLeft(right ^ value * 0x1B873593, 17) * 9 + 0x38B34AE5;
        return this;
    }

    /** Adds the bits of a double. All NaN values are equal; 0.0 and -0.0 differ. */
    public StateHash add(double value) {
        long bits = Double.doubleToLongBits(value);
        return add((int) (bits >>> 32)).add((int) bits);
    }

    /** Adds the length of the text and then its UTF-16 units. */
    public StateHash add(String text) {
        add(text.length());
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i));
        }
        return this;
    }

    /** Adds the number of bytes and then the bytes, four at a time. */
    public StateHash add(byte[] bytes) {
        add(bytes.length);
        int i = 0;
        for (; i + 3 < bytes.length; i += 4) {
            add(bytes[i] & 0xFF | (bytes[i + 1] & 0xFF) << 8 | (bytes[i + 2] & 0xFF) << 16 | bytes[i + 3] << 24);
        }
        for (; i < bytes.length; i++) {
            add(bytes[i]);
        }
        return this;
    }

    /** Adds a plain value: its type, its size and its contents, in order. {@code 3} and {@code 3.0} are equal. */
    public StateHash addPlain(Object plain) {
        switch (plain) {
            case null -> add(0);
            case Boolean bool -> add(bool ? 1 : 2);
            case Number number when Plain.isInteger(number) -> add(3).add(number.intValue());
            case Number number -> add(4).add(number.doubleValue());
            case String text -> add(5).add(text);
            case List<?> list -> {
                add(6).add(list.size());
                for (Object entry : list) {
                    addPlain(entry);
                }
            }
            case Map<?, ?> map -> {
                add(7).add(map.size());
                for (Map.Entry<?, ?> field : map.entrySet()) {
                    addPlain(field.getKey());
                    addPlain(field.getValue());
                }
            }
            default ->
                throw new IllegalArgumentException(
                        "not a plain value: " + plain.getClass().getName());
        }
        return this;
    }

    public int upper() {
        return finished(left + right);
    }

    public int lower() {
        return finished(right ^ Integer.rotateLeft(left, 16));
    }

    /** The hash as 16 lower-case hexadecimal digits. More values can be added afterwards. */
    public String hex() {
        return hex(upper()) + hex(lower());
    }

    private static int finished(int lane) {
        int h = lane;
        h = (h ^ h >>> 16) * 0x85EBCA6B;
        h = (h ^ h >>> 13) * 0xC2B2AE35;
        return h ^ h >>> 16;
    }

    private static String hex(int value) {
        String digits = Integer.toHexString(value);
        return "00000000".substring(digits.length()) + digits;
    }
}
