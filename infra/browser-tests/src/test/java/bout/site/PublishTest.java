package bout.site;

import static bout.site.TestSite.fields;
import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.ladder.Participant;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** From the playground, a bot is put online. */
@Tag("browser")
@ExtendWith(Chromium.class)
class PublishTest {

    private static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f61";
    private static final String LIST = "GET /api/bots?game=tokens&mine=true&limit=100";

    @AutoClose
    private final TestSite site = new TestSite();

    private void knowsAda() {
        site.answer("GET /api/me", Answer.json(200, fields("id", "tok_1", "name", "Ada", "scope", "play")));
        has();
    }

    @SafeVarargs
    private void has(Map<String, Object>... bots) {
        site.answer(LIST, Answer.json(200, fields("bots", List.of(bots), "next", null)));
    }

    private static Map<String, Object> published(String name, int version, boolean open) {
        Map<String, Object> bot = TestSite.bot(BOT, "tokens", name);
        bot.put("kind", "published");
        bot.put("openSource", open);
        bot.put("version", version);
        bot.put("check", null);
        return bot;
    }

    private void checks(Map<String, Object> bot, boolean passed, String text) {
        Map<String, Object> check = fields(
                "id",
                "check_1",
                "match",
                null,
                "askedAt",
                "2026-03-01T12:00:00.120Z",
                "finishedAt",
                "2026-03-01T12:00:01.120Z",
                "calls",
                List.of(fields(
                        "turn",
                        0,
                        "seat",
                        1,
                        "sent",
                        "{}",
                        "came",
                        "{}",
                        "milliseconds",
                        1,
                        "passed",
                        passed,
                        "text",
                        text)));
        bot.put("check", check);
        site.answer("POST /api/bots/" + BOT + "/check", Answer.json(202, check));
        site.answer("GET /api/bots/" + BOT, Answer.json(200, bot));
    }

    private Page playground(Visitor visitor) {
        Page page = visitor.open(site.url("/play.html?game=tokens"));
        assertThat(page.locator(".cm-content").first()).isVisible();
        return page;
    }

    private static void write(Page page, String code) {
        page.locator(".cm-content").first().click();
        page.keyboard().press("ControlOrMeta+a");
        page.keyboard().insertText(code);
    }

    private static Locator online(Page page) {
        return button(page, "Put this bot online");
    }

    private static Locator dialog(Page page) {
        return page.getByRole(AriaRole.DIALOG);
    }

    @Test
    void who_has_not_joined_joins_first_and_sees_the_first_rated_match(Visitor visitor) {
        for (String screen : List.of("", "-phone", "-dark")) {
            site.answer("GET /api/me", Answer.problem(401, "token-required", "This needs a token."));
            site.answer(LIST, Answer.problem(401, "token-required", "This needs a token."));
            site.answer(
                    "GET /api/ladders/tokens",
                    Answer.json(200, TestLadder.ofAClass().leaderboard()));
            visitor.on(screen);
            Page page = playground(visitor);
            online(page).click();
            assertThat(dialog(page).locator("h2")).hasText("Join first");
            visitor.assertAccessible("publish-join" + screen);
            knowsAda();
            site.answer(
                    "POST /api/join",
                    Answer.json(201, fields("token", "f00d", "id", "tok_1", "name", "Ada", "scope", "play")));
            page.getByLabel("Your name").fill("Ada");
            page.getByLabel("Invitation").fill("inv_1");
            dialog(page)
                    .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Join"))
                    .click();
            assertThat(dialog(page).locator("h2")).hasText("Put this bot online");
            assertThat(page.locator("#publish-which")).isHidden();
            assertThat(page.locator("#publish-as")).isHidden();
            visitor.assertAccessible("publish-name" + screen);
            page.locator("#publish-name").fill(" zigZAG");
            page.locator("#publish-name").blur();
            assertThat(page.locator("#publish-name-hint")).containsText("Another bot on the leaderboard has this name");
            Map<String, Object> bot = published("Ada's first", 1, true);
            site.answer("POST /api/bots", Answer.json(201, bot));
            checks(bot, true, "a move");
            page.locator("#publish-name").fill("Ada's first");
            page.locator("#publish-name").blur();
            assertThat(page.locator("#publish-name-hint")).hasText("Everyone sees it.");
            page.locator("#publish-name").focus();
            dialog(page).getByLabel("Everyone may read its code").check();
            page.keyboard().press("Enter");
            assertThat(dialog(page).locator("h2")).hasText("Ada's first is online");
            assertThat(dialog(page).locator(".progress")).containsText("Version 1 is stored.");
            assertThat(dialog(page).locator(".progress")).containsText("Checked: 1 of 1 answers are good.");
            assertThat(dialog(page).locator(".progress li").last())
                    .hasText("Its first rated match starts within a minute …");
            visitor.assertAccessible("publish-online" + screen);
            Map<?, ?> body = (Map<?, ?>) site.posted().stream()
                    .filter(posted -> posted.request().equals("POST /api/bots"))
                    .reduce((before, last) -> last)
                    .orElseThrow()
                    .body();
            assertEquals("tokens", body.get("game"));
            assertEquals("Ada's first", body.get("name"));
            assertEquals(true, body.get("openSource"));
            assertTrue(((String) body.get("code")).contains("{"), "" + body);
            TestLadder ladder = new TestLadder();
            ladder.add(Participant.registered(BOT, "Ada's first"));
            ladder.play(BOT, 1, 9, "house:naive", 0, 0);
            site.answer("GET /standings/bots/" + BOT + ".json", Answer.json(200, ladder.bot(BOT)));
            site.answer("GET /api/ladders/tokens", Answer.json(200, ladder.leaderboard()));
            assertThat(dialog(page).locator(".progress li").last()).containsText("First rated match: won");
            assertThat(dialog(page).locator(".progress a")).hasAttribute("href", "match.html?id=match-1");
            assertFalse(visitor.hasToScrollSideways());
        }
    }

