package bout.cloud;

import java.nio.ByteBuffer;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.DataType;
import org.h2.mvstore.type.StringDataType;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Where an item is in the table or in an index: in a partition, by the value of its sort key. In an index, several
 * items may have the same, and are in the order of their keys in the table.
 *
 * @param range the sort key, a string or a number; {@code null} for one end of the partition
 * @param pk the partition key in the table; empty for a key of the table itself
 * @param sk the sort key in the table; empty for a key of the table itself
 * @param side 0 for an item, -1 for the place before all items with this sort key, 1 for the place behind them
 */
record Key(String hash, AttributeValue range, String pk, String sk, int side) implements Comparable<Key> {

    static final DataType<Key> TYPE = new Type();

    /** The key of an item in the table. */
    static Key of(String pk, String sk) {
        return new Key(pk, AttributeValue.fromS(sk), "", "", 0);
    }

    /** The place before ({@code side} -1) or behind (1) all items of a partition with this sort key, or with any. */
    static Key edge(String hash, AttributeValue range, int side) {
        return new Key(hash, range, "", "", side);
    }

    @Override
    public int compareTo(Key other) {
        int order = Values.compare(hash, other.hash);
        if (order != 0) {
            return order;
        }
        if (range == null || other.range == null) {
            return Integer.compare(range == null ? side : 0, other.range == null ? other.side : 0);
        }
        order = Values.compare(range, other.range).orElseThrow();
        if (order == 0) {
            order = Integer.compare(side, other.side);
        }
        if (order == 0) {
            order = Values.compare(pk, other.pk);
        }
        return order == 0 ? Values.compare(sk, other.sk) : order;
    }

    private static final class Type extends BasicDataType<Key> {

        @Override
        public int compare(Key one, Key other) {
            return one.compareTo(other);
        }

        @Override
        public int getMemory(Key key) {
            return 200 + 2 * (key.hash.length() + key.pk.length() + key.sk.length());
        }

        @Override
        public void write(WriteBuffer buffer, Key key) {
            StringDataType.INSTANCE.write(buffer, key.hash);
            ItemType.write(buffer, key.range);
            StringDataType.INSTANCE.write(buffer, key.pk);
            StringDataType.INSTANCE.write(buffer, key.sk);
        }

        @Override
        public Key read(ByteBuffer buffer) {
            return new Key(
                    DataUtils.readString(buffer),
                    ItemType.readValue(buffer),
                    DataUtils.readString(buffer),
                    DataUtils.readString(buffer),
                    0);
        }

        @Override
        public Key[] createStorage(int size) {
            return new Key[size];
        }
    }
}
