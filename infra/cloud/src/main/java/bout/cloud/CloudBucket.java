package bout.cloud;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;
import software.amazon.awssdk.services.s3.model.CreateBucketResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * S3 in the process: buckets in memory, or as folders. Putting, getting and deleting objects, with their types,
 * encodings, cache headers and metadata and with conditions, and creating buckets and listing them; everything else is
 * refused. Of several PUTs with the same condition, exactly one succeeds.
 *
 * <p>Safe for use by many threads; a folder is used by one process at a time.
 */
public final class CloudBucket implements S3Client {

    private static final int NOT_MODIFIED = 304;
    private static final int NOT_FOUND = 404;
    private static final int PRECONDITION_FAILED = 412;
    private static final int NOT_IMPLEMENTED = 501;

    /** S3 allows 1024; a file's name has at most 255, and most characters of a key need one. In bytes. */
    private static final int MOST_OF_A_KEY = 255;

    private static final String ANY = "*";

    private final Clock clock;
    /** {@code null} in memory. */
    private final Path folder;

    private final Map<String, Objects> buckets = new ConcurrentHashMap<>();

    /** A thread that changes an object holds the lock of its key. */
    private final Object[] locks = Stream.generate(Object::new).limit(64).toArray();

    /** In memory. @param clock says when an object was changed */
    public CloudBucket(Clock clock) {
        this(clock, null);
    }

    /**
     * Each bucket is a folder in this one; buckets are to be created again after a restart, and then have their
     * objects.
     */
    public CloudBucket(Clock clock, Path folder) {
        this.clock = clock;
        this.folder = folder;
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    /** Others may use the buckets further: see {@link #stop}. */
    @Override
    public void close() {}

    /** Returns when all objects would survive a power cut. */
    public void stop() {
        for (Objects objects : buckets.values()) {
            if (objects instanceof FolderObjects files) {
                files.close();
            }
        }
    }

    @Override
    public synchronized CreateBucketResponse createBucket(CreateBucketRequest request) {
        String name = request.bucket();
        if (!name.matches("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")) {
            throw refusal(Refusal.BAD_REQUEST, "InvalidBucketName", name);
        }
        if (buckets.containsKey(name)) {
            throw refusal(BucketAlreadyOwnedByYouException.builder(), 409, "BucketAlreadyOwnedByYou", name);
        }
        buckets.put(name, folder == null ? Objects.inMemory() : stored(() -> new FolderObjects(folder.resolve(name))));
        return CreateBucketResponse.builder().location("/" + name).build();
    }

    @Override
    public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
        Objects objects = objects(request.bucket());
        String key = request.key();
        if (key.getBytes(StandardCharsets.UTF_8).length > MOST_OF_A_KEY) {
            throw refusal(Refusal.BAD_REQUEST, "KeyTooLongError", "a key has at most " + MOST_OF_A_KEY + " bytes");
        }
        if (request.ifNoneMatch() != null && !request.ifNoneMatch().equals(ANY)) {
            throw refusal(NOT_IMPLEMENTED, "NotImplemented", "If-None-Match of a PUT must be *");
        }
        StoredObject object = StoredObject.of(headers(request, body), content(body));
        stored(() -> {
            synchronized (lock(key)) {
                if (request.ifNoneMatch() != null || request.ifMatch() != null) {
                    check(request, objects.get(key));
                }
                objects.put(key, object);
            }
            return null;
        });
        return PutObjectResponse.builder().eTag(object.etag()).build();
    }

    private static void check(PutObjectRequest request, Optional<StoredObject> there) {
        if (request.ifMatch() != null && there.isEmpty()) {
            throw noKey(request.key());
        }
        boolean matches = request.ifMatch() == null
                || isTag(request.ifMatch(), there.get().etag());
        if (!matches || request.ifNoneMatch() != null && there.isPresent()) {
            throw preconditionFailed();
        }
    }

    private static boolean isTag(String wanted, String etag) {
        return wanted.equals(ANY) || wanted.replace("\"", "").equals(etag.replace("\"", ""));
    }

    private Map<String, String> headers(PutObjectRequest request, RequestBody body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(StoredObject.TYPE, request.contentType() == null ? body.contentType() : request.contentType());
        headers.put(StoredObject.ENCODING, request.contentEncoding());
        headers.put(StoredObject.CACHE, request.cacheControl());
        headers.put(StoredObject.MODIFIED, clock.instant().toString());
        request.metadata()
                .forEach((name, value) ->
                        headers.put(StoredObject.METADATA + name.toLowerCase(Locale.ROOT), value.strip()));
        headers.values().removeIf(value -> value == null);
        headers.forEach((name, value) -> {
            if ((name + value).chars().anyMatch(character -> character < ' ')) {
                throw refusal(Refusal.BAD_REQUEST, "InvalidArgument", "a control character in the header " + name);
            }
        });
        return headers;
    }

