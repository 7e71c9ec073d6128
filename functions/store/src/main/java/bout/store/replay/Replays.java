package bout.store.replay;

import bout.store.id.SeatIds;
import bout.store.table.Backoff;
import java.util.Optional;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The replays of finished matches, one file each, which the site and others read by URL.
 *
 * <p>The first replay written for a match is final: nothing ever replaces it, so it may be cached for ever, and two
 * runners that both finished the match agree on its result by reading it.
 *
 * <p>Needs the actions {@code PutObject} and {@code GetObject} of the bucket's objects, and {@code ListBucket} of the
 * bucket: without the last one, S3 reports a missing file as access denied.
 */
public final class Replays {

    /** The result of writing a replay. */
    public enum Stored {
        /** It is now the match's replay. */
        WRITTEN,
        /** The match already has a replay, which stays; it may be the same one, if an answer of S3 was lost. */
        ALREADY_THERE
    }

    private static final int PUT_ATTEMPTS = 6;
    private static final int PRECONDITION_FAILED = 412;
    private static final int CONFLICT = 409;

    private final S3Client s3;
    private final String bucket;

    public Replays(S3Client s3, String bucket) {
        this.s3 = s3;
        this.bucket = bucket;
    }

    /**
     * The key of a match's replay; a slash and the key are its path on the site.
     *
     * @param name the name of the match's files, from {@code SeatKey.fileName}
     */
    public static String key(String name) {
        if (!SeatIds.isFileName(name)) {
            throw new IllegalArgumentException("not a name of a match's files: " + name);
        }
        return "replays/" + name + ".json";
    }

    /**
     * Writes a match's replay unless it has one.
     *
     * @param name as for {@link #key}
     * @param gzip the JSON document, compressed
     */
    public Stored put(String name, byte[] gzip) {
        PutObjectRequest request = PutObjectRequest.builder()
                .bucket(bucket)
                .key(key(name))
                .ifNoneMatch("*")
                .contentType("application/json")
                .contentEncoding("gzip")
                .cacheControl("public, max-age=31536000, immutable")
                .build();
        for (int attempt = 1; ; attempt++) {
            try {
                s3.putObject(request, RequestBody.fromBytes(gzip));
                return Stored.WRITTEN;
            } catch (S3Exception refused) {
                if (refused.statusCode() == PRECONDITION_FAILED) {
                    return Stored.ALREADY_THERE;
                }
                // ConditionalRequestConflict: another write of this replay is in progress, and may still fail.
                if (refused.statusCode() != CONFLICT || attempt == PUT_ATTEMPTS) {
                    throw refused;
                }
            }
            Backoff.pause(attempt);
        }
    }

    /** The compressed document, if the match has a replay. */
    public Optional<byte[]> get(String name) {
        return read(key(name));
    }

    /** Loads and warms what the other methods need, with a read that finds nothing. */
    public void prime() {
        read("replays/none");
    }

    private Optional<byte[]> read(String key) {
        try {
            ResponseBytes<GetObjectResponse> file = s3.getObjectAsBytes(
                    GetObjectRequest.builder().bucket(bucket).key(key).build());
            return Optional.of(file.asByteArray());
        } catch (NoSuchKeyException none) {
            return Optional.empty();
        }
    }
}
