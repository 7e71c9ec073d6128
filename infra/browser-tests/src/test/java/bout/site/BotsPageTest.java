package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.games.Games;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The directory of bots. */
@Tag("browser")
@ExtendWith(Chromium.class)
class BotsPageTest {

    @AutoClose
    private final TestSite site = new TestSite();

    @Test
    void bots_that_others_may_call_can_be_challenged(Visitor visitor) {
        Map<String, Object> unproven = TestSite.bot("bot_2", "tokens", "Unproven");
        unproven.put("proven", false);
        Map<String, Object> offline = TestSite.bot("bot_3", "tokens", "Laptop");
        offline.put("kind", "connected");
        offline.put("online", false);
        site.bots("tokens", List.of(TestSite.bot("bot_1", "tokens", "<b>Gary"), offline, unproven));
        for (String screen : List.of("", "-phone", "-dark")) {
            Page page = visitor.on(screen).open(site.url("/bots.html?game=tokens"));
            assertThat(page.locator("h1")).hasText("Everybody Loves Tokens: bots");
            assertThat(page.locator("#registered li")).hasCount(3);
            assertThat(page.locator("#registered li")
                            .first()
                            .getByRole(AriaRole.LINK)
                            .last())
                    .hasAttribute("href", "new.html?game=tokens&p2=bot_1");
            assertThat(page.locator("#registered li").nth(1)).containsText("not connected now");
            assertThat(page.locator("#registered li").nth(1).getByRole(AriaRole.LINK))
                    .hasCount(1);
            assertThat(page.locator("#registered li").last()).containsText("has yet to prove control");
            assertThat(page.locator("#registered li").last().getByRole(AriaRole.LINK))
                    .hasCount(1);
            assertThat(page.locator("#house li"))
                    .hasCount(Games.byId("tokens").orElseThrow().houseBots().size());
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("bots" + screen);
        }
    }

    @Test
    void a_bot_on_the_ladder_has_its_rank_and_rating(Visitor visitor) {
        Map<String, Object> leaderboard = TestLadder.ofAClass().leaderboard();
        Map<?, ?> best = (Map<?, ?>) ((List<?>) leaderboard.get("players"))
                .stream()
                        .filter(each -> !(boolean) ((Map<?, ?>) each).get("house"))
                        .findFirst()
                        .orElseThrow();
        site.answer("GET /standings/ladders/tokens.json", Answer.json(200, leaderboard));
        site.bots(
                "tokens",
                List.of(
                        TestSite.bot((String) best.get("key"), "tokens", (String) best.get("name")),
                        TestSite.bot("bot_new", "tokens", "Unrated")));
        Page page = visitor.open(site.url("/bots.html?game=tokens"));
        assertThat(page.locator("#registered li").first())
                .containsText("rank " + best.get("rank") + ", rating " + TestLadder.shown(best));
        assertThat(page.locator("#registered li").last()).not().containsText("rank");
    }

    @Test
    void an_unknown_game_is_reported_and_a_game_without_bots_invites(Visitor visitor) {
        Page page = visitor.open(site.url("/bots.html?game=foo"));
        assertThat(page.locator("#problem")).hasText("There is no game with the id “foo”.");
        page.navigate(site.url("/bots.html"));
        assertThat(page.locator("#note")).hasText("No bot has been registered yet. Yours could be the first.");
    }
}
