package bout.chaos;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class FaultyProxyTest {

    private static final int CALLS = 600;

    @Test
    void every_fault_does_what_it_says_and_other_calls_pass_unchanged() throws Exception {
        AtomicInteger reached = new AtomicInteger();
        AtomicInteger witnessed = new AtomicInteger();
        HttpServer upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        upstream.createContext("/", exchange -> {
            try (exchange) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                reached.incrementAndGet();
                exchange.getResponseHeaders()
                        .set(
                                "X-Echo",
                                exchange.getRequestHeaders().getFirst("X-Amz-Target") + " " + exchange.getRequestURI());
                exchange.sendResponseHeaders(418, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        upstream.start();
        URI there = URI.create("http://127.0.0.1:" + upstream.getAddress().getPort());
        try (FaultyProxy proxy = new FaultyProxy(Service.DYNAMODB, there, 1, (method, path, target, body, status) -> {
                    assertEquals(
                            "POST /a%20b T1 hello 418",
                            method + " " + path.replace(" ", "%20") + " " + target + " "
                                    + new String(body, StandardCharsets.UTF_8) + " " + status);
                    witnessed.incrementAndGet();
                });
                ExecutorService callers = Executors.newFixedThreadPool(16)) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                answers.add(callers.submit(() -> call(proxy.endpoint())));
            }
            int passedOn = 0;
            int errors = 0;
            int throttled = 0;
            int cut = 0;
            for (Future<String> each : answers) {
                String answer = each.get();
                if (answer.isEmpty()) {
                    cut++;
                } else if (answer.startsWith("HTTP/1.1 500 ")) {
                    assertTrue(answer.contains("InternalServerError"), answer);
                    errors++;
                } else if (answer.startsWith("HTTP/1.1 400 ")) {
                    assertTrue(answer.contains("ProvisionedThroughputExceededException"), answer);
                    throttled++;
                } else {
                    assertTrue(answer.startsWith("HTTP/1.1 418 "), answer);
                    assertTrue(answer.toLowerCase().contains("x-echo: t1 /a%20b?c=d%2fe"), answer);
                    assertTrue(answer.endsWith("\r\n\r\nhello"), answer);
                    passedOn++;
                }
            }
            assertEquals(proxy.count(Fault.NONE) + proxy.count(Fault.SLOW), passedOn);
            assertEquals(proxy.count(Fault.ERROR), errors);
            assertEquals(proxy.count(Fault.THROTTLED), throttled);
            assertEquals(proxy.count(Fault.CUT_BEFORE) + proxy.count(Fault.CUT_AFTER), cut);
            assertEquals(
                    passedOn + proxy.count(Fault.CUT_AFTER),
                    reached.get(),
                    "a call that is cut off after it took effect");
            assertEquals(reached.get(), witnessed.get());
            for (Fault fault : Fault.values()) {
                assertTrue(proxy.count(fault) > 0, fault + " took effect");
            }
        } finally {
            upstream.stop(0);
        }
    }

    @Test
    void the_same_seed_draws_the_same_faults_in_the_declared_shares() {
        Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
        Random random = new Random(7);
        Random same = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            Fault fault = Fault.draw(random);
            assertEquals(fault, Fault.draw(same));
            counts.merge(fault, 1, Integer::sum);
        }
        assertEquals(89_000, counts.get(Fault.NONE), 500);
        assertEquals(2_500, counts.get(Fault.CUT_AFTER), 250);
    }

    @Test
    void a_result_or_replay_counts_only_if_the_service_accepted_it() {
        WriteCounter writes = new WriteCounter();
        byte[] finish =
                "{\"Key\":{\"pk\":{\"S\":\"match#7\"}},\"ExpressionAttributeValues\":{\":after\":{\"S\":\"finished\"}}}"
                        .getBytes(StandardCharsets.UTF_8);
        byte[] renewal =
                "{\"Key\":{\"pk\":{\"S\":\"match#7\"}},\"ExpressionAttributeValues\":{\":running\":{\"S\":\"running\"}}}"
                        .getBytes(StandardCharsets.UTF_8);
        writes.answered("POST", "/", "DynamoDB_20120810.UpdateItem", renewal, 200);
        writes.answered("POST", "/", "DynamoDB_20120810.UpdateItem", finish, 400);
        assertEquals(0, writes.resultWrites("7"));
        writes.answered("POST", "/", "DynamoDB_20120810.UpdateItem", finish, 200);
        assertEquals(1, writes.resultWrites("7"));
        byte[] transaction =
                ("{\"ClientRequestToken\":\"t\",\"TransactItems\":[{\"Put\":{}},{\"Update\":{\"Key\":{\"pk\":"
                                + "{\"S\":\"match#8\"}},\"ExpressionAttributeValues\":{\":after\":{\"S\":\"finished\"}}}}]}")
                        .getBytes(StandardCharsets.UTF_8);
        for (int sent = 0; sent < 2; sent++) {
            writes.answered("POST", "/", "DynamoDB_20120810.TransactWriteItems", transaction, 200);
        }
        assertEquals(1, writes.resultWrites("8"), "a repeated transaction does not write again");
        writes.answered("PUT", "/bucket/replays/7.json", "", new byte[0], 412);
        writes.answered("PUT", "/bucket/checkpoints/7/1-2.json", "", new byte[0], 200);
        assertEquals(0, writes.replayWrites("7"));
        writes.answered("PUT", "/bucket/replays/7.json", "", new byte[0], 200);
        assertEquals(1, writes.replayWrites("7"));
        assertArrayEquals(new int[] {2, 1}, new int[] {writes.results(), writes.replays()});
    }

    /**
     * The whole answer, or nothing if the connection closes without one. Uses a bare socket, because Java's HTTP client
     * would retry.
     */
    private static String call(URI proxy) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", proxy.getPort())) {
            socket.getOutputStream()
                    .write(("POST /a%20b?c=d%2fe HTTP/1.1\r\nHost: x\r\nX-Amz-Target: T1\r\nContent-Length: 5\r\n"
                                    + "Connection: close\r\n\r\nhello")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
