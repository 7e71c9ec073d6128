package bout.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameTest {

    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head>
              <title>A page</title>
              <script type="module" src="a.js"></script>
            </head>
            <body>
              <!-- navigation -->
              <main></main>
            </body>
            </html>
            """;

    @Test
    void the_icon_and_the_common_style_sheet_precede_the_pages_own_links() {
        String page = Frame.around("new.html", PAGE);
        assertEquals(
                List.of(
                        "utf-8",
                        "viewport",
                        "color-scheme",
                        "favicon.svg",
                        "touch-icon.png",
                        "site.webmanifest",
                        "style.css",
                        "a.js"),
                found(
                        "<(?:meta (?:charset|name)|link rel=\"[^\"]+\" href|script type=\"module\" src)=\"([^\"]+)\"",
                        page));
    }

    @ParameterizedTest
    @CsvSource({
        "new.html,         new.html,            page",
        "games/index.html, ../games/index.html, page",
        "games/tokens.html,../games/index.html, true",
    })
    void the_navigation_marks_the_current_page(String path, String marked, String how) {
        String page = Frame.around(path, PAGE);
        assertEquals(List.of(marked), found("<a href=\"([^\"]+)\" aria-current=\"" + how + "\"", page));
        assertEquals(1, found("(aria-current)", page).size());
    }

    @Test
    void a_page_outside_the_navigation_marks_no_link() {
        assertFalse(Frame.around("match.html", PAGE).contains("aria-current"));
    }

    @ParameterizedTest
    @CsvSource({"match.html, index.html, ''", "games/a.html, ../index.html, ../", "404.html, /, /"})
    void all_links_start_at_the_root_of_the_site(String path, String home, String root) {
        String page = Frame.around(path, PAGE);
        assertEquals(List.of(home), found("class=\"brand\" href=\"([^\"]+)\"", page));
        List<String> links = found("<li><a href=\"([^\"]+)\"", page);
        assertEquals(11, links.size());
        assertTrue(links.stream().allMatch(link -> link.matches(Pattern.quote(root) + "[a-z].*")), () -> "" + links);
    }

    @Test
    void a_page_without_the_mark_has_no_navigation() {
        assertFalse(Frame.around("embed.html", PAGE.replace("  <!-- navigation -->\n", ""))
                .contains("<nav"));
    }

    @Test
    void a_page_without_a_title_is_an_error() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Frame.around("new.html", PAGE.replace("  <title>A page</title>\n", "")));
    }

    private static List<String> found(String expression, String text) {
        return Pattern.compile(expression)
                .matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }
}
