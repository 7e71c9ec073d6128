package bout.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawMessagesTest {

    private static final String WITH_BODY = "POST / HTTP/1.1\r\nHost: h\r\ncontent-LENGTH: 5\r\n\r\nhello";
    private static final String WITHOUT_BODY = "POST / HTTP/1.1\r\nContent-Length:0\r\n\r\n";

    /** A network that delivers this many bytes at a time. */
    private static RawMessages messages(String bytes, int atATime) {
        InputStream all = new ByteArrayInputStream(bytes.getBytes(US_ASCII));
        return new RawMessages(new InputStream() {
            @Override
            public int read() throws IOException {
                return all.read();
            }

            @Override
            public int read(byte[] buffer, int from, int length) throws IOException {
                return all.read(buffer, from, Math.min(length, atATime));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 40, 1000})
    void messages_are_separated_however_they_arrive(int atATime) throws IOException {
        RawMessages messages = messages(WITH_BODY + WITHOUT_BODY + WITH_BODY, atATime);

        assertTrue(messages.next());
        assertTrue(messages.next());
        assertTrue(messages.next());
        assertFalse(messages.next());
    }

    @Test
    void a_body_may_be_longer_than_the_buffer() throws IOException {
        String body = "x".repeat(100_000);
        RawMessages messages = messages("A\r\nContent-Length: 100000\r\n\r\n" + body + WITH_BODY, 4096);

        assertTrue(messages.next());
        assertTrue(messages.next());
        assertFalse(messages.next());
    }

    @Test
    void a_truncated_message_is_refused() {
        assertThrows(
                EOFException.class, () -> messages("POST / HTTP/1.1\r\n", 100).next());
        assertThrows(EOFException.class, () -> messages("A\r\nContent-Length: 9\r\n\r\nhello", 100)
                .next());
    }

    @Test
    void a_message_must_have_a_length() {
        assertThrows(IOException.class, () -> messages("POST / HTTP/1.1\r\nHost: h\r\n\r\n", 100)
                .next());
        assertThrows(IOException.class, () -> messages("x".repeat(20_000), 100).next());
    }
}
