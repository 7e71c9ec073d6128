package bout.stack;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.Function;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The jars that template.yaml deploys, each loaded alone: they share only the event types with the test. */
@Tag("server")
@Tag("full")
class PackedFunctionsIT {

    private static final String SDK = "software.amazon.awssdk.";
    private static final HttpServer REFUSING_CLOUD = refusingCloud();
    private static final URI CLOUD =
            URI.create("http://127.0.0.1:" + REFUSING_CLOUD.getAddress().getPort());

    /** Rejects every request as a client error, so that none is retried. */
    private static HttpServer refusingCloud() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                try (exchange) {
                    exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(400, -1);
                }
            });
            server.start();
            return server;
        } catch (IOException noLoopback) {
            throw new UncheckedIOException("cannot listen on the loopback address", noLoopback);
        }
    }

    @AfterAll
    static void stop() {
        REFUSING_CLOUD.stop(0);
    }

    @ParameterizedTest
    @MethodSource("bout.stack.WrittenTemplate#eachFunction")
    void a_packed_function_contains_every_class_it_loads_while_starting(Function function) throws Exception {
        try (Jar jar = new Jar(function)) {
            Object handler = jar.handler();
            @SuppressWarnings("unchecked") // the jar's own Primed
            List<Runnable> priming =
                    (List<Runnable>) handler.getClass().getMethod("priming").invoke(handler);
            for (Runnable step : priming) {
                // Before a snapshot a failure would be logged only.
                try {
                    step.run();
                } catch (RuntimeException refused) {
                    assertTrue(refused.getClass().getName().startsWith(SDK), () -> "priming fails: " + refused);
                }
            }
            assertTrue(
                    jar.has("com/amazonaws/services/lambda/runtime/RequestHandler.class")
                            && jar.has("com/amazonaws/services/lambda/runtime/events/ScheduledEvent.class"),
                    "the jar lacks types that this test shares with it");
        }
    }

    /** A function's jar in its own class loader. */
    private static final class Jar implements AutoCloseable {

        private final Function function;
        private final URLClassLoader classes;

        Jar(Function function) throws IOException {
            this.function = function;
            Path file = WrittenTemplate.FILE.resolveSibling(function.codeUri());
            assertTrue(Files.isRegularFile(file), () -> file + " is missing; run ./mvnw package");
            classes = new URLClassLoader(new URL[] {file.toUri().toURL()}, new EventTypes());
        }

        Object handler() throws ReflectiveOperationException {
            Map<String, String> environment = new HashMap<>(function.environment());
            environment.put("AWS_REGION", "eu-central-1");
            // No rate limit, because this cloud cannot count requests.
            environment.put("BOUT_REQUESTS_PER_SECOND", "0");
            for (String service : List.of("DYNAMODB", "S3", "SQS", "APIGATEWAYMANAGEMENTAPI")) {
                environment.put("AWS_ENDPOINT_URL_" + service, CLOUD.toString());
            }
            Class<?> aws = classes.loadClass("bout.store.Aws");
            return classes.loadClass(function.handler())
                    .getConstructor(aws)
                    .newInstance(aws.getConstructor(Map.class).newInstance(environment));
        }

        boolean has(String file) {
            return classes.findResource(file) != null;
        }

        @Override
        public void close() throws IOException {
            classes.close();
        }
    }

    /** Lets the handler and this test share the event types. */
    private static final class EventTypes extends ClassLoader {

        EventTypes() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("com.amazonaws.services.lambda.runtime.") || name.startsWith("org.crac.")) {
                return PackedFunctionsIT.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
