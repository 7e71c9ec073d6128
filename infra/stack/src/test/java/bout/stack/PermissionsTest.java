package bout.stack;

import static bout.stack.WrittenTemplate.APPLICATION;
import static bout.stack.WrittenTemplate.FILE;
import static bout.stack.WrittenTemplate.consumers;
import static bout.stack.WrittenTemplate.function;
import static bout.stack.WrittenTemplate.functions;
import static bout.stack.WrittenTemplate.list;
import static bout.stack.WrittenTemplate.map;
import static bout.stack.WrittenTemplate.ofType;
import static bout.stack.WrittenTemplate.properties;
import static bout.stack.WrittenTemplate.statements;
import static bout.stack.WrittenTemplate.symbol;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.QueueBatches;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The roles of template.yaml allow what the code does, and no more. */
class PermissionsTest {

    private static final String DYNAMO_DB = "software.amazon.awssdk.services.dynamodb.DynamoDbClient";

    private static final String CONNECTIONS = "execute-api:ManageConnections"
            + " arn:AWS::Partition:execute-api:AWS::Region:AWS::AccountId:LinesApi/live/%s/@connections/*";
    private static final String TRANSACTION =
            "software.amazon.awssdk.services.dynamodb.model.TransactWriteItem$Builder";
    private static final String S3 = "software.amazon.awssdk.services.s3.S3Client";
    private static final String BUCKET = "bout.store.bucket.Bucket";
    private static final String SQS = "software.amazon.awssdk.services.sqs.SqsClient";

    @ParameterizedTest
    @MethodSource("bout.stack.WrittenTemplate#eachFunction")
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

    /** The queues of the store's {@code Queue} subclasses. */
    private static final Map<String, String> QUEUES = Map.of(
            "bout.store.queue.Queue$MatchQueue", "MatchesQueue.Arn",
            "bout.store.queue.Queue$DeadLetters", "MatchesDeadLetterQueue.Arn",
            "bout.store.queue.CheckQueue", "ChecksQueue.Arn",
            "bout.store.queue.Queue$WebhookQueue", "WebhooksQueue.Arn",
            "bout.store.queue.Queue$ResultQueue", "ResultsQueue.Arn",
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
                                        case "bout.table.Partition" -> table;
                                        case "bout.table.AskedFor" -> table + "/index/by-owner";
                                        case "bout.table.Due" -> table + "/index/by-due";
                                        case "bout.table.Table" -> table + "/index/by-status";
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
        for (String method : code.reached("bout.store.connection.ConnectionPosts")) {
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
                    // S3 answers 403 instead of 404 to whoever may not list the bucket: as if the file were missing.
                    case "get" -> folders(caller).forEach(folder -> needed.add("s3:GetObject " + folder));
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

    /** The partition keys, in the table or its index, that {@code TableLayout}'s methods build. */
    private static final Map<String, String> LEADING_KEYS = Map.ofEntries(
            Map.entry("matchKey", "match#*"),
            Map.entry("runnerKey", "runners"),
            Map.entry("runners", "runners"),
            Map.entry("ownerKey", "owner#*"),
            Map.entry("keyOfOwnerKey", "owner#*"),
            Map.entry("botKey", "bot#*"),
            Map.entry("botOfOwnerKey", "bot#*"),
            Map.entry("botsOfGame", "bots#*"),
            Map.entry("tournamentKey", "tournament#*"),
            Map.entry("contestKey", "contest#*"),
            Map.entry("quotaKey", "matches-of#*"),
            Map.entry("keyOfTickets", "ticket-key"),
            Map.entry("connectionsKey", "connections#*"),
            Map.entry("connectionKey", "connection#*"),
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
            "connectionsOfOwner",
            "list",
            "runningOf");

    @Test
    void functions_that_call_bots_reach_only_the_partitions_that_their_code_needs() {
        List<Function> reached = new ArrayList<>(callersOfBots());
        reached.add(function("ConnectionsFunction"));
        for (Function function : reached) {
            CodeReach code = CodeReach.of(function.handler());
            // LEADING_KEYS knows the quotas of matches only.
            assertFalse(code.reached("bout.store.bot.Bots").contains("quota"), function::logicalId);
            Set<String> needed = new TreeSet<>();
            for (String method : code.reached("bout.table.TableLayout")) {
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
    @MethodSource("bout.stack.WrittenTemplate#eachFunction")
    void a_function_only_reads_the_partitions_that_its_role_only_reads(Function function) {
        Set<String> read = partitions(function, List.of("dynamodb:GetItem")::containsAll);
        read.removeAll(
                partitions(function, actions -> !List.of("dynamodb:GetItem").containsAll(actions)));
        CodeReach code = CodeReach.of(function.handler());
        LEADING_KEYS.forEach((method, partition) -> {
            if (read.contains(partition)) {
                for (Set<String> calls : code.calledWith("bout.table.TableLayout", method, "bout.table.Table")) {
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
                .filter(each -> each.toString().contains("owner#*"))
                .findFirst()
                .orElseThrow();
        assertEquals(List.of("dynamodb:GetItem"), list(statement.get("Action")));
        assertTrue(statement.toString().contains("bot#*"));
    }

    /** A wildcard, a managed policy or a separate role could allow more than the test above reads. */
    @ParameterizedTest
    @MethodSource("bout.stack.WrittenTemplate#eachFunction")
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
}
