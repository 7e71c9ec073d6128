package bout.stack;

import static bout.stack.WrittenTemplate.APPLICATION;
import static bout.stack.WrittenTemplate.FILE;
import static bout.stack.WrittenTemplate.TEMPLATE;
import static bout.stack.WrittenTemplate.behavior;
import static bout.stack.WrittenTemplate.consumers;
import static bout.stack.WrittenTemplate.function;
import static bout.stack.WrittenTemplate.functions;
import static bout.stack.WrittenTemplate.map;
import static bout.stack.WrittenTemplate.ofType;
import static bout.stack.WrittenTemplate.properties;
import static bout.stack.WrittenTemplate.symbol;
import static bout.stack.WrittenTemplate.text;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.Route;
import bout.cloud.template.Application.Schedule;
import bout.cloud.template.Application.Table;
import bout.cloud.template.Application.WebSocketApi;
import bout.store.Aws;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.crac.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that template.yaml fits the code it deploys, which no linter can do: the functions and what calls them. */
class TemplateTest {

    private static final Pattern VARIABLE = Pattern.compile("BOUT_[A-Z_]+");

    /** What bout deploy allows; its command line has the same number. */
    private static final int LONGEST_STACK_NAME = 30;

    @ParameterizedTest
    @MethodSource("bout.stack.WrittenTemplate#eachFunction")
    void a_function_has_a_handler_a_jar_a_version_for_each_release_and_a_log(Function function) throws Exception {
        Map<String, Object> properties = properties(function.logicalId());
        Class<?> handler = Class.forName(function.handler());
        assertTrue(RequestHandler.class.isAssignableFrom(handler), () -> handler + " is not a RequestHandler");
        assertTrue(Resource.class.isAssignableFrom(handler), "it loads nothing before its snapshot is taken");
        // For Lambda and for the local stack.
        handler.getConstructor();
        handler.getConstructor(Aws.class);
        assertEquals(function.handler() + "::handleRequest", text(properties, "Handler"));

        Path module = moduleOf(handler);
        Path jar = FILE.getParent().toRealPath().relativize(module).resolve("target/" + module.getFileName() + ".jar");
        assertEquals(jar, Path.of(function.codeUri()));

        assertEquals(Map.of("Ref", "Release"), properties.get("AutoPublishCodeSha256"));

        String group = symbol(map(properties.get("LoggingConfig")).get("LogGroup"));
        assertEquals(function.logicalId().replaceAll("Function$", "LogGroup"), group);
        assertTrue(properties(group).containsKey("RetentionInDays"), () -> group + " has no RetentionInDays");
    }

    /** Constants in a deployment, which tests, {@code bout up} and {@code bout host} change. */
    private static final Set<String> CONSTANTS = Set.of(
            "BOUT_BOT_ADDRESSES",
            "BOUT_BOT_OPEN_MATCHES",
            "BOUT_CALLS_PER_BOT",
            "BOUT_HEALTH_SPREAD",
            "BOUT_JOINS_PER_ADDRESS",
            "BOUT_LEASE_SECONDS",
            "BOUT_MESSAGES_PER_SECOND",
            "BOUT_REQUESTS_PER_SECOND",
            "BOUT_UNPROVEN_CALLS_PER_SECOND");

    @ParameterizedTest
    @MethodSource("bout.stack.WrittenTemplate#eachFunction")
    void a_function_has_exactly_the_variables_that_its_code_reads(Function function) {
        Set<String> read = CodeReach.of(function.handler()).texts().stream()
                .filter(VARIABLE.asMatchPredicate())
                .collect(toCollection(TreeSet::new));
        read.removeAll(CONSTANTS);
        Set<String> given = new TreeSet<>(function.environment().keySet());
        // Only makes the function differ from the last release.
        assertTrue(given.remove("BOUT_RELEASE"));
        assertEquals(read, given);
    }

    @Test
    void the_table_has_the_keys_and_indexes_that_the_store_names() {
        Table table = APPLICATION.tables().getFirst();
        Set<String> texts = new TreeSet<>();
        functions()
                .forEach(function ->
                        texts.addAll(CodeReach.of(function.handler()).texts()));
        List<String> named = new ArrayList<>(List.of(
                table.key().hash(),
                table.key().range().orElseThrow(),
                table.expires().orElseThrow()));
        table.indexes().forEach(index -> {
            named.add(index.name());
            named.add(index.key().hash());
            named.add(index.key().range().orElseThrow());
            // To find what is due, or what an owner asked for, only the keys are needed.
            assertEquals(index.name().equals("by-status") ? "ALL" : "KEYS_ONLY", index.projection());
        });
        assertAll(named.stream()
                .map(name -> () -> assertTrue(
                        texts.stream().anyMatch(text -> text.equals(name) || text.contains("#" + name)),
                        () -> "no code names " + name)));
    }

