package bout.cloud;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

class CloudBucketTest {

    @TempDir
    private Path folder;

    private CloudBucket files;

    @BeforeEach
    void open() {
        files = new CloudBucket(Clock.systemUTC(), folder);
        files.createBucket(create -> create.bucket("replays"));
    }

    @AfterEach
    void stop() {
        files.stop();
    }

    private String get(String key) {
        return files.getObjectAsBytes(get -> get.bucket("replays").key(key)).asUtf8String();
    }

    @Test
    void exactly_one_of_many_concurrent_conditional_puts_succeeds() throws Exception {
        int writers = 16;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 50; round++) {
                String key = "replays/" + round + ".json";
                CountDownLatch together = new CountDownLatch(1);
                List<Future<String>> puts = new ArrayList<>();
                for (int writer = 0; writer < writers; writer++) {
                    String body = "writer " + writer;
                    puts.add(threads.submit(() -> {
                        together.await();
                        try {
                            files.putObject(
                                    put -> put.bucket("replays").key(key).ifNoneMatch("*"),
                                    RequestBody.fromString(body));
                            return body;
                        } catch (S3Exception refused) {
                            assertEquals(412, refused.statusCode());
                            return "";
                        }
                    }));
                }
                together.countDown();
                StringBuilder won = new StringBuilder();
                for (Future<String> put : puts) {
                    won.append(put.get());
                }
                assertEquals(get(key), won.toString());
            }
        }
    }

    @Test
    void objects_survive_a_restart_and_what_is_incomplete_does_not() throws Exception {
        byte[] content = {0, 10, 10, (byte) 0xff};
        PutObjectResponse put = files.putObject(
                request -> request.bucket("replays")
                        .key("a/ö.json")
                        .contentEncoding("gzip")
                        .metadata(java.util.Map.of("Turns", "ä: 1")),
                RequestBody.fromBytes(content));
        Path incomplete = Files.writeString(folder.resolve("replays/.incomplete-7"), "content-type: te");
        files.stop();
        open();
        var got = files.getObjectAsBytes(get -> get.bucket("replays").key("a/ö.json"));
        assertArrayEquals(content, got.asByteArray());
        assertEquals("gzip", got.response().contentEncoding());
        assertEquals("ä: 1", got.response().metadata().get("turns"));
        assertEquals(put.eTag(), got.response().eTag());
        assertTrue(Files.notExists(incomplete));
    }

    @Test
    void a_damaged_file_is_named_and_not_served() throws IOException {
        files.putObject(put -> put.bucket("replays").key("a"), RequestBody.fromString("complete"));
        Path file = folder.resolve("replays/a");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));
        S3Exception damaged = assertThrows(S3Exception.class, () -> get("a"));
        assertEquals(500, damaged.statusCode());
        assertTrue(damaged.getMessage().contains(file.toString()), damaged.getMessage());
    }

    @Test
    void an_unchanged_object_is_not_sent_again_but_its_headers_are() {
        String tag = files.putObject(
                        put -> put.bucket("replays").key("a").cacheControl("max-age=2"),
                        RequestBody.fromString("known"))
                .eTag();
        S3Exception unchanged = assertThrows(
                S3Exception.class,
                () -> files.getObjectAsBytes(
                        get -> get.bucket("replays").key("a").ifNoneMatch(tag)));
        assertEquals(304, unchanged.statusCode());
        var answer = unchanged.awsErrorDetails().sdkHttpResponse();
        assertEquals("max-age=2", answer.firstMatchingHeader("Cache-Control").orElseThrow());
        assertEquals(tag, answer.firstMatchingHeader("ETag").orElseThrow());
    }

    @Test
    void what_the_product_does_not_use_is_refused() {
        assertThrows(
                UnsupportedOperationException.class,
                () -> files.copyObject(copy -> copy.sourceBucket("replays").sourceKey("a")));
        assertThrows(
                NoSuchBucketException.class,
                () -> files.putObject(put -> put.bucket("other").key("a"), RequestBody.fromString("lost")));
        assertThrows(
                S3Exception.class,
                () -> files.putObject(put -> put.bucket("replays").key("k".repeat(256)), RequestBody.fromString("x")));
    }
}
