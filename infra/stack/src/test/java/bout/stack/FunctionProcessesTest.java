package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Application.Route;
import bout.cloud.template.Application.Schedule;
import bout.embedded.TestAws;
import bout.embedded.TestAws.TestApplication;
import bout.stack.function.FunctionJvm;
import bout.stack.function.FunctionNotLoaded;
import bout.stack.function.FunctionProcesses;
import bout.stack.function.InvocationFailed;
import bout.stack.function.Lineage;
import bout.stack.function.TableRole;
import bout.stack.http.HttpAnswer;
import bout.stack.http.HttpRequest;
import bout.store.Aws;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.SdkException;

@Tag("server")
@EnabledOnOs(value = OS.LINUX, disabledReason = "Lambda's runtime client has native libraries for Linux only")
class FunctionProcessesTest {

    private static final int TIMEOUT_S = 60;

    private static FunctionJvm jvm;

    @TempDir
    Path folder;

    @BeforeAll
    static void unpack(@TempDir Path unpacked) throws FunctionNotLoaded {
        jvm = new FunctionJvm(unpacked);
    }

    private static FunctionProcesses scripted(Duration timeout) {
        return processesOf(Scripted.class, timeout, Map.of("BOUT_SAYS", "hello"));
    }

    private static FunctionProcesses processesOf(Class<?> handler, Duration timeout, Map<String, String> environment) {
        return new FunctionProcesses(
                new Function(
                        "Work",
                        "bout-Work",
                        handler.getName(),
                        "x.jar",
                        timeout,
                        128,
                        false,
                        Map.of(),
                        List.of(),
                        List.of()),
                environment,
                jvm);
    }

    @Test
    void a_function_reuses_its_process() throws Exception {
        try (FunctionProcesses work = scripted(Duration.ofSeconds(TIMEOUT_S))) {
            Map<?, ?> first = work.invoke(Map.of("do", "answer", "with", "žluť"), Map.class);
            assertEquals("žluť", first.get("with"));
            assertEquals("hello", first.get("BOUT_SAYS"));
            assertEquals("bout-Work", first.get("function"));
            assertTrue((int) first.get("remaining") <= 1000 * TIMEOUT_S && (int) first.get("remaining") > 0);
            Map<?, ?> second = work.invoke(Map.of("do", "answer"), Map.class);
            assertEquals(first.get("pid"), second.get("pid"));
            assertNotEquals(first.get("requestId"), second.get("requestId"));
            assertNotEquals(ProcessHandle.current().pid(), ((Number) first.get("pid")).longValue());
        }
    }

    @Test
    void a_process_has_only_the_environment_that_lambda_would_set() throws Exception {
        try (FunctionProcesses work = scripted(Duration.ofSeconds(TIMEOUT_S))) {
            Set<String> seen = new HashSet<>();
            ((List<?>) work.invoke(Map.of("do", "environment"), Map.class).get("names"))
                    .forEach(name -> seen.add((String) name));
            seen.removeIf(name -> name.startsWith("AWS_") || name.startsWith("BOUT_"));
            assertEquals(Set.of("LAMBDA_TASK_ROOT", "_HANDLER", "LANG", "TZ"), seen);
        }
    }

    @Test
    void a_process_reaches_only_what_the_role_of_its_function_allows() throws Exception {
        Function function = Application.IT.application().functions().stream()
                .filter(each -> each.logicalId().equals("WebhooksFunction"))
                .findFirst()
                .orElseThrow();
        Map<String, String> environment = new HashMap<>(Application.IT.environment("WebhooksFunction"));
        environment.put(
                "AWS_ENDPOINT_URL_DYNAMODB",
                TableRole.of(function)
                        .endpoint(Application.IT.endpoints().dynamoDb())
                        .toString());
        try (FunctionProcesses work = processesOf(Scripted.class, Duration.ofSeconds(TIMEOUT_S), environment)) {
            Map<?, ?> answer = work.invoke(Map.of("do", "read a token"), Map.class);
            assertTrue(String.valueOf(answer.get("error")).contains("not authorized to perform: dynamodb:GetItem"));
        }
    }

    @Test
    void a_process_learns_the_chain_of_events_that_it_continues() throws Exception {
        Lineage lineage = Lineage.NONE.plus("Work").plus("Work");
        try (FunctionProcesses work = scripted(Duration.ofSeconds(TIMEOUT_S))) {
            Map<?, ?> first = work.invoke(Map.of("do", "answer"), Map.class, lineage);
            // The AWS SDK reads this property and sends it on.
            assertEquals(lineage, Lineage.of((String) first.get("com.amazonaws.xray.traceHeader")));
        }
    }