    private static boolean isBehindTheWebSocketApi(Function function) {
        return APPLICATION.lines().orElseThrow().routes().containsValue(function.logicalId());
    }

    @Test
    void every_event_and_message_of_the_websocket_api_reaches_the_one_function_that_may_be_called_by_it() {
        WebSocketApi lines = APPLICATION.lines().orElseThrow();
        assertEquals(
                Map.of(
                        "$connect", "ConnectionsFunction",
                        "$disconnect", "ConnectionsFunction",
                        "$default", "ConnectionsFunction"),
                lines.routes());
        assertEquals(
                "arn:AWS::Partition:execute-api:AWS::Region:AWS::AccountId:LinesApi/live/*",
                symbol(properties("LinesPermission").get("SourceArn")));
        assertEquals("live", properties("LinesStage").get("StageName"));
        // What clients, functions and pages are told is where the API is.
        assertEquals("wss://LinesApi.execute-api.eu-central-1.amazonaws.com/live", lines.url());
        for (String function : List.of("ApiFunction", "RunnerFunction", "CheckerFunction", "ConnectionsFunction")) {
            assertEquals(lines.url(), function(function).environment().get("BOUT_LINES"));
        }
        assertTrue(behavior("/index.html")
                .headers()
                .get("Content-Security-Policy")
                .contains("connect-src 'self' wss://LinesApi.execute-api.eu-central-1.amazonaws.com;"));
    }

    @Test
    void a_message_stays_hidden_for_longer_than_its_function_may_run() {
        consumers().forEach((function, batches) -> {
            Duration longest = function.timeout().plus(batches.window());
            long hidden = Long.parseLong(batches.queue().attributes().get("VisibilityTimeout"));
            assertTrue(
                    hidden >= longest.toSeconds(),
                    () -> batches.queue().logicalId() + " shows a message again after " + hidden + " s, while "
                            + function.logicalId() + " may run for " + longest);
        });
    }

    @Test
    void messages_that_keep_failing_end_in_a_dead_letter_queue_with_the_longest_retention() {
        Map<String, Queue> byName = APPLICATION.queues().stream().collect(toMap(Queue::name, queue -> queue));
        consumers().values().forEach(batches -> {
            Queue deadLetters =
                    byName.get(batches.queue().redrive().orElseThrow().deadLetterQueue());
            assertEquals(
                    Duration.ofDays(14).toSeconds(),
                    properties(deadLetters.logicalId()).get("MessageRetentionPeriod"));
            assertTrue(deadLetters.redrive().isEmpty());
        });
    }

    @Test
    void fifo_queues_and_their_batches_are_such_as_aws_takes() {
        APPLICATION.queues().forEach(queue -> {
            assertEquals(queue.fifo(), queue.name().endsWith(".fifo"), queue.name());
            queue.redrive()
                    .ifPresent(redrive ->
                            assertEquals(queue.fifo(), redrive.deadLetterQueue().endsWith(".fifo"), queue.name()));
        });
        consumers().values().stream()
                .filter(batches -> batches.queue().fifo())
                .forEach(batches ->
                        assertTrue(batches.batchSize() <= 10 && batches.window().isZero(), batches::toString));
    }

    @Test
    void one_failed_message_does_not_return_its_whole_batch() {
        assertFalse(consumers().isEmpty());
        consumers().forEach((function, batches) -> assertTrue(batches.reportsFailures(), function::logicalId));
    }

