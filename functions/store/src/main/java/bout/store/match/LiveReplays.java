package bout.store.match;

import bout.store.id.MatchIds;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The moves so far of matches under way that somebody watches, one file for each, written over while the match goes on. The
 * site reads them by their URL.
 *
 * <p>Nothing depends on such a file: it may be missing, late, or, when two runners were at a match, for a moment older than the
 * one before it. It stays when the match is over, whose replay counts from then on, and expires by the bucket's rule. Needs the
 * action {@code PutObject} of the bucket's objects.
 */
public final class LiveReplays {

    private final S3Client s3;
    private final String bucket;

    public LiveReplays(S3Client s3, String bucket) {
        this.s3 = s3;
        this.bucket = bucket;
    }

    /** Where a match's file lies in the bucket; with a slash before it, its path on the site. */
    public static String key(String id) {
        if (!MatchIds.isId(id)) {
            throw new IllegalArgumentException("not a match id: " + id);
        }
        return "live/" + id + ".json";
    }

    /**
     * Writes a match's file, over an earlier one if there is one.
     *
     * @param gzip the JSON document, compressed
     */
    public void put(String id, byte[] gzip) {
        s3.putObject(
                put -> put.bucket(bucket)
                        .key(key(id))
                        .contentType("application/json")
                        .contentEncoding("gzip")
                        // As often as there is a new one; so the CDN asks once a second, however many watch.
                        .cacheControl("public, max-age=1"),
                RequestBody.fromBytes(gzip));
    }
}
