package bout.embedded;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application;
import bout.cloud.template.Application.Index;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.Table;
import bout.cloud.template.Application.Throttles;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import bout.embedded.TestAws.TestApplication;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SqsException;

@Tag("aws")
class EmbeddedAwsTest {

    private static final String REPLACEMENTS = "tests the local replacements themselves";
    private static final int MOST_BYTES_OF_A_MESSAGE = 256 * 1024;
    private static final TestApplication BOUT = TestAws.application();
    private static final Map<String, AttributeValue> ITEM = Map.of(
            "pk", AttributeValue.fromS("match#1"),
            "sk", AttributeValue.fromS("match"),
            "list", AttributeValue.fromS("ajax-tiles#queued"),
            "id", AttributeValue.fromS("1"));

    /**
     * A stopped process accepts nothing, as one whose threads are all busy; the operating system keeps the connections.
     */
    @Test
    @DisabledIfSystemProperty(named = "bout.aws", matches = "localstack", disabledReason = REPLACEMENTS)
    void a_thousand_clients_can_connect_to_a_busy_dynamodb() throws Exception {
        Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());
        List<Socket> clients = new ArrayList<>();
        try (DynamoDbLocal busy = new DynamoDbLocal(Optional.empty())) {
            String child = ProcessHandle.current()
                    .children()
                    .filter(process -> !before.contains(process))
                    .map(process -> Long.toString(process.pid()))
                    .collect(Collectors.joining());
            assertEquals(0, new ProcessBuilder("kill", "-STOP", child).start().waitFor());
            try {
                InetSocketAddress address =
                        new InetSocketAddress("127.0.0.1", busy.endpoint().getPort());
                for (int i = 0; i < 1000; i++) {
                    Socket client = new Socket();
                    clients.add(client);
                    client.connect(address, 5000);
                }
            } finally {
                assertEquals(
                        0, new ProcessBuilder("kill", "-CONT", child).start().waitFor());
            }
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @Test
    void exactly_one_of_many_concurrent_conditional_puts_succeeds() throws Exception {
        int writers = 16;
        try (S3Client s3 = BOUT.endpoints().s3Client();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 10; round++) {
                String key = "replays/" + round + ".json";
                CountDownLatch together = new CountDownLatch(1);
                Map<String, Future<Boolean>> puts = new HashMap<>();
                for (int writer = 0; writer < writers; writer++) {
                    String body = "{\"writer\":" + writer + "}";
                    puts.put(body, threads.submit(() -> {
                        together.await();
                        try {
                            s3.putObject(replay(key), RequestBody.fromString(body));
                            return true;
                        } catch (S3Exception refused) {
                            // 412, or 409 while another conditional write is in progress
                            assertTrue(List.of(409, 412).contains(refused.statusCode()), refused.getMessage());
                            return false;
                        }
                    }));
                }
                together.countDown();
                List<String> won = new ArrayList<>();
                for (Map.Entry<String, Future<Boolean>> put : puts.entrySet()) {
                    if (put.getValue().get()) {
                        won.add(put.getKey());
                    }
                }
                String stored = s3.getObjectAsBytes(
                                get -> get.bucket(replayBucket()).key(key))
                        .asUtf8String();
                // Even the successful PUT may be told 412: if its answer is lost, the SDK retries.
                assertTrue(won.isEmpty() ? puts.containsKey(stored) : won.equals(List.of(stored)), stored + won);
            }
        }
    }

    @Test
    void a_message_or_a_batch_of_messages_of_more_than_256_kib_is_refused() {
        String url = queue(BOUT.application(), "MatchesQueue").url().toString();
        try (SqsClient sqs = BOUT.endpoints().sqsClient()) {
            sqs.sendMessage(sent -> sent.queueUrl(url).messageBody("x".repeat(MOST_BYTES_OF_A_MESSAGE)));
            assertThrows(
                    SqsException.class,
                    () -> sqs.sendMessage(
                            sent -> sent.queueUrl(url).messageBody("x".repeat(MOST_BYTES_OF_A_MESSAGE + 1))));
            String half = "x".repeat(MOST_BYTES_OF_A_MESSAGE / 2 + 1);
            assertThrows(
                    SqsException.class,
                    () -> sqs.sendMessageBatch(sent -> sent.queueUrl(url)
                            .entries(entry -> entry.id("0").messageBody(half), entry -> entry.id("1")
                                    .messageBody(half))));
        }
    }

