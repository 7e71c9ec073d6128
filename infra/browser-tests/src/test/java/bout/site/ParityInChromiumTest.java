package bout.site;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Parity in the browser that shows "verified", with the module as the site serves it. */
@Tag("browser")
@Tag("full")
@ExtendWith(Chromium.class)
class ParityInChromiumTest extends Parity {

    /** Fewer than on Node.js, which runs the same module on the same JavaScript engine. */
    private static final int MATCHES = 15;

    /** Sent to the browser together; limits the size of messages. */
    private static final int LINES_AT_ONCE = 10;

    @AutoClose
    private final TestSite site = new TestSite();

    private Page page;

    @BeforeEach
    void open(Visitor visitor) throws IOException {
        page = visitor.page();
        byte[] compare;
        try (InputStream script = Parity.class.getResourceAsStream("compare.mjs")) {
            compare = script.readAllBytes();
        }
        page.route(
                "**/compare.mjs",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("text/javascript")
                        .setBodyBytes(compare)));
        page.navigate(site.url("/404.html"));
    }

    @Override
    protected int matches() {
        return MATCHES;
    }

    @Override
    protected List<String> inTheBrowser(List<String> lines) {
        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < lines.size(); i += LINES_AT_ONCE) {
            List<?> some = (List<?>) page.evaluate("""
                    async (lines) => {
                      const [engine, { compare }] = await Promise.all([import("/engine.js"), import("/compare.mjs")]);
                      return lines.map((line) => compare(engine, JSON.parse(line)));
                    }
                    """, lines.subList(i, Math.min(lines.size(), i + LINES_AT_ONCE)));
            some.forEach(outcome -> outcomes.add((String) outcome));
        }
        return outcomes;
    }
}
