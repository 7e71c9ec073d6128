package bout.store.replay;

import bout.store.id.SeatIds;
import java.time.Duration;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The live replays of watched matches, one file each, overwritten while the match is running. The site reads them by
 * URL.
 *
 * <p>Nothing depends on such a file: it may be missing, late, or briefly older than the previous one if two runners had
 * the match. It is not removed when the match ends, but expires by the bucket's rule. Needs the action
 * {@code PutObject} of the bucket's objects.
 */
public final class LiveReplays {

    private final S3Client s3;
    private final String bucket;
    private final Duration ratedDelay;

    /** @param ratedDelay how far the files of rated matches stay behind the match */
    public LiveReplays(S3Client s3, String bucket, Duration ratedDelay) {
        this.s3 = s3;
        this.bucket = bucket;
        this.ratedDelay = ratedDelay;
    }

    public Duration ratedDelay() {
        return ratedDelay;
    }

    /**
     * The key of a match's file; a slash and the key are its path on the site.
     *
     * @param name the name of the match's files, from {@code SeatKey.fileName}
     */
    public static String key(String name) {
        if (!SeatIds.isFileName(name)) {
            throw new IllegalArgumentException("not a name of a match's files: " + name);
        }
        return "live/" + name + ".json";
    }

    /**
     * Writes or replaces a match's file.
     *
     * @param name as for {@link #key}
     * @param gzip the JSON document, compressed
     */
    public void put(String name, byte[] gzip) {
        s3.putObject(
                put -> put.bucket(bucket)
                        .key(key(name))
                        .contentType("application/json")
                        .contentEncoding("gzip")
                        // The same interval as between writes; so the CDN asks once a second, however many watch.
                        .cacheControl("public, max-age=1"),
                RequestBody.fromBytes(gzip));
    }
}