    @Test
    void an_item_of_more_than_400_kb_is_refused() {
        Map<String, AttributeValue> fits = new HashMap<>(ITEM);
        fits.put("text", AttributeValue.fromS("x".repeat(399 * 1024)));
        Map<String, AttributeValue> tooLong = new HashMap<>(ITEM);
        tooLong.put("text", AttributeValue.fromS("x".repeat(400 * 1024)));
        try (DynamoDbClient dynamoDb = BOUT.endpoints().dynamoDbClient()) {
            String table = BOUT.application().tables().getFirst().name();
            dynamoDb.putItem(put -> put.tableName(table).item(fits));
            DynamoDbException refused = assertThrows(
                    DynamoDbException.class,
                    () -> dynamoDb.putItem(put -> put.tableName(table).item(tooLong)));
            assertTrue(refused.getMessage().contains("size has exceeded"), refused.getMessage());
            dynamoDb.deleteItem(gone -> gone.tableName(table).key(Map.of("pk", ITEM.get("pk"), "sk", ITEM.get("sk"))));
        }
    }

    @Test
    void a_stored_replay_keeps_its_encoding_and_cache_headers() throws Exception {
        byte[] gzip = gzip("{\"moves\":[]}");
        try (S3Client s3 = BOUT.endpoints().s3Client()) {
            s3.putObject(replay("replays/kept.json"), RequestBody.fromBytes(gzip));
            ResponseBytes<GetObjectResponse> got =
                    s3.getObjectAsBytes(asked -> asked.bucket(replayBucket()).key("replays/kept.json"));
            assertArrayEquals(gzip, got.asByteArray());
            assertEquals("gzip", got.response().contentEncoding());
            assertEquals("application/json", got.response().contentType());
            assertEquals("public, max-age=31536000, immutable", got.response().cacheControl());
        }
    }

    @Test
    void the_table_supports_conditions_its_index_and_expiry() {
        String table = BOUT.environment().get("BOUT_TABLE");
        try (DynamoDbClient dynamoDb = BOUT.endpoints().dynamoDbClient()) {
            dynamoDb.putItem(put -> put.tableName(table).item(ITEM));
            assertThrows(
                    ConditionalCheckFailedException.class,
                    () -> dynamoDb.putItem(
                            put -> put.tableName(table).item(ITEM).conditionExpression("attribute_not_exists(pk)")));
            assertEquals(
                    List.of(ITEM),
                    dynamoDb.query(query -> query.tableName(table)
                                    .indexName("by-status")
                                    .keyConditionExpression("#list = :list")
                                    .expressionAttributeNames(Map.of("#list", "list"))
                                    .expressionAttributeValues(Map.of(":list", ITEM.get("list"))))
                            .items());
            assertEquals(
                    TimeToLiveStatus.ENABLED,
                    dynamoDb.describeTimeToLive(asked -> asked.tableName(table))
                            .timeToLiveDescription()
                            .timeToLiveStatus());
        }
    }

    @Test
    void a_table_of_an_older_template_gets_missing_indexes_and_keeps_its_items() {
        Application now = BOUT.application();
        Table table = now.tables().getFirst();
        String name = table.name() + "-older";
        assertTrue(table.indexes().size() > 1, "the test needs an older template");
        List<Index> older = table.indexes().subList(0, 1);
        Set<String> attributes =
                new HashSet<>(List.of(table.key().hash(), table.key().range().orElseThrow()));
        attributes.add(older.getFirst().key().hash());
        attributes.add(older.getFirst().key().range().orElseThrow());
        Map<String, String> types = new LinkedHashMap<>(table.attributes());
        types.keySet().retainAll(attributes);
        Provisioning provisioning = new Provisioning(BOUT.endpoints());
        try (DynamoDbClient dynamoDb = BOUT.endpoints().dynamoDbClient()) {
            provisioning.make(only(new Table(table.logicalId(), name, types, table.key(), older, table.expires())));
            dynamoDb.putItem(put -> put.tableName(name).item(ITEM));
            Table newer = new Table(
                    table.logicalId(), name, table.attributes(), table.key(), table.indexes(), table.expires());
            provisioning.make(only(newer));
            provisioning.make(only(newer));
            assertEquals(
                    table.indexes().stream().map(Index::name).collect(Collectors.toSet()),
                    dynamoDb.describeTable(asked -> asked.tableName(name)).table().globalSecondaryIndexes().stream()
                            .map(GlobalSecondaryIndexDescription::indexName)
                            .collect(Collectors.toSet()));
            assertEquals(
                    List.of(ITEM), dynamoDb.scan(scan -> scan.tableName(name)).items());
            dynamoDb.deleteTable(gone -> gone.tableName(name));
        }
    }