    private static byte[] content(RequestBody body) {
        try (InputStream content = body.contentStreamProvider().newStream()) {
            return content.readAllBytes();
        } catch (IOException unreadable) {
            throw SdkClientException.create("cannot read the object to put: " + unreadable.getMessage(), unreadable);
        }
    }

    @Override
    public <R> R getObject(GetObjectRequest request, ResponseTransformer<GetObjectResponse, R> transformer) {
        String key = request.key();
        Objects objects = objects(request.bucket());
        StoredObject object = stored(() -> objects.get(key)).orElseThrow(() -> noKey(key));
        if (request.ifMatch() != null && !isTag(request.ifMatch(), object.etag())) {
            throw preconditionFailed();
        }
        if (request.ifNoneMatch() != null && isTag(request.ifNoneMatch(), object.etag())) {
            throw notModified(key, object);
        }
        GetObjectResponse response = GetObjectResponse.builder()
                .contentType(object.headers().get(StoredObject.TYPE))
                .contentEncoding(object.headers().get(StoredObject.ENCODING))
                .cacheControl(object.headers().get(StoredObject.CACHE))
                .contentLength((long) object.content().length)
                .eTag(object.etag())
                .lastModified(Instant.parse(object.headers().get(StoredObject.MODIFIED)))
                .metadata(metadata(object))
                .build();
        try {
            return transformer.transform(
                    response, AbortableInputStream.create(new ByteArrayInputStream(object.content())));
        } catch (RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw SdkClientException.create("cannot take an object: " + failed.getMessage(), failed);
        }
    }

    /** With the headers of the object, as in an answer that has it. */
    private static AwsServiceException notModified(String key, StoredObject object) {
        SdkHttpResponse.Builder response = SdkHttpResponse.builder().statusCode(NOT_MODIFIED);
        object.headers().forEach(response::putHeader);
        return S3Exception.builder()
                .message(key)
                .statusCode(NOT_MODIFIED)
                .awsErrorDetails(Refusal.details("S3", "NotModified", key).toBuilder()
                        .sdkHttpResponse(response.build())
                        .build())
                .build();
    }

    private static Map<String, String> metadata(StoredObject object) {
        Map<String, String> metadata = new LinkedHashMap<>();
        object.headers().forEach((name, value) -> {
            if (name.startsWith(StoredObject.METADATA)) {
                metadata.put(name.substring(StoredObject.METADATA.length()), value);
            }
        });
        return metadata;
    }

    @Override
    public DeleteObjectResponse deleteObject(DeleteObjectRequest request) {
        Objects objects = objects(request.bucket());
        stored(() -> {
            synchronized (lock(request.key())) {
                objects.delete(request.key());
            }
            return null;
        });
        return DeleteObjectResponse.builder().build();
    }

    /** All keys with the prefix in one answer, however many. */
    @Override
    public ListObjectsV2Response listObjectsV2(ListObjectsV2Request request) {
        Objects objects = objects(request.bucket());
        List<String> keys = stored(() -> objects.keys(request.prefix() == null ? "" : request.prefix()));
        return ListObjectsV2Response.builder()
                .contents(keys.stream()
                        .map(key -> S3Object.builder().key(key).build())
                        .toList())
                .keyCount(keys.size())
                .isTruncated(false)
                .build();
    }

    private Object lock(String key) {
        return locks[Math.floorMod(key.hashCode(), locks.length)];
    }

    private Objects objects(String bucket) {
        Objects objects = buckets.get(bucket);
        if (objects == null) {
            throw refusal(NoSuchBucketException.builder(), NOT_FOUND, "NoSuchBucket", bucket);
        }
        return objects;
    }

    private interface Work<R> {
        R run() throws IOException;
    }

    private static <R> R stored(Work<R> work) {
        try {
            return work.run();
        } catch (IOException failed) {
            throw refusal(
                    S3Exception.builder().cause(failed), Refusal.SERVER_ERROR, "InternalError", failed.getMessage());
        }
    }

    private static AwsServiceException noKey(String key) {
        return refusal(NoSuchKeyException.builder(), NOT_FOUND, "NoSuchKey", key);
    }

    private static AwsServiceException preconditionFailed() {
        return refusal(PRECONDITION_FAILED, "PreconditionFailed", "a condition of the request does not hold");
    }

    private static AwsServiceException refusal(int status, String code, String why) {
        return refusal(S3Exception.builder(), status, code, why);
    }

    private static AwsServiceException refusal(S3Exception.Builder exception, int status, String code, String why) {
        return Refusal.of(exception, "S3", status, code, why);
    }
}
