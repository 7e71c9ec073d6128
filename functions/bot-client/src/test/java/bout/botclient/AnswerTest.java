package bout.botclient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTest {

    private static Answer parsed(String bytes) throws HttpException, IOException {
        // A small buffer, so that a head comes in parts.
        return (Answer) new Answer.Parser(Http1Config.DEFAULT)
                .parse(
                        new SessionInputBufferImpl(16),
                        new ByteArrayInputStream(bytes.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void a_head_has_a_status_a_version_and_headers() throws Exception {
        Answer answer = parsed("HTTP/1.0 418 I'm a teapot\r\nBout-Note: tea\r\n\r\n");
        assertEquals(418, answer.getCode());
        assertEquals("I'm a teapot", answer.getReasonPhrase());
        assertEquals(HttpVersion.HTTP_1_0, answer.getVersion());
        assertEquals("tea", answer.getFirstHeader("bout-note").getValue());
    }

    @Test
    void a_status_is_a_number_from_100_to_999() throws Exception {
        for (int status : List.of(100, 999)) {
            assertEquals(status, parsed("HTTP/1.1 " + status + "\r\n\r\n").getCode());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 000 Oh", "HTTP/1.1 099 Oh", "HTTP/1.1 1000 Oh", "HTTP/-1.1 200 OK", "hello"})
    void anything_else_is_no_http(String line) {
        assertThrows(HttpException.class, () -> parsed(line + "\r\n\r\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le"})
    void a_head_without_its_end_is_none(String bytes) {
        assertThrows(ConnectionClosedException.class, () -> parsed(bytes));
    }

    private static List<String> lengths(String... values) throws HttpException, IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 200 OK\r\n");
        Stream.of(values)
                .forEach(value -> head.append("Content-Length: ").append(value).append("\r\n"));
        return Stream.of(parsed(head + "\r\n").getHeaders("Content-Length"))
                .map(Header::getValue)
                .toList();
    }

    @Test
    void the_same_length_several_times_is_one_length() throws Exception {
        assertEquals(List.of(), lengths());
        assertEquals(List.of("13"), lengths("13"));
        assertEquals(List.of("13"), lengths("13, 13", "13"));
        assertEquals(
                "it has different Content-Length headers: 12, 13",
                assertThrows(ProtocolException.class, () -> lengths("13", "12")).getMessage());
    }

    @Test
    void bytes_that_have_arrived_beyond_the_head_are_surplus_until_they_are_read() throws Exception {
        assertTrue(parsed("HTTP/1.1 200 OK\r\n\r\n0123456789abcdef").surplus());
        assertFalse(parsed("HTTP/1.1 200 OK\r\n\r\n").surplus());
    }
}