    private static Application only(Table table) {
        return new Application(
                List.of(table),
                List.of(),
                List.of(),
                List.of(),
                new Throttles(Optional.empty(), Map.of()),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void a_message_received_too_often_goes_to_the_dead_letter_queue() {
        Queue queue = queue(BOUT.application(), "MatchesQueue");
        String url = queue.url().toString();
        try (SqsClient sqs = BOUT.endpoints().sqsClient()) {
            sqs.sendMessage(sent -> sent.queueUrl(url).messageBody("unplayable"));
            for (int i = 0; i < queue.redrive().orElseThrow().maxReceiveCount(); i++) {
                giveBack(sqs, url, receive(sqs, url));
            }
            assertTrue(
                    sqs.receiveMessage(asked -> asked.queueUrl(url)).messages().isEmpty());
            String deadLetters =
                    queue(BOUT.application(), "MatchesDeadLetterQueue").url().toString();
            assertEquals("unplayable", receive(sqs, deadLetters).body());
        }
    }

    @Test
    void provisioning_again_changes_nothing() {
        new Provisioning(BOUT.endpoints()).make(BOUT.application());
        try (SqsClient sqs = BOUT.endpoints().sqsClient()) {
            String url = BOUT.environment().get("BOUT_MATCHES_QUEUE");
            assertEquals(
                    "960",
                    sqs.getQueueAttributes(
                                    asked -> asked.queueUrl(url).attributeNames(QueueAttributeName.VISIBILITY_TIMEOUT))
                            .attributes()
                            .get(QueueAttributeName.VISIBILITY_TIMEOUT));
        }
    }

    @Test
    void applications_of_two_tests_share_nothing() {
        TestApplication other = TestAws.application();
        for (String name : List.of("BOUT_TABLE", "BOUT_BUCKET", "BOUT_MATCHES_QUEUE")) {
            assertNotEquals(other.environment().get(name), BOUT.environment().get(name));
        }
    }

    @Test
    @DisabledIfSystemProperty(named = "bout.aws", matches = "localstack", disabledReason = REPLACEMENTS)
    void all_services_listen_on_loopback_only() throws Exception {
        for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(network.getInetAddresses())) {
                if (address.isLoopbackAddress() || !(address instanceof Inet4Address)) {
                    continue;
                }
                for (URI endpoint : List.of(
                        BOUT.endpoints().dynamoDb(),
                        BOUT.endpoints().s3(),
                        BOUT.endpoints().sqs())) {
                    assertThrows(
                            ConnectException.class,
                            () -> new Socket(address, endpoint.getPort()).close(),
                            endpoint + " also listens on " + address);
                }
            }
        }
    }

    @Test
    @DisabledIfSystemProperty(named = "bout.aws", matches = "localstack", disabledReason = REPLACEMENTS)
    void a_folder_keeps_its_data_across_restarts(@TempDir Path folder) throws Exception {
        Map<String, AttributeValue> key = Map.of("pk", ITEM.get("pk"), "sk", ITEM.get("sk"));
        try (EmbeddedAws parts = EmbeddedAws.in(folder)) {
            Application application = deploy(parts.endpoints());
            try (DynamoDbClient dynamoDb = parts.endpoints().dynamoDbClient();
                    S3Client s3 = parts.endpoints().s3Client();
                    SqsClient sqs = parts.endpoints().sqsClient()) {
                dynamoDb.putItem(put ->
                        put.tableName(application.tables().getFirst().name()).item(ITEM));
                s3.putObject(
                        put -> put.bucket(application.buckets().getFirst().name())
                                .key("replays/a.json")
                                .contentEncoding("gzip"),
                        RequestBody.fromString("kept"));
                String url = queue(application, "MatchesQueue").url().toString();
                sqs.sendMessage(sent -> sent.queueUrl(url).messageBody("deleted"));
                Message received = receive(sqs, url);
                sqs.deleteMessage(gone -> gone.queueUrl(url).receiptHandle(received.receiptHandle()));
                sqs.sendMessage(sent -> sent.queueUrl(url).messageBody("returned"));
                giveBack(sqs, url, receive(sqs, url));
            }
        }
        try (EmbeddedAws parts = EmbeddedAws.in(folder)) {
            Application application = deploy(parts.endpoints());
            try (DynamoDbClient dynamoDb = parts.endpoints().dynamoDbClient();
                    S3Client s3 = parts.endpoints().s3Client();
                    SqsClient sqs = parts.endpoints().sqsClient()) {
                assertEquals(
                        ITEM,
                        dynamoDb.getItem(asked -> asked.tableName(
                                                application.tables().getFirst().name())
                                        .key(key))
                                .item());
                ResponseBytes<GetObjectResponse> got = s3.getObjectAsBytes(asked ->
                        asked.bucket(application.buckets().getFirst().name()).key("replays/a.json"));
                assertEquals("kept", got.asUtf8String());
                assertEquals("gzip", got.response().contentEncoding());
                String url = queue(application, "MatchesQueue").url().toString();
                assertEquals("returned", receive(sqs, url).body());
                assertTrue(sqs.receiveMessage(asked -> asked.queueUrl(url))
                        .messages()
                        .isEmpty());
            }
        }
    }

