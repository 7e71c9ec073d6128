package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.stack.function.Lineage;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeNameForSends;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeValue;

/** The running stack refuses what AWS would refuse. */
@Tag("server")
class LimitsTest {

    private static final int TIMEOUT_S = 60;

    /** An open stack with few rights: WebhooksFunction may not loop, and ApiFunction may not put items. */
    private static Stack open;

    private static Path template;
    private static StackClient client;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        // Every function with a queue may loop. Without the first permission behind its name, WebhooksFunction may not.
        String written = Files.readString(WrittenTemplate.FILE);
        String changed = withoutFirst(
                        withoutFirst(written, "WebhooksFunction", "RecursiveLoop: Allow"),
                        "ApiFunction",
                        "- dynamodb:PutItem")
                .replaceFirst("ThrottlingRateLimit: \\d+", "ThrottlingRateLimit: 1")
                .replaceFirst("ThrottlingBurstLimit: \\d+", "ThrottlingBurstLimit: 2");
        template = Files.writeString(folder.resolve("template.yaml"), changed);
        open = Stack.start(StackOptions.of(template));
        client = new StackClient(open.address());
    }

    @AfterAll
    static void stop() {
        client.close();
        open.close();
    }

    private static String withoutFirst(String template, String function, String line) {
        int at = template.indexOf("\n  " + function + ":");
        return template.substring(0, at) + template.substring(at).replaceFirst("\n +" + line, "");
    }

    @Test
    void an_event_at_the_end_of_a_long_chain_is_dropped_unless_the_template_lets_the_function_loop() throws Exception {
        try (SqsClient sqs = open.clients().sqs().get()) {
            send(sqs, open.environment().get("BOUT_CHECKS_QUEUE"), chain("CheckerFunction"));
            send(sqs, open.environment().get("BOUT_WEBHOOKS_QUEUE"), chain("WebhooksFunction"));
            awaitUntil(() -> !open.droppedInvocations().isEmpty());
            assertEquals(Map.of("WebhooksFunction", 1L), open.droppedInvocations());
        }
    }

    @Test
    void a_function_without_a_permission_of_its_role_cannot_use_the_table() throws Exception {
        String body = "{\"game\":\"ajax-tiles\",\"players\":[{\"house\":\"random\"},{\"house\":\"random\"}]}";
        assertEquals(200, client.get("/api/matches").statusCode());
        assertEquals(
                500,
                client.send("POST", "/api/matches", body, "Content-Type", "application/json")
                        .statusCode());
    }

    private static Lineage chain(String function) {
        Lineage chain = Lineage.NONE;
        for (int run = 0; run < 16; run++) {
            chain = chain.plus(function);
        }
        return chain;
    }

    private static void send(SqsClient sqs, String queue, Lineage lineage) {
        sqs.sendMessage(sent -> sent.queueUrl(queue)
                .messageBody("no id of anything")
                .messageSystemAttributes(Map.of(
                        MessageSystemAttributeNameForSends.AWS_TRACE_HEADER,
                        MessageSystemAttributeValue.builder()
                                .dataType("String")
                                .stringValue(lineage.header())
                                .build())));
    }

    @Test
    void in_an_account_for_one_function_the_api_answers_503_while_a_runner_plays() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (TestBot bot = new TestBot(headers -> {
                    asked.countDown();
                    go.await();
                });
                Stack stack = Stack.start(StackOptions.ofThisRepository().withConcurrency(1));
                StackClient client = new StackClient(stack.address())) {
            String player = "{\"url\":\"" + bot.url() + "\"}";
            String body = "{\"game\":\"ajax-tiles\",\"players\":[" + player + "," + player + "]}";
            String[] json = {"Content-Type", "application/json"};
            HttpResponse<String> accepted = client.send("POST", "/api/matches", body, json);
            while (accepted.statusCode() == 503) {
                // The schedules run as soon as the stack is up.
                accepted = client.send("POST", "/api/matches", body, json);
            }
            assertEquals(202, accepted.statusCode(), accepted.body());
            assertTrue(asked.await(TIMEOUT_S, TimeUnit.SECONDS));
            HttpResponse<String> refused = client.get("/api/games");
            assertEquals(503, refused.statusCode());
            assertEquals("{\"message\":\"Service Unavailable\"}", refused.body());
            go.countDown();
            String id = (String) StackClient.json(accepted.body()).get("id");
            awaitUntil(() -> client.get("/replays/" + id + ".json").statusCode() == 200);
        }
    }

    @Test
    void a_strict_stack_throttles_the_routes_as_the_template_says() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertEquals(200, client.get("/api/games").statusCode());
        }
        StackOptions options = StackOptions.of(template);
        try (Stack strict = Stack.start(options.strict("0123456789abcdef0123456789abcdef"));
                StackClient client = new StackClient(strict.address())) {
            int requests = 0;
            HttpResponse<String> answer = client.get("/api/games");
            while (answer.statusCode() == 200 && requests++ < 1000) {
                answer = client.get("/api/games");
            }
            assertEquals(429, answer.statusCode());
            assertEquals("{\"message\":\"Too Many Requests\"}", answer.body());
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void awaitUntil(Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < end, "expected within " + TIMEOUT_S + " s");
            Thread.sleep(20);
        }
    }
}
