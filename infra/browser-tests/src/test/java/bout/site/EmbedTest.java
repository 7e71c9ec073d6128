package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import bout.engine.Replay;
import bout.games.Games;
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
}
