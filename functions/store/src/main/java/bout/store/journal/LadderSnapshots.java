package bout.store.journal;

import bout.store.bucket.Bucket;
import bout.wire.DocumentFile;
import java.util.Optional;

/**
 * A recent state of each ladder, so that its journal need not be read from the beginning: one file each. It depends on
 * the entries of the journal alone, of which it says how many it covers. So it is needed only for speed, and where an
 * older one takes the place of a newer one, the next reader reads a few entries more.
 */
public record LadderSnapshots(Bucket bucket) {

    /**
     * The snapshot of the ladder of a game or contest, if there is one.
     *
     * @throws IllegalStateException if it is of another type
     */
    public <T> Optional<T> latest(String ladder, Class<T> type) {
        return bucket.get(key(ladder)).map(file -> {
            try {
                return DocumentFile.read(file, type);
            } catch (DocumentFile.NotADocument wrong) {
                throw Bucket.broken(key(ladder), wrong);
            }
        });
    }

    public void save(String ladder, Object snapshot) {
        bucket.put(key(ladder), DocumentFile.write(snapshot), Bucket.Served.GZIPPED_JSON);
    }

    public void prime() {
        bucket.get(key("none"));
    }

    private static String key(String ladder) {
        return "ladders/" + ladder + ".json";
    }
}
