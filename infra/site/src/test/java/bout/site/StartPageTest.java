package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.engine.Replay;
import bout.games.Games;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The start page. */
@Tag("browser")
@ExtendWith(Chromium.class)
class StartPageTest {

    /** Ids sort by time: a later match has a greater id. */
    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    @AutoClose
    private final TestSite site = new TestSite();

    private static Replay replay(String... names) {
        return TestSite.replay("ajax-tiles", "expand", "fearful", "7", List.of(names));
    }

    private static Map<String, Object> finished(String id, Replay replay) {
        return TestSite.finished(id, replay, replay.calls().moves().size());
    }

    @Test
    void the_start_page_lists_the_latest_matches(Visitor visitor) {
        Replay replay = replay("Greedy Gary", "The House");
        Map<String, Object> running = TestSite.unfinished("3", "running", replay);
        running.put("turn", 17);
        Map<String, Object> failed = TestSite.unfinished("1", "failed", replay);
        failed.put("reason", "It was begun three times.");
        site.list(List.of(TestSite.unfinished("4", "queued", replay), running, finished("2", replay), failed));
        Page page = visitor.page();
        page.navigate(site.url("/"));

        Locator rows = page.locator("#latest li");
        assertThat(rows).hasCount(4);
        assertThat(rows.nth(0)).containsText("Waiting");
        assertThat(rows.nth(1)).containsText("Playing turn 17");
        assertThat(rows.nth(2))
                .containsText(Pattern.compile("Greedy Gary \\d+ : \\d+ The House Finished Greedy Gary won"));
        assertThat(rows.nth(2)).containsText("Ajax Tiles");
        assertThat(rows.nth(3)).containsText("Not played");
        assertThat(rows.nth(2).getByRole(AriaRole.LINK)).hasAttribute("href", "match.html?id=2");
        assertThat(page.locator("#latest-note")).isHidden();
        visitor.assertAccessible();
        visitor.keep("start");
    }

    @Test
    void a_start_page_without_matches_says_so(Visitor visitor) {
        Page page = visitor.page();
        page.navigate(site.url("/"));
        assertThat(page.locator("#latest-note")).containsText("No match has been played yet.");
        assertThat(page.locator("#more")).isHidden();
    }

    @Test
    void new_matches_and_results_appear_automatically_and_the_focus_stays(Visitor visitor) {
        Replay replay = replay("one", "two");
        site.list(List.of(TestSite.unfinished("1", "queued", replay)));
        Page page = visitor.page();
        page.navigate(site.url("/"));
        assertThat(page.locator("#latest li")).hasText(Pattern.compile("Waiting"));
        page.locator("#latest li a").focus();
        site.list(List.of(TestSite.unfinished("2", "queued", replay), finished("1", replay)));
        assertThat(page.locator("#latest li")).hasCount(2);
        assertThat(page.locator("#latest li").nth(1)).containsText("Finished");
        assertThat(page.locator("#latest li").nth(1).locator("a")).isFocused();
    }

    @Test
    void an_answer_without_explanation_is_reported_by_its_status(Visitor visitor) {
        site.answer(
                "GET /api/matches?limit=10",
                new Answer(502, "text/html", "<h1>Bad gateway</h1>".getBytes(StandardCharsets.UTF_8)));
        Page page = visitor.page();
        page.navigate(site.url("/"));
        assertThat(page.locator("#latest-problem")).hasText("The API answered with the status 502 and no explanation.");
    }

    @Test
    void the_start_page_links_to_the_games(Visitor visitor) {
        Page page = visitor.page();
        page.navigate(site.url("/"));
        assertThat(page.locator("#games h3"))
                .hasText(Games.ALL.stream().map(game -> game.card().name()).toArray(String[]::new));
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Rules of RoboTag"))
                .click();
        assertThat(page.locator("h1")).hasText("RoboTag");
        page.goBack();
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Playground of RoboTag")))
                .hasAttribute("href", "play.html?game=robotag");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Start a match of RoboTag"))
                .click();
        assertThat(page.locator("#game")).hasValue("robotag");
        page.navigate(site.url("/"));
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("All matches"))
                .click();
        assertThat(page.locator("h1")).hasText("Matches");
    }

    @Test
    void a_start_page_without_the_api_says_so_and_recovers(Visitor visitor) {
        Page page = visitor.page();
        page.route("**/api/**", route -> route.abort("connectionrefused"));
        page.navigate(site.url("/"));
        assertThat(page.locator("#latest-problem"))
                .hasText("The API cannot be reached. Is the network there, and is Bout running?");
        visitor.keep("start-offline");
        visitor.assertAccessible();
        site.list(List.of(finished("1", replay("one", "two"))));
        page.unroute("**/api/**");
        assertThat(page.locator("#latest li")).hasCount(1);
        assertThat(page.locator("#latest li")).containsText("Ajax Tiles");
        assertThat(page.locator("#latest-problem")).isHidden();
        assertThat(page.locator("#games li")).hasCount(Games.ALL.size());
    }

    @Test
    void the_start_page_works_on_a_phone_and_in_dark_mode(Visitor visitor) {
        Replay replay = replay(
                "A bot with a name of 40 characters, long",
                "Anotherbotwithonesinglewordof40characters".substring(0, 40));
        site.list(List.of(finished(ID, replay), TestSite.unfinished("0", "queued", replay)));
        visitor.onAPhone().page().navigate(site.url("/"));
        assertThat(visitor.page().locator("#latest li")).hasCount(2);
        assertThat(visitor.page().locator("#games li")).hasCount(Games.ALL.size());
        assertFalse(visitor.hasToScrollSideways());
        visitor.assertAccessible();
        visitor.keep("start-phone");
        visitor.inTheDark().page().navigate(site.url("/"));
        assertThat(visitor.page().locator("#latest li")).hasCount(2);
        assertThat(visitor.page().locator("#games li")).hasCount(Games.ALL.size());
        visitor.assertAccessible();
        visitor.keep("start-dark");
    }
}
