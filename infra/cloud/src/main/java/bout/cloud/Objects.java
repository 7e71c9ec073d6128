package bout.cloud;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The objects of one bucket. Each is there completely or not at all. Safe for use by many threads. */
interface Objects {

    Optional<StoredObject> get(String key) throws IOException;

    void put(String key, StoredObject object) throws IOException;

    void delete(String key) throws IOException;

    /** The keys that begin with the prefix, in order. */
    List<String> keys(String prefix) throws IOException;

    static Objects inMemory() {
        ConcurrentSkipListMap<String, StoredObject> objects = new ConcurrentSkipListMap<>();
        return new Objects() {
            @Override
            public Optional<StoredObject> get(String key) {
                return Optional.ofNullable(objects.get(key));
            }

            @Override
            public void put(String key, StoredObject object) {
                objects.put(key, object);
            }

            @Override
            public void delete(String key) {
                objects.remove(key);
            }

            @Override
            public List<String> keys(String prefix) {
                return objects.tailMap(prefix).keySet().stream()
                        .takeWhile(key -> key.startsWith(prefix))
                        .toList();
            }
        };
    }
}
