package bout.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.bucket.Bucket;
import bout.store.replay.Replays;
import bout.telemetry.Settings;
import java.net.URI;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

class AwsTest {

    @Test
    void a_missing_variable_is_named() {
        Aws aws = new Aws(Map.of("AWS_REGION", "eu-central-1"));
        String message = assertThrows(IllegalArgumentException.class, () -> aws.matches(Clock.systemUTC()))
                .getMessage();
        assertTrue(message.contains("BOUT_TABLE"), message);
        String noRegion = assertThrows(
                        IllegalArgumentException.class,
                        () -> Clients.of(Map.of()).sqs().get())
                .getMessage();
        assertTrue(noRegion.contains("AWS_REGION"), noRegion);
    }

    @Test
    void an_endpoint_that_is_no_url_is_named() {
        Map<String, String> environment =
                Map.of("AWS_REGION", "eu-central-1", "AWS_ENDPOINT_URL_SQS", "localhost:9324");
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Clients.of(environment).sqs().get())
                .getMessage();
        assertTrue(message.contains("AWS_ENDPOINT_URL_SQS") && message.contains("localhost:9324"), message);
    }

    @Test
    void in_the_cloud_the_endpoint_and_the_credentials_are_the_sdks_own() {
        try (DynamoDbClient client =
                Clients.of(Map.of("AWS_REGION", "eu-central-1")).dynamoDb().get()) {
            var configuration = client.serviceClientConfiguration();
            assertEquals("eu-central-1", configuration.region().id());
            assertEquals(Optional.empty(), configuration.endpointOverride());
            assertTrue(
                    configuration.credentialsProvider().toString().startsWith("DefaultCredentialsProvider"),
                    configuration.credentialsProvider().toString());
        }
    }

    @Test
    void each_call_has_an_end_that_leaves_room_for_all_its_attempts_and_the_waits_between_them() {
        try (SqsClient client =
                Clients.of(Map.of("AWS_REGION", "eu-central-1")).sqs().get()) {
            var configuration = client.serviceClientConfiguration().overrideConfiguration();
            assertEquals(4, configuration.retryStrategy().orElseThrow().maxAttempts());
            assertEquals(
                    configuration.apiCallAttemptTimeout().orElseThrow().multipliedBy(5),
                    configuration.apiCallTimeout().orElseThrow());
        }
    }

    @Test
    void an_endpoint_of_the_local_stack_gets_made_up_credentials() {
        Map<String, String> environment =
                Map.of("AWS_REGION", "eu-central-1", "AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:1");
        try (DynamoDbClient client = Clients.of(environment).dynamoDb().get()) {
            var configuration = client.serviceClientConfiguration();
            assertEquals(Optional.of(URI.create("http://127.0.0.1:1")), configuration.endpointOverride());
            assertEquals(
                    "local",
                    configuration.credentialsProvider().resolveIdentity().join().accessKeyId());
        }
    }

    @Test
    void in_the_cloud_a_replay_is_sent_in_one_piece_with_its_checksum_and_no_encoding_but_its_own() {
        Map<String, List<String>> sent = new HashMap<>();
        ExecutionInterceptor instead = new ExecutionInterceptor() {
            @Override
            public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
                sent.putAll(context.httpRequest().headers());
                throw new UnsupportedOperationException("a test sends nothing to the cloud");
            }
        };
        System.setProperty("aws.accessKeyId", "none");
        System.setProperty("aws.secretAccessKey", "none");
        try (S3Client s3 = Clients.s3(new Settings(Map.of("AWS_REGION", "eu-central-1")))
                .overrideConfiguration(changed -> changed.addExecutionInterceptor(instead))
                .build()) {
            Replays replays = new Replays(new Bucket(s3, "bucket"));
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> replays.put("019caa6c-1c00-7000-8000-000000000000", new byte[3000]));
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
        assertEquals(List.of("gzip"), sent.get("Content-Encoding"));
        assertEquals(List.of("3000"), sent.get("Content-Length"));
        assertEquals(List.of("*"), sent.get("If-None-Match"));
        assertEquals(1, sent.get("x-amz-checksum-crc32").size());
        assertNull(sent.get("Expect"));
    }
}