    @Test
    @DisabledIfSystemProperty(named = "bout.aws", matches = "localstack", disabledReason = REPLACEMENTS)
    void no_service_outlives_a_killed_process() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledParent.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = parent.inputReader()) {
            assertEquals("started", said.readLine());
            List<ProcessHandle> children = parent.descendants().toList();
            assertEquals(1, children.size(), "DynamoDB Local is the only child process");
            parent.destroyForcibly().waitFor();
            children.getFirst().onExit().get(10, TimeUnit.SECONDS);
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    @DisabledIfSystemProperty(named = "bout.aws", matches = "localstack", disabledReason = REPLACEMENTS)
    void a_page_in_a_browser_cannot_read_the_table() throws Exception {
        URI table = BOUT.endpoints().dynamoDb();
        String own = table.getAuthority();
        assertEquals(200, listTables(table, "Host: " + own));
        assertEquals(403, listTables(table, "Host: " + own, "Origin: https://evil.example"));
        assertEquals(403, listTables(table, "Host: evil.example:" + table.getPort()));
    }

    private static int listTables(URI endpoint, String... headers) throws Exception {
        try (Socket socket = new Socket(endpoint.getHost(), endpoint.getPort())) {
            socket.getOutputStream()
                    .write(("POST / HTTP/1.1\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: 2\r\n"
                                    + "X-Amz-Target: DynamoDB_20120810.ListTables\r\nConnection: close\r\n"
                                    + "Authorization: AWS4-HMAC-SHA256 Credential=x/20260101/eu-west-1/dynamodb/"
                                    + "aws4_request, SignedHeaders=host, Signature=x\r\n"
                                    + String.join("\r\n", headers) + "\r\n\r\n{}")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
        }
    }

    /** Starts the services and waits to be killed. */
    static final class KilledParent {

        public static void main(String[] arguments) throws Exception {
            try (EmbeddedAws parts = EmbeddedAws.inMemory()) {
                System.out.println(parts.endpoints() == null ? "nothing" : "started");
                Thread.sleep(60_000);
            }
        }
    }

    private static Application deploy(Endpoints endpoints) {
        Application application = Template.read(Template.ofThisRepository())
                .application(new Deployment("bout", Map.of(), endpoints.sqs(), endpoints.region()));
        new Provisioning(endpoints).make(application);
        return application;
    }

    private static Message receive(SqsClient sqs, String url) {
        List<Message> messages = sqs.receiveMessage(
                        asked -> asked.queueUrl(url).waitTimeSeconds(5).maxNumberOfMessages(1))
                .messages();
        assertEquals(1, messages.size(), "messages in " + url);
        return messages.getFirst();
    }

    private static void giveBack(SqsClient sqs, String url, Message message) {
        sqs.changeMessageVisibility(changed ->
                changed.queueUrl(url).receiptHandle(message.receiptHandle()).visibilityTimeout(0));
    }

    private static Queue queue(Application application, String logicalId) {
        return application.queues().stream()
                .filter(queue -> queue.logicalId().equals(logicalId))
                .findFirst()
                .orElseThrow();
    }

    private static String replayBucket() {
        return BOUT.environment().get("BOUT_BUCKET");
    }

    private static PutObjectRequest replay(String key) {
        return PutObjectRequest.builder()
                .bucket(replayBucket())
                .key(key)
                .contentType("application/json")
                .contentEncoding("gzip")
                .cacheControl("public, max-age=31536000, immutable")
                .ifNoneMatch("*")
                .build();
    }

    private static byte[] gzip(String text) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