    @Test
    void the_sweeper_and_matchmaker_run_every_minute_and_bot_checks_every_15_minutes() {
        assertEquals(
                Map.of(
                        "SweeperFunction", new Schedule(Duration.ofMinutes(1)),
                        "MatchmakerFunction", new Schedule(Duration.ofMinutes(1)),
                        "HealthSweepFunction", new Schedule(Duration.ofMinutes(15))),
                functions().stream()
                        .flatMap(function -> function.events().stream()
                                .filter(Schedule.class::isInstance)
                                .map(event -> Map.entry(function.logicalId(), (Schedule) event)))
                        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    /** What EventBridge Scheduler sends by itself cannot be read: its detail is a text. */
    @Test
    void what_runs_on_a_schedule_can_read_its_event() {
        assertThrows(UncheckedIOException.class, () -> event("{\"detail\": \"{}\"}", ScheduledEvent.class));
        for (Function function : functions()) {
            for (Schedule _ : function.events(Schedule.class)) {
                Map<String, Object> events =
                        map(properties(function.logicalId()).get("Events"));
                Map<String, Object> scheduled =
                        map(map(events.values().iterator().next()).get("Properties"));
                String input =
                        text(scheduled, "Input").replace("<aws.scheduler.scheduled-time>", "2026-03-01T12:00:00Z");
                ScheduledEvent event = event(input, ScheduledEvent.class);
                assertEquals(
                        Instant.parse("2026-03-01T12:00:00Z").toEpochMilli(),
                        event.getTime().getMillis(),
                        function::logicalId);
            }
        }
    }

    /**
     * SAM writes path parameters in a way that newer parsers of OpenAPI warn of, and then everything is rolled back.
     */
    @Test
    void a_warning_does_not_fail_the_api() {
        ofType("AWS::Serverless::HttpApi")
                .forEach(api -> assertNotEquals(true, properties(api).get("FailOnWarnings"), api));
    }

    @Test
    void a_failed_first_deployment_leaves_nothing_and_a_deleted_stack_leaves_table_and_replays() {
        Set<String> kept = Set.of("Table", "ReplayBucket");
        TEMPLATE.section("Resources").forEach((id, resource) -> {
            assertEquals(
                    kept.contains(id) ? "RetainExceptOnCreate" : null,
                    map(resource).get("DeletionPolicy"),
                    id);
            assertEquals(kept.contains(id) ? "Retain" : null, map(resource).get("UpdateReplacePolicy"), id);
        });
        // CloudFormation cannot remove a protected table: the stack would end as ROLLBACK_FAILED.
        assertFalse(properties("Table").containsKey("DeletionProtectionEnabled"));
    }

    /** In one account there can be a stack of the same name in every region. */
    @Test
    void a_name_that_is_unique_in_the_account_contains_stack_and_region() {
        Map<String, String> names = new TreeMap<>();
        Map.of(
                        "AWS::CloudFront::OriginAccessControl",
                        "OriginAccessControlConfig",
                        "AWS::CloudFront::CachePolicy",
                        "CachePolicyConfig",
                        "AWS::CloudFront::ResponseHeadersPolicy",
                        "ResponseHeadersPolicyConfig")
                .forEach((type, config) -> ofType(type)
                        .forEach(id -> names.put(
                                id, symbol(map(properties(id).get(config)).get("Name")))));
        ofType("AWS::CloudFront::Function")
                .forEach(id -> names.put(id, symbol(properties(id).get("Name"))));
        ofType("AWS::CloudWatch::Dashboard")
                .forEach(id -> names.put(id, symbol(properties(id).get("DashboardName"))));
        ofType("AWS::Budgets::Budget")
                .forEach(id ->
                        names.put(id, symbol(map(properties(id).get("Budget")).get("BudgetName"))));
        assertEquals(11, names.size());
        names.forEach((id, name) -> assertTrue(name.startsWith("AWS::StackName-AWS::Region"), id + ": " + name));
        assertEquals(11, Set.copyOf(names.values()).size() + 1, "only dashboard and budget share a name");
    }

    @Test
    void no_name_is_too_long_for_the_longest_stack_name_that_bout_deploy_takes() {
        String stack = "s".repeat(LONGEST_STACK_NAME);
        APPLICATION.queues().forEach(queue -> {
            String name = queue.name().replaceFirst("^bout", stack);
            assertTrue(name.length() <= 80, name);
        });
        ofType("AWS::CloudFront::OriginAccessControl").forEach(id -> {
            String name = symbol(
                            map(properties(id).get("OriginAccessControlConfig")).get("Name"))
                    .replace("AWS::StackName", stack)
                    .replace("AWS::Region", "ap-southeast-1");
            assertTrue(name.length() <= 64, name);
        });
        ofType("AWS::CloudFront::Function").forEach(id -> {
            String name = symbol(properties(id).get("Name"))
                    .replace("AWS::StackName", stack)
                    .replace("AWS::Region", "ap-southeast-1");
            assertTrue(name.length() <= 64, name);
        });
        // CloudFormation shortens the name of a function that would become too long, and the dashboard would not find
        // it.
        functions().forEach(function -> {
            String name = stack + "-" + function.logicalId() + "-" + "0".repeat(12);
            assertTrue(name.length() <= 64, name);
        });
    }

    /** Always have work: those that run by the clock, and what they in turn always give work to. */
    private static final Set<String> NEVER_IDLE = Set.of(
            "SweeperFunction", "MatchmakerFunction", "HealthSweepFunction", "StandingsFunction", "CheckerFunction");

    @Test
    void a_function_that_may_have_nothing_to_do_for_two_weeks_is_called_daily() {
        Set<String> idle = functions().stream().map(Function::logicalId).collect(toCollection(TreeSet::new));
        idle.removeAll(NEVER_IDLE);
        assertEquals(idle, dailyCalls().keySet());
    }

    @Test
    void a_daily_call_changes_nothing_and_fails_nowhere() throws Exception {
        Map<String, String> inputs = dailyCalls();
        for (Function function : functions()) {
            if (!inputs.containsKey(function.logicalId())) {
                continue;
            }
            Map<String, String> environment = new TreeMap<>(function.environment());
            environment.put("AWS_REGION", "eu-central-1");
            // Requests are counted in the table, this one like any other.
            environment.put("BOUT_REQUESTS_PER_SECOND", "0");
            // A web ACL shuts out only what comes over HTTP.
            environment.replace("BOUT_ONLY_THROUGH_CDN", "on");
            // Nothing listens there: a call that needs the table, the bucket or a queue for more than that fails.
            for (String service : List.of("DYNAMODB", "S3", "SQS")) {
                environment.put("AWS_ENDPOINT_URL_" + service, "http://127.0.0.1:1");
            }
            LocalFunction handler = LocalFunction.of(function, new Aws(environment));
            try {
                boolean http = function.events().stream().anyMatch(Route.class::isInstance);
                String input = inputs.get(function.logicalId());
                if (isBehindTheWebSocketApi(function)) {
                    APIGatewayV2WebSocketResponse answer = handler.invoke(
                            event(input, APIGatewayV2WebSocketEvent.class), APIGatewayV2WebSocketResponse.class);
                    assertEquals(200, answer.getStatusCode());
                } else if (http) {
                    APIGatewayV2HTTPResponse answer =
                            handler.invoke(event(input, APIGatewayV2HTTPEvent.class), APIGatewayV2HTTPResponse.class);
                    assertTrue(
                            answer.getStatusCode() < 500 && answer.getStatusCode() != 403,
                            () -> function.logicalId() + ": " + answer);
                } else {
                    SQSBatchResponse answer = handler.invoke(event(input, SQSEvent.class), SQSBatchResponse.class);
                    assertEquals(List.of(), answer.getBatchItemFailures(), function::logicalId);
                }
            } finally {
                handler.stop();
            }
        }
    }

    /** What Lambda's runtime makes of an event. */
    private static <E> E event(String json, Class<E> type) {
        PojoSerializer<E> serializer = LambdaEventSerializers.isLambdaSupportedEvent(type.getName())
                ? LambdaEventSerializers.serializerFor(type, TemplateTest.class.getClassLoader())
                : JacksonFactory.getInstance().getSerializer(type);
        return serializer.fromJson(json);
    }

    /** What each function is called with once a day, by its logical id. */
    private static Map<String, String> dailyCalls() {
        Map<String, String> inputs = new TreeMap<>();
        for (String function : ofType("AWS::Serverless::Function")) {
            Map<String, Object> events = map(properties(function).getOrDefault("Events", Map.of()));
            if (events.containsKey("Daily")) {
                inputs.put(function, text(map(map(events.get("Daily")).get("Properties")), "Input"));
            }
        }
        return inputs;
    }

    /** The folder of the Maven module that built a class. */
    private static Path moduleOf(Class<?> type) throws URISyntaxException, IOException {
        Path built =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        return Stream.iterate(built, Path::getParent)
                .filter(folder -> folder.endsWith("target"))
                .findFirst()
                .orElseThrow()
                .getParent()
                .toRealPath();
    }
}
