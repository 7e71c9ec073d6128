package bout.site;

import static bout.site.TestSite.fields;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import bout.site.TestSite.Answer;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page of the visitor's own bots. */
@Tag("browser")
@ExtendWith(Chromium.class)
class MyBotsPageTest {

    private static final String LIST = "GET /api/bots?mine=true&limit=100";
    private static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f61";
    private static final String PROOF = "Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm8=";
    private static final String SECRET = "whsec_c2VjcmV0";

    @AutoClose
    private final TestSite site = new TestSite();

    @BeforeEach
    void knowsAda() {
        site.answer("GET /api/me", Answer.json(200, TestSite.ada(1)));
        has();
    }

    @SafeVarargs
    private void has(Map<String, Object>... bots) {
        site.answer(LIST, Answer.json(200, fields("bots", List.of(bots), "next", null)));
    }

    static Map<String, Object> own(String id, String name, String kind) {
        Map<String, Object> bot = TestSite.bot(id, "tokens", name);
        bot.put("kind", kind);
        bot.put("health", fields("suspended", false, "reason", null, "checkedAt", null));
        bot.put("check", null);
        if (kind.equals("url")) {
            bot.put("url", "https://bots.example.org/");
            bot.put("proven", false);
            bot.put(
                    "proof",
                    fields(
                            "file",
                            "/.well-known/bout/" + id,
                            "text",
                            PROOF,
                            "provenAt",
                            null,
                            "lapsesAt",
                            null,
                            "refusal",
                            null));
        }
        return bot;
    }

    private static Map<String, Object> check(Object finishedAt, Object... calls) {
        return fields(
                "id",
                "check_1",
                "match",
                null,
                "askedAt",
                "2026-03-01T12:00:00.120Z",
                "finishedAt",
                finishedAt,
                "calls",
                List.of(calls));
    }

    private static Map<String, Object> call(boolean passed, String came, String text) {
        return fields(
                "turn",
                0,
                "seat",
                1,
                "sent",
                "application/json {\"turn\":0}",
                "came",
                came,
                "milliseconds",
                12,
                "passed",
                passed,
                "text",
                text);
    }

    private Page open(Visitor visitor) {
        Page page = visitor.open(site.url("/my-bots.html"));
        return page;
    }

