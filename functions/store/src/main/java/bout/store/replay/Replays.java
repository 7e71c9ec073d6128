package bout.store.replay;

import bout.store.bucket.Bucket;
import bout.wire.id.SeatIds;
import java.util.Optional;

/**
 * The replays of finished matches, one file each, which the site and others read by URL.
 *
 * <p>The first replay written for a match is final: nothing ever replaces it but the same match without the name of a
 * person who was erased. So it may be cached forever, and two runners that both finished the match agree on its result
 * by reading it.
 */
public record Replays(Bucket bucket) {

    private static final Bucket.Served SERVED =
            Bucket.Served.gzipped("application/json", "public, max-age=31536000, immutable");

    /** The key of a match's replay; a slash and the key are its path on the site. */
    public static String key(String name) {
        if (!SeatIds.isFileName(name)) {
            throw new IllegalArgumentException("not a name of a match's files: " + name);
        }
        return "replays/" + name + ".json";
    }

    /**
     * @return whether it was written. If not, the match already has a replay, which stays; it may be the same one, if
     *     an answer of S3 was lost
     */
    public boolean put(String name, byte[] gzip) {
        return bucket.putIfAbsent(key(name), gzip, SERVED);
    }

    /** Puts the same replay with other names of its players in its place, which its hash does not cover. */
    public void rename(String name, byte[] gzip) {
        bucket.put(key(name), gzip, SERVED);
    }

    public Optional<byte[]> get(String name) {
        return bucket.get(key(name));
    }

    public void prime() {
        bucket.get("replays/none");
    }
}
