package bout.site;

import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.engine.Game;
import bout.engine.Replay;
import bout.games.Games;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page that plays one match after another. */
@Tag("browser")
@Tag("full")
@ExtendWith(Chromium.class)
class TvPageTest {

    /** Takes the place of the sounds: writes down what is asked for. */
    private static final String RECORDER = """
            globalThis.heard = [];
            export class Speaker {
              play(name) {
                globalThis.heard.push(name);
              }
            }
            """;

    @AutoClose
    private final TestSite site = new TestSite();

    private Map<String, Object> match(String id, String first, String second) {
        Replay replay = TestSite.replay("robotag", "hungry", "bouncy", "7", List.of(first, second));
        Map<String, Object> match = TestSite.finished(id, replay, replay.calls().count());
        site.has(match, replay.toPlain());
        return match;
    }

    @Test
    void it_goes_on_to_the_next_match_and_repeats_none_before_all_were_shown(Visitor visitor) {
        site.list(List.of(match("3", "Third", "x"), match("2", "Second", "x"), match("1", "First", "x")));
        Page page = visitor.open(site.url("/tv.html"));
        for (String name : List.of("Third", "Second", "First", "Third")) {
            assertThat(page.locator(".strip .who").first()).hasText(name);
            assertThat(page.locator("#board[data-drawn]")).hasCount(1);
            button(page, "Next match").click();
        }
        visitor.assertAccessible("tv");
    }

    @Test
    void a_match_that_has_ended_makes_way_for_the_next(Visitor visitor) {
        // The game with the fewest moves.
        Game<?> game = Games.ALL.getLast();
        String bot = game.houseBots().getFirst().name();
        Replay shortOne = TestSite.replay(game.card().id(), bot, bot, "7", List.of("Short", "x"));
        Map<String, Object> match =
                TestSite.finished("2", shortOne, shortOne.calls().count());
        site.has(match, shortOne.toPlain());
        site.list(List.of(match, match("1", "Next", "x")));
        Page page = visitor.open(site.url("/tv.html"));
        assertThat(page.locator(".strip .who").first()).hasText("Short");
        assertThat(page.locator(".strip .who").first()).hasText("Next");
    }

    @Test
    void a_match_is_heard_once_sound_is_switched_on_and_the_browser_remembers_it(Visitor visitor) {
        Game<?> game = Games.ALL.getLast();
        String bot = game.houseBots().getFirst().name();
        Replay shortOne = TestSite.replay(game.card().id(), bot, bot, "7", List.of("Short", "x"));
        Map<String, Object> match =
                TestSite.finished("1", shortOne, shortOne.calls().count());
        site.has(match, shortOne.toPlain());
        site.list(List.of(match));
        AtomicInteger loaded = new AtomicInteger();
        Page page = visitor.page();
        page.route("**/viewer/sound.js", route -> {
            loaded.incrementAndGet();
            route.fulfill(
                    new Route.FulfillOptions().setContentType("text/javascript").setBody(RECORDER));
        });
        page.navigate(site.url("/tv.html"));
        Locator sound = page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Sound").setExact(true));
        assertThat(page.locator("#board[data-drawn]")).hasCount(1);
        assertThat(sound).hasAttribute("aria-pressed", "false");
        assertEquals(0, loaded.get());

        sound.click();
        assertThat(sound).hasAttribute("aria-pressed", "true");
        page.waitForFunction("() => globalThis.heard?.[0] === 'fill' && globalThis.heard.includes('end')");

        page.reload();
        assertThat(sound).hasAttribute("aria-pressed", "true");
        sound.click();
        assertThat(sound).hasAttribute("aria-pressed", "false");
        page.reload();
        assertThat(sound).hasAttribute("aria-pressed", "false");
        visitor.assertAccessible();
    }

    @Test
    void where_no_match_is_worth_showing_house_bots_play(Visitor visitor) {
        Map<String, Object> failed = match("1", "Refused", "x");
        failed.put("worthShowing", false);
        site.list(List.of(failed));
        for (String path : List.of("/tv.html", "/")) {
            Page page = visitor.open(site.url(path));
            assertThat(page.locator("#board[data-drawn], #hero[data-drawn]")).hasCount(1);
            assertThat(page.locator("#watch, #hero-link")).isHidden();
            assertThat(page.locator(".strip .who").first()).not().hasText("Refused");
        }
    }

    @Test
    void without_any_match_house_bots_play(Visitor visitor) {
        for (String screen : List.of("", "-phone")) {
            Page page = visitor.on(screen).open(site.url("/tv.html"));
            assertThat(page.locator("#board[data-drawn]")).hasCount(1);
            assertThat(page.locator("#why")).hasText("House bots, played in your browser");
            assertFalse(visitor.hasToScrollSideways());
            assertThat(page.locator("#full")).isInViewport(new LocatorAssertions.IsInViewportOptions().setRatio(1));
            visitor.assertAccessible();
        }
    }
}
