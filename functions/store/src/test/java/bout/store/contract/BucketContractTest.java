package bout.store.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.cloud.CloudBucket;
import bout.store.TestAws;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Makes random requests to a bucket, and compares each answer with a map. */
@Tag("aws")
class BucketContractTest {

    private static final int OPERATIONS = ContractSeeds.LOCALSTACK ? 1_000 : 80_000;

    /** Files take longer. */
    private static final int OPERATIONS_ON_FILES = 20_000;

    private static final List<String> KEYS = List.of(
            "a", "a/b", "a/b.json", "replays/x1.json", "replays/x-2_3.json", "A b", "+plus%20", "ä/ö", ".hidden", "a.");

    private final String bucket = "b" + UUID.randomUUID();
    private final Map<String, Kept> objects = new TreeMap<>();
    private final Set<String> done = new HashSet<>();
    private Random random;

    private record Kept(
            String content, String tag, String type, String encoding, String cache, Map<String, String> metadata) {}

    static List<Long> seeds() {
        return ContractSeeds.of("bucket");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_bucket_answers_as_expected(long seed) {
        try (S3Client s3 =
                ContractSeeds.LOCALSTACK ? TestAws.localStack().s3().get() : new CloudBucket(Clock.systemUTC())) {
            compare(seed, OPERATIONS, s3);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisabledIfSystemProperty(named = "bout.aws", matches = "localstack", disabledReason = "tests files")
    void a_bucket_of_files_answers_as_expected(long seed, @TempDir Path folder) {
        CloudBucket files = new CloudBucket(Clock.systemUTC(), folder);
        try {
            compare(seed, OPERATIONS_ON_FILES, files);
        } finally {
            files.stop();
        }
    }

    private void compare(long seed, int operations, S3Client s3) {
        random = new Random(seed);
        s3.createBucket(create -> create.bucket(bucket));
        ContractSeeds.run("bucket", seed, () -> {
            for (int i = 0; i < operations; i++) {
                operate(s3);
            }
        });
        Set<String> all = new HashSet<>(
                Set.of("put", "put 412", "put 404", "got", "got 304", "got 412", "got 404", "deleted", "listed"));
        all.removeAll(done);
        assertEquals(Set.of(), all, "the comparison is worth something only if everything happens");
    }

    private void operate(S3Client s3) {
        String key = pick(KEYS);
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> put(s3, key);
            case 4, 5, 6, 7 -> get(s3, key);
            case 8 -> {
                s3.deleteObject(delete -> delete.bucket(bucket).key(key));
                objects.remove(key);
                done.add("deleted");
            }
            default -> list(s3);
        }
    }

    private void put(S3Client s3, String key) {
        Kept there = objects.get(key);
        boolean create = random.nextInt(3) == 0;
        String match = !create && random.nextInt(3) == 0 ? tag(there) : null;
        String content = "x".repeat(random.nextInt(20)) + random.nextInt(50);
        Kept put = new Kept(
                content,
                null,
                pick(Arrays.asList("application/json", "text/plain; charset=utf-8")),
                pick(Arrays.asList("gzip", "br", null)),
                pick(Arrays.asList("public, max-age=2", null)),
                random.nextBoolean() ? Map.of() : Map.of("made-by", "turn " + random.nextInt(9)));
        Map<String, String> tag = new HashMap<>();
        String expected = "";
        if (match != null) {
            expected = there == null ? " 404" : match.equals(there.tag()) ? "" : " 412";
        } else if (create && there != null) {
            expected = " 412";
        }
        assertEquals(
                expected,
                refused(() -> tag.put(
                        "",
                        s3.putObject(
                                        request -> request.bucket(bucket)
                                                .key(key)
                                                .ifNoneMatch(create ? "*" : null)
                                                .ifMatch(match)
                                                .contentType(put.type())
                                                .contentEncoding(put.encoding())
                                                .cacheControl(put.cache())
                                                .metadata(put.metadata()),
                                        RequestBody.fromString(content))
                                .eTag())),
                "put " + key);
        if (expected.isEmpty()) {
            objects.put(key, new Kept(content, tag.get(""), put.type(), put.encoding(), put.cache(), put.metadata()));
        }
        done.add("put" + expected);
    }

    /** That of the object, or another one. */
    private String tag(Kept there) {
        return there == null || random.nextBoolean() ? "\"0123456789abcdef0123456789abcdef\"" : there.tag();
    }

    private void get(S3Client s3, String key) {
        Kept there = objects.get(key);
        String match = random.nextInt(4) == 0 ? tag(there) : null;
        String noneMatch = match == null && random.nextInt(3) == 0 ? tag(there) : null;
        String expected = there == null
                ? " 404"
                : match != null && !match.equals(there.tag())
                        ? " 412"
                        : noneMatch != null && noneMatch.equals(there.tag()) ? " 304" : "";
        assertEquals(
                expected,
                refused(() -> {
                    ResponseBytes<GetObjectResponse> got = s3.getObjectAsBytes(request ->
                            request.bucket(bucket).key(key).ifMatch(match).ifNoneMatch(noneMatch));
                    GetObjectResponse head = got.response();
                    return assertKept(
                            there,
                            new Kept(
                                    got.asUtf8String(),
                                    head.eTag(),
                                    head.contentType(),
                                    head.contentEncoding(),
                                    head.cacheControl(),
                                    head.metadata()));
                }),
                "get " + key);
        done.add("got" + expected);
    }

    private static boolean assertKept(Kept expected, Kept got) {
        assertEquals(expected, got);
        return true;
    }

    private void list(S3Client s3) {
        String prefix = pick(List.of("", "a", "replays/", "nothing/"));
        assertEquals(
                objects.keySet().stream().filter(key -> key.startsWith(prefix)).toList(),
                s3.listObjectsV2(list -> list.bucket(bucket).prefix(prefix)).contents().stream()
                        .map(S3Object::key)
                        .toList());
        done.add("listed");
    }

    private <T> T pick(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }

    /** The status of the refusal, or nothing. */
    private static String refused(Supplier<?> call) {
        try {
            call.get();
            return "";
        } catch (S3Exception refused) {
            return " " + refused.statusCode();
        }
    }
}
