package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.games.Games;
import bout.wire.Resources;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;
import com.microsoft.playwright.options.WaitUntilState;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page of all components, its themes and its fonts. */
@Tag("browser")
@ExtendWith(Chromium.class)
class DesignTest {

    private static final int MAX_FONT_BYTES = 60_000;

    @AutoClose
    private final TestSite site = new TestSite();

    private Page open(Visitor visitor, String query) {
        Page page = visitor.open(site.url("/design.html" + query));
        assertThat(page.locator("body[data-ready]")).hasCount(1);
        return page;
    }

    @Test
    void the_theme_is_chosen_on_one_page_and_holds_on_all(Visitor visitor) {
        Page page = visitor.open(site.url("/"));
        Object light = background(page);
        page.getByLabel("Theme").selectOption("dark");
        Object dark = background(page);
        assertNotEquals(light, dark);
        page.navigate(site.url("/matches.html"));
        assertEquals(dark, background(page));
        assertThat(page.getByLabel("Theme")).hasValue("dark");
        page.getByLabel("Theme").selectOption("projector");
        assertEquals("20px", page.evaluate("() => getComputedStyle(document.documentElement).fontSize"));
        page.getByLabel("Theme").selectOption("");
        assertEquals(light, background(page));
        Page other = visitor.inTheDark().page();
        other.navigate(site.url("/"));
        assertEquals(dark, background(other));
        other.getByLabel("Theme").selectOption("light");
        assertEquals(light, background(other));
    }

    @Test
    void a_page_is_printed_in_light_colours_without_the_navigation(Visitor visitor) {
        Page page = visitor.open(site.url("/matches.html"));
        Object light = background(page);
        page.getByLabel("Theme").selectOption("dark");
        page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
        assertEquals(light, background(page));
        assertThat(page.locator("header.top")).isHidden();
    }

    private static Object background(Page page) {
        return page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor");
    }

    @Test
    void a_board_takes_the_colours_of_a_theme_that_is_chosen_while_it_is_shown(Visitor visitor) {
        Page page = open(visitor, "");
        Object light = page.evaluate("() => document.querySelector('canvas.board').toDataURL()");
        page.getByLabel("Theme").selectOption("dark");
        assertNotEquals(light, page.evaluate("() => document.querySelector('canvas.board').toDataURL()"));
    }

    @Test
    void the_fonts_are_small_are_used_and_carry_their_licences(Visitor visitor) {
        int bytes = 0;
        for (String font : List.of("text", "display")) {
            bytes += Resources.bytes(DesignTest.class, "/bout/site/fonts/" + font + ".woff2").length;
            assertTrue(Resources.text(DesignTest.class, "/bout/site/fonts/" + font + ".LICENSE")
                    .contains("SIL Open Font License"));
        }
        int all = bytes;
        assertTrue(all <= MAX_FONT_BYTES, () -> all + " bytes");
        Page page = open(visitor, "");
        page.waitForFunction("() => localStorage.getItem('bout-typefaces') !== null");
        assertThat(page.locator("html.typefaces")).hasCount(0);
        assertEquals(true, page.evaluate("""
                        () => [...document.fonts].every(({ status }) => status === "loaded")"""));
        page.reload(new Page.ReloadOptions().setWaitUntil(WaitUntilState.COMMIT));
        page.waitForFunction("() => document.querySelector('h1') !== null");
        assertEquals(
                true,
                page.evaluate("() => document.documentElement.classList.contains('typefaces')"),
                "in the cache, they are used at once");
        assertTrue(((String) page.evaluate("() => getComputedStyle(document.querySelector('h1')).fontFamily"))
                .startsWith("\"Bout Display\""));
    }

    @Test
    void every_game_has_a_mark(Visitor visitor) {
        for (Game<?> game : Games.ALL) {
            assertTrue(Resources.text(
                            DesignTest.class, "/bout/site/games/" + game.card().id() + "/mark.svg")
                    .startsWith("<svg"));
        }
        Page page = open(visitor, "");
        assertThat(page.locator("#marks .game-mark")).hasCount(Games.ALL.size());
    }
}