    @Test
    void concurrent_invocations_have_a_process_each_up_to_four() throws Exception {
        Path go = folder.resolve("go");
        try (FunctionProcesses work = scripted(Duration.ofSeconds(TIMEOUT_S));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Map<?, ?>>> answers = Stream.generate(
                            () -> callers.<Map<?, ?>>submit(() -> work.invoke(waitFor(go), Map.class)))
                    .limit(6)
                    .toList();
            awaitUntil(() -> work.processes().size() == 4);
            Files.createFile(go);
            Set<Object> pids = new HashSet<>();
            for (Future<Map<?, ?>> answer : answers) {
                pids.add(answer.get().get("pid"));
            }
            assertEquals(4, pids.size());
            assertEquals(4, work.processes().size());
        }
    }

    @Test
    void an_exception_fails_the_invocation_but_not_the_process() throws Exception {
        try (FunctionProcesses work = scripted(Duration.ofSeconds(TIMEOUT_S))) {
            Object pid = work.invoke(Map.of("do", "answer"), Map.class).get("pid");
            InvocationFailed failed =
                    assertThrows(InvocationFailed.class, () -> work.invoke(Map.of("do", "throw"), Map.class));
            assertTrue(failed.getMessage().contains("as the test wants it"), failed.getMessage());
            assertEquals(pid, work.invoke(Map.of("do", "answer"), Map.class).get("pid"));
        }
    }

    @Test
    void a_killed_process_fails_its_invocation_and_the_next_gets_a_new_one() throws Exception {
        try (FunctionProcesses work = scripted(Duration.ofSeconds(TIMEOUT_S));
                ExecutorService caller = Executors.newVirtualThreadPerTaskExecutor()) {
            Path begun = folder.resolve("begun");
            Future<?> cutOff = caller.submit(() -> work.invoke(
                    Map.of(
                            "do",
                            "wait",
                            "begun",
                            begun.toString(),
                            "file",
                            folder.resolve("never").toString()),
                    Map.class));
            awaitUntil(() -> Files.exists(begun));
            ProcessHandle killed = work.processes().getFirst().handle();
            killed.destroyForcibly();
            Throwable failed =
                    assertThrows(ExecutionException.class, cutOff::get).getCause();
            assertTrue(
                    failed.getMessage().contains("(process " + killed.pid() + ") exited with status 137"),
                    failed.toString());
            Object pid = work.invoke(Map.of("do", "answer"), Map.class).get("pid");
            assertNotEquals(killed.pid(), ((Number) pid).longValue());
            assertEquals(1, work.processes().size());
        }
    }

    @Test
    void a_killed_idle_process_is_replaced() throws Exception {
        try (FunctionProcesses work = scripted(Duration.ofSeconds(TIMEOUT_S))) {
            work.invoke(Map.of("do", "answer"), Map.class);
            ProcessHandle idle = work.processes().getFirst().handle();
            idle.destroyForcibly();
            idle.onExit().get(TIMEOUT_S, TimeUnit.SECONDS);
            assertNotEquals(
                    idle.pid(),
                    ((Number) work.invoke(Map.of("do", "answer"), Map.class).get("pid")).longValue());
        }
    }

