package bout.store.replay;

import bout.store.bucket.Bucket;
import java.util.Optional;

/**
 * The checkpoints of running matches, one file each. The match's record names the current one, so a file that a runner
 * writes after losing its lease is never read.
 *
 * <p>The runner removes files that it has replaced; what a crash leaves behind expires by the bucket's rule.
 */
public record Checkpoints(Bucket bucket) {

    /** Writes a file and returns its key. It counts once {@code Leases} has recorded that. */
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
