package bout.store.bucket;

import bout.telemetry.Machine;
import java.util.Optional;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The files of a bucket, by key. Safe for use by many threads.
 *
 * <p>No function may list the bucket, in which the names of private files are. So S3 refuses it a missing file like one
 * that it may not read, and {@link #get} takes both for missing.
 */
public record Bucket(S3Client s3, String name) {

    private static final int PUT_ATTEMPTS = 6;
    private static final int PRECONDITION_FAILED = 412;
    private static final int CONFLICT = 409;
    private static final String ACCESS_DENIED = "AccessDenied";

    /**
     * How a file is served.
     *
     * @param encoding of its content, or {@code null}
     * @param caching who may keep it for how long, or {@code null}
     */
    public record Served(String type, String encoding, String caching) {

        public static final Served JSON = new Served("application/json", null, null);

        public static final Served GZIPPED_JSON = gzipped("application/json", null);

        public static Served gzipped(String type, String caching) {
            return new Served(type, "gzip", caching);
        }
    }

    public void put(String key, byte[] content, Served as) {
        s3.putObject(request(key, as).build(), RequestBody.fromBytes(content));
    }

    /**
     * Writes a file unless there is one. Of several writes at once, exactly one is the first.
     *
     * @return whether it was written; after a lost answer of S3 the file that is there may be the same one
     */
    public boolean putIfAbsent(String key, byte[] content, Served as) {
        PutObjectRequest request = request(key, as).ifNoneMatch("*").build();
        for (int attempt = 1; ; attempt++) {
            try {
                s3.putObject(request, RequestBody.fromBytes(content));
                return true;
            } catch (S3Exception refused) {
                if (refused.statusCode() == PRECONDITION_FAILED) {
                    return false;
                }
                // ConditionalRequestConflict: another write of this file is in progress, and may still fail.
                if (refused.statusCode() != CONFLICT || attempt == PUT_ATTEMPTS) {
                    throw refused;
                }
            }
            Machine.backOff(attempt);
        }
    }

    private PutObjectRequest.Builder request(String key, Served as) {
        return PutObjectRequest.builder()
                .bucket(name)
                .key(key)
                .contentType(as.type)
                .contentEncoding(as.encoding)
                .cacheControl(as.caching);
    }

    public Optional<byte[]> get(String key) {
        try {
            return Optional.of(
                    s3.getObjectAsBytes(get -> get.bucket(name).key(key)).asByteArray());
        } catch (NoSuchKeyException none) {
            return Optional.empty();
        } catch (S3Exception refused) {
            if (refused.awsErrorDetails() != null
                    && ACCESS_DENIED.equals(refused.awsErrorDetails().errorCode())) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    /** The content of a file that only we write and that was not what it must be. */
    public static IllegalStateException broken(String key, Exception wrong) {
        return new IllegalStateException("In the bucket, " + key + ": " + wrong.getMessage(), wrong);
    }

    public void delete(String key) {
        s3.deleteObject(delete -> delete.bucket(name).key(key));
    }
}