    @Test
    @Tag("full")
    void a_changed_bot_becomes_a_new_version_of_the_one_with_its_name(Visitor visitor) {
        knowsAda();
        Page page = playground(visitor);
        String name = page.locator("#bot-1 option:checked").textContent();
        has(published(name, 3, true), TestSite.bot("bot_2", "tokens", "At a URL"));
        Map<String, Object> changed = published(name, 4, true);
        site.answer("PATCH /api/bots/" + BOT, Answer.json(200, changed));
        checks(changed, false, "not-legal: the wall is in the way");
        online(page).click();
        assertThat(page.locator("#publish-as option:checked")).hasText("version 4 of " + name);
        assertThat(page.locator("#publish-as option")).hasCount(2);
        assertThat(page.locator("#publish-name")).isHidden();
        assertThat(dialog(page).getByLabel("Everyone may read its code")).isChecked();
        page.getByText("Put it online").click();
        assertThat(dialog(page).locator(".progress")).containsText("Version 4 is stored.");
        assertThat(dialog(page).locator(".progress .failed")).containsText("not-legal: the wall is in the way");
        assertThat(dialog(page).locator(".progress .failed")).containsText("put it online again");
        visitor.assertAccessible("publish-check-failed");
        dialog(page)
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Close"))
                .click();
        assertThat(dialog(page)).isHidden();
    }

    @Test
    void code_that_does_not_load_and_refusals_of_the_api_are_shown_in_the_dialog(Visitor visitor) {
        knowsAda();
        Page page = playground(visitor);
        write(page, "function bot(request) { return {;");
        online(page).click();
        page.getByText("Put it online").click();
        assertThat(dialog(page).locator(".problem")).containsText("The code does not load.");
        assertEquals(List.of(), site.posted());
        page.keyboard().press("Escape");
        write(page, "function bot(request) { return {}; }");
        site.answer("POST /api/bots", Answer.problemAt("/name", "already taken"));
        online(page).click();
        page.getByText("Put it online").click();
        assertThat(page.locator("#publish-name-problem")).hasText("Already taken.");
        assertThat(page.locator("#publish-name")).isFocused();
        site.answer("POST /api/bots", Answer.problem(429, "too-many-bots", "You have 5 bots, the maximum."));
        page.getByText("Put it online").click();
        assertThat(dialog(page).locator(".problem")).hasText("You have 5 bots, the maximum.");
        assertEquals(
                site.posted().get(0).idempotencyKey(), site.posted().get(1).idempotencyKey(), "the same request again");
        visitor.assertAccessible();
    }

    @Test
    @Tag("full")
    void with_two_bots_of_one_s_own_the_visitor_chooses_and_house_bots_need_no_publishing(Visitor visitor) {
        knowsAda();
        Page page = playground(visitor);
        page.locator("#bot-2").selectOption("sample:wanderer");
        online(page).click();
        assertThat(page.locator("#publish-which option")).hasCount(2);
        page.locator("#publish-which").selectOption("1");
        assertThat(page.locator("#publish-name"))
                .hasValue(page.locator("#bot-2 option:checked").textContent());
        page.keyboard().press("Escape");
        page.locator("#bot-1").selectOption("house:hungry");
        page.locator("#bot-2").selectOption("house:naive");
        online(page).click();
        assertThat(page.locator("#notice")).containsText("House bots are online already.");
        assertThat(dialog(page)).isHidden();
    }

    @Test
    void the_code_of_a_published_bot_opens_in_the_playground(Visitor visitor) {
        knowsAda();
        Map<String, Object> bot = published("Gary", 1, false);
        String code = "function bot(request) { return {}; } // this very one";
        has(bot);
        site.answer("GET /api/bots/" + BOT, Answer.json(200, bot));
        site.answer(
                "GET /api/bots/" + BOT + "/code", new Answer(200, "text/plain", code.getBytes(StandardCharsets.UTF_8)));
        Page page = visitor.open(site.url("/play.html?game=tokens&bot=" + BOT));
        assertThat(page.locator(".cm-content").first()).containsText("this very one");
        assertThat(page.locator("#bot-1 option:checked")).hasText("Gary");
        online(page).click();
        assertThat(page.locator("#publish-as option:checked")).hasText("version 2 of Gary");
        assertNull(page.evaluate("() => window.harmed ?? null"));
        site.answer("GET /api/bots/" + BOT + "/code", Answer.problem(404, "unknown-bot", "No such code."));
        page.reload();
        assertThat(page.locator("#problem")).hasText("The code of this bot cannot be shown. No such code.");
    }
}
