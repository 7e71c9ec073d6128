package bout.cloud;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.StringDataType;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How items are written to a file. */
final class ItemType extends BasicDataType<Map<String, AttributeValue>> {

    static final ItemType INSTANCE = new ItemType();

    /** In bytes: what an attribute and its value take beside their texts. */
    private static final int OBJECTS = 250;

    @Override
    public int getMemory(Map<String, AttributeValue> item) {
        return 2 * Values.bytes(item) + OBJECTS * item.size();
    }

    @Override
    public void write(WriteBuffer buffer, Map<String, AttributeValue> item) {
        buffer.putVarInt(item.size());
        item.forEach((name, value) -> {
            StringDataType.INSTANCE.write(buffer, name);
            write(buffer, value);
        });
    }

    @Override
    public Map<String, AttributeValue> read(ByteBuffer buffer) {
        int size = DataUtils.readVarInt(buffer);
        Map<String, AttributeValue> item = HashMap.newHashMap(size);
        for (int i = 0; i < size; i++) {
            item.put(DataUtils.readString(buffer), readValue(buffer));
        }
        return Collections.unmodifiableMap(item);
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Map<String, AttributeValue>[] createStorage(int size) {
        return new Map[size];
    }

    /** A letter for the type, then the value. */
    static void write(WriteBuffer buffer, AttributeValue value) {
        switch (value.type()) {
            case S -> text(buffer.put((byte) 's'), value.s());
            case N -> text(buffer.put((byte) 'n'), value.n());
            case B -> {
                byte[] bytes = value.b().asByteArrayUnsafe();
                buffer.put((byte) 'b').putVarInt(bytes.length).put(bytes);
            }
            case BOOL -> buffer.put((byte) (value.bool() ? 't' : 'f'));
            case M -> INSTANCE.write(buffer.put((byte) 'm'), value.m());
            case L -> {
                size(buffer.put((byte) 'l'), value.l());
                value.l().forEach(each -> write(buffer, each));
            }
            case SS -> {
                size(buffer.put((byte) 'S'), value.ss());
                value.ss().forEach(each -> text(buffer, each));
            }
            default -> throw new UnsupportedOperationException("the store has no values such as " + value);
        }
    }

    private static void text(WriteBuffer buffer, String text) {
        StringDataType.INSTANCE.write(buffer, text);
    }

    private static void size(WriteBuffer buffer, Collection<?> values) {
        buffer.putVarInt(values.size());
    }

    static AttributeValue readValue(ByteBuffer buffer) {
        char type = (char) buffer.get();
        return switch (type) {
            case 's' -> AttributeValue.fromS(DataUtils.readString(buffer));
            case 'n' -> AttributeValue.fromN(DataUtils.readString(buffer));
            case 'b' -> AttributeValue.fromB(readBytes(buffer));
            case 't' -> AttributeValue.fromBool(true);
            case 'f' -> AttributeValue.fromBool(false);
            case 'm' -> AttributeValue.fromM(INSTANCE.read(buffer));
            case 'l' -> AttributeValue.fromL(readAll(buffer, ItemType::readValue));
            case 'S' -> AttributeValue.fromSs(readAll(buffer, DataUtils::readString));
            default -> throw new IllegalStateException("a value of the unknown type " + type);
        };
    }

    private static SdkBytes readBytes(ByteBuffer buffer) {
        byte[] bytes = new byte[DataUtils.readVarInt(buffer)];
        buffer.get(bytes);
        return SdkBytes.fromByteArrayUnsafe(bytes);
    }

    private static <T> List<T> readAll(ByteBuffer buffer, Function<ByteBuffer, T> one) {
        int size = DataUtils.readVarInt(buffer);
        List<T> all = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            all.add(one.apply(buffer));
        }
        return all;
    }
}
