package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Option;
import bout.games.Games;
import bout.guide.Example;
import bout.guide.Guide;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages that the build makes from the games' guides. */
@Tag("browser")
@ExtendWith(Chromium.class)
class GamePagesTest {

    @AutoClose
    private final TestSite site = new TestSite();

    static Stream<String> games() {
        return Games.ALL.stream().map(game -> game.card().id());
    }

    private static Game<?> game(String id) {
        return Games.byId(id).orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("games")
    @Tag("full")
    void a_game_s_page_shows_its_whole_guide_in_both_colour_schemes(String id, Visitor visitor) {
        Guide guide = Guide.of(game(id));
        Page page = visitor.page();
        page.navigate(site.url("/games/" + id + ".html"));
        assertThat(page.locator(".game-top canvas[data-drawn]")).hasCount(1);
        visitor.assertAccessible("guide-" + id);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        visitor.assertAccessible(Visitor.Rules.OF_COLOURS);
        assertThat(page.locator("h1")).hasText(guide.name());
        assertThat(page.locator(".in-short li")).hasText(guide.lines().toArray(String[]::new));
        int lines = page.locator("#small-bot").textContent().split("\n").length;
        assertTrue(3 < lines && lines < 20, lines + " lines");
        assertThat(page.locator(".reference h2"))
                .hasText(guide.sections().stream().map(Guide.Section::title).toArray(String[]::new));
        assertEquals(
                Example.of(game(id)).request() + "\n",
                page.locator("#example pre.http").first().textContent());
        assertThat(page.locator("#house-bots tbody td:nth-child(2)"))
                .hasText(game(id).houseBots().stream().map(HouseBot::sentence).toArray(String[]::new));
        assertThat(page.locator("#options tbody td:nth-child(3)"))
                .hasText(game(id).card().options().stream().map(Option::range).toArray(String[]::new));
        // A table or list that was not recognised would remain a paragraph with its markup.
        assertThat(page.locator("p:has-text('|---'), p:has-text('**'), p:has-text('](/')"))
                .hasCount(0);
    }

    @ParameterizedTest
    @MethodSource("games")
    @Tag("full")
    void a_phone_shows_a_game_s_page_without_scrolling_sideways(String id, Visitor visitor) {
        Page page = visitor.onAPhone().page();
        List<Route> typefaces = new CopyOnWriteArrayList<>();
        page.route("**/*.woff2", typefaces::add);
        page.navigate(site.url("/games/" + id + ".html"));
        assertThat(page.locator("#start")).isVisible();
        assertFalse(visitor.hasToScrollSideways(), "in the system's typefaces");
        page.unroute("**/*.woff2");
        typefaces.forEach(Route::resume);
        page.waitForFunction("() => localStorage.getItem('bout-typefaces') !== null");
        page.reload();
        assertThat(page.locator("html.typefaces")).hasCount(1);
        assertFalse(visitor.hasToScrollSideways());
        visitor.assertAccessible(Visitor.Rules.WITHOUT_CONTRAST);
        visitor.keep("guide-" + id + "-phone");
    }

    @Test
    @Tag("full")
    void the_games_and_their_list_link_to_each_other(Visitor visitor) {
        for (String screen : List.of("", "-dark", "-phone")) {
            visitor.on(screen).page().navigate(site.url("/games/index.html"));
            assertThat(visitor.page().locator("main h2"))
                    .hasText(Games.ALL.stream().map(game -> game.card().name()).toArray(String[]::new));
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible(
                    switch (screen) {
                        case "-dark" -> Visitor.Rules.OF_COLOURS;
                        case "-phone" -> Visitor.Rules.WITHOUT_CONTRAST;
                        default -> Visitor.Rules.ALL;
                    });
            visitor.keep("guides" + screen);
        }
        Page page = visitor.page();
        page.locator("main h2 a").first().click();
        for (Game<?> game : Games.ALL) {
            page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Games"))
                    .getByRole(
                            AriaRole.LINK,
                            new Locator.GetByRoleOptions().setName(game.card().name()))
                    .click();
            assertThat(page.locator("h1")).hasText(game.card().name());
        }
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Menu"))
                .click();
        page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Site"))
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Matches"))
                .click();
        assertThat(page.locator("#latest-note")).isVisible();
    }
}
