package bout.site;

import static bout.site.TestSite.fields;
import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bout.engine.Replay;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The rematch and the swap of seats on a match's page. */
@Tag("browser")
@Tag("full")
@ExtendWith(Chromium.class)
class RematchTest {

    private static final Replay REPLAY =
            TestSite.replay("ajax-tiles", "expand", "fearful", "7", List.of("The one", "fearful"));
    private static final Map<String, Object> HOUSE = fields("name", "fearful", "house", "fearful");
    private static final Map<String, Object> REGISTERED = fields("name", "Greedy Gary", "bot", "bot_01");

    @AutoClose
    private final TestSite site = new TestSite();

    /** Adds a finished match between these players, with options that differ from the defaults. */
    private void has(String id, List<?> players) {
        Map<String, Object> match =
                TestSite.finished(id, REPLAY, REPLAY.calls().moves().size());
        match.put("players", players);
        match.put("options", fields("nukes", 4, "maxTurns", 300));
        match.put("timeLimit", 2000);
        site.has(match, REPLAY.toPlain());
    }

    @Test
    void a_rematch_has_the_same_players_and_options_on_another_board(Visitor visitor) {
        has("1", List.of(REGISTERED, HOUSE));
        has("2", List.of(REGISTERED, HOUSE));
        site.answer("POST /api/matches", Answer.json(202, TestSite.unfinished("2", "queued", REPLAY)));
        Page page = visitor.open(site.url("/match.html?id=1"));
        assertThat(page.locator("#actions")).containsText("Rematch: the same players on a new board.");
        visitor.assertAccessible("match-again");
        button(page, "Rematch").click();
        page.waitForURL(site.url("/match.html?id=2"));
        assertEquals(
                fields(
                        "game",
                        "ajax-tiles",
                        "players",
                        List.of(Map.of("bot", "bot_01"), fields("house", "fearful", "name", "fearful")),
                        "options",
                        fields("nukes", 4, "maxTurns", 300),
                        "timeLimit",
                        2000),
                site.posted().getFirst().body());
    }

    @Test
    void swapped_seats_have_the_same_board(Visitor visitor) {
        has("1", List.of(REGISTERED, HOUSE));
        has("2", List.of(HOUSE, REGISTERED));
        site.answer("POST /api/matches", Answer.json(202, TestSite.unfinished("2", "queued", REPLAY)));
        Page page = visitor.onAPhone().open(site.url("/match.html?id=1"));
        button(page, "Swap seats").focus();
        assertFalse(visitor.hasToScrollSideways());
        page.keyboard().press("Enter");
        page.waitForURL(site.url("/match.html?id=2"));
        Map<?, ?> body = (Map<?, ?>) site.posted().getFirst().body();
        assertEquals(
                List.of(fields("house", "fearful", "name", "fearful"), Map.of("bot", "bot_01")), body.get("players"));
        assertEquals("7", body.get("seed"));
    }

    @Test
    void a_bot_with_a_secret_url_leads_to_the_prefilled_form(Visitor visitor) {
        has("1", List.of(fields("name", "<i>Mine</i>"), HOUSE));
        Page page = visitor.open(site.url("/match.html?id=1"));
        assertThat(page.locator("#actions"))
                .containsText("the URL of <i>Mine</i> is known to its owner only, and has to be typed in.");
        visitor.keep("match-again-secret");
        visitor.assertAccessible();
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Swap seats"))
                .click();
        page.waitForURL(Pattern.compile("new\\.html"));
        assertThat(page.locator("#filled")).containsText("Only its owner knows the URL of <i>Mine</i>.");
        Locator second = page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Player 2"));
        second.getByLabel("URL").fill("https://bots.example.org/");
        site.answer("POST /api/matches", Answer.problem(500, "unexpected", "Try again in a while."));
        button(page, "Start the match").click();
        assertThat(page.locator("#start-problem")).isVisible();
        assertEquals(
                fields(
                        "game",
                        "ajax-tiles",
                        "players",
                        List.of(
                                Map.of("house", "fearful"),
                                fields("url", "https://bots.example.org/", "name", "<i>Mine</i>")),
                        "seed",
                        "7",
                        "options",
                        fields("nukes", 4, "maxTurns", 300),
                        "timeLimit",
                        2000),
                site.posted().getFirst().body());
    }

    @Test
    void a_refusal_of_the_api_is_shown_and_a_token_can_be_entered(Visitor visitor) {
        has("1", List.of(HOUSE, HOUSE));
        site.answer("POST /api/matches", Answer.problem(500, "unexpected", "Try again in a while."));
        Page page = visitor.open(site.url("/match.html?id=1"));
        Locator problem = page.locator("#actions .problem");
        for (int i = 0; i < 2; i++) {
            button(page, "Rematch").click();
            assertThat(problem).hasText("Try again in a while.");
            assertThat(button(page, "Rematch")).isEnabled();
        }
        button(page, "Swap seats").click();
        assertThat(button(page, "Swap seats")).isEnabled();
        List<String> keys = new ArrayList<>(
                site.posted().stream().map(TestSite.Posted::idempotencyKey).toList());
        assertEquals(keys.get(0), keys.get(1));
        assertNotEquals(keys.get(0), keys.get(2));

        site.answer("POST /api/matches", Answer.problem(401, "token-required", "This needs a token."));
        button(page, "Rematch").click();
        assertThat(problem).hasText("This needs a token. Start it with a token");
        problem.getByRole(AriaRole.LINK).click();
        assertThat(page.locator("#bot-1")).hasValue("house:fearful");
        assertThat(page.getByLabel("nukes")).hasValue("4");
        assertThat(page.getByLabel("Seed")).hasValue("");
    }

    @Test
    void the_offer_keeps_the_focus_while_the_match_is_followed(Visitor visitor) {
        Map<String, Object> running = TestSite.unfinished("1", "queued", REPLAY);
        site.answer("GET /api/matches/1", Answer.json(200, running));
        Page page = visitor.open(site.url("/match.html?id=1"));
        button(page, "Rematch").focus();
        has("1", List.of(HOUSE, HOUSE));
        site.has(TestSite.finished("1", REPLAY, REPLAY.calls().moves().size()), REPLAY.toPlain());
        assertThat(page.locator("#status")).hasText("Finished");
        assertThat(button(page, "Rematch")).isFocused();
    }
}
