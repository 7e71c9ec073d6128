package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bout.engine.Replay;
import bout.games.Games;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The viewer in a frame of another page. */
@Tag("browser")
@ExtendWith(Chromium.class)
class EmbedTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final Replay REPLAY =
            TestSite.replay("robotag", "hungry", "bouncy", "7", List.of("Greedy <i>Gary</i>", "The House"));

    @AutoClose
    private final TestSite site = new TestSite();

    @BeforeEach
    void serve() {
        int turns = REPLAY.play(Games.byId("robotag").orElseThrow(), Integer.MAX_VALUE)
                .turn();
        site.has(TestSite.finished(ID, REPLAY, turns), REPLAY.toPlain());
    }

    @Test
    void a_page_of_another_origin_shows_a_match_in_a_frame(Visitor visitor) throws IOException {
        byte[] around =
                """
                <!doctype html>
                <html lang="en">
                <title>Around</title>
                <main>
                <h1>Around</h1>
                <iframe title="Match" width="640" height="640" allow="fullscreen" src="%s"></iframe>
                </main>
                """.formatted(site.url("/embed.html?id=" + ID + "&amp;turn=60")).getBytes(StandardCharsets.UTF_8);
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/around.html", exchange -> {
            try (exchange) {
                exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
                exchange.sendResponseHeaders(200, around.length);
                exchange.getResponseBody().write(around);
            }
        });
        other.start();
        try {
            visitor.mayAsk(site.url("/"));
            Page page = visitor.open("http://127.0.0.1:" + other.getAddress().getPort() + "/around.html");
            FrameLocator frame = page.frameLocator("iframe");
            assertThat(frame.locator(".controls .turn")).hasText(Pattern.compile("Turn 60 of \\d+"));
            frame.getByRole(AriaRole.BUTTON, new FrameLocator.GetByRoleOptions().setName("One turn forward"))
                    .click();
            assertThat(frame.locator(".controls .turn")).hasText(Pattern.compile("Turn 61 of \\d+"));
            visitor.keep("embed-in-a-page");
        } finally {
            other.stop(0);
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, Play, 0, 1",
                "turn=60, Play, 60, 1",
                "turn=60&speed=8, Play, 60, 8",
                "turn=60&speed=3, Play, 60, 1",
                "autoplay, Pause, -, 1",
                "autoplay=1&speed=0.25, Pause, -, 0.25",
                "autoplay=0, Play, 0, 1"
            })
    @Tag("full")
    void the_address_selects_turn_speed_and_autoplay(
            String parameters, String button, String turn, String speed, Visitor visitor) {
        Page page = visitor.open(site.url("/embed.html?id=" + ID + (parameters == null ? "" : "&" + parameters)));
        assertThat(page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(button).setExact(true)))
                .isVisible();
        assertThat(page.getByLabel("Speed")).hasValue(speed);
        if (turn != null) {
            assertThat(page.locator(".controls .turn")).hasText(Pattern.compile("Turn " + turn + " of \\d+"));
        }
        assertThat(page.locator("#title")).hasText("Greedy <i>Gary</i> vs The House");
        assertThat(page.locator("#whole")).hasAttribute("href", site.url("/match.html?id=" + ID));
    }

    @Test
    @Tag("full")
    void the_address_selects_the_colour_scheme(Visitor visitor) {
        Page page = visitor.page();
        String background = "() => getComputedStyle(document.documentElement).backgroundColor";
        page.navigate(site.url("/embed.html?id=" + ID + "&turn=60&theme=dark"));
        assertThat(page.locator(".controls .turn")).hasText(Pattern.compile("Turn 60 of \\d+"));
        Object dark = page.evaluate(background);
        visitor.assertAccessible("embed-dark");
        page.navigate(site.url("/embed.html?id=" + ID + "&turn=60&theme=light"));
        Object light = page.evaluate(background);
        assertNotEquals(dark, light);
        visitor.inTheDark();
        visitor.page().navigate(site.url("/embed.html?id=" + ID + "&turn=60&theme=light"));
        assertEquals(light, visitor.page().evaluate(background));
        visitor.page().navigate(site.url("/embed.html?id=" + ID + "&turn=60"));
        assertEquals(dark, visitor.page().evaluate(background));
        assertThat(visitor.page().locator(".controls .turn")).hasText(Pattern.compile("Turn 60 of \\d+"));
    }

    @Test
    void a_replay_is_shown_by_its_address_or_the_problem_is_reported(Visitor visitor) {
        Page page = visitor.open(site.url("/embed.html?replay=/replays/" + ID + ".json&turn=60"));
        assertThat(page.locator(".controls .turn")).hasText(Pattern.compile("Turn 60 of \\d+"));
        page.navigate(site.url("/embed.html"));
        assertThat(page.locator("#problem")).containsText("This address names no match.");
        visitor.assertAccessible();
        page.navigate(site.url("/embed.html?replay=https://elsewhere.example/1.json"));
        assertThat(page.locator("#problem")).containsText("This page reads replays from");
        site.answer("GET /api/matches/nope", Answer.problem(404, "unknown-match", "No match has this id."));
        page.navigate(site.url("/embed.html?id=nope"));
        assertThat(page.locator("#problem")).hasText("There is no match with the id nope.");
    }

    @Test
    @Tag("full")
    void a_small_frame_does_not_scroll_sideways(Visitor visitor) {
        Page page = visitor.onAPhone().open(site.url("/embed.html?id=" + ID + "&turn=60"));
        assertThat(page.locator(".controls .turn")).hasText(Pattern.compile("Turn 60 of \\d+"));
        assertFalse(visitor.hasToScrollSideways());
        visitor.assertAccessible("embed-phone");
    }
}
