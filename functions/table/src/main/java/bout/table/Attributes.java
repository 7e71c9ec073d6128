package bout.table;

import bout.table.Item.Packed;
import bout.table.Item.Within;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How records are stored: each component is an attribute of its name.
 *
 * <p>Numbers, booleans and texts are stored as such, an instant in milliseconds since 1970, an enum as its name in
 * lower case, a set of texts as a set, a map as a map. A record whose component has {@link Within} spreads over the
 * item. Everything else is JSON text, so that numbers stay exact: DynamoDB's have 38 decimal digits, a smaller range
 * than a double, and no negative zero. A list of records of whole numbers is {@code 1,2,3 4,5,6}, a third of its JSON.
 *
 * <p>{@code null}, an empty list and an empty set are not stored; an attribute that is missing is read as these, as 0
 * or as false.
 */
final class Attributes {

    private Attributes() {}

    /** @param numbers whether all components are whole numbers */
    private record Form(Constructor<?> constructor, List<Part> parts, boolean numbers) {}

    /** @param within whether its own components are attributes of the item */
    private record Part(String name, Class<?> type, Type generic, Method accessor, boolean within) {

        private static Part of(RecordComponent component) {
            component.getAccessor().setAccessible(true);
            return new Part(
                    component.getName(),
                    component.getType(),
                    component.getGenericType(),
                    component.getAccessor(),
                    component.isAnnotationPresent(Within.class));
        }

        private Object of(Object stored) {
            try {
                return accessor.invoke(stored);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private static final ClassValue<Form> FORMS = new ClassValue<>() {
        @Override
        protected Form computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
                constructor.setAccessible(true);
                List<Part> parts = Arrays.stream(components).map(Part::of).toList();
                return new Form(constructor, parts, parts.stream().allMatch(part -> part.type() == int.class));
            } catch (NoSuchMethodException impossible) {
                throw new IllegalStateException("every record has a canonical constructor", impossible);
            }
        }
    };

    /** The constants of an enum, as they are stored. */
    private static final ClassValue<Map<String, Object>> CODES = new ClassValue<>() {
        @Override
        protected Map<String, Object> computeValue(Class<?> type) {
            return Arrays.stream(type.getEnumConstants())
                    .collect(Collectors.toUnmodifiableMap(code -> code((Enum<?>) code), code -> code));
        }
    };

    /** What a missing attribute is read as; {@code null} for all other types. */
    private static final Map<Class<?>, Object> ABSENT =
            Map.of(int.class, 0, long.class, 0L, boolean.class, false, Set.class, Set.of(), List.class, List.of());

    /** The attributes of a record in the order of its components; those that are not stored are {@code null}. */
    static Map<String, AttributeValue> of(Record stored) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        for (Part part : FORMS.get(stored.getClass()).parts()) {
            if (part.within()) {
                attributes.putAll(of((Record) part.of(stored)));
            } else {
                attributes.put(part.name(), value(part.of(stored)));
            }
        }
        return attributes;
    }

