package bout.botclient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Reply;
import bout.engine.Failure;
import bout.engine.Failure.Kind;
import bout.engine.Seat;
import bout.games.battlesnake.Snakes;
import bout.wire.WebhookSecret;
import bout.wire.connection.ConnectionMessage;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectedMoveTest {

    private static final WebhookSecret SECRET = WebhookSecret.draw(new SecureRandom());
    private static final String UP = "{\"move\":\"up\"}";

    private final ConnectedMove move = new ConnectedMove(
            new MoveRequest("seat_0198", new Snakes().card(), Seat.SECOND, 41, Map.of("turn", "ü"), 500, 0, "/move"),
            SECRET);

    private Reply read(int status, Map<String, String> headers, String body) {
        return move.read(new ConnectionMessage.Answer("call", "reply", status, headers, body), 12);
    }

    private static void assertFailed(Kind kind, String text, Reply reply) {
        Reply.Failed failed = assertInstanceOf(Reply.Failed.class, reply, reply.toString());
        assertEquals(new Failure(kind, text), failed.failure());
        assertEquals(12, failed.milliseconds());
    }

    @Test
    void a_connected_bot_gets_the_same_as_one_at_a_url() {
        ConnectionMessage.Request message = move.message("call", "reply", 300, Instant.ofEpochSecond(1000));
        assertEquals("call", message.call());
        assertEquals("reply", message.reply());
        assertEquals(300, message.timeLimit());
        assertEquals("{\"turn\":\"ü\"}", message.body());
        assertEquals("/move", message.headers().get("Bout-Path"));
        assertEquals("500", message.headers().get("Bout-Time-Limit"));
        assertEquals(
                SECRET.signature("seat_0198-41", 1000, message.body().getBytes(StandardCharsets.UTF_8)),
                message.headers().get("webhook-signature"));
    }

    @Test
    void its_answer_is_a_move_with_a_note_that_never_has_its_secret() {
        Reply.Answered plain = assertInstanceOf(Reply.Answered.class, read(201, Map.of(), UP));
        assertEquals(Map.of("move", "up"), plain.answer());
        assertEquals(12, plain.milliseconds());
        assertNull(plain.aside().note());
        String shouted = "{\"move\":\"up\",\"shout\":\"it is " + SECRET.text() + "\"}";
        assertEquals("it is …", read(200, Map.of(), shouted).aside().note());
        Map<String, String> written = Map.of("bout-note", "by " + SECRET.base64());
        assertEquals("by …", read(200, written, shouted).aside().note());
    }

    @Test
    void its_failures_are_the_same() {
        assertFailed(
                Kind.STATUS,
                "Answered with status 500 instead of 200; the body begins: no …",
                read(500, Map.of(), "no " + SECRET.text()));
        assertInstanceOf(Reply.Answered.class, read(200, Map.of(), padded(AnswerBody.MAX_BYTES)));
        assertFailed(
                Kind.TOO_LARGE,
                "The body has more than 65536 bytes, the maximum for an answer.",
                read(200, Map.of(), padded(AnswerBody.MAX_BYTES + 1)));
        assertEquals("why", read(500, Map.of("Bout-Note", "why"), "").aside().note());
    }

    private static String padded(int length) {
        return UP + " ".repeat(length - UP.length());
    }

    @Test
    void a_late_answer_and_a_bot_that_was_away_are_time_outs() {
        assertFailed(Kind.TIME_OUT, "No answer arrived within 500 ms.", move.late(true, 12));
        assertFailed(Kind.TIME_OUT, "The bot was not connected within 500 ms.", move.late(false, 12));
    }

    @Test
    void what_ends_up_in_a_log_has_no_secret() {
        assertEquals("ConnectedMove[turn=41]", move.toString());
    }
}
