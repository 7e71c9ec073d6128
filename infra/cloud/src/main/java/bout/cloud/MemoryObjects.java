package bout.cloud;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** Objects in memory. */
final class MemoryObjects implements Objects {

    private final ConcurrentSkipListMap<String, StoredObject> objects = new ConcurrentSkipListMap<>();

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
}
