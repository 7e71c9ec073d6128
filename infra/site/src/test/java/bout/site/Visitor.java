package bout.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotScale;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Someone who looks at the site: a browser context of its own, and everything that went wrong in its pages. */
public final class Visitor implements AutoCloseable {

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    /** So long that only a fault exceeds it, and no busy machine. */
    static final int PATIENCE_MILLISECONDS = 20_000;

    /** What a page may ask for without knowing that it is there; all else is a file of the site. */
    private static final List<String> MAY_BE_MISSING = List.of("/api/", "/replays/", "/live/", "/standings/");

    private final Browser browser;
    private final List<String> violations = new ArrayList<>();
    private final List<BrowserContext> contexts = new ArrayList<>();
    private boolean expectsWrongs;
    private final List<String> alsoAsked = new ArrayList<>();
    private Page page;

    Visitor(Browser browser) {
        this.browser = browser;
    }

    /** What the visitor sees with: a desktop's screen in daylight, unless another one was said. */
    public Page page() {
        if (page == null) {
            onADesktop();
        }
        return page;
    }

    /** @param screen {@code -phone}, {@code -dark}, {@code -projector} or nothing, as the pictures that are kept are named */
    Visitor on(String screen) {
        return switch (screen) {
            case "-phone" -> onAPhone();
            case "-dark" -> inTheDark();
            case "-projector" -> onAProjector();
            case "" -> onADesktop();
            default -> throw new IllegalArgumentException("no screen is named " + screen);
        };
    }

    /** A desktop's screen in daylight. */
    public Visitor onADesktop() {
        return with(new Browser.NewContextOptions().setViewportSize(1200, 900));
    }

    /** A phone of the smallest usual width, with a screen of high density. */
    public Visitor onAPhone() {
        return with(new Browser.NewContextOptions()
                .setViewportSize(360, 740)
                .setDeviceScaleFactor(3)
                .setIsMobile(true)
                .setHasTouch(true));
    }

    /** A desktop's screen with dark colours. */
    public Visitor inTheDark() {
        return with(new Browser.NewContextOptions()
                .setViewportSize(1200, 900)
                .setDeviceScaleFactor(2)
                .setColorScheme(ColorScheme.DARK));
    }

    /** A projector in a room, which is looked at from afar. */
    public Visitor onAProjector() {
        return with(new Browser.NewContextOptions().setViewportSize(1920, 1080));
    }

    private Visitor with(Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options.setLocale("en-GB").setTimezoneId("UTC"));
        contexts.add(context);
        context.setDefaultTimeout(PATIENCE_MILLISECONDS);
        page = context.newPage();
        page.onPageError(error -> violations.add("uncaught: " + error));
        page.onConsoleMessage(message -> {
            // What a request came to is judged below, where its address is known.
            if (!message.type().equals("log") && !message.text().startsWith("Failed to load resource")) {
                violations.add("console " + message.type() + ": " + message.text());
            }
        });
        page.onResponse(response -> {
            String path = URI.create(response.url()).getPath();
            if (response.status() >= 400 && MAY_BE_MISSING.stream().noneMatch(path::startsWith)) {
                violations.add("status " + response.status() + ": " + path);
            }
        });
        page.onRequest(request -> {
            URI from = URI.create(page.url());
            URI to = URI.create(request.url());
            // A blob is what the page has made itself.
            boolean made = "blob".equals(to.getScheme());
            if (!made
                    && from.getHost() != null
                    && !from.getAuthority().equals(to.getAuthority())
                    && !alsoAsked.contains(to.getAuthority())) {
                violations.add("request to another origin: " + to);
            }
        });
        return this;
    }

    /**
     * Passes over what goes wrong, for a test whose code does what it may not: the browser tells of each refusal. What must not
     * happen such a test has to see for itself.
     */
    Visitor amongStrangers() {
        expectsWrongs = true;
        return this;
    }

    /** A page may ask another origin than its own, too: it shows a frame of that one. */
    public void mayAsk(String url) {
        alsoAsked.add(URI.create(url).getAuthority());
    }

    /** Keeps what is seen in {@code target/screenshots}. */
    public void keep(String name) {
        page().screenshot(new Page.ScreenshotOptions()
                .setPath(SCREENSHOTS.resolve(name + ".png"))
                // A phone has nine pixels for one of these, and a guide is long: on a busy machine that takes too long.
                .setScale(ScreenshotScale.CSS)
                .setFullPage(true));
    }

    /** The axe-core rules of WCAG 2.2 A and AA that the page breaks, each with where. */
    public List<?> accessibilityViolations() {
        page().evaluate(axe());
        Object found = page().evaluate("""
            async () => (await axe.run(document, {
              runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
            })).violations.map(({ id, impact, nodes }) =>
              `${impact} ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`)
            """);
        return (List<?>) found;
    }

    /** Fails with what {@link #accessibilityViolations} finds. */
    void assertAccessible() {
        assertEquals(List.of(), accessibilityViolations());
    }

    /** Whether anything is wider than the screen. */
    public boolean hasToScrollSideways() {
        return (Boolean) page().evaluate("() => document.documentElement.scrollWidth > window.innerWidth");
    }

    private static String axe() {
        String script = "/axe.min.js";
        try (InputStream axe = com.deque.html.axecore.playwright.AxeBuilder.class.getResourceAsStream(script)) {
            if (axe == null) {
                throw new IllegalStateException("axe-core's jar has no " + script);
            }
            return new String(axe.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(script, broken);
        }
    }

    void assertNothingWentWrong() {
        if (!expectsWrongs) {
            assertEquals(List.of(), violations, "errors in the page");
        }
    }

    @Override
    public void close() {
        contexts.forEach(BrowserContext::close);
    }
}
