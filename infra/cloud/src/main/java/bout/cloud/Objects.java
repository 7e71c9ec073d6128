package bout.cloud;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The objects of one bucket. Each is there completely or not at all. Safe for use by many threads. */
interface Objects {

    Optional<StoredObject> get(String key) throws IOException;

    /** Writes or replaces an object. */
    void put(String key, StoredObject object) throws IOException;

    /** Removes an object, if it exists. */
    void delete(String key) throws IOException;

    /** The keys that begin with the prefix, in order. */
    List<String> keys(String prefix) throws IOException;
}
