package bout.store.replay;

import bout.store.bucket.Bucket;
import java.util.Optional;

/**
 * The checkpoints of running matches, one file each. The match's record names the current one, so a file that a runner
 * writes after losing its lease is never read.
 *
 * <p>The runner removes files that it has replaced; what a crash leaves behind expires by the bucket's rule. Needs the
 * actions {@code PutObject}, {@code GetObject} and {@code DeleteObject} of the bucket's objects, and {@code ListBucket}
 * of the bucket, as {@link Replays} do.
 */
public record Checkpoints(Bucket bucket) {

    /**
     * Writes a file. It counts once {@code Leases} has recorded its key.
     *
     * @param fence the fence of the lease under which the match is played
     * @param turn how many turns have been played
     * @param gzip the JSON document, compressed
     * @return its key
     */
    public String put(String match, long fence, int turn, byte[] gzip) {
        // No two different files ever have the same key: only one runner plays a match under a fence, and a turn once.
        String key = "checkpoints/" + match + "/" + fence + "-" + turn + ".json";
        bucket.put(key, gzip, Bucket.Served.GZIPPED_JSON);
        return key;
    }

    public Optional<byte[]> get(String checkpoint) {
        return bucket.get(checkpoint);
    }

    public void delete(String checkpoint) {
        bucket.delete(checkpoint);
    }
}
