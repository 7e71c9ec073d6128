package bout.store.replay;

import bout.store.bucket.Bucket;
import bout.wire.id.SeatIds;
import java.time.Duration;

/**
 * The live replays of watched matches, one file each, overwritten while the match is running. The site reads them by
 * URL.
 *
 * <p>Nothing depends on such a file: it may be missing, late, or briefly older than the previous one if two runners had
 * the match. It is not removed when the match ends, but expires by the bucket's rule.
 *
 * @param ratedDelay how far the files of rated matches stay behind the match
 */
public record LiveReplays(Bucket bucket, Duration ratedDelay) {

    /** The same interval as between writes; so the CDN asks once a second, however many watch. */
    private static final Bucket.Served SERVED = Bucket.Served.gzipped("application/json", "public, max-age=1");

    /** The key of a match's file; a slash and the key are its path on the site. */
    public static String key(String name) {
        if (!SeatIds.isFileName(name)) {
            throw new IllegalArgumentException("not a name of a match's files: " + name);
        }
        return "live/" + name + ".json";
    }

    public void put(String name, byte[] gzip) {
        bucket.put(key(name), gzip, SERVED);
    }

    public void delete(String name) {
        bucket.delete(key(name));
    }
}
