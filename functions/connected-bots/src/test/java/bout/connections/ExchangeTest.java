package bout.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.connections.Exchange.Outcome;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestStore;
import bout.store.access.Owners;
import bout.store.access.Scope;
import bout.store.connection.Connections;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import bout.wire.connection.ConnectionTickets;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class ExchangeTest {

    private final List<String> posts = new CopyOnWriteArrayList<>();
    private final Set<String> gone = ConcurrentHashMap.newKeySet();
    private final AtomicInteger refusals = new AtomicInteger();
    private HttpServer gateway;
    private Connections connections;
    private Owners owners;
    private Exchange exchange;

    @BeforeEach
    void open() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/", call -> {
            String path = call.getRequestURI().getRawPath();
            String connection = URLDecoder.decode(path.substring(path.lastIndexOf('/') + 1), StandardCharsets.UTF_8);
            posts.add(call.getRequestMethod() + " " + connection + " "
                    + new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            boolean refused = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
            call.sendResponseHeaders(refused ? 429 : gone.contains(connection) ? 410 : 200, -1);
            call.close();
        });
        gateway.start();
        Map<String, String> environment = new HashMap<>(TestAws.application().environment());
        environment.put(
                "AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI",
                "http://127.0.0.1:" + gateway.getAddress().getPort() + "/live");
        Aws aws = TestAws.aws(environment);
        connections = new Connections(aws.table(), Clock.systemUTC());
        owners = new Owners(aws.table(), Clock.systemUTC());
        exchange = new Exchange(connections, owners, aws.connectionPosts(), Clock.systemUTC());
    }

    @AfterEach
    void close() {
        gateway.stop(0);
    }

    private static Instant in(int seconds) {
        return Instant.now().plusSeconds(seconds);
    }

    private String forBot(String bot) {
        return connections.tickets().text(ticket(bot, "tok_1", null));
    }

    private String forBot(Owners.Issued by) {
        return connections
                .tickets()
                .text(ticket("bot_1", by.owner().id(), by.key().id()));
    }

    private static ConnectionTickets.ForBot ticket(String bot, String owner, String key) {
        return new ConnectionTickets.ForBot(UUID.randomUUID().toString(), bot, owner, "robotag", key, in(60));
    }

    private String reply(String bot, String line, String call, int seconds) {
        return connections.tickets().text(new ConnectionTickets.ForReply("runner=", bot, line, call, 0, in(seconds)));
    }

    private static String answer(String call, String reply) {
        return ConnectionText.write(new ConnectionMessage.Answer(call, reply, 200, Map.of(), "1"))
                .getFirst();
    }

    @Test
    void a_ticket_for_a_bot_or_a_runner_opens_a_line_and_nothing_else_does() {
        assertTrue(exchange.connect("a=", forBot("bot_1")));
        assertEquals(Optional.of("a="), connections.newest("bot_1"));
        assertTrue(
                exchange.connect("r=", connections.tickets().text(new ConnectionTickets.ForRunner("run_1", in(60)))));
        assertFalse(exchange.connect("b=", null));
        assertFalse(exchange.connect("b=", "x"));
        assertFalse(exchange.connect("b=", reply("bot_1", "a=", "c", 60)));
        assertFalse(
                exchange.connect(
                        "b=",
                        connections
                                .tickets()
                                .text(new ConnectionTickets.ForBot("t", "bot_1", "tok_1", "robotag", null, in(-2)))),
                "expired");
        exchange.disconnect("a=");
        assertEquals(Optional.empty(), connections.newest("bot_1"));
        exchange.disconnect("r=");
    }

    @Test
    void an_answer_is_offered_to_api_gateway_several_times() {
        refusals.set(4);
        assertEquals(Outcome.FORWARDED, exchange.message("a=", answer("c", reply("bot_1", "a=", "c", 60))));
        refusals.set(5);
        assertEquals(Outcome.NOBODY_WAITS, exchange.message("a=", answer("d", reply("bot_1", "a=", "d", 60))));
    }

    @Test
    void a_ticket_opens_one_line() {
        String ticket = forBot("bot_1");
        assertTrue(exchange.connect("a=", ticket));
        assertFalse(exchange.connect("b=", ticket));
        assertFalse(connections.isOf("b=", "bot_1"));
        assertTrue(exchange.connect("a=", ticket), "API Gateway reports a connection twice if our answer was lost");
        assertTrue(exchange.connect("b=", forBot("bot_1")), "another ticket");
    }

    @Test
    void of_many_handshakes_with_one_ticket_at_once_one_succeeds() {
        String ticket = forBot("bot_1");
        List<Boolean> opened = TestStore.atOnce(40, i -> exchange.connect("c" + i, ticket));
        assertEquals(1, opened.stream().filter(each -> each).count());
    }

    @Test
    void handshakes_of_one_bot_at_once_are_no_server_errors() {
        List<String> tickets =
                IntStream.range(0, 60).mapToObj(i -> forBot("bot_1")).toList();
        List<Boolean> opened = TestStore.atOnce(60, i -> exchange.connect("c" + i, tickets.get(i)));
        assertTrue(opened.stream().filter(each -> each).count() >= Connections.PER_BOT, opened.toString());
        List<Boolean> closed = TestStore.atOnce(60, i -> {
            exchange.disconnect("c" + i);
            return true;
        });
        assertEquals(60, closed.size());
        assertEquals(Optional.empty(), connections.newest("bot_1"));
    }

    @Test
    void a_ticket_dies_with_the_token_of_its_owner() {
        String owner = owners.create("Eve", Scope.PLAY).owner().id();
        String first = connections.tickets().text(ticket("bot_1", owner, null));
        String second = connections.tickets().text(ticket("bot_1", owner, null));
        assertTrue(exchange.connect("a=", first));
        owners.change(owner, null, true);
        assertFalse(exchange.connect("b=", second));
    }

    @Test
    void a_line_ends_when_it_is_next_heard_after_the_key_that_opened_it_is_revoked() {
        Owners.Issued ada = owners.create("Ada", Scope.PLAY);
        String owner = ada.owner().id();
        Owners.Issued stolen =
                owners.addKey(ada.owner(), ada.key().id(), "stolen", Scope.PLAY).orElseThrow();
        assertTrue(exchange.connect("a=", forBot(ada)));
        assertTrue(exchange.connect("s=", forBot(stolen)));
        String later = forBot(stolen);
        owners.revokeKey(owner, stolen.key().id());
        assertFalse(exchange.connect("t=", later));
        for (String line : List.of("a=", "s=")) {
            assertEquals(Outcome.ANSWERED, exchange.message(line, "{\"type\":\"ping\"}"));
        }
        assertEquals(
                List.of("DELETE s= "),
                posts.stream().filter(post -> post.startsWith("DELETE")).toList());
        assertFalse(connections.isOf("s=", "bot_1"));
        assertEquals(Optional.of("a="), connections.newest("bot_1"));
    }

    @Test
    void the_oldest_line_is_told_and_closed_when_there_are_too_many() {
        for (int line = 0; line <= Connections.PER_BOT; line++) {
            assertTrue(exchange.connect("c" + line, forBot("bot_1")));
        }
        assertEquals(2, posts.size());
        assertTrue(posts.get(0).startsWith("POST c0 {\"type\":\"closing\""), posts.get(0));
        assertEquals("DELETE c0 ", posts.get(1));
        assertFalse(connections.isOf("c0", "bot_1"));
    }

    @Test
    void an_answer_is_passed_on_as_it_is_to_the_line_that_its_ticket_names() {
        String text = answer("c", reply("bot_1", "a=", "c", 60));
        assertEquals(Outcome.FORWARDED, exchange.message("a=", text));
        assertEquals(List.of("POST runner= " + text), posts);
    }

    @Test
    void an_answer_after_a_break_is_passed_on_from_another_line_of_the_same_bot_only() {
        exchange.connect("b=", forBot("bot_1"));
        exchange.connect("x=", forBot("bot_2"));
        String text = answer("c", reply("bot_1", "a=", "c", 60));
        assertEquals(Outcome.FOREIGN, exchange.message("x=", text));
        assertEquals(Outcome.FOREIGN, exchange.message("unknown=", text));
        assertEquals(List.of(), posts);
        assertEquals(Outcome.FORWARDED, exchange.message("b=", text));
    }

    @Test
    void whatever_else_a_bot_sends_goes_nowhere() {
        String reply = reply("bot_1", "a=", "c", 60);
        assertEquals(Outcome.FORWARDED, exchange.message("a=", answer("c", reply)));
        posts.clear();
        assertEquals(Outcome.REPEATED, exchange.message("a=", answer("c", reply)));
        assertEquals(Outcome.BAD_TICKET, exchange.message("a=", answer("other", reply("bot_1", "a=", "c", 61))));
        assertEquals(Outcome.BAD_TICKET, exchange.message("a=", answer("c", reply("bot_1", "a=", "c", -2))));
        assertEquals(Outcome.BAD_TICKET, exchange.message("a=", answer("c", "forged")));
        assertEquals(Outcome.BAD_TICKET, exchange.message("a=", answer("c", forBot("bot_1"))));
        assertEquals(Outcome.NOT_A_MESSAGE, exchange.message("a=", "hello"));
        assertEquals(Outcome.NOT_A_MESSAGE, exchange.message("a=", null));
        assertEquals(Outcome.NOT_A_MESSAGE, exchange.message("a=", "\"" + "x".repeat(ConnectionText.MAX_BYTES) + "\""));
        assertEquals(Outcome.UNEXPECTED, exchange.message("a=", "{\"type\":\"welcome\",\"connection\":\"x\"}"));
        assertEquals(
                Outcome.UNEXPECTED,
                exchange.message("a=", "{\"type\":\"part\",\"id\":\"i\",\"index\":0,\"of\":2,\"text\":\"\"}"));
        assertEquals(List.of(), posts);
    }

    @Test
    void each_part_of_an_answer_is_passed_on_once() {
        String reply = reply("bot_1", "a=", "c", 60);
        List<String> parts = ConnectionText.write(
                new ConnectionMessage.Answer("c", reply, 200, Map.of(), "x".repeat(2 * ConnectionText.MAX_BYTES)));
        parts.forEach(part -> assertEquals(Outcome.FORWARDED, exchange.message("a=", part)));
        assertEquals(Outcome.REPEATED, exchange.message("a=", parts.getFirst()));
        assertEquals(parts.size(), posts.size());
    }

    @Test
    void parts_that_no_answer_has_are_not_passed_on_and_count_as_a_flood() {
        exchange.connect("a=", forBot("bot_1"));
        String reply = reply("bot_1", "a=", "c", 60);
        int index = ConnectionText.MAX_PARTS;
        for (int message = 0; message <= Strikes.BURST; message++) {
            String part = ConnectionText.write(new ConnectionMessage.Part("i", reply, index++, index, "x"))
                    .getFirst();
            assertEquals(Outcome.UNEXPECTED, exchange.message("a=", part));
        }
        assertEquals(List.of("DELETE a= "), posts);
    }

    @Test
    void an_answer_to_a_runner_that_has_gone_is_no_fault_of_the_bot() {
        gone.add("runner=");
        for (int move = 0; move < 2 * Strikes.BURST; move++) {
            assertEquals(
                    Outcome.NOBODY_WAITS,
                    exchange.message("a=", answer("c" + move, reply("bot_1", "a=", "c" + move, 60))));
        }
        assertTrue(posts.stream().noneMatch(post -> post.startsWith("DELETE")));
    }

    @Test
    void pings_are_answered_and_a_runner_learns_its_connection() {
        assertEquals(Outcome.ANSWERED, exchange.message("a=", "{\"type\":\"ping\"}"));
        assertEquals(Outcome.ANSWERED, exchange.message("r=", "{\"type\":\"hello\"}"));
        assertEquals(
                List.of("POST a= {\"type\":\"pong\"}", "POST r= {\"type\":\"welcome\",\"connection\":\"r=\"}"), posts);
    }

    @Test
    void a_pong_reaches_the_runner_that_asked_whether_the_bot_is_there() {
        String pong = ConnectionText.write(new ConnectionMessage.Pong("c", reply("bot_1", "a=", "c", 60)))
                .getFirst();
        assertEquals(Outcome.FORWARDED, exchange.message("a=", pong));
        assertEquals(List.of("POST runner= " + pong), posts);
        assertEquals(Outcome.REPEATED, exchange.message("a=", pong));
        assertEquals(Outcome.UNEXPECTED, exchange.message("a=", "{\"type\":\"pong\"}"));
        assertEquals(
                Outcome.BAD_TICKET, exchange.message("a=", "{\"type\":\"pong\",\"call\":\"c\",\"reply\":\"forged\"}"));
    }

    @Test
    void a_silent_line_counts_again_when_it_is_heard() {
        exchange.connect("a=", forBot("bot_1"));
        connections.silent("bot_1", "robotag", "a=");
        assertEquals(Optional.empty(), connections.newest("bot_1"));
        exchange.message("a=", "{\"type\":\"ping\"}");
        assertEquals(Optional.of("a="), connections.newest("bot_1"));
    }

    @Test
    void a_flood_closes_the_line_and_forgets_it() {
        exchange.connect("a=", forBot("bot_1"));
        for (int message = 0; message <= Strikes.BURST; message++) {
            exchange.message("a=", "flood");
        }
        assertEquals(List.of("DELETE a= "), posts);
        assertEquals(Optional.empty(), connections.newest("bot_1"));
    }
}
