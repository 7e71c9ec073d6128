package bout.connected;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OpenCallsTest {

    private static final long LONG = TimeUnit.SECONDS.toNanos(20);

    private final List<String> ignored = new ArrayList<>();
    private final OpenCalls calls = new OpenCalls(ignored::add);

    private static ConnectionMessage.Answer answer(String call, String reply, String body) {
        return new ConnectionMessage.Answer(call, reply, 200, Map.of(), body);
    }

    @Test
    void the_first_answer_counts_with_whichever_of_its_tickets() throws Exception {
        try (OpenCalls.OpenCall call = calls.open("c")) {
            call.sent("first");
            call.sent("again");
            calls.take(answer("c", "again", "1"));
            calls.take(answer("c", "first", "2"));
            calls.take(answer("c", "again", "3"));
            assertEquals("1", call.await(LONG).orElseThrow().body());
            assertEquals(Optional.empty(), call.await(0));
        }
        assertEquals(List.of("REPEATED", "REPEATED"), ignored);
    }

    @Test
    void an_answer_that_was_not_asked_for_or_comes_too_late_is_ignored() throws Exception {
        try (OpenCalls.OpenCall call = calls.open("c")) {
            call.sent("t");
            calls.take(answer("c", "other", "1"));
            calls.take(answer("other", "t", "1"));
            calls.take(new ConnectionMessage.Pong());
            assertEquals(Optional.empty(), call.await(0));
        }
        calls.take(answer("c", "t", "1"));
        assertEquals(List.of("TOO_LATE", "BAD_TICKET", "UNEXPECTED", "TOO_LATE"), ignored);
        assertEquals(0, calls.size());
    }

    @Test
    void parts_are_put_together_in_whichever_order_they_come() throws Exception {
        ConnectionMessage.Answer large = answer("c", "t", "x".repeat(60_000));
        List<String> texts = new ArrayList<>(ConnectionText.write(large));
        Collections.reverse(texts);
        try (OpenCalls.OpenCall call = calls.open("c")) {
            call.sent("t");
            texts.forEach(text -> calls.take(ConnectionText.read(text).orElseThrow()));
            assertEquals(Optional.of(large), call.await(LONG));
        }
        assertTrue(ignored.isEmpty(), ignored::toString);
    }

    @Test
    void parts_of_something_else_are_ignored() throws Exception {
        try (OpenCalls.OpenCall call = calls.open("c")) {
            call.sent("t");
            calls.take(new ConnectionMessage.Part("i", "t", 0, 1, "no message"));
            calls.take(new ConnectionMessage.Part(
                    "j", "t", 0, 1, ConnectionText.write(answer("c", "u", "1")).getFirst()));
            calls.take(new ConnectionMessage.Part("k", "u", 0, 1, "x"));
            assertEquals(Optional.empty(), call.await(0));
        }
        assertEquals(List.of("NOT_A_MESSAGE", "NOT_A_MESSAGE", "TOO_LATE"), ignored);
    }

    @Test
    void a_call_is_woken_when_the_line_ends() throws Exception {
        try (OpenCalls.OpenCall call = calls.open("c")) {
            calls.wakeAll();
            assertEquals(Optional.empty(), call.await(LONG));
        }
    }
}
