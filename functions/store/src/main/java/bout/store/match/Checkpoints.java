package bout.store.match;

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
     * Writes a file. It counts when {@link Matches#save} or {@link Matches#release(Lease, int, String)} has said so.
     *
     * @param turn how many turns have been played
     * @param gzip the JSON document, compressed
     * @return its key
     */
    public String put(Lease lease, int turn, byte[] gzip) {
        // No two different files ever have the same key: a lease belongs to one runner, which plays a turn once.
        String key = "checkpoints/" + lease.id() + "/" + lease.fence() + "-" + turn + ".json";
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
