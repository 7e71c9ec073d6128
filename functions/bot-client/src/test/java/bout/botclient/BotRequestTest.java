package bout.botclient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.BotUrl;
import bout.botclient.player.MoveRequest;
import bout.engine.GameCard;
import bout.engine.Seat;
import bout.games.battlesnake.Snakes;
import bout.games.tokens.Tokens;
import bout.wire.WebhookSecret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.impl.io.SessionOutputBufferImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of requests, as they are sent. */
class BotRequestTest {

    private static final BotUrl URL = new BotUrl("http", "bot.example", 8080, "/bot?x=1");
    private static final WebhookSecret SECRET = WebhookSecret.draw(new SecureRandom());
    private static final byte[] BODY = "\"ä\"".getBytes(StandardCharsets.UTF_8);

    private static String sent(BotRequest request) throws IOException {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        SessionOutputBufferImpl buffer = new SessionOutputBufferImpl(64);
        new BotRequest.Writer().write(request, buffer, sent);
        buffer.flush(sent);
        return sent.toString(StandardCharsets.UTF_8);
    }

    private static void assertSent(List<String> head, String body, BotRequest request) throws IOException {
        assertEquals(String.join("\r\n", head) + "\r\n\r\n" + body, sent(request));
    }

    private static MoveRequest request(GameCard game, String path) {
        return new MoveRequest("seat_0198", game, Seat.SECOND, 41, Map.of(), 500, 0, path);
    }

    @Test
    void a_file_is_fetched_with_a_get() throws Exception {
        assertSent(
                List.of(
                        "GET /well-known.txt HTTP/1.1",
                        "Host: bot.example:8080",
                        "User-Agent: bout/0.1",
                        "Accept: text/plain"),
                "",
                BotRequest.file(URL, "/well-known.txt"));
    }

    @Test
    void a_message_is_signed_if_there_is_a_secret() throws Exception {
        List<String> plain = List.of(
                "POST /bot?x=1 HTTP/1.1",
                "Host: bot.example:8080",
                "User-Agent: bout/0.1",
                "Content-Type: application/json",
                "Content-Length: 4");
        assertSent(plain, "\"ä\"", BotRequest.message(URL, null, "msg_1", 1000, BODY));
        List<String> signed = new ArrayList<>(plain);
        signed.addAll(
                4,
                List.of(
                        "webhook-id: msg_1",
                        "webhook-timestamp: 1000",
                        "webhook-signature: " + SECRET.signature("msg_1", 1000, BODY)));
        assertSent(signed, "\"ä\"", BotRequest.message(URL, SECRET, "msg_1", 1000, BODY));
    }

    @Test
    void a_request_for_a_move_names_match_game_seat_and_turn() throws Exception {
        assertSent(
                List.of(
                        "POST /bot/move?x=1 HTTP/1.1",
                        "Host: bot.example:8080",
                        "User-Agent: bout/0.1",
                        "Accept: application/json",
                        "Content-Type: application/json",
                        "Bout-Match: seat_0198",
                        "Bout-Game: battlesnake",
                        "Bout-Seat: 2",
                        "Bout-Path: /move",
                        "webhook-id: seat_0198-41",
                        "webhook-timestamp: 1000",
                        "webhook-signature: " + SECRET.signature("seat_0198-41", 1000, BODY),
                        "Bout-Turn: 41",
                        "Bout-Time-Limit: 500",
                        "Content-Length: 4"),
                "\"ä\"",
                BotRequest.move(URL, request(new Snakes().card(), "/move"), SECRET, 1000, BODY));
        assertFalse(BotRequest.moveHeaders(request(new Tokens().card(), ""), null, 1000, BODY)
                .containsKey("Bout-Path"));
    }

    @Test
    void calls_around_a_match_have_an_id_of_their_own() {
        assertEquals("seat_0198-end", request(new Snakes().card(), "/end").id());
        assertEquals("seat_0198-41", request(new Tokens().card(), "").id());
    }

    @Test
    void a_relayed_request_has_its_own_headers_except_those_of_a_connection() throws Exception {
        Map<String, String> made = new LinkedHashMap<>();
        made.put("Bout-Path", "/move");
        made.put("host", "elsewhere.example");
        made.put("CONTENT-LENGTH", "999");
        made.put("te", "trailers");
        made.put("X-!#$%&'*+.^_`|~", "from ' ' to '~'");
        assertSent(
                List.of(
                        "POST /bot/move?x=1 HTTP/1.1",
                        "Host: bot.example:8080",
                        "Bout-Path: /move",
                        "X-!#$%&'*+.^_`|~: from ' ' to '~'",
                        "Content-Length: 4"),
                "\"ä\"",
                BotRequest.relayed(URL, made, BODY));
        assertTrue(sent(BotRequest.relayed(URL, Map.of(), BODY)).startsWith("POST /bot?x=1 HTTP/1.1\r\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bout Turn", "Bout-Turn:", "X\r\nY", "Ä"})
    void what_is_no_name_is_no_header(String name) {
        assertThrows(IllegalArgumentException.class, () -> BotRequest.relayed(URL, Map.of(name, "4"), BODY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4\r\nX: y", "\u001F", "\u007F", "ä"})
    void what_is_no_value_is_no_header(String value) {
        assertThrows(IllegalArgumentException.class, () -> BotRequest.relayed(URL, Map.of("Bout-Turn", value), BODY));
    }
}
