package bout.connections;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was not used for longest when it has too many entries. */
final class Recent<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1L;
    private static final int MOST = 10_000;

    Recent() {
        super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > MOST;
    }
}
