package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bout.store.bot.BotRecord.Health;
import bout.store.queue.CheckQueue;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Connected bots on the whole stack: API, gateway, function and runner. */
@Tag("server")
class ConnectedBotsTest {

    private static final String HOUSE = "{\"house\":\"random\"}";
    private static final Stack STACK = SharedStack.STACK;
    private static final StackClient CLIENT = SharedStack.CLIENT;

    private record Registered(String id, String secret) {
        String player() {
            return "{\"bot\":\"" + id + "\"}";
        }
    }

    private static Registered register(String what) throws Exception {
        Map<String, Object> bot = CLIENT.registerBot(what);
        return new Registered((String) bot.get("id"), (String) bot.get("secret"));
    }

    private static Registered register() throws Exception {
        return register("\"connected\":true");
    }

    private static Map<String, Object> play(Registered bot) throws Exception {
        return CLIENT.awaitEnd(CLIENT.startMatch(bot.player(), HOUSE));
    }

    private static void assertNoFailures(Map<String, Object> match) {
        assertEquals("finished", match.get("status"), match::toString);
        assertFalse(Json.text(match).contains("\"failures\":[{"), match::toString);
    }

    @Test
    void a_connected_bot_gets_exactly_what_a_bot_at_a_url_gets_and_plays_a_match() throws Exception {
        Registered bot = register();
        try (ConnectedTestBot line = new ConnectedTestBot(CLIENT, bot.id())) {
            // So long that even a busy machine has no reason to repeat a request.
            String match =
                    "{\"game\":\"ajax-tiles\",\"players\":[" + bot.player() + "," + HOUSE + "],\"timeLimit\":60000}";
            assertNoFailures(CLIENT.awaitEnd(CLIENT.startMatchAs(match)));
            Set<String> calls = new HashSet<>();
            for (ConnectionMessage.Request request : line.requests) {
                assertTrue(calls.add(request.call()), "asked twice for a move");
                Map<String, String> headers = request.headers();
                assertEquals(
                        List.of(
                                "User-Agent",
                                "Accept",
                                "Content-Type",
                                "Bout-Match",
                                "Bout-Game",
                                "Bout-Seat",
                                "webhook-id",
                                "webhook-timestamp",
                                "webhook-signature",
                                "Bout-Turn",
                                "Bout-Time-Limit"),
                        List.copyOf(headers.keySet()));
                WebhookSecret secret = assertInstanceOf(WebhookSecret.Accepted.class, WebhookSecret.read(bot.secret()))
                        .secret();
                assertEquals(
                        secret.signature(
                                headers.get("webhook-id"),
                                Long.parseLong(headers.get("webhook-timestamp")),
                                request.body().getBytes(StandardCharsets.UTF_8)),
                        headers.get("webhook-signature"));
            }
            ConnectionMessage.Event over = line.over.get(20, TimeUnit.SECONDS);
            ConnectionMessage.Event began = line.events.getFirst();
            assertEquals(null, began.result());
            for (ConnectionMessage.Event event : List.of(began, over)) {
                assertEquals(line.requests.getFirst().headers().get("Bout-Match"), event.match());
                assertEquals("random", event.opponent());
                assertTrue(event.page().startsWith("/match.html?id="), event.page());
            }
            line.send(new ConnectionMessage.Ping());
            line.pong.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void nobody_can_answer_for_another_bot() throws Exception {
        Registered victim = register();
        Registered attacker = register();
        CompletableFuture<ConnectedTestBot> foreign = new CompletableFuture<>();
        AtomicReference<ConnectionMessage.Request> before = new AtomicReference<>();
        try (ConnectedTestBot line = new ConnectedTestBot(CLIENT, victim.id()) {
            @Override
            void requested(ConnectionMessage.Request request) {
                // The attacker has seen the request with its ticket, and is faster.
                foreign.join().answer(request, "\"forged\"");
                ConnectionMessage.Request earlier = before.getAndSet(request);
                if (earlier != null) {
                    // Replayed on the connection that may use it, and used for another call.
                    answer(earlier, "\"replayed\"");
                    send(new ConnectionMessage.Answer(request.call(), earlier.reply(), 200, Map.of(), "\"mixed\""));
                }
                super.requested(request);
            }
        }) {
            foreign.complete(new ConnectedTestBot(CLIENT, attacker.id()));
            Map<String, Object> match = CLIENT.awaitEnd(CLIENT.startMatch(victim.player(), HOUSE, "{\"maxTurns\":12}"));
            assertNoFailures(match);
            assertTrue(line.requests.size() > 1);
        } finally {
            foreign.thenAccept(ConnectedTestBot::close);
        }
    }

    @Test
    void a_second_handshake_with_a_ticket_is_refused() throws Exception {
        Registered bot = register();
        URI ticket = ConnectedTestBot.ticketUrl(CLIENT, bot.id());
        try (ConnectedTestBot line = new ConnectedTestBot(ticket)) {
            ExecutionException refused = assertThrows(ExecutionException.class, () -> new ConnectedTestBot(ticket));
            assertInstanceOf(WebSocketHandshakeException.class, refused.getCause());
            assertFalse(line.ended.isDone());
        }
    }

    @Test
    void only_connected_bots_get_tickets() throws Exception {
        Registered atUrl = register("\"url\":\"http://127.0.0.1:9/\"");
        HttpResponse<String> answer = CLIENT.send("POST", "/api/bots/" + atUrl.id() + "/connect", "");
        assertEquals(409, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("/problems/not-a-connected-bot"), answer.body());
        assertEquals(
                404,
                CLIENT.send("POST", "/api/bots/bot_00000000000000000000000000/connect", "")
                        .statusCode());
    }

    @Test
    void an_answer_may_have_64_kilobytes_in_parts_and_no_more() throws Exception {
        Registered bot = register();
        try (ConnectedTestBot line = new ConnectedTestBot(CLIENT, bot.id()) {
            @Override
            void requested(ConnectionMessage.Request request) {
                String move = move(request);
                boolean odd = Integer.parseInt(request.headers().get("Bout-Turn")) % 4 > 1;
                answer(request, move + " ".repeat((64 << 10) - move.length() + (odd ? 1 : 0)));
            }
        }) {
            Map<String, Object> match = play(bot);
            String text = Json.text(match);
            assertTrue(text.contains("more than 65536 bytes") || line.requests.size() <= 1, text);
            assertEquals("finished", match.get("status"));
        }
    }

    @Test
    void a_bot_that_floods_messages_is_closed() throws Exception {
        Registered bot = register();
        try (ConnectedTestBot line = new ConnectedTestBot(CLIENT, bot.id())) {
            for (int message = 0; message < 200 && !line.ended.isDone(); message++) {
                try {
                    line.send("{\"type\":\"flood\"}");
                } catch (RuntimeException closed) {
                    break;
                }
            }
            line.ended.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_frame_of_more_than_32_kilobytes_closes_the_line() throws Exception {
        Registered bot = register();
        try (ConnectedTestBot line = new ConnectedTestBot(CLIENT, bot.id())) {
            line.send("x".repeat(ConnectionText.MAX_BYTES + 1));
            line.ended.get(20, TimeUnit.SECONDS);
        }
    }

    private static Map<String, Object> bot(Registered bot) throws Exception {
        return StackClient.json(CLIENT.get("/api/bots/" + bot.id()).body());
    }

    /** Requests something of which the answer is in the bot's check, and waits for that. */
    private static List<Map<String, Object>> check(Registered bot, String what, String body) throws Exception {
        HttpResponse<String> asked = CLIENT.post("/api/bots/" + bot.id() + what, body);
        assertEquals(202, asked.statusCode(), asked.body());
        return await(() -> {
            Map<?, ?> check = (Map<?, ?>) bot(bot).get("check");
            @SuppressWarnings("unchecked")
            List<Map<String, Object>> calls = (List<Map<String, Object>>) check.get("calls");
            return Optional.of(calls).filter(done -> check.get("finishedAt") != null);
        });
    }

    private interface Look<T> {
        Optional<T> look() throws Exception;
    }

    private static <T> T await(Look<T> look) throws Exception {
        Instant end = Instant.now().plus(Duration.ofSeconds(60));
        while (Instant.now().isBefore(end)) {
            Optional<T> found = look.look();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(50);
        }
        return fail("it did not happen within a minute");
    }

    private static List<List<String>> headerNames(List<ConnectionMessage.Request> requests) {
        return requests.stream()
                .map(request -> List.copyOf(request.headers().keySet()))
                .distinct()
                .toList();
    }

    @Test
    void a_connected_bot_is_checked_and_asked_again_as_in_a_match() throws Exception {
        Registered bot = register();
        try (ConnectedTestBot line = new ConnectedTestBot(CLIENT, bot.id())) {
            Map<String, Object> match = play(bot);
            List<ConnectionMessage.Request> ofMatch = List.copyOf(line.requests);
            line.requests.clear();

            List<Map<String, Object>> calls = check(bot, "/check", "");
            // Six situations, and a match.
            assertEquals(7, calls.size());
            calls.forEach(call -> assertEquals(true, call.get("passed"), call::toString));
            assertEquals(headerNames(ofMatch), headerNames(line.requests));
            // Each of its three matches began, and as in a rated match nobody says against whom.
            List<String> seats = line.requests.stream()
                    .map(request -> request.headers().get("Bout-Match"))
                    .distinct()
                    .toList();
            assertEquals(3, seats.size());
            for (String seat : seats) {
                ConnectionMessage.Event began = await(() -> line.events.stream()
                        .filter(event -> event.match().equals(seat))
                        .findFirst());
                assertNull(began.opponent());
                assertNull(began.page());
                assertNull(began.result());
            }

            line.requests.clear();
            ConnectionMessage.Request recorded = ofMatch.get(1);
            String turn = recorded.headers().get("Bout-Turn");
            calls = check(bot, "/again", "{\"match\":\"" + match.get("id") + "\",\"turn\":" + turn + "}");
            assertEquals(1, calls.size());
            assertEquals(true, calls.getFirst().get("passed"), calls::toString);
            ConnectionMessage.Request again = line.requests.getFirst();
            assertEquals(recorded.body(), again.body());
            assertNotEquals(
                    recorded.headers().get("Bout-Match"), again.headers().get("Bout-Match"));
        }
    }

    @Test
    void a_connected_bot_that_answers_badly_is_suspended_and_one_that_answers_well_returns() throws Exception {
        Registered bot = register();
        AtomicBoolean broken = new AtomicBoolean(true);
        try (ConnectedTestBot line = new ConnectedTestBot(CLIENT, bot.id()) {
            @Override
            void requested(ConnectionMessage.Request request) {
                answer(request, broken.get() ? "\"a song\"" : move(request));
            }
        }) {
            CheckQueue queue = STACK.aws().checkQueue();
            Instant sweep = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);
            for (int number = 1; number <= Health.FAILURES_TO_LEAVE + 1; number++) {
                broken.set(number <= Health.FAILURES_TO_LEAVE);
                Instant next = sweep.plusSeconds(number);
                queue.send(new CheckQueue.Task.Health(null, bot.id(), next));
                Map<?, ?> health = await(() -> Optional.of((Map<?, ?>) bot(bot).get("health"))
                        .filter(now -> next.toString().equals(now.get("checkedAt"))));
                assertTrue(line.pings.get() >= 2 * number, "asked whether it is there before each of two matches");
                assertEquals(number == Health.FAILURES_TO_LEAVE, health.get("suspended"), health::toString);
            }
        }
    }
}
