package bout.cli.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.cli.connect.LocalBot.Said;
import bout.wire.connection.ConnectionMessage;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CallsTest {

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();

    private final LocalBot counting = new LocalBot() {
        @Override
        public Said ask(ConnectionMessage.Request request) {
            if (request.body().isEmpty()) {
                throw new IllegalStateException("a bug");
            }
            return new Said(200, Map.of(), Integer.toString(asked.incrementAndGet()), 1, null);
        }

        @Override
        public void close() {}
    };

    private static ConnectionMessage.Request request(String call, String body) {
        return new ConnectionMessage.Request(call, "r", 1000, Map.of(), body);
    }

    @Test
    void a_call_is_asked_once_in_three_minutes_and_others_do_not_matter() {
        try (Calls calls = new Calls(counting, now::get)) {
            assertEquals("1", calls.answer(request("a", "x")).join().body());
            now.set(TimeUnit.SECONDS.toNanos(179));
            assertEquals("2", calls.answer(request("b", "x")).join().body());
            assertEquals("1", calls.answer(request("a", "x")).join().body());
            now.set(TimeUnit.SECONDS.toNanos(181));
            assertEquals("3", calls.answer(request("a", "x")).join().body());
            assertEquals("2", calls.answer(request("b", "x")).join().body());
        }
    }

    @Test
    void a_bug_is_not_swallowed() {
        try (Calls calls = new Calls(counting, now::get)) {
            CompletableFuture<Said> answer = calls.answer(request("a", ""));
            CompletionException failure = assertThrows(CompletionException.class, answer::join);
            assertInstanceOf(IllegalStateException.class, failure.getCause());
        }
    }

    @Test
    void what_arrives_while_the_command_ends_is_not_asked() {
        Calls calls = new Calls(counting, now::get);
        calls.close();
        assertFalse(calls.answer(request("a", "x")).isDone());
        assertEquals(0, asked.get());
    }
}
