package bout.store.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestAws;
import bout.store.TestCloud;
import bout.store.TestStore;
import bout.store.Wire;
import bout.store.bucket.Bucket;
import bout.wire.id.MatchIds;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

@Tag("aws")
class ReplaysTest {

    private final Map<String, String> environment = TestCloud.environment();
    private final Wire wire = new Wire();

    @AutoClose
    private final S3Client s3 = wire.over(TestAws.clients(environment)).s3().get();

    private final Replays replays = new Replays(new Bucket(s3, environment.get("BOUT_BUCKET")));
    private final String id = new MatchIds(Clock.systemUTC(), new SecureRandom()).next();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void a_replay_comes_back_byte_for_byte() {
        assertEquals(Optional.empty(), replays.get(id));
        byte[] replay = bytes("{\"format\":1}");
        assertTrue(replays.put(id, replay));
        assertArrayEquals(replay, replays.get(id).orElseThrow());
    }

    @Test
    void whoever_may_not_list_the_bucket_gets_the_same_for_a_replay_that_is_missing() {
        String[] code = {"AccessDenied"};
        wire.before((operation, request) -> {
            throw S3Exception.builder()
                    .statusCode(403)
                    .awsErrorDetails(
                            AwsErrorDetails.builder().errorCode(code[0]).build())
                    .build();
        });
        assertEquals(Optional.empty(), replays.get(id));
        code[0] = "SignatureDoesNotMatch";
        assertThrows(S3Exception.class, () -> replays.get(id));
    }

    @Test
    void of_many_replays_written_at_once_one_wins_and_all_read_the_same() {
        List<Boolean> answers = TestStore.atOnce(12, i -> replays.put(id, bytes("[" + i + "]")));
        assertEquals(1, answers.stream().filter(written -> written).count(), answers.toString());
        byte[] first = replays.get(id).orElseThrow();
        TestStore.atOnce(4, i -> replays.put(id, bytes("[]")));
        assertArrayEquals(first, replays.get(id).orElseThrow());
    }

    @Test
    void a_browser_is_told_what_the_file_is_and_that_it_never_changes() {
        replays.put(id, bytes("{}"));
        assertServed("replays/", "{}", "public, max-age=31536000, immutable");
    }

    @Test
    void the_moves_so_far_are_a_file_that_is_written_over_and_kept_by_nobody_for_longer_than_a_second() {
        LiveReplays live = new LiveReplays(replays.bucket(), Duration.ZERO);
        live.put(id, bytes("first"));
        live.put(id, bytes("second"));
        assertServed("live/", "second", "public, max-age=1");
        assertThrows(IllegalArgumentException.class, () -> live.put("../replays/" + id, new byte[0]));
    }

    private void assertServed(String folder, String content, String caching) {
        ResponseBytes<GetObjectResponse> file = s3.getObjectAsBytes(
                get -> get.bucket(environment.get("BOUT_BUCKET")).key(folder + id + ".json"));
        assertArrayEquals(bytes(content), file.asByteArray());
        assertEquals("application/json", file.response().contentType());
        assertEquals("gzip", file.response().contentEncoding());
        assertEquals(caching, file.response().cacheControl());
    }

    @Test
    void a_replay_whose_writing_was_not_confirmed_is_there() {
        wire.loseNextAnswerOf("PutObject");
        assertFalse(replays.put(id, bytes("[1]")));
        assertArrayEquals(bytes("[1]"), replays.get(id).orElseThrow());
    }

    @Test
    void a_write_that_meets_another_one_under_way_is_tried_again() {
        int[] conflicts = {2};
        wire.before((operation, request) -> {
            if (operation.equals("PutObject") && conflicts[0]-- > 0) {
                throw S3Exception.builder()
                        .statusCode(409)
                        .message("ConditionalRequestConflict")
                        .build();
            }
        });
        assertTrue(replays.put(id, bytes("[1]")));
        assertEquals(List.of("PutObject", "PutObject", "PutObject"), wire.operations());
    }

    @Test
    void a_bucket_that_is_not_there_is_an_error() {
        Replays nowhere = new Replays(new Bucket(s3, "no-such-bucket-anywhere"));
        assertThrows(S3Exception.class, () -> nowhere.put(id, bytes("[1]")));
        assertThrows(S3Exception.class, () -> nowhere.get(id));
    }

    @Test
    void only_a_match_has_a_replay() {
        assertEquals("replays/" + id + ".json", Replays.key(id));
        assertThrows(IllegalArgumentException.class, () -> replays.get("../secret"));
        assertThrows(IllegalArgumentException.class, () -> replays.put("", bytes("[1]")));
    }
}