    private static Locator button(Locator place, String name) {
        return place.getByRole(
                AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    @Test
    void who_has_no_bot_is_led_to_the_playground(Visitor visitor) {
        Page page = open(visitor);
        assertThat(page.locator("#empty")).containsText("You have no bot yet.");
        assertThat(page.locator("#me"))
                .hasText("You are Ada. 1 of 5 bots · 0 of 20 open matches · 12 of 500 matches today");
        visitor.assertAccessible("my-bots-empty");
    }

    @Test
    void who_has_not_joined_is_led_to_the_invitation_or_enters_a_token(Visitor visitor) {
        site.answer("GET /api/me", Answer.problem(401, "token-required", "This needs a token."));
        Page page = open(visitor);
        assertThat(page.locator("#stranger a").first()).hasAttribute("href", "join.html");
        visitor.assertAccessible("my-bots-stranger");
        page.locator("#have-token summary").click();
        page.getByLabel("Your token").fill("wrong");
        page.locator("#token-go").click();
        assertThat(page.locator("#token-problem")).hasText("This token does not work.");
        knowsAda();
        page.getByLabel("Your token").fill(" a-token ");
        page.locator("#token-go").click();
        assertThat(page.locator("#me")).containsText("You are Ada.");
        page.locator("#forget").click();
        assertThat(page.locator("#forgetting")).containsText("Without a copy of your token");
        site.answer("GET /api/me", Answer.problem(401, "token-required", "This needs a token."));
        page.locator("#forget-now").click();
        assertThat(page.locator("#stranger")).isVisible();
        assertEquals(null, page.evaluate("() => localStorage.getItem('bout-player')"));
    }

    @Test
    void a_bot_at_a_url_gets_the_command_that_starts_and_proves_it(Visitor visitor) {
        Map<String, Object> bot = own(BOT, "Gary", "url");
        Map<String, Object> registered = own(BOT, "Gary", "url");
        registered.put("secret", SECRET);
        for (String screen : List.of("", "-phone", "-dark")) {
            has();
            Page page = visitor.on(screen).open(site.url("/my-bots.html"));
            page.getByText("At a URL").click();
            page.getByLabel("Game").selectOption("tokens");
            page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Gary");
            page.getByLabel("URL", new Page.GetByLabelOptions().setExact(true)).fill("https://bots.example.org/");
            site.answer("POST /api/bots", Answer.problemAt("/url", "names no public address"));
            page.locator("#new-go").click();
            assertThat(page.locator("#new-url-problem")).hasText("Names no public address.");
            assertThat(page.locator("#new-url")).isFocused();
            visitor.assertAccessible("my-bots-form" + screen);
            site.answer("POST /api/bots", Answer.json(201, registered));
            has(bot);
            page.locator("#new-go").click();
            Locator card = page.locator(".own-bot");
            assertThat(card.locator(".mark")).hasText("Not proven");
            card.getByLabel("System").selectOption("posix");
            card.getByLabel("Language").selectOption("python");
            assertThat(card.locator("pre").first()).hasText("BOUT_SECRET=%s python3 bot.py 9000".formatted(SECRET));
            assertThat(card.getByText("Download bot.py")).hasAttribute("href", "starters/python/bot.py");
            card.getByLabel("Language").selectOption("go");
            assertThat(card.locator("pre").first()).containsText("go run bot.go 9000");
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("my-bots-url" + screen);
        }
        assertEquals(
                Map.of("game", "tokens", "name", "Gary", "url", "https://bots.example.org/"),
                site.posted().getFirst().body());
        assertNotNull(site.posted().getFirst().idempotencyKey());
        assertEquals(
                site.posted().get(0).idempotencyKey(), site.posted().get(1).idempotencyKey(), "the same request again");
    }

    @Test
    void a_check_says_what_is_wrong_and_what_to_do_until_all_is_good(Visitor visitor) {
        Map<String, Object> bot = own(BOT, "Gary", "url");
        has(bot);
        Page page = open(visitor);
        Locator card = page.locator(".own-bot");
        site.answer("POST /api/bots/" + BOT + "/check", Answer.json(202, check(null)));
        bot.put("check", check(null));
        site.answer("GET /api/bots/" + BOT, Answer.json(200, bot));
        button(card, "Check it").click();
        assertThat(card.locator(".own-check")).containsText("Asking the bot for a few moves");
        assertThat(button(card, "Checking …")).isDisabled();
        bot.put("check", check("2026-03-01T12:00:05Z", call(false, null, "refused: connection refused")));
        has(bot);
        site.answer("GET /api/bots/" + BOT, Answer.json(200, bot));
        assertThat(card.locator(".own-check .problem")).containsText("0 of 1 answers are good.");
        assertThat(card.locator(".own-check .problem")).containsText("can this site reach its URL?");
        assertThat(card.locator(".own-check li")).containsText("refused: connection refused");
        visitor.assertAccessible("my-bots-check-failed");
        bot.put("proven", true);
        Map<String, Object> passed = check("2026-03-01T12:01:05Z", call(true, "{}", "<b>a move</b>"));
        passed.put("id", "check_2");
        bot.put("check", passed);
        has(bot);
        site.answer("POST /api/bots/" + BOT + "/check", Answer.json(202, passed));
        site.answer("GET /api/bots/" + BOT, Answer.json(200, bot));
        button(card, "Check again").click();
        assertThat(card.locator(".own-check .verified")).hasText("1 of 1 answers are good. It is ready to play.");
        assertThat(card.locator(".mark")).hasText("Playing");
        assertThat(card.locator(".start-panel")).hasCount(0);
        visitor.keep("my-bots-checked");
    }

    @Test
    void an_author_sees_rank_record_and_how_the_last_match_was_lost(Visitor visitor) {
        Map<String, Object> bot = own(BOT, "Greedy Gary", "published");
        bot.put(
                "health",
                fields(
                        "suspended",
                        true,
                        "suspendedAt",
                        "2026-03-01T14:05:00Z",
                        "reason",
                        "It lost its last two rated matches by failing, the last one by: error."));
        has(bot);
        site.answer(
                "GET /standings/ladders/tokens.json",
                Answer.json(
                        200,
                        fields(
                                "players",
                                List.of(
                                        fields("key", "house:hungry", "rank", 1),
                                        fields("key", BOT, "rank", 2, "wins", 0, "draws", 0, "losses", 4)))));
        Map<String, Object> lost =
                fields("match", "m-2", "seat", 2, "failedSeat", 2, "failureKind", "broken", "rated", true);
        Map<String, Object> won =
                fields("match", "m-1", "seat", 2, "failedSeat", 1, "failureKind", "broken", "rated", true);
        site.answer(
                "GET /standings/bots/" + BOT + ".json", Answer.json(200, fields("recent", List.of(lost, lost, won))));
        site.answer(
                "GET /api/matches/m-2",
                Answer.json(
                        200,
                        fields(
                                "turn",
                                7,
                                "failures",
                                List.of(fields("seat", 2, "turn", 6, "kind", "broken", "text", "TypeError: y <b>")))));

        Page page = open(visitor);

        Locator card = page.locator("#" + BOT);
        assertThat(card.locator(".own-standing"))
                .hasText("Rank 2 of 2 · 0 won, 0 drawn, 4 lost · 2 of its last 3 lost by failing · error:"
                        + " TypeError: y <b> see turn 7");
        assertEquals("match.html?id=m-2&turn=7", card.locator(".own-standing a").getAttribute("href"));
        assertThat(card.locator(".own-state"))
                .containsText("lost its last two rated matches by failing, the last one by: error. It plays no rated");
    }

    @Test
    @Tag("full")
    void a_connected_bot_shows_whether_it_is_online_and_is_checked_like_others(Visitor visitor) {
        Map<String, Object> bot = own(BOT, "Gary", "connected");
        bot.put("online", false);
        has(bot);
        Page page = open(visitor);
        Locator card = page.locator(".own-bot");
        assertThat(card.locator(".mark")).hasText("Not connected");
        assertThat(card.locator(".start-panel pre")).containsText("./bout connect");
        Map<String, Object> refused = call(false, null, "The bot is not connected.");
        refused.put("sent", "");
        bot.put("check", check("2026-03-01T12:00:05Z", refused));
        has(bot);
        site.answer("POST /api/bots/" + BOT + "/check", Answer.json(202, bot.get("check")));
        site.answer("GET /api/bots/" + BOT, Answer.json(200, bot));
        button(card, "Check it").click();
        assertThat(card.locator(".own-check .problem")).containsText("It could not be asked.");
        assertThat(card.locator(".own-check li")).containsText("The bot is not connected.");
        visitor.assertAccessible("my-bots-not-connected");

        bot.put("online", true);
        has(bot);
        page.reload();
        assertThat(card.locator(".mark")).hasText("Playing");
        assertThat(card.locator(".start-panel")).hasCount(0);
    }

    @Test
    void a_bot_is_paused_renamed_renewed_and_deleted(Visitor visitor) {
        Map<String, Object> bot = own(BOT, "Gary", "connected");
        has(bot);
        Page page = open(visitor);
        Locator card = page.locator(".own-bot");
        assertThat(card.locator(".start-panel pre"))
                .hasText("./bout connect --api " + site.url("") + " --bot " + BOT + " http://127.0.0.1:9000/");
        bot.put("active", false);
        has(bot);
        site.answer("PATCH /api/bots/" + BOT, Answer.json(200, bot));
        button(card, "Pause").click();
        assertThat(card.locator(".mark")).hasText("Paused");
        assertEquals(Map.of("active", false), site.posted().getLast().body());
        assertThat(button(card, "Resume")).isVisible();

        card.locator("summary").getByText("Change").click();
        button(card, "Rename").click();
        card.getByLabel("Name").fill("");
        card.getByLabel("Name").fill("Gary the Great");
        site.answer("PATCH /api/bots/" + BOT, Answer.problemAt("/name", "too long"));
        button(card, "Save").click();
        assertThat(card.locator(".field-problem")).hasText("Too long.");
        bot.put("name", "Gary the Great");
        has(bot);
        site.answer("PATCH /api/bots/" + BOT, Answer.json(200, bot));
        button(card, "Save").click();
        assertThat(card.locator("h2")).hasText("Gary the Great");
        assertThat(card.getByLabel("Name")).hasCount(0);

        bot.put("version", 2);
        has(bot);
        site.answer("POST /api/bots/" + BOT + "/version", Answer.json(200, bot));
        button(card, "New version").click();
        assertEquals("PATCH /api/bots/" + BOT, site.posted().getLast().request(), "it asks first");
        visitor.assertAccessible();
        button(card, "It is a new version").click();
        assertThat(card).containsText("version 2");

        site.answer("DELETE /api/bots/" + BOT, Answer.json(200, bot));
        button(card, "Delete").click();
        has();
        button(card, "Delete it for good").click();
        assertThat(card).hasCount(0);
        assertThat(page.locator("#empty")).isVisible();
        assertEquals("DELETE /api/bots/" + BOT, site.posted().getLast().request());
    }

    @Test
    @Tag("full")
    void a_new_secret_is_shown_once_in_the_command(Visitor visitor) {
        Map<String, Object> bot = own(BOT, "Gary", "url");
        bot.put("proven", true);
        has(bot);
        Page page = open(visitor);
        Locator card = page.locator(".own-bot");
        assertThat(card.locator(".start-panel")).hasCount(0);
        card.locator("summary").getByText("Change").click();
        button(card, "New secret").click();
        Map<String, Object> renewed = own(BOT, "Gary", "url");
        renewed.put("proven", true);
        renewed.put("secret", SECRET);
        site.answer("POST /api/bots/" + BOT + "/secret", Answer.json(200, renewed));
        button(card, "Make a new secret").click();
        assertThat(card.locator(".start-panel pre").first()).containsText("BOUT_SECRET=" + SECRET);
        page.reload();
        assertThat(card.locator(".mark")).hasText("Playing");
        assertThat(page.locator("main")).not().containsText(SECRET);
    }

    @Test
    @Tag("full")
    void code_is_published_from_a_file(Visitor visitor) {
        Map<String, Object> bot = own(BOT, "Gary", "published");
        site.answer("POST /api/bots", Answer.json(201, bot));
        Page page = open(visitor);
        page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Gary");
        page.getByLabel("File")
                .setInputFiles(new FilePayload(
                        "gary.js", "text/javascript", "x".repeat(65_537).getBytes()));
        page.locator("#new-go").click();
        assertThat(page.locator("#new-file-problem")).hasText("The file has 65537 bytes, and 65536 is the most.");
        String code = "function bot(request) { return {}; } // \u00fc";
        page.getByLabel("File")
                .setInputFiles(new FilePayload("gary.js", "text/javascript", code.getBytes(StandardCharsets.UTF_8)));
        has(bot);
        page.locator("#new-go").click();
        Locator card = page.locator(".own-bot");
        assertThat(card.locator(".mark")).hasText("Playing");
        assertThat(card.getByText("Edit its code")).hasAttribute("href", "play.html?game=tokens&bot=" + BOT);
        assertEquals(
                Map.of("game", "ajax-tiles", "name", "Gary", "code", code),
                site.posted().getLast().body());
        visitor.assertAccessible("my-bots-published");
    }

    @Test
    void a_name_is_always_shown_as_text(Visitor visitor) {
        for (String name : PagesTest.HOSTILE) {
            Map<String, Object> bot = own(BOT, name, "url");
            bot.put("check", check("2026-03-01T12:00:05Z", call(false, name, name)));
            has(bot);
            Page page = visitor.onAPhone().open(site.url("/my-bots.html"));
            assertThat(page.locator(".own-name h2")).hasText(name);
            assertThat(page.locator("main img, main svg[onload], main b")).hasCount(0);
            assertEquals(null, page.evaluate("() => window.harmed ?? null"));
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible();
        }
    }
}
