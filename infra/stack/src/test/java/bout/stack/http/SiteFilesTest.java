package bout.stack.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.HttpAnswer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of the site as it is built. */
@Tag("server")
class SiteFilesTest {

    private final SiteFiles files = new SiteFiles("index.html");

    private HttpAnswer get(String path, Map<String, List<String>> headers) {
        return files.answer(new HttpRequest("GET", path, "", "127.0.0.1", headers, new byte[0]));
    }

    private static String header(HttpAnswer answer, String name) {
        List<String> values = answer.headers().get(name);
        return values == null ? null : String.join(",", values);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/match.html", "/style.css", "/engine.js", "/match/match.js"})
    void text_is_compressed_for_clients_that_accept_gzip(String path) throws IOException {
        HttpAnswer plain = get(path, Map.of());
        assertNull(header(plain, "Content-Encoding"));
        for (int time = 0; time < 2; time++) {
            HttpAnswer packed = get(path, Map.of("accept-encoding", List.of("gzip, br")));
            assertEquals("gzip", header(packed, "Content-Encoding"));
            assertEquals("Accept-Encoding", header(packed, "Vary"));
            assertEquals(header(plain, "Content-Type"), header(packed, "Content-Type"));
            assertEquals("W/" + header(plain, "ETag"), header(packed, "ETag"));
            assertTrue(packed.body().length < plain.body().length);
            try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
                assertArrayEquals(plain.body(), unpacked.readAllBytes());
            }
        }
        assertEquals("Accept-Encoding", header(plain, "Vary"));
    }

    /** Fonts are compressed already, and a small file would grow. */
    @ParameterizedTest
    @ValueSource(strings = {"/fonts/text.woff2", "/fonts/README.txt"})
    void other_files_are_not_compressed(String path) {
        HttpAnswer answer = get(path, Map.of("accept-encoding", List.of("gzip")));
        assertEquals(200, answer.status());
        assertNull(header(answer, "Content-Encoding"));
        assertNull(header(answer, "Vary"));
    }

    @ParameterizedTest
    @CsvSource({"'', ''", "'', W/", "gzip, ''", "gzip, W/"})
    void a_known_file_is_not_sent_again(String accepted, String weak) {
        String tag = header(get("/engine.js", Map.of()), "ETag");
        HttpAnswer again =
                get("/engine.js", Map.of("accept-encoding", List.of(accepted), "if-none-match", List.of(weak + tag)));
        assertEquals(304, again.status());
        assertEquals(0, again.body().length);
        assertEquals((accepted.isEmpty() ? "" : "W/") + tag, header(again, "ETag"));
    }
}
