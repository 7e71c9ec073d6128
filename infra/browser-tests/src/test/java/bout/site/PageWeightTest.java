package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Replay;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * How many bytes a browser downloads to show a match, without its replay, which is written to
 * {@code target/page-weight.txt}; and for the playground.
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class PageWeightTest {

    private static final int MAX_BYTES = 200_000;
    private static final int MAX_PLAYGROUND_BYTES = 380_000;
    private static final int MAX_PLAYGROUND_REQUESTS = 60;
    private static final int MAX_EDITOR_BYTES = 155_000;

    @Test
    @Tag("full")
    void the_viewer_weighs_less_than_200_kilobytes_for_every_game(Visitor visitor) throws IOException {
        List<String> said = new ArrayList<>();
        try (TestSite site = new TestSite()) {
            for (List<String> each : List.of(
                    List.of("ajax-tiles", "expand", "fearful"),
                    List.of("tokens", "best-per-step", "naive"),
                    List.of("ice-and-fire", "builder", "rusher"),
                    List.of("robotag", "hungry", "bouncy"))) {
                Replay replay =
                        TestSite.replay(each.get(0), each.get(1), each.get(2), "7", List.of("The first", "The second"));
                site.has(TestSite.finished("1", replay, replay.calls().moves().size()), replay.toPlain());
                Page page = visitor.onADesktop().page();
                Map<String, Response> fetched = new ConcurrentHashMap<>();
                page.onResponse(
                        response -> fetched.put(URI.create(response.url()).getPath(), response));
                page.navigate(site.url("/match.html?id=1"));
                assertThat(page.locator("#verified")).containsText("Verified");

                Map<String, Integer> weights = new TreeMap<>();
                fetched.forEach((path, response) -> {
                    if (!path.startsWith("/api/") && !path.startsWith("/replays/") && !path.startsWith("/live/")) {
                        weights.put(path, compressed(response.body()));
                    }
                });
                int total =
                        weights.values().stream().mapToInt(Integer::intValue).sum();
                assertTrue(weights.containsKey("/games/" + each.get(0) + "/renderer.js"), weights::toString);
                assertTrue(total < MAX_BYTES, () -> each.get(0) + ": " + total + " bytes, " + weights);
                said.add(each.get(0) + ": " + total + " bytes compressed in " + weights.size()
                        + " files, of which the engine " + weights.get("/engine.js"));
            }
        }
        Files.write(Path.of("target", "page-weight.txt"), said);
    }

    /** At 1.6 Mbit/s, ten kilobytes take 50 ms, and each level of requests takes a round trip. */
    @Test
    void the_playgrounds_editor_appears_after_few_bytes_and_requests(Visitor visitor) {
        try (TestSite site = new TestSite()) {
            Page page = visitor.page();
            Map<String, Response> fetched = new ConcurrentHashMap<>();
            page.onResponse(response -> fetched.put(URI.create(response.url()).getPath(), response));
            page.navigate(site.url("/play.html?game=robotag"));
            assertThat(page.locator(".cm-content")).isVisible();
            assertThat(page.locator("#fields-button")).isVisible();
            Map<String, Integer> weights = new TreeMap<>();
            fetched.forEach((path, response) -> weights.put(path, compressed(response.body())));
            int total = weights.values().stream().mapToInt(Integer::intValue).sum();
            assertTrue(total < MAX_PLAYGROUND_BYTES, () -> total + " bytes, " + weights);
            assertTrue(weights.size() <= MAX_PLAYGROUND_REQUESTS, () -> weights.size() + " requests, " + weights);
            assertTrue(weights.get("/playground/codemirror/codemirror.js") < MAX_EDITOR_BYTES, weights::toString);
            assertFalse(weights.containsKey("/playground/codemirror/codemirror-vim.js"));
        }
    }

    /** The size of a file as compressed by the CDN, without headers. */
    private static int compressed(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory cannot be written to", impossible);
        }
        return bytes.size();
    }
}
