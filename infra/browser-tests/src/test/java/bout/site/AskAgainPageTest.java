package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.engine.Replay;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** On the page of a match, the owner of a bot has it asked again. */
@Tag("browser")
@ExtendWith(Chromium.class)
class AskAgainPageTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f61";

    @AutoClose
    private final TestSite site = new TestSite();

    private Page open(Visitor visitor, boolean registered) {
        Replay replay = TestSite.replay("tokens", "naive", "gourmet", "7", List.of("Gary", "The House"));
        Map<String, Object> match =
                TestSite.finished(ID, replay, replay.calls().moves().size());
        List<Object> players = new ArrayList<>();
        players.add(registered ? Map.of("name", "Gary", "bot", BOT) : Map.of("name", "Gary", "house", "naive"));
        players.add(Map.of("name", "The House", "house", "gourmet"));
        match.put("players", players);
        site.has(match, replay.toPlain());
        Page page = visitor.open(site.url("/match.html?id=" + ID + "&turn=3"));
        assertThat(page.locator("#verified")).isVisible();
        return page;
    }

    private static Map<String, Object> check(Object finishedAt, List<Object> calls) {
        return TestSite.fields(
                "id",
                "a-check",
                "match",
                ID,
                "askedAt",
                "2026-03-01T12:00:00.120Z",
                "finishedAt",
                finishedAt,
                "calls",
                calls);
    }

    private void bot(Map<String, Object> check) {
        Map<String, Object> bot = TestSite.bot(BOT, "tokens", "Gary");
        bot.put("check", check);
        site.answer("GET /api/bots/" + BOT, TestSite.Answer.json(200, bot));
    }

    @Test
    void the_recorded_answer_and_the_new_one_stand_side_by_side(Visitor visitor) {
        site.answer("POST /api/bots/" + BOT + "/again", TestSite.Answer.json(202, check(null, List.of())));
        bot(check(null, List.of()));
        Page page = open(visitor, true);
        Locator again = page.locator("#ask-again");
        again.locator("summary").click();
        again.getByLabel("Token").fill("a-token");
        again.locator("button").click();
        assertThat(again).containsText("Asking …");
        bot(check(
                "2026-03-01T12:00:01.120Z",
                List.of(TestSite.fields(
                        "turn",
                        2,
                        "seat",
                        1,
                        "sent",
                        "application/json {}",
                        "came",
                        "{\"move\":\"<b>\"}",
                        "milliseconds",
                        12,
                        "passed",
                        false,
                        "text",
                        "not-expected: no such move"))));
        assertThat(again.locator("dd.refused")).hasText("{\"move\":\"<b>\"} not-expected: no such move (12 ms)");
        assertThat(again.locator("dd").first())
                .hasText(page.locator("#answers .said code").first().textContent());
        TestSite.Posted posted = site.posted().getFirst();
        assertEquals(Map.of("match", ID, "turn", 2, "seat", 1), posted.body());
        assertEquals("Bearer a-token", posted.authorization());
        visitor.assertAccessible("match-asked-again");
        // The other seat moves on the next turn.
        page.keyboard().press("ArrowRight");
        assertThat(again).isHidden();
    }

    @Test
    void a_refusal_is_shown_and_only_registered_bots_can_be_asked(Visitor visitor) {
        site.answer(
                "POST /api/bots/" + BOT + "/again",
                TestSite.Answer.problem(404, "unknown-bot", "You have no bot with this id."));
        Page page = open(visitor, true);
        Locator again = page.locator("#ask-again");
        again.locator("summary").click();
        again.locator("button").click();
        assertThat(again.locator(".problem")).hasText("You have no bot with this id.");
        page = open(visitor.onADesktop(), false);
        assertThat(page.locator("#ask-again")).isHidden();
    }
}
