package bout.store.journal;

import bout.store.bucket.Bucket;
import bout.wire.DocumentFile;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A recent state of each ladder, so that its journal need not be read from the beginning: one file each. It depends on
 * the entries of the journal alone, of which it says how many it covers. So it is needed only for speed, and where an
 * older one takes the place of a newer one, the next reader reads a few entries more.
 */
public record LadderSnapshots(Bucket bucket) {

    private static final Logger LOG = LoggerFactory.getLogger(LadderSnapshots.class);

    /**
     * The snapshot of the ladder of a game or contest, if there is one that this version can read. Another one has the
     * format of another version, and the journal has all that is in it.
     */
    public <T> Optional<T> latest(String ladder, Class<T> type) {
        return bucket.get(key(ladder)).flatMap(file -> {
            try {
                return Optional.of(DocumentFile.read(file, type));
            } catch (DocumentFile.NotADocument wrong) {
                LOG.atWarn()
                        .addKeyValue("ladder", ladder)
                        .addKeyValue("problem", wrong.getMessage())
                        .log("The snapshot of a ladder cannot be read; its journal is read from the beginning");
                return Optional.empty();
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
