package bout.stack;

import static bout.stack.WrittenTemplate.APPLICATION;
import static bout.stack.WrittenTemplate.FILE;
import static bout.stack.WrittenTemplate.TEMPLATE;
import static bout.stack.WrittenTemplate.list;
import static bout.stack.WrittenTemplate.map;
import static bout.stack.WrittenTemplate.ofType;
import static bout.stack.WrittenTemplate.properties;
import static bout.stack.WrittenTemplate.statements;
import static bout.stack.WrittenTemplate.symbol;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.ApiOrigin;
import bout.cloud.template.Application.Behavior;
import bout.cloud.template.Application.BucketOrigin;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.LineApi;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Application.Route;
import bout.cloud.template.Application.Schedule;
import bout.cloud.template.Application.Table;
import bout.store.Clients;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.crac.Resource;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** Checks that template.yaml fits the code it deploys, which no linter can do. */
class TemplateTest {

    private static final Pattern VARIABLE = Pattern.compile("BOUT_[A-Z_]+");

    /** What bout deploy allows; its command line has the same number. */
    private static final int LONGEST_STACK_NAME = 30;

    private static final String DYNAMO_DB = "software.amazon.awssdk.services.dynamodb.DynamoDbClient";

    private static final String CONNECTIONS = "execute-api:ManageConnections"
            + " arn:AWS::Partition:execute-api:AWS::Region:AWS::AccountId:LinesApi/live/%s/@connections/*";
    private static final String TRANSACTION =
            "software.amazon.awssdk.services.dynamodb.model.TransactWriteItem$Builder";
    private static final String S3 = "software.amazon.awssdk.services.s3.S3Client";
    private static final String BUCKET = "bout.store.bucket.Bucket";
    private static final String SQS = "software.amazon.awssdk.services.sqs.SqsClient";

    static Stream<Named<Function>> eachFunction() {
        return functions().stream().map(function -> Named.of(function.logicalId(), function));
    }

    private static List<Function> functions() {
        return APPLICATION.functions();
    }

    @Test
    void there_are_functions_to_check() {
        assertEquals(11, functions().size());
    }

    @ParameterizedTest
    @MethodSource("eachFunction")
    void a_functions_handler_can_be_created_by_lambda_and_by_the_local_stack(Function function) throws Exception {
        Class<?> handler = Class.forName(function.handler());
        assertTrue(RequestHandler.class.isAssignableFrom(handler), () -> handler + " is not a RequestHandler");
        handler.getConstructor();
        handler.getConstructor(Map.class, Clients.class);
        String entry = text(properties(function.logicalId()), "Handler");
        assertEquals(function.handler() + "::handleRequest", entry);
    }

    @ParameterizedTest
    @MethodSource("eachFunction")
    void a_function_loads_what_it_needs_before_its_snapshot_is_taken(Function function) throws Exception {
        assertTrue(Resource.class.isAssignableFrom(Class.forName(function.handler())));
    }

    @ParameterizedTest
    @MethodSource("eachFunction")
    void a_functions_jar_is_built_by_its_handlers_module(Function function) throws Exception {
        Path module = moduleOf(Class.forName(function.handler()));
        Path jar = FILE.getParent().toRealPath().relativize(module).resolve("target/" + module.getFileName() + ".jar");
        assertEquals(jar, Path.of(function.codeUri()));
    }

    /** Constants in a deployment, which tests, {@code bout up} and {@code bout host} change. */
    private static final Set<String> CONSTANTS = Set.of(
            "BOUT_BOT_ADDRESSES",
            "BOUT_BOT_OPEN_MATCHES",
            "BOUT_CALLS_PER_BOT",
            "BOUT_HEALTH_SPREAD",
            "BOUT_JOINS_PER_ADDRESS",
            "BOUT_LEASE_SECONDS",
            "BOUT_LINES_PER_OWNER",
            "BOUT_MESSAGES_PER_SECOND",
            "BOUT_OPEN_TOURNAMENTS",
            "BOUT_REQUESTS_PER_SECOND",
            "BOUT_TOURNAMENT_MATCHES",
            "BOUT_UNPROVEN_CALLS_PER_SECOND");

    @ParameterizedTest
    @MethodSource("eachFunction")
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

