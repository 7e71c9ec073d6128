package bout.wire.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Seat;
import bout.wire.BotBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionTextTest {

    static List<ConnectionMessage> messages() {
        return List.of(
                new ConnectionMessage.Request("c", "r", 1000, Map.of("Bout-Turn", "0"), "{\"x\":\"ä\"}"),
                new ConnectionMessage.Answer("c", "r", 200, Map.of("Bout-Note", "n"), "[1]"),
                new ConnectionMessage.Closing("soon"),
                new ConnectionMessage.Event("m", "robotag", Seat.SECOND, null, null, null),
                new ConnectionMessage.Event(
                        "m", "robotag", Seat.FIRST, "other", "/match.html", ConnectionMessage.Result.DRAWN),
                new ConnectionMessage.Part("i", null, 0, 2, "{"),
                new ConnectionMessage.Part("i", "r", 1, 2, "}"),
                new ConnectionMessage.Ping(),
                new ConnectionMessage.Pong(),
                new ConnectionMessage.Ping("c", "r"),
                new ConnectionMessage.Pong("c", "r"),
                new ConnectionMessage.Hello(),
                new ConnectionMessage.Welcome("w"));
    }

    private static ConnectionMessage read(String text) {
        return ConnectionText.read(text).orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void a_message_is_read_as_it_was_written(ConnectionMessage message) {
        List<String> texts = ConnectionText.write(message);
        assertEquals(1, texts.size());
        assertEquals(message, read(texts.getFirst()));
    }

    @Test
    void the_form_is_the_one_that_is_documented() {
        assertEquals(
                List.of("{\"type\":\"answer\",\"call\":\"c\",\"reply\":\"r\",\"status\":200,"
                        + "\"headers\":{\"Bout-Note\":\"n\"},\"body\":\"[1]\"}"),
                ConnectionText.write(new ConnectionMessage.Answer("c", "r", 200, Map.of("Bout-Note", "n"), "[1]")));
    }

    @Test
    void an_event_says_what_it_is_about() {
        assertEquals(
                List.of("{\"type\":\"event\",\"event\":\"ended\",\"match\":\"m\",\"game\":\"robotag\",\"seat\":2,"
                        + "\"result\":\"won\"}"),
                ConnectionText.write(new ConnectionMessage.Event(
                        "m", "robotag", Seat.SECOND, null, null, ConnectionMessage.Result.WON)));
    }

    @Test
    void an_answer_needs_no_headers_and_their_case_does_not_matter() {
        assertEquals(
                Map.of(),
                assertInstanceOf(
                                ConnectionMessage.Answer.class,
                                read("{\"type\":\"answer\",\"call\":\"c\",\"reply\":\"r\",\"status\":200,"
                                        + "\"body\":\"1\"}"))
                        .headers());
        ConnectionMessage.Answer answer = new ConnectionMessage.Answer("c", "r", 200, Map.of("bout-note", "n"), "1");
        assertEquals("n", answer.header("Bout-Note"));
    }

    @Test
    void unknown_types_and_fields_are_no_errors() {
        assertEquals(new ConnectionMessage.Other("later"), read("{\"type\":\"later\",\"x\":1}"));
        assertEquals(new ConnectionMessage.Other("1"), read("{\"type\":1}"));
        assertEquals(new ConnectionMessage.Ping(), read("{\"type\":\"ping\",\"x\":1}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no",
                "[]",
                "{}",
                "{\"type\":null}",
                "{\"type\":[]}",
                "{\"type\":\"answer\"}",
                "{\"type\":\"answer\",\"call\":null,\"reply\":\"r\",\"status\":200,\"body\":\"\"}",
                "{\"type\":\"answer\",\"call\":7,\"reply\":\"r\",\"status\":200,\"body\":\"\"}",
                "{\"type\":\"answer\",\"call\":\"c\",\"reply\":\"r\",\"status\":\"200\",\"body\":\"\"}",
                "{\"type\":\"answer\",\"call\":\"c\",\"reply\":\"r\",\"status\":200,\"headers\":{\"a\":1},\"body\":\"\"}",
                "{\"type\":\"answer\",\"call\":\"c\",\"reply\":\"r\",\"status\":200,\"headers\":{\"a\":null},\"body\":\"\"}",
                "{\"type\":\"answer\",\"call\":\"c\",\"reply\":\"r\",\"status\":200,\"headers\":[],\"body\":\"\"}",
                "{\"type\":\"part\",\"id\":\"i\",\"index\":-1,\"of\":1,\"text\":\"\"}",
                "{\"type\":\"event\",\"match\":\"m\",\"game\":\"g\",\"seat\":9}",
            })
    void anything_else_is_no_message(String text) {
        assertEquals(Optional.empty(), ConnectionText.read(text));
    }

    static List<String> largeBodies() {
        return List.of(
                "x".repeat(BotBody.MAX_ANSWER_BYTES),
                "\"".repeat(BotBody.MAX_ANSWER_BYTES),
                "\n".repeat(BotBody.MAX_ANSWER_BYTES),
                "\u0001".repeat(BotBody.MAX_ANSWER_BYTES),
                "🤖".repeat(BotBody.MAX_ANSWER_BYTES / 4));
    }

    @ParameterizedTest
    @MethodSource("largeBodies")
    void a_large_answer_is_split_and_put_together_in_any_order(String body) {
        ConnectionMessage.Answer answer =
                new ConnectionMessage.Answer("c", "r".repeat(ConnectionTickets.MAX_LENGTH), 200, Map.of(), body);
        List<String> texts = new ArrayList<>(ConnectionText.write(answer));
        assertTrue(texts.size() > 1);
        Collections.reverse(texts);
        Parts parts = new Parts();
        List<Optional<String>> taken = new ArrayList<>();
        for (String text : texts) {
            assertTrue(text.getBytes(StandardCharsets.UTF_8).length <= ConnectionText.MAX_BYTES);
            ConnectionMessage.Part part = assertInstanceOf(ConnectionMessage.Part.class, read(text));
            assertEquals(answer.reply(), part.reply());
            taken.add(parts.take(part));
        }
        assertEquals(answer, read(taken.getLast().orElseThrow()));
        assertTrue(taken.subList(0, taken.size() - 1).stream().allMatch(Optional::isEmpty));
    }

    @Test
    void a_message_that_no_receiver_would_put_together_is_not_written() {
        ConnectionMessage.Answer answer = new ConnectionMessage.Answer("c", "r", 200, Map.of(), "x".repeat(1 << 20));
        assertThrows(IllegalArgumentException.class, () -> ConnectionText.write(answer));
    }

    @Test
    void parts_that_make_no_sense_are_ignored() {
        Parts parts = new Parts();
        assertEquals(Optional.empty(), parts.take(new ConnectionMessage.Part("i", null, 0, 0, "x")));
        assertEquals(Optional.empty(), parts.take(new ConnectionMessage.Part("i", null, 2, 2, "x")));
        assertEquals(
                Optional.empty(),
                parts.take(new ConnectionMessage.Part("i", null, 0, ConnectionText.MAX_PARTS + 1, "x")));
        assertEquals(Optional.empty(), parts.take(new ConnectionMessage.Part("i", null, 0, 2, "a")));
        assertEquals(Optional.empty(), parts.take(new ConnectionMessage.Part("i", null, 1, 3, "x")));
        assertEquals(Optional.empty(), parts.take(new ConnectionMessage.Part("i", null, 0, 2, "a")));
        assertEquals(Optional.of("ab"), parts.take(new ConnectionMessage.Part("i", null, 1, 2, "b")));
    }

    @Test
    void messages_that_are_never_completed_are_forgotten() {
        Parts parts = new Parts();
        parts.take(new ConnectionMessage.Part("first", null, 0, 2, "a"));
        for (int other = 0; other < 8; other++) {
            parts.take(new ConnectionMessage.Part("other" + other, null, 0, 2, "a"));
        }
        assertEquals(Optional.empty(), parts.take(new ConnectionMessage.Part("first", null, 1, 2, "b")));
        assertEquals(Optional.of("ab"), parts.take(new ConnectionMessage.Part("other7", null, 1, 2, "b")));
    }
}
