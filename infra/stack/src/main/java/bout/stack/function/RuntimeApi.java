package bout.stack.function;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The Lambda Runtime API (version 2018-06-01) for one process of a function. The process asks for its next invocation,
 * and answers with a response or an error, or reports that it could not start. Each process has its own loopback port,
 * because the protocol cannot tell processes apart.
 */
final class RuntimeApi implements AutoCloseable {

    private static final String INVOCATION = "/2018-06-01/runtime/invocation/";
    private static final String NEXT = INVOCATION + "next";
    private static final String INIT_ERROR = "/2018-06-01/runtime/init/error";

    private static final int ACCEPTED = 202;
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private record Invocation(
            String id, byte[] event, Instant deadline, Lineage lineage, CompletableFuture<byte[]> answer) {}

    private final String functionArn;
    private final HttpServer server;
    private final ExecutorService threads;
    private final BlockingQueue<Invocation> next = new ArrayBlockingQueue<>(1);
    private final AtomicReference<Invocation> current = new AtomicReference<>();
    private final CompletableFuture<Void> begun = new CompletableFuture<>();

    /** @param function the function's name */
    RuntimeApi(String function) throws IOException {
        functionArn = "arn:aws:lambda:local:000000000000:function:" + function;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("runtime-api-" + function + "-", 0).factory());
        server.setExecutor(threads);
        server.createContext(NEXT, ofProcess(this::next));
        server.createContext(INVOCATION, ofProcess(this::answer));
        server.createContext(INIT_ERROR, ofProcess(this::initError));
        server.start();
    }

    /** A page in a browser could otherwise take an invocation away from the process. */
    private HttpHandler ofProcess(HttpHandler handler) {
        return exchange -> {
            Headers headers = exchange.getRequestHeaders();
            if (List.of(hostAndPort()).equals(headers.get("Host"))
                    && !headers.containsKey("Origin")
                    && !headers.containsKey("Sec-Fetch-Site")) {
                handler.handle(exchange);
                return;
            }
            try (exchange) {
                refuse(exchange, FORBIDDEN, "NotAProcess", "only the process of the function may ask");
            }
        };
    }

    /** The value of {@code AWS_LAMBDA_RUNTIME_API}. */
    String hostAndPort() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /**
     * Completes when the process asks for its first invocation; fails with {@link InvocationFailed} if it reports that
     * it could not start.
     */
    CompletableFuture<Void> begun() {
        return begun;
    }

    /**
     * Gives an event to the process. The previous invocation must have been answered.
     *
     * @param timeout the time limit reported to the process
     * @param lineage the chain of events that the SDK in the process passes on
     * @return the answer; {@link InvocationFailed} if it is an error
     */
    CompletableFuture<byte[]> invoke(byte[] event, Duration timeout, Lineage lineage) {
        Invocation invocation = new Invocation(
                UUID.randomUUID().toString(), event, Instant.now().plus(timeout), lineage, new CompletableFuture<>());
        if (!next.offer(invocation)) {
            throw new IllegalStateException("a process of a function handles one invocation at a time");
        }
        return invocation.answer;
    }

    private void next(HttpExchange exchange) throws IOException {
        try (exchange) {
            begun.complete(null);
            Invocation invocation = next.take();
            current.set(invocation);
            exchange.getResponseHeaders().set("Lambda-Runtime-Aws-Request-Id", invocation.id);
            exchange.getResponseHeaders()
                    .set("Lambda-Runtime-Deadline-Ms", Long.toString(invocation.deadline.toEpochMilli()));
            exchange.getResponseHeaders().set("Lambda-Runtime-Invoked-Function-Arn", functionArn);
            exchange.getResponseHeaders().set("Lambda-Runtime-Trace-Id", invocation.lineage.header());
            send(exchange, OK, invocation.event);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt(); // close the connection without an answer
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String[] place = exchange.getRequestURI()
                    .getPath()
                    .substring(INVOCATION.length())
                    .split("/", -1);
            if (!exchange.getRequestMethod().equals("POST")
                    || place.length != 2
                    || !place[1].equals("response") && !place[1].equals("error")) {
                refuse(exchange, NOT_FOUND, "InvalidPath", "expected POST " + INVOCATION + "ID/response or .../error");
                return;
            }
            Invocation invocation = current.get();
            if (invocation == null || !invocation.id.equals(place[0])) {
                refuse(exchange, BAD_REQUEST, "InvalidRequestID", "not the current invocation of this process");
                return;
            }
            send(exchange, ACCEPTED, "{\"status\":\"OK\"}".getBytes(StandardCharsets.UTF_8));
            if (place[1].equals("response")) {
                invocation.answer.complete(body);
            } else {
                invocation.answer.completeExceptionally(error("the handler failed", body));
            }
        }
    }

    private void initError(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            send(exchange, ACCEPTED, "{\"status\":\"OK\"}".getBytes(StandardCharsets.UTF_8));
            begun.completeExceptionally(error("the handler could not be created", body));
        }
    }

    /** @param body the runtime's report: an object with {@code errorType}, {@code errorMessage}, {@code stackTrace} */
    private static InvocationFailed error(String what, byte[] body) {
        return new InvocationFailed(what + ": " + new String(body, StandardCharsets.UTF_8));
    }

    private static void refuse(HttpExchange exchange, int status, String type, String message) throws IOException {
        send(
                exchange,
                status,
                ("{\"errorType\":\"" + type + "\",\"errorMessage\":\"" + message + "\"}")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, byte[] json) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, json.length);
        exchange.getResponseBody().write(json);
    }

    /** Hangs up. A process that still runs ends because nobody answers. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
