package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Application.Route;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Starts the jars that template.yaml deploys as Lambda does: its own runtime client in a process with nothing but the
 * jar, which asks for an event and answers it. There is no cloud: every call of a function to it is refused.
 */
@Tag("server")
@Tag("full")
@EnabledOnOs(value = OS.LINUX, disabledReason = "Lambda's runtime client has native libraries for Linux only")
class LambdaRuntimeIT {

    private static final String RUNTIME = "/2018-06-01/runtime/";
    private static final int TIMEOUT_S = 120;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("bout.stack.WrittenTemplate#eachFunction")
    void a_packed_function_starts_under_lambdas_runtime_client_and_answers_an_event(Function function)
            throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        AtomicBoolean asked = new AtomicBoolean();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(threads);
            server.createContext(RUNTIME + "invocation/next", exchange -> {
                if (asked.getAndSet(true)) {
                    answer.join(); // it has answered, and is about to be ended
                }
                exchange.getResponseHeaders().set("Lambda-Runtime-Aws-Request-Id", "1");
                exchange.getResponseHeaders()
                        .set("Lambda-Runtime-Deadline-Ms", Long.toString(System.currentTimeMillis() + 60_000));
                exchange.getResponseHeaders()
                        .set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:local:000000000000:function:it");
                send(exchange, 200, event(function));
            });
            server.createContext(RUNTIME + "invocation/1/response", exchange -> {
                answer.complete(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                send(exchange, 202, "{}");
            });
            // Errors of the invocation and of the start.
            server.createContext(RUNTIME, exchange -> {
                answer.complete(
                        "error: " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                send(exchange, 202, "{}");
            });
            server.createContext("/", exchange -> send(exchange, 400, ""));
            server.start();
            Process process = start(function, server.getAddress().getPort());
            try {
                process.onExit().thenRun(() -> answer.complete("error: it ended"));
                assertAnswers(function, answer.get(TIMEOUT_S, TimeUnit.SECONDS));
            } finally {
                process.destroyForcibly().waitFor();
                server.stop(0);
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String json) throws IOException {
        try (exchange) {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Process start(Function function, int port) throws IOException {
        Path jar = WrittenTemplate.FILE.resolveSibling(function.codeUri());
        assertTrue(Files.isRegularFile(jar), () -> jar + " is missing; run ./mvnw package");
        Path lib = Files.createDirectories(folder.resolve("lib"));
        Files.createSymbolicLink(lib.resolve("function.jar"), jar);
        String client = Arrays.stream(System.getProperty("java.class.path").split(":"))
                .filter(path -> path.contains("aws-lambda-java-") && !path.contains("-events"))
                .collect(Collectors.joining(":"));
        ProcessBuilder process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        client,
                        "com.amazonaws.services.lambda.runtime.api.client.AWSLambda",
                        function.handler() + "::handleRequest")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        Map<String, String> environment = process.environment();
        environment.clear();
        environment.putAll(function.environment());
        environment.putAll(Map.of(
                "AWS_LAMBDA_RUNTIME_API",
                "127.0.0.1:" + port,
                "AWS_LAMBDA_FUNCTION_NAME",
                function.name(),
                "AWS_LAMBDA_FUNCTION_VERSION",
                "$LATEST",
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
                "512",
                "AWS_LAMBDA_INITIALIZATION_TYPE",
                "on-demand",
                "LAMBDA_TASK_ROOT",
                folder.toString(),
                "_HANDLER",
                function.handler() + "::handleRequest",
                "AWS_REGION",
                "eu-central-1"));
        for (String service : List.of("DYNAMODB", "S3", "SQS", "APIGATEWAYMANAGEMENTAPI")) {
            environment.put("AWS_ENDPOINT_URL_" + service, "http://127.0.0.1:" + port);
        }
        return process.start();
    }

    /** An event of the first kind that the template sends to the function. */
    private static String event(Function function) {
        return switch (function.events().isEmpty() ? null : function.events().getFirst()) {
            case null -> "{\"isBase64Encoded\": false}"; // of the WebSocket API
            case Route route -> {
                String path = route.path().replaceAll("[{}+]", "");
                String parameters = Pattern.compile("[{](\\w+)")
                        .matcher(route.path())
                        .results()
                        .map(name -> "\"%1$s\": \"%1$s\"".formatted(name.group(1)))
                        .collect(Collectors.joining(", "));
                yield """
                        {"version": "2.0", "routeKey": "%s", "rawPath": "%s", "rawQueryString": "",
                         "pathParameters": {%s}, "headers": {"content-type": "application/json"}, "isBase64Encoded": false,
                         "requestContext": {"http": {"method": "GET", "path": "%s", "sourceIp": "192.0.2.1"}}}
                        """.formatted(route.key(), path, parameters, path);
            }
            case QueueBatches queue -> """
                {"Records": [{"messageId": "one", "receiptHandle": "receipt", "body": "no id of anything",
                              "attributes": {"ApproximateReceiveCount": "1"}, "eventSource": "aws:sqs"}]}
                """;
            default -> """
                {"source": "aws.events", "detail-type": "Scheduled Event", "time": "2026-03-01T12:00:00Z", "detail": {}}
                """;
        };
    }

    /** A function may give up when the cloud refuses its calls: then it was started, and understood its event. */
    private void assertAnswers(Function function, String answer) throws IOException {
        String log = Files.readString(folder.resolve("log"));
        if (answer.startsWith("error: ")) {
            assertTrue(answer.contains("software.amazon.awssdk."), answer + "\n" + log);
        } else if (!function.events().isEmpty()) {
            switch (function.events().getFirst()) {
                case Route route -> assertTrue(answer.contains("\"statusCode\""), answer + "\n" + log);
                case QueueBatches queue -> assertTrue(answer.contains("\"batchItemFailures\""), answer + "\n" + log);
                default -> assertEquals("null", answer, log);
            }
        }
    }
}
