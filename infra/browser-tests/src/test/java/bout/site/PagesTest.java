package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of all pages of the site. */
@Tag("browser")
@ExtendWith(Chromium.class)
class PagesTest {

    /** Shown inside other pages, so they have no navigation. */
    private static final Set<String> EMBEDDED = Set.of("/embed.html");

    @AutoClose
    private final TestSite site = new TestSite();

    /** The paths of all generated pages. */
    static Stream<String> pages() throws IOException {
        Path folder = TestSite.BUILT;
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> pages = files.filter(file -> file.toString().endsWith(".html"))
                    .map(file -> "/" + folder.relativize(file).toString().replace('\\', '/'))
                    .filter(page -> !EMBEDDED.contains(page) && !page.startsWith("/sandbox/"))
                    .sorted()
                    .toList();
            assertTrue(pages.containsAll(List.of("/index.html", "/match.html", "/games/index.html")), "" + pages);
            return pages.stream();
        }
    }

    /** All are shown in one tab, whose cache has the scripts of the pages before. */
    @TestFactory
    Stream<DynamicTest> every_page_is_titled_has_one_heading_nothing_inline_and_the_same_navigation(Visitor visitor)
            throws IOException {
        Page page = visitor.onAPhone().open(site.url("/index.html"));
        List<?> expected = navigation(page);
        for (Object link : expected) {
            assertEquals(200, page.request().get((String) link).status(), "" + link);
        }
        Stream<String> drawn = Drawn.of(pages().toList(), 12).stream();
        return drawn.map(path -> DynamicTest.dynamicTest(path, () -> {
            page.navigate(site.url(path));
            assertTrue(page.title().contains("Bout"), page.title());
            assertThat(page.locator("h1")).hasCount(1);
            // Fetched again, because a page's scripts may add inline styles, and the editor does so at once.
            assertEquals(0, page.evaluate("""
                    async () => {
                      const html = await (await fetch(location.href)).text();
                      return new DOMParser().parseFromString(html, "text/html")
                        .querySelectorAll("script:not([src]), style, [style], [onclick], [onload]").length;
                    }"""));
            assertEquals("en", page.locator("html").getAttribute("lang"));
            assertEquals(expected, navigation(page));
            assertFalse(visitor.hasToScrollSideways());
            List<?> marked = (List<?>) page.locator("nav[aria-label=Site] a[aria-current=page]")
                    .evaluateAll("links => links.map(link => new URL(link.href).pathname)");
            assertEquals(expected.contains(site.url(path)) ? List.of(path) : List.of(), marked);
            visitor.assertNothingWentWrong();
        }));
    }

    /** The links of the brand and of the navigation, in this order. */
    private static List<?> navigation(Page page) {
        return (List<?>) page.locator("header.top > a.brand, header.top > nav[aria-label=Site] > ul > li > a")
                .evaluateAll("links => links.map(link => link.href.replace(/\\/index.html$|\\/$/, match => "
                        + "link.classList.contains('brand') ? '/' : match))");
    }

    /** Of visible text, each word whose letters stand in several lines. */
    private static final String BROKEN_WORDS = """
            () => {
              const broken = [];
              const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) {
                const text = texts.currentNode;
                if (text.parentElement.closest(".unseen, script") === null) {
                  for (const { 0: word, index } of text.data.matchAll(/\\p{L}+/gu)) {
                    const range = document.createRange();
                    range.setStart(text, index);
                    range.setEnd(text, index + word.length);
                    if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) {
                      broken.push(word);
                    }
                  }
                }
              }
              return broken;
            }""";

    @ParameterizedTest
    @CsvSource({"/index.html, #games h3", "/bots.html?game=ice-and-fire, #house li"})
    void words_are_whole_on_a_small_phone(String path, String there, Visitor visitor) {
        Page page = visitor.onAPhone().page();
        page.setViewportSize(320, 640);
        page.navigate(site.url(path));
        assertThat(page.locator(there).first()).isVisible();
        assertEquals(List.of(), page.evaluate(BROKEN_WORDS));
    }

    static List<String> somePages() {
        return Drawn.of(List.of("/index.html", "/join.html", "/play.html", "/games/tokens.html"), 2);
    }

    @ParameterizedTest
    @MethodSource("somePages")
    void the_first_stop_of_the_keyboard_leads_past_the_navigation(String path, Visitor visitor) {
        Page page = visitor.open(site.url(path));
        Locator skip = page.locator("a.skip");
        // A form that wants a name takes the focus.
        page.evaluate("() => document.activeElement.blur()");
        skip.focus();
        assertThat(skip).isInViewport();
        assertEquals(true, page.evaluate("""
                () => document.querySelector("a, button, input, select, [tabindex]") === document.querySelector("a.skip")"""));
        page.keyboard().press("Enter");
        assertThat(page.locator("main")).isFocused();
        page.keyboard().press("Tab");
        assertEquals(true, page.evaluate("() => document.querySelector('main').contains(document.activeElement)"));
        assertEquals(site.url(path), page.url(), "what stands behind the # means something else");
        assertThat(skip).not().isInViewport();
    }

    @Test
    void the_page_for_unknown_addresses_links_back(Visitor visitor) {
        Page page = visitor.open(site.url("/404.html"));
        assertThat(page.locator("h1")).hasText("Page not found");
        visitor.assertAccessible("not-found");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("the start page"))
                .click();
        assertThat(page.locator("#latest-note")).containsText("No match to show yet.");
        assertEquals("/", URI.create(page.url()).getPath());
    }
}
