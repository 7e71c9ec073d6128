package bout.store.table;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The slots that something takes until it ends.
 *
 * @param ofOwner which of its owner's, or {@code null} for none
 * @param ofOthers which of each other's whose slots it takes, by their ids
 */
public record TakenSlots(Integer ofOwner, Map<String, Integer> ofOthers) {

    public static final TakenSlots NONE = new TakenSlots(null, Map.of());

    public TakenSlots {
        ofOthers = Collections.unmodifiableMap(new TreeMap<>(ofOthers));
    }

    public boolean none() {
        return ofOwner == null && ofOthers.isEmpty();
    }
}
