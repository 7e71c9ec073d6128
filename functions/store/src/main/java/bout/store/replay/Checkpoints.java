package bout.store.replay;

import java.util.Optional;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * The checkpoints of running matches, one file each. The match's record names the current one, so a file that a runner
 * writes after losing its lease is never read.
 *
 * <p>The runner removes files that it has replaced; what a crash leaves behind expires by the bucket's rule. Needs the
 * actions {@code PutObject}, {@code GetObject} and {@code DeleteObject} of the bucket's objects, and {@code ListBucket}
 * of the bucket, as {@link Replays} do.
 */
public final class Checkpoints {

    private final S3Client s3;
    private final String bucket;

    public Checkpoints(S3Client s3, String bucket) {
        this.s3 = s3;
        this.bucket = bucket;
    }

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
        s3.putObject(
                put -> put.bucket(bucket)
                        .key(key)
                        .contentType("application/json")
                        .contentEncoding("gzip"),
                RequestBody.fromBytes(gzip));
        return key;
    }

    /** The compressed document, unless it has expired. */
    public Optional<byte[]> get(String checkpoint) {
        try {
            return Optional.of(s3.getObjectAsBytes(GetObjectRequest.builder()
                            .bucket(bucket)
                            .key(checkpoint)
                            .build())
                    .asByteArray());
        } catch (NoSuchKeyException expired) {
            return Optional.empty();
        }
    }

    /** Removes a replaced file. */
    public void delete(String checkpoint) {
        s3.deleteObject(delete -> delete.bucket(bucket).key(checkpoint));
    }
}
