package bout.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
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

/** A visitor of the site: a browser context, and everything that went wrong in its pages. */
public final class Visitor implements AutoCloseable {

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    /** Long enough that only a real defect exceeds it, not a busy machine. */
    static final int TIMEOUT_MS = 20_000;

    /** Addresses that a page may request although they may not exist; everything else is a file of the site. */
    private static final List<String> MAY_BE_MISSING = List.of("/api/", "/replays/", "/live/", "/standings/");

    static final String AXE = axe();

    private final Browser browser;
    private final List<String> violations = new ArrayList<>();
    private final List<BrowserContext> contexts = new ArrayList<>();
    private boolean expectsWrongs;
    private final List<String> alsoAsked = new ArrayList<>();
    private Page page;

    Visitor(Browser browser) {
        this.browser = browser;
    }

    /** The visitor's page: on a desktop screen in light mode, unless another screen was chosen. */
    public Page page() {
        if (page == null) {
            onADesktop();
        }
        return page;
    }

    /** The visitor's page, at this address. */
    public Page open(String url) {
        page().navigate(url);
        return page;
    }

    /** The button of a page with this name. */
    public static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }

    /** @param screen {@code -phone}, {@code -dark}, {@code -projector} or empty, as in the names of screenshots */
    Visitor on(String screen) {
        return switch (screen) {
            case "-phone" -> onAPhone();
            case "-dark" -> inTheDark();
            case "-projector" -> onAProjector();
            case "" -> onADesktop();
            default -> throw new IllegalArgumentException("no screen is named " + screen);
        };
    }

    /** A desktop screen in light mode. */
    public Visitor onADesktop() {
        return with(new Browser.NewContextOptions().setViewportSize(1200, 900));
    }

    /** The narrowest usual phone, with a high-density screen. */
    public Visitor onAPhone() {
        return with(new Browser.NewContextOptions()
                .setViewportSize(360, 740)
                .setDeviceScaleFactor(3)
                .setIsMobile(true)
                .setHasTouch(true));
    }

    /** A desktop screen in dark mode. */
    public Visitor inTheDark() {
        return with(new Browser.NewContextOptions()
                .setViewportSize(1200, 900)
                .setDeviceScaleFactor(2)
                .setColorScheme(ColorScheme.DARK));
    }

    /** A projector, read from a distance. */
    public Visitor onAProjector() {
        return with(new Browser.NewContextOptions().setViewportSize(1920, 1080));
    }

    /** A window in which every other screen fits as a frame. */
    Visitor inAWindow() {
        return with(new Browser.NewContextOptions().setViewportSize(1940, 1100));
    }

    private Visitor with(Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options.setLocale("en-GB").setTimezoneId("UTC"));
        contexts.add(context);
        context.setDefaultTimeout(TIMEOUT_MS);
        page = context.newPage();
        page.onPageError(error -> violations.add("uncaught: " + error));
        page.onConsoleMessage(message -> {
            // Failed requests are checked below, where their address is known.
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
            // the page made the blob itself
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
     * Ignores errors, for a test whose code attempts forbidden things: the browser reports each refusal. Such a test
     * must check the outcome itself.
     */
    Visitor ignoringErrors() {
        expectsWrongs = true;
        return this;
    }

    /** Allows requests to another origin, for a page that shows a frame from there. */
    public void mayAsk(String url) {
        alsoAsked.add(URI.create(url).getAuthority());
    }

    /** Saves a screenshot in {@code target/screenshots}. */
    public void keep(String name) {
        page().screenshot(new Page.ScreenshotOptions()
                .setPath(SCREENSHOTS.resolve(name + ".png"))
                // A phone has nine device pixels per CSS pixel, and a guide is long: at full scale this takes too long
                // on a busy machine.
                .setScale(ScreenshotScale.CSS)
                .setFullPage(true));
    }

    /** Which rules of axe-core; to compare colours takes half of the time. */
    enum Rules {
        ALL,
        WITHOUT_CONTRAST,
        OF_COLOURS
    }

    /** The violations of axe-core's WCAG 2.2 A and AA rules, each with its element. */
    static List<?> accessibilityViolations(Frame frame, Rules rules) {
        if ((Boolean) frame.evaluate("() => window.axe === undefined")) {
            frame.evaluate(AXE);
        }
        Object found = frame.evaluate("""
            async (rules) => (await axe.run(document, {
              ...(rules === "OF_COLOURS"
                ? { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }
                : {
                    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
                    rules: { "color-contrast": { enabled: rules === "ALL" } },
                  }),
              resultTypes: ["violations"],
              selectors: false,
              preload: false,
            })).violations.map(({ id, impact, nodes }) =>
              `${impact} ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`)
            """, rules.name());
        return (List<?>) found;
    }

    /** Fails if there are {@link #accessibilityViolations}. */
    void assertAccessible() {
        assertAccessible(Rules.ALL);
    }

    void assertAccessible(Rules rules) {
        assertEquals(List.of(), accessibilityViolations(page().mainFrame(), rules));
    }

    /** The same, and saves a screenshot if there are none: see {@link #keep}. */
    void assertAccessible(String screenshot) {
        assertAccessible();
        keep(screenshot);
    }

    /** Whether anything is wider than the screen. */
    public boolean hasToScrollSideways() {
        // Not innerWidth: a phone's browser zooms out until everything fits, and then takes that for the width.
        return (Boolean)
                page().evaluate("width => document.documentElement.scrollWidth > width", page().viewportSize().width);
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
        List<String> wrong = List.copyOf(violations);
        violations.clear();
        if (!expectsWrongs) {
            assertEquals(List.of(), wrong, "errors in the page");
        }
    }

    @Override
    public void close() {
        contexts.forEach(BrowserContext::close);
    }
}
