package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.engine.Replay;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.LoadState;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** On the page of a match, the owner of a published bot sees what it printed. */
@Tag("browser")
@ExtendWith(Chromium.class)
class PrintedTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f61";
    private static final String CONSOLE = "GET /api/matches/" + ID + "/console";
    private static final String TEXT = "<b>open</b>\nmy choice: 3";

    @AutoClose
    private final TestSite site = new TestSite();

    private static TestSite.Answer console(Object... seats) {
        return TestSite.Answer.json(200, Map.of("seats", List.of(seats)));
    }

    /** Of seat 1, on the turn that the page calls 3. */
    private static TestSite.Answer printed() {
        return console(Map.of("player", 1, "turns", List.of(Map.of("turn", 2, "text", TEXT))));
    }

    private Page open(Visitor visitor, String token) {
        Replay replay = TestSite.replay("tokens", "naive", "gourmet", "7", List.of("Gary", "The House"));
        Map<String, Object> match =
                TestSite.finished(ID, replay, replay.calls().moves().size());
        match.put(
                "players",
                List.of(
                        Map.of("name", "Gary", "bot", BOT, "code", "0".repeat(64)),
                        Map.of("name", "The House", "house", "gourmet")));
        site.has(match, replay.toPlain());
        Page page = visitor.page();
        if (token != null) {
            page.navigate(site.url("/join.html"));
            page.evaluate(
                    "token => localStorage.setItem('bout-player', JSON.stringify({ token, name: 'Ada' }))", token);
        }
        page.navigate(site.url("/match.html?id=" + ID + "&turn=3"));
        assertThat(page.locator("#verified")).isVisible();
        return page;
    }

    @Test
    void the_owner_sees_it_with_the_kept_token_below_the_answer_of_its_turn(Visitor visitor) {
        site.answerOnly("f00d", CONSOLE, printed());
        Page page = open(visitor, "f00d");
        Locator printed = page.locator("#answers .answer .printed");
        assertThat(printed.locator("pre")).hasText(TEXT);
        visitor.assertAccessible("match-printed");
        page.keyboard().press("ArrowRight");
        assertThat(printed).hasCount(0);
        page.keyboard().press("ArrowLeft");
        assertThat(printed).hasCount(1);
    }

    @Test
    void on_an_open_bout_it_is_there_without_a_token(Visitor visitor) {
        Map<String, Object> bot = TestSite.bot(BOT, "tokens", "Gary");
        bot.put("check", null);
        site.answer("GET /api/bots/" + BOT, TestSite.Answer.json(200, bot));
        site.answer(CONSOLE, printed());
        Page page = open(visitor, null);
        assertThat(page.locator("#answers .printed pre")).hasText(TEXT);
    }

    @Test
    void strangers_see_the_match_without_it(Visitor visitor) {
        site.answer("GET /api/bots/" + BOT, TestSite.Answer.json(200, TestSite.bot(BOT, "tokens", "Gary")));
        List<String> answered = new CopyOnWriteArrayList<>();
        visitor.page()
                .onResponse(response -> answered.add(URI.create(response.url()).getPath()));
        Page page = open(visitor, null);
        page.waitForCondition(() -> answered.contains("/api/bots/" + BOT));
        page.waitForLoadState(LoadState.NETWORKIDLE);
        assertFalse(answered.contains("/api/matches/" + ID + "/console"), "it would be refused");
        assertThat(page.locator("#answers .printed")).hasCount(0);

        site.answerOnly("other", CONSOLE, console());
        visitor.onADesktop()
                .page()
                .onResponse(response -> answered.add(URI.create(response.url()).getPath()));
        page = open(visitor, "other");
        page.waitForCondition(() -> answered.contains("/api/matches/" + ID + "/console"));
        page.waitForLoadState(LoadState.NETWORKIDLE);
        assertThat(page.locator("#answers .answer")).hasCount(1);
        assertThat(page.locator("#answers .printed")).hasCount(0);
    }
}