    @ParameterizedTest
    @MethodSource("eachFunction")
    void a_function_has_exactly_the_permissions_that_its_code_needs(Function function) {
        Set<String> needed = needed(function);
        // Lambda takes an event source's messages in the name of the function.
        function.events(QueueBatches.class)
                .forEach(batches -> List.of("ReceiveMessage", "DeleteMessage", "GetQueueAttributes")
                        .forEach(action -> needed.add(
                                "sqs:" + action + " " + batches.queue().logicalId() + ".Arn")));
        assertEquals(needed, allowed(function));
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
            // To find what is due, only the keys are needed.
            assertEquals(index.name().equals("by-due") ? "KEYS_ONLY" : "ALL", index.projection());
        });
        assertAll(named.stream()
                .map(name -> () -> assertTrue(
                        texts.stream().anyMatch(text -> text.equals(name) || text.contains("#" + name)),
                        () -> "no code names " + name)));
    }

    @ParameterizedTest
    @MethodSource("eachFunction")
    void a_release_publishes_a_new_version(Function function) {
        assertEquals(Map.of("Ref", "Release"), properties(function.logicalId()).get("AutoPublishCodeSha256"));
    }

    private static boolean isBehindTheWebSocketApi(Function function) {
        return APPLICATION.lines().orElseThrow().routes().containsValue(function.logicalId());
    }

    @Test
    void every_event_and_message_of_the_websocket_api_reaches_the_one_function_that_may_be_called_by_it() {
        LineApi lines = APPLICATION.lines().orElseThrow();
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
        assertTrue(directives("/index.html")
                .contains("connect-src 'self' wss://LinesApi.execute-api.eu-central-1.amazonaws.com;"));
    }

    @Test
    void a_message_stays_hidden_for_longer_than_its_function_may_run() {
        consumers().forEach((function, batches) -> {
            Duration longest = function.timeout().plus(batches.window());
            assertTrue(
                    batches.queue().visibilityTimeout().compareTo(longest) >= 0,
                    () -> batches.queue().logicalId() + " shows a message again after "
                            + batches.queue().visibilityTimeout() + ", while " + function.logicalId()
                            + " may run for " + longest);
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

    private static Map<Function, QueueBatches> consumers() {
        return functions().stream()
                .filter(function -> !function.events(QueueBatches.class).isEmpty())
                .collect(toMap(function -> function, function -> function.events(QueueBatches.class)
                        .getFirst()));
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
        TEMPLATE.resources().forEach((id, resource) -> {
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
        assertEquals(9, names.size());
        names.forEach((id, name) -> assertTrue(name.startsWith("AWS::StackName-AWS::Region"), id + ": " + name));
        assertEquals(9, Set.copyOf(names.values()).size() + 1, "only dashboard and budget share a name");
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

    @Test
    void a_permissions_boundary_applies_to_the_roles_of_all_functions() throws IOException {
        String globals = Files.readString(FILE).replaceFirst("(?s).*\nGlobals:\n(.*?)\n\nResources:\n.*", "$1");
        assertTrue(
                globals.contains("    PermissionsBoundary: !If [HasPermissionsBoundary, !Ref PermissionsBoundaryArn,"
                        + " !Ref AWS::NoValue]"),
                globals);
        functions()
                .forEach(function -> assertFalse(
                        properties(function.logicalId()).containsKey("PermissionsBoundary"), function::logicalId));
        // Globals reach the roles of functions only.
        for (String role : ofType("AWS::IAM::Role")) {
            assertTrue(properties(role).containsKey("PermissionsBoundary"), role);
        }
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
    void the_clock_may_call_exactly_the_functions_that_it_calls() {
        Map<String, Object> policy =
                map(list(properties("SchedulerRole").get("Policies")).getFirst());
        Map<String, Object> statement =
                map(list(map(policy.get("PolicyDocument")).get("Statement")).getFirst());
        assertEquals("lambda:InvokeFunction", statement.get("Action"));
        Set<String> called = new TreeSet<>();
        for (String function : ofType("AWS::Serverless::Function")) {
            for (Object event :
                    map(properties(function).getOrDefault("Events", Map.of())).values()) {
                if (map(event).get("Type").equals("ScheduleV2")) {
                    Map<String, Object> schedule = map(map(event).get("Properties"));
                    assertEquals("SchedulerRole.Arn", symbol(schedule.get("RoleArn")));
                    called.add(function + ".Alias");
                }
            }
        }
        assertEquals(
                called,
                list(statement.get("Resource")).stream()
                        .map(WrittenTemplate::symbol)
                        .collect(toCollection(TreeSet::new)));
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
            LocalFunction handler = LocalFunction.of(function, environment, Clients.of(environment));
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

    @ParameterizedTest
    @MethodSource("eachFunction")
    void a_function_has_its_own_log_group_with_limited_retention(Function function) {
        String group = symbol(
                map(properties(function.logicalId()).get("LoggingConfig")).get("LogGroup"));
        assertEquals(function.logicalId().replaceAll("Function$", "LogGroup"), group);
        assertTrue(properties(group).containsKey("RetentionInDays"), () -> group + " has no RetentionInDays");
    }

    @Test
    void every_bucket_is_private_encrypted_and_readable_only_by_the_cdn_over_tls() {
        List<String> buckets = ofType("AWS::S3::Bucket");
        assertFalse(buckets.isEmpty());
        for (String bucket : buckets) {
            Map<String, Object> properties = properties(bucket);
            assertEquals(
                    Map.of(
                            "BlockPublicAcls", true,
                            "BlockPublicPolicy", true,
                            "IgnorePublicAcls", true,
                            "RestrictPublicBuckets", true),
                    properties.get("PublicAccessBlockConfiguration"));
            assertTrue(properties.containsKey("BucketEncryption"), bucket);
            List<Map<String, Object>> policy = policyOf(bucket);
            assertTrue(policy.stream().anyMatch(TemplateTest::deniesPlainHttp), () -> bucket + " serves plain HTTP");
            policy.stream()
                    .filter(statement -> statement.get("Effect").equals("Allow"))
                    .forEach(statement -> {
                        assertEquals(Map.of("Service", "cloudfront.amazonaws.com"), statement.get("Principal"));
                        assertTrue(
                                symbol(map(map(statement.get("Condition")).get("StringEquals"))
                                                .get("AWS:SourceArn"))
                                        .endsWith(":distribution/Distribution"),
                                () -> "another account's distribution may read " + bucket);
                    });
        }
    }

    private static boolean deniesPlainHttp(Map<String, Object> statement) {
        return statement.get("Effect").equals("Deny")
                && statement.get("Action").equals("s3:*")
                && statement.get("Condition").equals(Map.of("Bool", Map.of("aws:SecureTransport", false)));
    }

    @Test
    void a_replay_and_code_can_be_neither_replaced_nor_deleted() {
        Map<String, Set<Object>> denied = new TreeMap<>();
        policyOf("ReplayBucket").stream()
                .filter(statement -> statement.get("Effect").equals("Deny")
                        && list(statement.get("Resource")).stream()
                                .map(WrittenTemplate::symbol)
                                .toList()
                                .equals(List.of("ReplayBucket.Arn/replays/*", "ReplayBucket.Arn/code/*")))
                .forEach(statement -> denied.put(text(statement, "Sid"), Set.copyOf(list(statement.get("Action")))));
        assertEquals(
                Map.of(
                        "OnlyNewReplaysAndCode", Set.of("s3:PutObject"),
                        "ReplaysAndCodeStay", Set.of("s3:DeleteObject", "s3:DeleteObjectVersion")),
                denied);
    }

    private static List<Map<String, Object>> policyOf(String bucket) {
        List<String> policies = ofType("AWS::S3::BucketPolicy").stream()
                .filter(policy -> symbol(properties(policy).get("Bucket")).equals(bucket))
                .toList();
        assertEquals(1, policies.size(), () -> "policies of " + bucket);
        return list(map(properties(policies.getFirst()).get("PolicyDocument")).get("Statement")).stream()
                .map(WrittenTemplate::map)
                .toList();
    }

    @Test
    void the_cdn_serves_site_replays_and_api_at_one_address() {
        Map<String, String> origins = APPLICATION.cdn().orElseThrow().behaviors().stream()
                .collect(toMap(Behavior::pathPattern, behavior -> switch (behavior.origin()) {
                    case ApiOrigin api -> "HttpApi";
                    case BucketOrigin bucket -> bucket.bucket().logicalId();
                }));
        assertEquals(
                Map.of(
                        "/api/*", "HttpApi",
                        "/replays/*", "ReplayBucket",
                        "/live/*", "ReplayBucket",
                        "/standings/*", "ReplayBucket",
                        "/embed.html", "SiteBucket",
                        "/sandbox/*", "SiteBucket",
                        "*", "SiteBucket"),
                origins);
    }

    @Test
    void the_cdn_may_read_exactly_what_it_serves_from_a_bucket() {
        Behavior site = APPLICATION.cdn().orElseThrow().defaultBehavior();
        Map<String, Set<String>> served = new TreeMap<>();
        for (Behavior behavior : APPLICATION.cdn().orElseThrow().behaviors()) {
            if (behavior.origin() instanceof BucketOrigin origin) {
                // The default behavior serves all of its bucket; other behaviors serve parts of it.
                Behavior widest = behavior.origin().equals(site.origin()) ? site : behavior;
                served.computeIfAbsent(origin.bucket().logicalId(), id -> new TreeSet<>())
                        .add(origin.bucket().logicalId() + ".Arn/"
                                + widest.pathPattern().replaceFirst("^/", ""));
            }
        }
        Map<String, Set<String>> readable = ofType("AWS::S3::Bucket").stream()
                .collect(toMap(bucket -> bucket, bucket -> policyOf(bucket).stream()
                        .filter(statement -> statement.get("Effect").equals("Allow"))
                        .filter(statement -> list(statement.get("Action")).contains("s3:GetObject"))
                        .flatMap(statement -> list(statement.get("Resource")).stream())
                        .map(WrittenTemplate::symbol)
                        .collect(toSet())));
        assertEquals(served, readable);
    }

    @Test
    void the_cdn_caches_overwritten_objects_only_as_long_as_they_allow() {
        List<Map<String, Object>> changing = behaviors().stream()
                .filter(each -> Set.of("/live/*", "/standings/*").contains(each.get("PathPattern")))
                .toList();
        assertEquals(2, changing.size());
        for (Map<String, Object> behavior : changing) {
            Map<String, Object> policy =
                    map(properties(symbol(behavior.get("CachePolicyId"))).get("CachePolicyConfig"));
            assertEquals(0L, policy.get("MinTTL"));
            assertEquals(0L, policy.get("DefaultTTL"));
        }
    }

    @Test
    void the_cdn_does_not_cache_api_answers_without_cache_control() {
        Map<String, Object> behavior = behaviors().stream()
                .filter(each -> each.get("PathPattern").equals("/api/*"))
                .findFirst()
                .orElseThrow();
        Map<String, Object> policy =
                map(properties(symbol(behavior.get("CachePolicyId"))).get("CachePolicyConfig"));
        assertEquals(0L, policy.get("MinTTL"));
        assertEquals(0L, policy.get("DefaultTTL"));
        Map<String, Object> key = map(policy.get("ParametersInCacheKeyAndForwardedToOrigin"));
        assertEquals("whitelist", map(key.get("QueryStringsConfig")).get("QueryStringBehavior"));
        assertTrue(list(map(key.get("HeadersConfig")).get("Headers")).contains("Authorization"));
    }

    @Test
    void the_cdn_keeps_answers_apart_by_exactly_the_parameters_that_the_api_knows() throws IOException {
        Map<String, Object> policy = map(properties("ApiCachePolicy").get("CachePolicyConfig"));
        Map<String, Object> key = map(policy.get("ParametersInCacheKeyAndForwardedToOrigin"));
        List<?> names = list(map(key.get("QueryStringsConfig")).get("QueryStrings"));
        assertEquals(queryParameters(), new TreeSet<>(names));
        assertTrue(names.size() <= 10, "CloudFront's limit");
    }

    private static Set<String> queryParameters() throws IOException {
        try (InputStream file = TemplateTest.class.getResourceAsStream("/bout/api/openapi.yaml")) {
            Set<String> names = new TreeSet<>();
            collectQueryParameters(new Yaml().load(file), names);
            return names;
        }
    }

    /** The operations of a path in the OpenAPI document that the CDN does not cache. */
    private static final Set<String> CHANGES = Set.of("post", "patch", "delete");

    private static void collectQueryParameters(Object part, Set<String> names) {
        if (part instanceof Map<?, ?> fields) {
            if ("query".equals(fields.get("in"))) {
                names.add((String) fields.get("name"));
            }
            // Only answers to GET are cached. The origin gets all parameters, whether the cache looks at them or not.
            fields.forEach((name, each) -> {
                if (!CHANGES.contains(name)) {
                    collectQueryParameters(each, names);
                }
            });
        } else if (part instanceof List<?> entries) {
            entries.forEach(each -> collectQueryParameters(each, names));
        }
    }

    @Test
    void the_cdn_keeps_no_error_of_an_origin() {
        Map<Object, Object> kept = list(distribution().get("CustomErrorResponses")).stream()
                .map(WrittenTemplate::map)
                .collect(toMap(each -> each.get("ErrorCode"), each -> each.get("ErrorCachingMinTTL")));
        assertEquals(Map.of(403L, 0L, 404L, 0L, 500L, 0L, 502L, 0L, 503L, 0L, 504L, 0L), kept);
    }

    /** CloudFront's own certificate, without a domain, cannot be restricted: it also accepts TLS 1.0. */
    @Test
    void with_its_own_domain_the_cdn_requires_tls_1_2_and_it_always_does_of_the_api() {
        Map<String, Object> cdn = map(
                properties(ofType("AWS::CloudFront::Distribution").getFirst()).get("DistributionConfig"));
        List<?> certificate = list(map(cdn.get("ViewerCertificate")).get("Fn::If"));
        assertEquals("HasSiteDomain", certificate.getFirst());
        assertEquals("TLSv1.2_2021", map(certificate.get(1)).get("MinimumProtocolVersion"));
        assertEquals(Map.of("CloudFrontDefaultCertificate", true), certificate.getLast());
        for (Object origin : list(cdn.get("Origins"))) {
            if (map(origin).get("CustomOriginConfig") != null) {
                assertEquals(
                        List.of("TLSv1.2"),
                        list(map(map(origin).get("CustomOriginConfig")).get("OriginSSLProtocols")));
            }
        }
    }

    @Test
    void the_cdn_tells_the_api_where_a_viewer_is() {
        Map<String, Behavior> behaviors = APPLICATION.cdn().orElseThrow().behaviors().stream()
                .collect(toMap(Behavior::pathPattern, behavior -> behavior));
        assertEquals(Optional.of("bout-viewer"), behaviors.remove("/api/*").viewerHeader());
        behaviors.values().forEach(each -> assertEquals(Optional.empty(), each.viewerHeader(), each::pathPattern));
    }

    @Test
    void every_answer_of_the_cdn_has_the_headers_of_its_kind() {
        Map<String, String> policies = new TreeMap<>();
        behaviors()
                .forEach(behavior ->
                        policies.put(text(behavior, "PathPattern"), symbol(behavior.get("ResponseHeadersPolicyId"))));
        policies.put("*", symbol(map(distribution().get("DefaultCacheBehavior")).get("ResponseHeadersPolicyId")));
        assertEquals(
                Map.of(
                        "/api/*", "SecurityHeaders",
                        "/replays/*", "SecurityHeaders",
                        "/live/*", "SecurityHeaders",
                        "/standings/*", "SecurityHeaders",
                        "/embed.html", "EmbeddedHeaders",
                        "/sandbox/*", "SandboxHeaders",
                        "*", "SecurityHeaders"),
                policies);
        for (String policy : new TreeSet<>(policies.values())) {
            Map<String, Object> config = map(properties(policy).get("ResponseHeadersPolicyConfig"));
            Map<String, Object> security = map(config.get("SecurityHeadersConfig"));
            assertTrue(
                    security.keySet()
                            .containsAll(Set.of(
                                    "ContentSecurityPolicy",
                                    "ContentTypeOptions",
                                    "ReferrerPolicy",
                                    "StrictTransportSecurity")),
                    policy);
            security.values().forEach(part -> assertEquals(true, map(part).get("Override"), policy));
            list(map(config.get("CustomHeadersConfig")).get("Items"))
                    .forEach(item -> assertEquals(true, map(item).get("Override"), policy));
        }
    }

    @Test
    void pages_load_nothing_from_other_sites_and_only_the_viewer_and_the_sandbox_can_be_framed() {
        String page = directives("/index.html");
        assertTrue(page.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"), page);
        assertTrue(page.contains("frame-src 'self'; worker-src 'self';"), page);
        assertTrue(page.endsWith("frame-ancestors 'none'"), page);
        assertTrue(directives("/embed.html").endsWith("frame-ancestors *"));
        assertEquals(
                "default-src 'none'; script-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none';"
                        + " frame-ancestors 'self'; sandbox allow-scripts",
                directives("/sandbox/frame.html"));
        assertFalse(headers("/embed.html").containsKey("X-Frame-Options"), "it would override frame-ancestors");
        assertEquals("DENY", headers("/").get("X-Frame-Options"));
        assertEquals("same-origin", headers("/").get("Cross-Origin-Opener-Policy"));
        // Visitors' code gets no permission that a browser could grant to a page.
        String granted = headers("/sandbox/frame.html").get("Permissions-Policy");
        assertTrue(granted.matches("([a-z-]+=\\(\\), )+[a-z-]+=\\(\\)"), granted);
    }

    private static String directives(String path) {
        return headers(path).get("Content-Security-Policy");
    }

    private static Map<String, String> headers(String path) {
        return APPLICATION.cdn().orElseThrow().behaviors().stream()
                .filter(behavior -> behavior.paths().matcher(path).matches())
                .findFirst()
                .orElseThrow()
                .headers();
    }

    @Test
    void the_cdn_signs_its_requests_to_buckets() {
        List<?> buckets = list(distribution().get("Origins")).stream()
                .filter(origin -> map(origin).containsKey("S3OriginConfig"))
                .toList();
        assertEquals(2, buckets.size());
        buckets.forEach(
                origin -> assertEquals("BucketAccess", symbol(map(origin).get("OriginAccessControlId"))));
    }

    private static Map<String, Object> distribution() {
        return map(properties("Distribution").get("DistributionConfig"));
    }

    private static List<Map<String, Object>> behaviors() {
        return list(distribution().get("CacheBehaviors")).stream()
                .map(WrittenTemplate::map)
                .toList();
    }

    /** The queues of the store's {@code Queue} subclasses. */
    private static final Map<String, String> QUEUES = Map.of(
            "bout.store.queue.MatchQueue", "MatchesQueue.Arn",
            "bout.store.queue.DeadLetters", "MatchesDeadLetterQueue.Arn",
            "bout.store.queue.CheckQueue", "ChecksQueue.Arn",
            "bout.store.queue.WebhookQueue", "WebhooksQueue.Arn",
            "bout.store.queue.ResultQueue", "ResultsQueue.Arn",
            "bout.store.queue.UpdateQueue", "UpdatesQueue.Arn");

    @Test
    void every_kind_of_queue_is_listed_here() {
        assertEquals(
                QUEUES.keySet(),
                Arrays.stream(bout.store.queue.Queue.class.getPermittedSubclasses())
                        .map(Class::getName)
                        .collect(toSet()));
    }

    /** The actions and resources that this code needs, such as {@code dynamodb:Query Table.Arn/index/by-status}. */
    private static Set<String> needed(Function function) {
        CodeReach code = CodeReach.of(function.handler());
        Set<String> needed = new TreeSet<>();
        String table = APPLICATION.tables().getFirst().logicalId() + ".Arn";
        for (String method : code.calledOf(DYNAMO_DB)) {
            switch (method) {
                case "builder" -> {}
                case "getItem", "batchGetItem", "putItem", "updateItem", "deleteItem" ->
                    needed.add(action("dynamodb", method, table));
                // The store queries indexes, except for partitions of the table that must be read consistently.
                case "query", "queryPaginator" ->
                    code.callers(DYNAMO_DB, method)
                            .forEach(caller -> needed.add("dynamodb:Query "
                                    + switch (caller) {
                                        case "bout.store.table.Partition" -> table;
                                        case "bout.store.table.Due" -> table + "/index/by-due";
                                        case "bout.store.table.Table" -> table + "/index/by-status";
                                        default ->
                                            throw new AssertionError(
                                                    "this test does not know what " + caller + " asks");
                                    }));
                case "transactWriteItems" ->
                    code.calledOf(TRANSACTION).stream()
                            .filter(Predicate.not("build"::equals))
                            .map(part -> part.equals("conditionCheck") ? "conditionCheckItem" : part + "Item")
                            .forEach(part -> needed.add(action("dynamodb", part, table)));
                default -> throw unknown(DYNAMO_DB, method);
            }
        }
        for (String method : code.reached("bout.store.line.LinePosts")) {
            switch (method) {
                case "send" -> needed.add(CONNECTIONS.formatted("POST"));
                case "close" -> needed.add(CONNECTIONS.formatted("DELETE"));
                default -> {}
            }
        }
        for (String method : code.calledOf(S3)) {
            assertTrue(
                    method.equals("builder") || code.callers(S3, method).equals(Set.of(BUCKET)),
                    "only the store's bucket calls S3, but " + code.callers(S3, method) + " call " + method);
        }
        for (String method : code.reached(BUCKET)) {
            for (String caller : code.callers(BUCKET, method)) {
                switch (method) {
                    case "put", "putIfAbsent" ->
                        folders(caller).forEach(folder -> needed.add("s3:PutObject " + folder));
                    case "delete" -> folders(caller).forEach(folder -> needed.add("s3:DeleteObject " + folder));
                    case "get" -> {
                        folders(caller).forEach(folder -> needed.add("s3:GetObject " + folder));
                        // Without this permission, S3 answers 403 instead of 404.
                        needed.add("s3:ListBucket ReplayBucket.Arn");
                    }
                    default -> {}
                }
            }
        }
        for (String method : code.calledOf(SQS)) {
            for (String caller : code.callers(SQS, method)) {
                switch (method) {
                    case "builder" -> {}
                    case "sendMessage", "sendMessageBatch" ->
                        queues(function, code, caller).forEach(queue -> needed.add("sqs:SendMessage " + queue));
                    case "deleteMessageBatch" ->
                        queues(function, code, caller).forEach(queue -> needed.add("sqs:DeleteMessage " + queue));
                    case "receiveMessage", "deleteMessage", "changeMessageVisibility", "getQueueAttributes" ->
                        queues(function, code, caller).forEach(queue -> needed.add(action("sqs", method, queue)));
                    default -> throw unknown(SQS, method);
                }
            }
        }
        return needed;
    }

    /** The folders of the bucket that a class of the store uses. */
    private static Stream<String> folders(String caller) {
        Stream<String> folders =
                switch (caller) {
                    case "bout.store.replay.Replays" -> Stream.of("replays");
                    case "bout.store.replay.Checkpoints" -> Stream.of("checkpoints");
                    case "bout.store.journal.StandingsFiles" -> Stream.of("standings", "private");
                    case "bout.store.journal.LadderSnapshots" -> Stream.of("ladders");
                    case "bout.store.replay.LiveReplays" -> Stream.of("live");
                    case "bout.store.bot.PublishedCode" -> Stream.of("code");
                    case "bout.store.replay.Consoles" -> Stream.of("console");
                    default ->
                        throw new AssertionError("this test does not know what " + caller + " keeps in the bucket");
                };
        return folders.map(folder -> "ReplayBucket.Arn/" + folder + "/*");
    }

    /**
     * The queues that a class of the store uses; for the class shared by several queues, those that the code creates. A
     * function receives from the queue that invokes it; the only other one that receives does so from the dead letters.
     */
    private static Stream<String> queues(Function function, CodeReach code, String caller) {
        return switch (caller) {
            case "bout.store.queue.Inbox" -> {
                QueueBatches invokes = consumers().get(function);
                yield Stream.of((invokes == null
                                ? "MatchesDeadLetterQueue"
                                : invokes.queue().logicalId()) + ".Arn");
            }
            case "bout.store.queue.Queue" -> {
                List<String> made = QUEUES.keySet().stream().filter(code::makes).toList();
                assertFalse(made.isEmpty(), "this test does not know which queue is used");
                yield made.stream().map(QUEUES::get);
            }
            default -> throw new AssertionError("this test does not know the queue of " + caller);
        };
    }

    private static String action(String service, String method, String resource) {
        return service + ":" + Character.toUpperCase(method.charAt(0)) + method.substring(1) + " " + resource;
    }

    private static AssertionError unknown(String client, String method) {
        return new AssertionError("this test does not know which permission " + client + "." + method + " needs");
    }

    private static Set<String> allowed(Function function) {
        Set<String> allowed = new TreeSet<>();
        for (Map<String, Object> statement : statements(function.logicalId())) {
            assertEquals("Allow", statement.get("Effect"));
            for (Object action : list(statement.get("Action"))) {
                for (Object resource : list(statement.get("Resource"))) {
                    allowed.add(action + " " + symbol(resource));
                }
            }
        }
        return allowed;
    }

    /** The functions whose code connects to URLs from users. */
    private static List<Function> callersOfBots() {
        return functions().stream()
                .filter(function -> CodeReach.of(function.handler()).libraryCalls().stream()
                        .anyMatch(call -> call.owner().startsWith("org.apache.hc.")))
                .toList();
    }

    @Test
    void only_the_runner_the_checker_and_the_webhook_function_call_urls_from_users() {
        assertEquals(
                Set.of("RunnerFunction", "CheckerFunction", "WebhooksFunction"),
                callersOfBots().stream().map(Function::logicalId).collect(toSet()));
    }

    @Test
    void functions_that_call_bots_are_outside_our_networks() throws IOException {
        assertFalse(callersOfBots().isEmpty());
        // No function, and not Globals, may have one.
        assertFalse(Files.readString(FILE).contains("VpcConfig"));
    }

    @Test
    void functions_that_call_bots_have_exactly_these_permissions() {
        assertEquals(
                Map.of(
                        "RunnerFunction",
                        Set.of(
                                "dynamodb:GetItem Table.Arn",
                                "dynamodb:PutItem Table.Arn",
                                "dynamodb:UpdateItem Table.Arn",
                                "s3:GetObject ReplayBucket.Arn/replays/*",
                                "s3:PutObject ReplayBucket.Arn/replays/*",
                                "s3:GetObject ReplayBucket.Arn/checkpoints/*",
                                "s3:PutObject ReplayBucket.Arn/checkpoints/*",
                                "s3:DeleteObject ReplayBucket.Arn/checkpoints/*",
                                "s3:PutObject ReplayBucket.Arn/live/*",
                                "s3:GetObject ReplayBucket.Arn/code/*",
                                "s3:PutObject ReplayBucket.Arn/console/*",
                                "s3:ListBucket ReplayBucket.Arn",
                                CONNECTIONS.formatted("POST"),
                                "sqs:ReceiveMessage MatchesQueue.Arn",
                                "sqs:DeleteMessage MatchesQueue.Arn",
                                "sqs:GetQueueAttributes MatchesQueue.Arn",
                                "sqs:SendMessage MatchesQueue.Arn",
                                "sqs:SendMessage MatchesDeadLetterQueue.Arn",
                                "sqs:SendMessage WebhooksQueue.Arn",
                                "sqs:SendMessage ResultsQueue.Arn"),
                        "WebhooksFunction",
                        Set.of(
                                "dynamodb:GetItem Table.Arn",
                                "sqs:ChangeMessageVisibility WebhooksQueue.Arn",
                                "sqs:SendMessage WebhooksQueue.Arn",
                                "sqs:ReceiveMessage WebhooksQueue.Arn",
                                "sqs:DeleteMessage WebhooksQueue.Arn",
                                "sqs:GetQueueAttributes WebhooksQueue.Arn"),
                        "CheckerFunction",
                        Set.of(
                                "dynamodb:GetItem Table.Arn",
                                "dynamodb:PutItem Table.Arn",
                                "dynamodb:UpdateItem Table.Arn",
                                "dynamodb:Query Table.Arn/index/by-status",
                                CONNECTIONS.formatted("POST"),
                                "s3:GetObject ReplayBucket.Arn/replays/*",
                                "s3:GetObject ReplayBucket.Arn/code/*",
                                "s3:ListBucket ReplayBucket.Arn",
                                "sqs:SendMessage ChecksQueue.Arn",
                                "sqs:ReceiveMessage ChecksQueue.Arn",
                                "sqs:DeleteMessage ChecksQueue.Arn",
                                "sqs:GetQueueAttributes ChecksQueue.Arn")),
                callersOfBots().stream().collect(toMap(Function::logicalId, TemplateTest::allowed)));
    }

    /** The partition keys, in the table or its index, that {@code TableLayout}'s methods build. */
    private static final Map<String, String> LEADING_KEYS = Map.ofEntries(
            Map.entry("matchKey", "match#*"),
            Map.entry("runnerKey", "runners"),
            Map.entry("runners", "runners"),
            Map.entry("tokenKey", "token#*"),
            Map.entry("botKey", "bot#*"),
            Map.entry("botOfOwnerKey", "bot#*"),
            Map.entry("botsOfGame", "bots#*"),
            Map.entry("tournamentKey", "tournament#*"),
            Map.entry("quotaKey", "matches-of#*"),
            Map.entry("lineKey", "line-key"),
            Map.entry("linesKey", "lines#*"),
            Map.entry("lineOfKey", "line#*"),
            Map.entry("ticketKey", "ticket#*"),
            Map.entry("seatKey", "seat-key"));

    private static final Set<String> NO_KEYS = Set.of(
            "<clinit>",
            "key",
            "text",
            "number",
            "names",
            "matchOf",
            "tournamentOf",
            "connectedOf",
            "linesOfOwner",
            "list",
            "runningOf",
            "sha256");

    @Test
    void functions_that_call_bots_reach_only_the_partitions_that_their_code_needs() {
        List<Function> reached = new ArrayList<>(callersOfBots());
        reached.add(function("ConnectionsFunction"));
        for (Function function : reached) {
            CodeReach code = CodeReach.of(function.handler());
            // LEADING_KEYS knows the quotas of matches only.
            assertFalse(code.reached("bout.store.bot.Bots").contains("quota"), function::logicalId);
            Set<String> needed = new TreeSet<>();
            for (String method : code.reached("bout.store.table.TableLayout")) {
                if (!NO_KEYS.contains(method)) {
                    needed.add(LEADING_KEYS.getOrDefault(method, "keys of " + method));
                }
            }
            Set<String> allowed = new TreeSet<>();
            for (Map<String, Object> statement : statements(function.logicalId())) {
                if (list(statement.get("Action")).stream()
                        .anyMatch(action -> ((String) action).startsWith("dynamodb:"))) {
                    Map<String, Object> condition = map(statement.get("Condition"));
                    assertEquals(Set.of("ForAllValues:StringLike"), condition.keySet());
                    Map<String, Object> keys = map(condition.get("ForAllValues:StringLike"));
                    assertEquals(Set.of("dynamodb:LeadingKeys"), keys.keySet());
                    list(keys.get("dynamodb:LeadingKeys")).forEach(key -> allowed.add((String) key));
                }
            }
            assertEquals(needed, allowed, function::logicalId);
        }
    }

    /** The code that names a key of such a partition reads the item at once, and nothing else. */
    @ParameterizedTest
    @MethodSource("eachFunction")
    void a_function_only_reads_the_partitions_that_its_role_only_reads(Function function) {
        Set<String> read = partitions(function, List.of("dynamodb:GetItem")::containsAll);
        read.removeAll(
                partitions(function, actions -> !List.of("dynamodb:GetItem").containsAll(actions)));
        CodeReach code = CodeReach.of(function.handler());
        LEADING_KEYS.forEach((method, partition) -> {
            if (read.contains(partition)) {
                for (Set<String> calls :
                        code.calledWith("bout.store.table.TableLayout", method, "bout.store.table.Table")) {
                    assertEquals(Set.of("item"), calls, method);
                }
            }
        });
    }

    /** The partitions of the table in those statements of a function's role whose actions pass. */
    private static Set<String> partitions(Function function, Predicate<List<?>> actions) {
        Set<String> partitions = new TreeSet<>();
        for (Map<String, Object> statement : statements(function.logicalId())) {
            if (statement.get("Condition") instanceof Map<?, ?> condition
                    && actions.test(list(statement.get("Action")))) {
                list(map(condition.get("ForAllValues:StringLike")).get("dynamodb:LeadingKeys"))
                        .forEach(key -> partitions.add((String) key));
            }
        }
        return partitions;
    }

    @Test
    void what_a_function_that_calls_bots_only_reads_it_cannot_write() {
        Map<String, Object> statement = statements("RunnerFunction").stream()
                .filter(each -> each.toString().contains("token#*"))
                .findFirst()
                .orElseThrow();
        assertEquals(List.of("dynamodb:GetItem"), list(statement.get("Action")));
        assertTrue(statement.toString().contains("bot#*"));
    }

    private static Function function(String logicalId) {
        return functions().stream()
                .filter(function -> function.logicalId().equals(logicalId))
                .findFirst()
                .orElseThrow();
    }

    /** A wildcard, a managed policy or a separate role could allow more than the test above reads. */
    @ParameterizedTest
    @MethodSource("eachFunction")
    void a_functions_role_names_each_action_and_resource(Function function) {
        Map<String, Object> properties = properties(function.logicalId());
        assertFalse(properties.containsKey("Role"), "a separate role");
        for (Object policy : list(properties.getOrDefault("Policies", List.of()))) {
            assertEquals(Set.of("Version", "Statement"), map(policy).keySet());
        }
        for (Map<String, Object> statement : statements(function.logicalId())) {
            Set<String> said = new TreeSet<>(statement.keySet());
            said.remove("Condition"); // allows less
            assertEquals(Set.of("Sid", "Effect", "Action", "Resource"), said);
            list(statement.get("Action"))
                    .forEach(action -> assertTrue(
                            ((String) action).matches("(dynamodb|s3|sqs|execute-api):[A-Z][A-Za-z]+"),
                            action::toString));
            list(statement.get("Resource"))
                    .forEach(resource -> assertTrue(
                            symbol(resource)
                                    .matches("([A-Za-z]+\\.Arn(/[a-z-]+)*|arn:AWS::Partition:execute-api:.*)(/\\*)?"),
                            resource::toString));
        }
    }

    private static String text(Map<String, Object> map, String name) {
        return (String) map.get(name);
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