    /** A value as an attribute has it; {@code null} if it is not stored. */
    static AttributeValue value(Object value) {
        return switch (value) {
            case null -> null;
            case AttributeValue attribute -> attribute;
            case String text -> AttributeValue.fromS(text);
            case Integer number -> AttributeValue.fromN(number.toString());
            case Long number -> AttributeValue.fromN(number.toString());
            case Boolean flag -> AttributeValue.fromBool(flag);
            case Instant time -> AttributeValue.fromN(Long.toString(time.toEpochMilli()));
            case Enum<?> code -> AttributeValue.fromS(code(code));
            case byte[] bytes -> AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
            case WebhookSecret secret -> AttributeValue.fromS(secret.text());
            case Set<?> set ->
                set.isEmpty()
                        ? null
                        : AttributeValue.fromSs(
                                set.stream().map(String.class::cast).toList());
            case Map<?, ?> map -> {
                Map<String, AttributeValue> entries = new HashMap<>();
                map.forEach((key, entry) -> entries.put((String) key, value(entry)));
                yield AttributeValue.fromM(entries);
            }
            case Packed(List<?> records) ->
                records.isEmpty()
                        ? null
                        : AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(deflated(Json.bytes(records))));
            case List<?> list when list.isEmpty() -> null;
            case List<?> rows
            when isNumbers(rows.getFirst().getClass()) ->
                AttributeValue.fromS(rows.stream().map(Attributes::row).collect(Collectors.joining(" ")));
            default -> AttributeValue.fromS(Json.text(value));
        };
    }

    private static byte[] deflated(byte[] bytes) {
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        try (OutputStream deflating = new DeflaterOutputStream(deflated)) {
            deflating.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return deflated.toByteArray();
    }

    private static <T> T inflated(Item item, String name, SdkBytes packed, Class<T> type) {
        try (InputStream inflating = new InflaterInputStream(packed.asInputStream())) {
            return Json.readStored(inflating.readAllBytes(), type);
        } catch (IOException | Json.NotJson broken) {
            throw item.wrong(name, "cannot be read: " + broken.getMessage());
        }
    }

    static String code(Enum<?> code) {
        return code.name().toLowerCase(Locale.ROOT);
    }

    private static boolean isNumbers(Class<?> type) {
        return type.isRecord() && FORMS.get(type).numbers();
    }

    private static String row(Object numbers) {
        return FORMS.get(numbers.getClass()).parts().stream()
                .map(part -> part.of(numbers).toString())
                .collect(Collectors.joining(","));
    }

    /**
     * The record with these attributes.
     *
     * @throws IllegalStateException if one of them is not of the kind that it must be
     */
    static <T> T read(Item item, Class<T> type) {
        Form form = FORMS.get(type);
        Object[] values = new Object[form.parts().size()];
        int next = 0;
        for (Part part : form.parts()) {
            values[next++] =
                    part.within() ? read(item, part.type()) : value(item, part.name(), part.type(), part.generic());
        }
        return type.cast(made(form, values));
    }

    private static Object made(Form form, Object... values) {
        try {
            return form.constructor().newInstance(values);
        } catch (InvocationTargetException refused) {
            throw refused.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(refused.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Object value(Item item, String name, Class<?> type, Type generic) {
        if (!item.has(name)) {
            return ABSENT.get(type);
        } else if (type == int.class || type == Integer.class) {
            return (int) item.whole(name);
        } else if (type == long.class || type == Long.class) {
            return item.whole(name);
        } else if (type == boolean.class) {
            return item.flag(name);
        } else if (type == Set.class) {
            return item.strings(name);
        } else if (type == List.class) {
            return list(item, name, (Class<?>) argument(generic, 0));
        } else if (type == String.class) {
            return item.string(name);
        } else if (type == Instant.class) {
            return item.time(name);
        } else if (type.isEnum()) {
            Object code = CODES.get(type).get(item.string(name));
            if (code == null) {
                throw item.wrong(name, "is " + item.string(name));
            }
            return code;
        } else if (type == WebhookSecret.class) {
            return switch (WebhookSecret.read(item.string(name))) {
                case WebhookSecret.Accepted accepted -> accepted.secret();
                case WebhookSecret.Refused refused -> throw item.wrong(name, "is no secret: " + refused.text());
            };
        } else if (type == Map.class) {
            return map(item, name, (Class<?>) argument(generic, 1));
        }
        return item.json(name, type);
    }

    private static Type argument(Type generic, int index) {
        return ((ParameterizedType) generic).getActualTypeArguments()[index];
    }

    private static Map<String, Object> map(Item item, String name, Class<?> type) {
        if (!item.attributes().get(name).hasM()) {
            throw item.wrong(name, "is not a map");
        }
        Item entries = new Item(item.attributes().get(name).m());
        Map<String, Object> map = new HashMap<>();
        entries.attributes().keySet().forEach(key -> map.put(key, value(entries, key, type, type)));
        return map;
    }

    private static List<?> list(Item item, String name, Class<?> type) {
        if (!isNumbers(type)) {
            SdkBytes packed = item.attributes().get(name).b();
            Class<?> array = Array.newInstance(type, 0).getClass();
            return List.of((Object[]) (packed == null ? item.json(name, array) : inflated(item, name, packed, array)));
        }
        try {
            return Arrays.stream(item.string(name).split(" "))
                    .map(row -> made(
                            FORMS.get(type),
                            Arrays.stream(row.split(",", -1))
                                    .map(Integer::valueOf)
                                    .toArray()))
                    .toList();
        } catch (IllegalArgumentException notNumbers) {
            throw item.wrong(name, "is no list of numbers: " + notNumbers.getMessage());
        }
    }
}
