package bout.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.games.Games;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a browser has to load before a page shows a board or the editor: the page, what its head names, and the renderer
 * of a game. On a line of 1.6 Mbit/s, ten kilobytes take 50 ms.
 */
@Tag("server")
class FirstBytesTest {

    private static final Pattern LOADED = Pattern.compile(
            "<(?:script[^>]* src|link rel=\"(?:stylesheet|modulepreload|preload)\"[^>]* href)=\"([^\"/][^\"]*)\"");

    @ParameterizedTest
    @CsvSource({"index.html, 149000, 37", "match.html, 153100, 41", "embed.html, 146000, 37", "play.html, 336000, 57"})
    void little_is_loaded_before_the_first_board(String page, int maxBytes, int maxRequests) throws IOException {
        Map<String, Integer> loaded = new LinkedHashMap<>();
        loaded.put(page, compressed(read(page)));
        Matcher named = LOADED.matcher(new String(read(page), StandardCharsets.UTF_8));
        while (named.find()) {
            loaded.put(named.group(1), compressed(read(named.group(1))));
        }
        assertTrue(loaded.containsKey("engine.js"), loaded::toString);
        assertFalse(loaded.keySet().stream().anyMatch(path -> path.startsWith("fonts/")), loaded::toString);
        int renderer = 0;
        for (Game<?> game : Games.ALL) {
            renderer = Math.max(renderer, compressed(read("games/" + game.card().id() + "/renderer.js")));
        }
        int total =
                renderer + loaded.values().stream().mapToInt(Integer::intValue).sum();
        assertTrue(total <= maxBytes, () -> total + " bytes: " + loaded);
        assertTrue(loaded.size() + 1 <= maxRequests, () -> loaded.size() + " requests: " + loaded.keySet());
    }

    @Test
    void each_of_them_is_named_once() throws IOException {
        Matcher named = LOADED.matcher(new String(read("match.html"), StandardCharsets.UTF_8));
        Map<String, Integer> times = new LinkedHashMap<>();
        while (named.find()) {
            times.merge(named.group(1), 1, Integer::sum);
        }
        times.forEach((path, count) -> assertEquals(1, count, path));
    }

    private static byte[] read(String path) throws IOException {
        try (InputStream content = FirstBytesTest.class.getResourceAsStream("/bout/site/" + path)) {
            assertTrue(content != null, path);
            return content.readAllBytes();
        }
    }

    /** The size of a file as the CDN sends it, without headers. It leaves files of less than a kilobyte as they are. */
    static int compressed(byte[] content) throws IOException {
        if (content.length < 1_000) {
            return content.length;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.size();
    }
}
