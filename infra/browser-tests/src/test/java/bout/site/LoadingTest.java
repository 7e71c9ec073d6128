package bout.site;

import static bout.site.TestSite.finished;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Replay;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.WaitUntilState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What pages load, how much and in which order. How many bytes a browser downloads to show a match, without its replay,
 * is written to {@code target/page-weight.txt}.
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class LoadingTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final int MAX_BYTES = 200_000;
    private static final int MAX_PLAYGROUND_BYTES = 380_000;
    private static final int MAX_PLAYGROUND_REQUESTS = 63;
    private static final int MAX_EDITOR_BYTES = 155_000;

    @AutoClose
    private final TestSite site = new TestSite();

    /** A match of people, which is all that the API lists. */
    private Map<String, Object> listed() {
        Replay replay = TestSite.replay("robotag", "hungry", "bouncy", "7", List.of("Greedy Gary", "The House"));
        Map<String, Object> match = finished(ID, replay);
        match.put("finishedAt", Instant.now().toString());
        site.has(match, replay.toPlain());
        site.list(List.of(match));
        return match;
    }

    /** On a slow line the engine takes as long as several other requests. */
    @Test
    void the_replay_and_what_draws_it_are_loaded_while_the_engine_is_on_its_way(Visitor visitor) {
        Map<String, Object> match = listed();
        Page page = visitor.page();
        Map<String, Response> loaded = new ConcurrentHashMap<>();
        page.onResponse(response -> loaded.put(URI.create(response.url()).getPath(), response));
        List<Route> held = new CopyOnWriteArrayList<>();
        page.route("**/engine.js", held::add);
        page.navigate(site.url("/"), new Page.NavigateOptions().setWaitUntil(WaitUntilState.COMMIT));
        page.waitForCondition(() ->
                loaded.containsKey("/games/robotag/renderer.js") && loaded.containsKey((String) match.get("replay")));
        assertFalse(loaded.containsKey("/api/matches/" + ID), "the list has its record");
        assertThat(page.locator("#hero[data-drawn]")).hasCount(0);
        held.forEach(Route::resume);
        page.unroute("**/engine.js");
        assertThat(page.locator("#hero[data-drawn]")).hasCount(1);
    }

    /** The list comes too late, so a match of house bots begins; what draws that is later still. */
    @Test
    void a_match_that_loads_late_is_not_drawn_over_the_next_one(Visitor visitor) {
        listed();
        Page page = visitor.page();
        List<Route> lists = new CopyOnWriteArrayList<>();
        List<Route> renderers = new CopyOnWriteArrayList<>();
        page.route(Pattern.compile("/api/matches\\?"), lists::add);
        page.route("**/games/ajax-tiles/renderer.js", renderers::add);
        page.navigate(site.url("/"), new Page.NavigateOptions().setWaitUntil(WaitUntilState.COMMIT));
        assertThat(page.locator("#hero-game")).containsText("Ajax Tiles");
        lists.forEach(Route::resume);
        assertThat(page.locator("#hero[data-drawn]")).hasCount(1);
        assertThat(page.locator("#scoreboard")).containsText("Greedy Gary");
        renderers.forEach(Route::resume);
        page.evaluate("""
                async () => {
                  await import("/games/ajax-tiles/renderer.js");
                  await new Promise((done) => setTimeout(done, 500));
                }""");
        visitor.assertNothingWentWrong();
    }

    @Test
    void a_worker_that_does_not_load_is_started_again(Visitor visitor) {
        Page page = visitor.page();
        AtomicInteger asked = new AtomicInteger();
        page.route("**/match-worker.js", route -> {
            if (asked.getAndIncrement() == 0) {
                route.abort();
            } else {
                route.resume();
            }
        });
        page.navigate(site.url("/"));
        assertThat(page.locator("#hero[data-drawn]")).isVisible();
        assertTrue(asked.get() >= 2, asked.toString());
    }

    @Test
    void a_form_that_did_not_load_is_loaded_when_it_is_opened_again(Visitor visitor) {
        Page page = visitor.ignoringErrors().page();
        List<String> errors = new CopyOnWriteArrayList<>();
        page.onPageError(errors::add);
        page.route("**/rankings/tournament-form.js", route -> route.abort());
        page.navigate(site.url("/tournaments.html"));
        page.getByText("Create a tournament").click();
        page.waitForCondition(() -> !errors.isEmpty());
        page.unroute("**/rankings/tournament-form.js");
        page.getByText("Create a tournament").click();
        page.getByText("Create a tournament").click();
        assertThat(page.locator("#form")).isVisible();
    }

    @Test
    void a_board_without_its_renderer_asks_to_load_the_page_again(Visitor visitor) {
        listed();
        Page page = visitor.ignoringErrors().page();
        page.route("**/games/robotag/renderer.js", route -> route.abort());
        page.navigate(site.url("/match.html?id=" + ID));
        assertThat(page.locator("#replay-problem"))
                .hasText("The script that draws the board could not be loaded. Load the page again.");
    }

    /** On a slow line the modules take several round trips; the record must not wait for them. */
    @Test
    void the_record_is_asked_for_once_and_before_the_modules_have_arrived(Visitor visitor) {
        listed();
        Page page = visitor.page();
        List<String> records = new ArrayList<>();
        List<Route> held = new ArrayList<>();
        page.route("**/viewer/player.js", route -> {
            if (records.isEmpty()) {
                held.add(route);
            } else {
                route.resume();
            }
        });
        page.onRequest(request -> {
            if (request.url().endsWith("/api/matches/" + ID)) {
                records.add(request.url());
                held.forEach(Route::resume);
                held.clear();
            }
        });
        page.navigate(site.url("/match.html?id=" + ID));

        assertThat(page.locator("#verified")).containsText("Verified");
        assertEquals(1, records.size());
    }

    @Test
    void the_viewer_weighs_less_than_200_kilobytes_for_every_game(Visitor visitor) throws IOException {
        List<String> said = new ArrayList<>();
        List<List<String>> matches = List.of(
                List.of("ajax-tiles", "expand", "fearful"),
                List.of("tokens", "best-per-step", "naive"),
                List.of("ice-and-fire", "builder", "rusher"),
                List.of("robotag", "hungry", "bouncy"),
                List.of("battlesnake", "careful", "hungry"));
        for (List<String> each : Drawn.of(matches, 1)) {
            Replay replay =
                    TestSite.replay(each.get(0), each.get(1), each.get(2), "7", List.of("The first", "The second"));
            site.has(TestSite.finished("1", replay, replay.calls().count()), replay.toPlain());
            Page page = visitor.onADesktop().page();
            Map<String, Response> fetched = new ConcurrentHashMap<>();
            page.onResponse(response -> fetched.put(URI.create(response.url()).getPath(), response));
            page.navigate(site.url("/match.html?id=1"));
            assertThat(page.locator("#verified")).containsText("Verified");

            Map<String, Integer> weights = new TreeMap<>();
            fetched.forEach((path, response) -> {
                if (!path.startsWith("/api/") && !path.startsWith("/replays/") && !path.startsWith("/live/")) {
                    weights.put(path, compressed(response.body()));
                }
            });
            int total = weights.values().stream().mapToInt(Integer::intValue).sum();
            assertTrue(weights.containsKey("/games/" + each.get(0) + "/renderer.js"), weights::toString);
            assertTrue(total < MAX_BYTES, () -> each.get(0) + ": " + total + " bytes, " + weights);
            said.add(each.get(0) + ": " + total + " bytes compressed in " + weights.size()
                    + " files, of which the engine " + weights.get("/engine.js"));
        }
        Files.write(Path.of("target", "page-weight.txt"), said);
    }

    /** At 1.6 Mbit/s, ten kilobytes take 50 ms, and each level of requests takes a round trip. */
    @Test
    void the_playgrounds_editor_appears_after_few_bytes_and_requests(Visitor visitor) {
        Page page = visitor.page();
        Map<String, Response> fetched = new ConcurrentHashMap<>();
        page.onResponse(response -> fetched.put(URI.create(response.url()).getPath(), response));
        page.navigate(site.url("/play.html?game=robotag"));
        assertThat(page.locator(".cm-content")).isVisible();
        assertThat(page.locator("#fields-button")).isEnabled();
        Map<String, Integer> weights = new TreeMap<>();
        fetched.forEach((path, response) -> weights.put(path, compressed(response.body())));
        int total = weights.values().stream().mapToInt(Integer::intValue).sum();
        assertTrue(total < MAX_PLAYGROUND_BYTES, () -> total + " bytes, " + weights);
        assertTrue(weights.size() <= MAX_PLAYGROUND_REQUESTS, () -> weights.size() + " requests, " + weights);
        assertTrue(weights.get("/playground/codemirror/codemirror.js") < MAX_EDITOR_BYTES, weights::toString);
        assertFalse(weights.containsKey("/playground/codemirror/codemirror-vim.js"));
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