    @Test
    void a_process_that_exceeds_its_timeout_is_killed() throws Exception {
        try (FunctionProcesses work = scripted(Duration.ofSeconds(1))) {
            work.invoke(Map.of("do", "answer"), Map.class);
            ProcessHandle slow = work.processes().getFirst().handle();
            InvocationFailed failed = assertThrows(
                    InvocationFailed.class, () -> work.invoke(waitFor(folder.resolve("never")), Map.class));
            assertTrue(failed.getMessage().endsWith("timed out after 1 s"), failed.getMessage());
            slow.onExit().get(TIMEOUT_S, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_handler_that_cannot_be_created_reports_the_reason() throws Exception {
        try (FunctionProcesses broken = processesOf(Broken.class, Duration.ofSeconds(TIMEOUT_S), Map.of())) {
            InvocationFailed failed = assertThrows(InvocationFailed.class, () -> broken.invoke(Map.of(), Map.class));
            assertTrue(failed.getMessage().contains("BOUT_MISSING is not set"), failed.getMessage());
        }
    }

    @Test
    void closing_kills_running_invocations() throws Exception {
        FunctionProcesses work = scripted(Duration.ofSeconds(TIMEOUT_S));
        try (ExecutorService caller = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> cutOff = caller.submit(() -> work.invoke(waitFor(folder.resolve("never")), Map.class));
            awaitUntil(() -> !work.processes().isEmpty());
            ProcessHandle process = work.processes().getFirst().handle();
            work.close();
            assertFalse(process.isAlive());
            assertThrows(ExecutionException.class, cutOff::get);
            assertThrows(InvocationFailed.class, () -> work.invoke(Map.of("do", "answer"), Map.class));
        }
    }

    @Test
    void a_killed_parent_leaves_no_process_behind() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName(),
                        folder.resolve("begun").toString(),
                        folder.resolve("never").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var lines = parent.inputReader()) {
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
            assertTrue(child.isAlive());
            parent.destroyForcibly();
            child.onExit().get(TIMEOUT_S, TimeUnit.SECONDS);
        } finally {
            parent.destroyForcibly();
        }
    }

    static Stream<Named<Function>> functionsOfTheTemplate() {
        return Application.IT.application().functions().stream()
                .map(function -> Named.of(function.logicalId(), function));
    }

    /** Created on first use. */
    private static final class Application {
        private static final TestApplication IT = TestAws.application();
    }

    @ParameterizedTest
    @MethodSource("functionsOfTheTemplate")
    @Tag("full")
    void every_function_of_the_template_answers_in_a_process(Function function) throws Exception {
        Map<String, String> environment = Application.IT.environment(function.logicalId());
        try (FunctionProcesses processes = new FunctionProcesses(function, environment, jvm)) {
            if (function.events().isEmpty()) {
                // The function behind the WebSocket API: what a rule sends it each day, so that it stays active.
                processes.invoke(Map.of("isBase64Encoded", false), Map.class);
            }
            function.events().forEach(event -> {
                switch (event) {
                    case Route route -> {
                        HttpRequest request = new HttpRequest(
                                route.method().equals(Route.ANY) ? "GET" : route.method(),
                                route.path().replaceAll("[{}+]", ""),
                                "",
                                "HTTP/1.1",
                                "127.0.0.1",
                                Map.of("content-type", List.of("application/json")),
                                new byte[0]);
                        HttpAnswer answer = new HttpApi(Map.of(route, processes), RouteThrottles.NONE).answer(request);
                        assertTrue(answer.status() < 500, route.key() + " is answered with " + answer.status());
                    }
                    case QueueBatches queue -> {
                        SQSMessage message = new SQSMessage();
                        message.setMessageId("one");
                        message.setBody("no id of anything");
                        SQSEvent batch = new SQSEvent();
                        batch.setRecords(List.of(message));
                        SQSBatchResponse answer = processes.invoke(batch, SQSBatchResponse.class);
                        assertNotNull(answer.getBatchItemFailures(), "either outcome is fine for such a message");
                    }
                    case Schedule schedule -> processes.invoke(ScheduledRuns.event(), Void.class);
                }
            });
            assertEquals(1, processes.processes().size(), "sequential invocations need only one process");
        }
    }

    private static Map<String, String> waitFor(Path file) {
        return Map.of("do", "wait", "file", file.toString());
    }

    private interface Condition {
        boolean holds();
    }

    private static void awaitUntil(Condition condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < end, "expected within " + TIMEOUT_S + " s");
            Thread.sleep(20);
        }
    }

    /** Does what its event says. */
    public static final class Scripted implements RequestHandler<Map<String, String>, Map<String, Object>> {

        @Override
        public Map<String, Object> handleRequest(Map<String, String> event, Context context) {
            return switch (event.get("do")) {
                case "answer" ->
                    Map.of(
                            "pid", ProcessHandle.current().pid(),
                            "with", event.getOrDefault("with", ""),
                            "BOUT_SAYS", System.getenv("BOUT_SAYS"),
                            "function", context.getFunctionName(),
                            "remaining", context.getRemainingTimeInMillis(),
                            "com.amazonaws.xray.traceHeader", System.getProperty("com.amazonaws.xray.traceHeader", ""),
                            "requestId", context.getAwsRequestId());
                case "read a token" -> {
                    try {
                        new Aws(System.getenv()).tokens(Clock.systemUTC()).isRevoked("tok_" + "0".repeat(32));
                        yield Map.of();
                    } catch (SdkException failed) {
                        yield Map.of("error", failed.getMessage());
                    }
                }
                case "environment" ->
                    Map.of("names", List.copyOf(System.getenv().keySet()));
                case "wait" -> {
                    try {
                        if (event.containsKey("begun")) {
                            Files.createFile(Path.of(event.get("begun")));
                        }
                        while (!Files.exists(Path.of(event.get("file")))) {
                            Thread.sleep(20);
                        }
                    } catch (IOException | InterruptedException failed) {
                        throw new IllegalStateException(failed);
                    }
                    yield Map.of("pid", ProcessHandle.current().pid());
                }
                default -> throw new IllegalArgumentException("as the test wants it");
            };
        }
    }

    /** Its constructor fails. */
    public static final class Broken implements RequestHandler<Object, Object> {

        public Broken() {
            throw new IllegalArgumentException("The environment variable BOUT_MISSING is not set");
        }

        @Override
        public Object handleRequest(Object event, Context context) {
            return event;
        }
    }

    /** Invokes a function that does not return, and prints the id of its process. */
    static final class Parent {

        private Parent() {}

        public static void main(String[] arguments) throws Exception {
            jvm = new FunctionJvm(Files.createTempDirectory("parent"));
            FunctionProcesses work = scripted(Duration.ofMinutes(10));
            Thread.ofPlatform()
                    .start(() ->
                            work.invoke(Map.of("do", "wait", "begun", arguments[0], "file", arguments[1]), Map.class));
            awaitUntil(() -> Files.exists(Path.of(arguments[0])));
            System.out.println(work.processes().getFirst().handle().pid());
        }
    }
}
