package bout.browser;

import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.teavm.jso.JSObject;
import org.teavm.jso.core.JSArray;
import org.teavm.jso.core.JSBoolean;
import org.teavm.jso.core.JSMapLike;
import org.teavm.jso.core.JSNumber;
import org.teavm.jso.core.JSObjects;
import org.teavm.jso.core.JSString;

/** Converts plain values (see {@code bout.engine}) to JavaScript values and back. */
final class JsValues {

    /** The same limit as in {@code bout.wire.Json}; without it, a deeply nested document overflows the stack. */
    private static final int MAX_DEPTH = 64;

    private JsValues() {}

    /** The JavaScript value. Its objects have no prototype, so no field name is special. */
    static JSObject toJs(Object plain) {
        return switch (plain) {
            case null -> null;
            case String text -> JSString.valueOf(text);
            case Boolean bool -> JSBoolean.valueOf(bool);
            case Number number -> JSNumber.valueOf(number.doubleValue());
            case List<?> list -> {
                JSArray<JSObject> array = new JSArray<>();
                for (Object entry : list) {
                    array.push(toJs(entry));
                }
                yield array;
            }
            case Map<?, ?> map -> {
                JSMapLike<JSObject> object = JSObjects.createWithoutProto();
                map.forEach((name, value) -> object.set((String) name, toJs(value)));
                yield object;
            }
            default -> throw new IllegalArgumentException("not a plain value: " + plain.getClass());
        };
    }

    /**
     * The plain value of something that {@code JSON.parse} made.
     *
     * @throws UnexpectedValue if JSON cannot represent the value, or it is nested too deeply
     */
    static Object toPlain(JSObject value) {
        return toPlain(value, "", 0);
    }

    private static Object toPlain(JSObject value, String pointer, int depth) {
        if (depth > MAX_DEPTH) {
            throw new UnexpectedValue(pointer, "objects and lists nested at most " + MAX_DEPTH + " deep", value);
        }
        if (value == null) {
            return null;
        }
        return switch (JSObjects.typeOf(value)) {
            case "string" -> ((JSString) value).stringValue();
            case "boolean" -> ((JSBoolean) value).booleanValue();
            case "number" -> Plain.number(((JSNumber) value).doubleValue());
            case "object" ->
                JSArray.isArray(value)
                        ? list((JSArray<?>) value, pointer, depth)
                        : map((JSMapLike<?>) value, pointer, depth);
            default -> throw new UnexpectedValue(pointer, "a value that JSON can hold", value);
        };
    }

    private static List<Object> list(JSArray<?> array, String pointer, int depth) {
        List<Object> list = new ArrayList<>(array.getLength());
        for (int i = 0; i < array.getLength(); i++) {
            list.add(toPlain((JSObject) array.get(i), pointer + "/" + i, depth + 1));
        }
        return list;
    }

    private static Map<String, Object> map(JSMapLike<?> object, String pointer, int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (String name : JSObjects.keys(object)) {
            map.put(name, toPlain((JSObject) object.get(name), pointer + "/" + name, depth + 1));
        }
        return map;
    }
}
