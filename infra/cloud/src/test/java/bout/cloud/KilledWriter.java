package bout.cloud;

import java.nio.file.Path;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.type.LongDataType;

/**
 * A process that writes to the storages in the folders below its first argument until it is killed: each number, from
 * its third argument on, into two maps at once. It prints the storage and the number when the storage has it.
 */
final class KilledWriter {

    private KilledWriter() {}

    public static void main(String[] arguments) {
        int storages = Integer.parseInt(arguments[1]);
        long first = Long.parseLong(arguments[2]);
        for (int i = 0; i < storages; i++) {
            int index = i;
            Thread.ofPlatform().start(() -> write(Path.of(arguments[0], "s" + index), index, first));
        }
    }

    private static void write(Path folder, int index, long first) {
        Storage storage = Storage.in(folder);
        Storage.Rows<Long, Long> one = rows(storage, "one");
        Storage.Rows<Long, Long> other = rows(storage, "other");
        for (long number = first; ; number++) {
            long written = number;
            storage.write(() -> {
                put(one.now(), written);
                return put(other.now(), written);
            });
            System.out.println(index + " " + number);
        }
    }

    private static Long put(MVMap<Long, Long> map, long number) {
        return map.put(number, number);
    }

    static Storage.Rows<Long, Long> rows(Storage storage, String name) {
        return storage.rows(name, LongDataType.INSTANCE, LongDataType.INSTANCE);
    }
}
