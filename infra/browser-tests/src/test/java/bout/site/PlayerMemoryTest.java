package bout.site;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Replay;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("browser")
@ExtendWith(Chromium.class)
class PlayerMemoryTest {

    private static final double MAX_GROWTH_BYTES = 2e6;

    private TestSite site;

    @BeforeEach
    void serve() throws IOException {
        site = new TestSite();
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @Test
    @Tag("full")
    void scrubbing_does_not_leak_memory(Visitor visitor) throws IOException {
        Replay replay = TestSite.replay("ajax-tiles", "random", "contain", "7", List.of("one", "two"));
        Page page = visitor.open(site.url("/404.html"));
        page.evaluate("""
            async (document) => {
              const engine = await import("/engine.js");
              const { Player } = await import("/viewer/player.js");
              const renderer = await import("/games/ajax-tiles/renderer.js");
              const { replay } = engine.openReplay(document);
              const host = window.document.createElement("div");
              window.document.body.append(host);
              const player = new Player(host, { renderer, replay, names: ["one", "two"] });
              await new Promise((done) => {
                player.story.addEventListener("grown", () => player.story.turns === replay.turns && done());
              });
              window.scrub = (times) => {
                for (let i = 0; i < times; i++) {
                  player.show((i * 7919) % (replay.turns + 1));
                }
                player.show(0);
              };
            }
            """, replay.toPlain());
        CDPSession session = page.context().newCDPSession(page);
        page.evaluate("() => scrub(200)");
        double before = heap(session);
        page.evaluate("() => scrub(1000)");
        double after = heap(session);
        assertTrue(after - before < MAX_GROWTH_BYTES, "grew from " + before + " to " + after + " bytes");
    }

    private static double heap(CDPSession session) {
        session.send("HeapProfiler.collectGarbage");
        JsonObject usage = session.send("Runtime.getHeapUsage");
        return usage.get("usedSize").getAsDouble();
    }
}
