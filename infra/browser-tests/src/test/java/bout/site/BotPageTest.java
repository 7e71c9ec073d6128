package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.competition.ladder.Participant;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A bot's page, with its published file. */
@Tag("browser")
@ExtendWith(Chromium.class)
class BotPageTest {

    private static final String BOT = "bot_04";
    private static final String PATH = "/bot.html?key=" + BOT;

    @AutoClose
    private final TestSite site = new TestSite();

    private void publish(String page, Map<String, Object> bot) {
        site.answer("GET /standings/bots/" + page + ".json", Answer.json(200, bot));
    }

    @Test
    @Tag("full")
    void a_bot_s_page_is_readable_on_every_screen(Visitor visitor) {
        publish(BOT, TestLadder.ofAClass().bot(BOT));
        for (String screen : List.of("", "-phone", "-dark", "-projector")) {
            visitor.on(screen);
            Page page = visitor.open(site.url(PATH));
            assertThat(page.locator("h1")).hasText("Pathfinder");
            assertThat(page.locator("#said")).containsText("Everybody Loves Tokens");
            assertThat(page.locator("#history svg")).hasCount(1);
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("bot" + screen);
        }
    }

    /** A column that is cut off without a sign may as well not be there. */
    @Test
    void a_phone_shows_all_columns_of_the_opponents_and_buttons_that_do_not_touch(Visitor visitor) {
        publish(BOT, TestLadder.ofAClass().bot(BOT));
        Page page = visitor.onAPhone().page();
        page.setViewportSize(390, 844);
        page.navigate(site.url(PATH));
        assertThat(page.locator("#opponents-rows tr").first()).isVisible();
        assertEquals(true, page.evaluate("""
                () => {
                  const { scrollWidth, clientWidth } = document.querySelector("#opponents-head").closest(".scroller");
                  return scrollWidth <= clientWidth;
                }"""));
        // Its code can be opened only if it is open source; here, all three are shown.
        page.evaluate(
                "() => document.querySelectorAll('.heading .button').forEach((each) => { each.hidden = false; })");
        assertEquals(List.of(), page.evaluate("""
                () => {
                  const boxes = [...document.querySelectorAll(".heading .button")].map((each) => each.getBoundingClientRect());
                  return boxes.slice(1).filter((box, index) => box.top > boxes[index].top && box.top < boxes[index].bottom + 4);
                }"""));
    }

    @Test
    void a_bot_s_page_shows_versions_opponents_failures_and_times(Visitor visitor) {
        Map<String, Object> bot = TestLadder.ofAClass().bot(BOT);
        publish(BOT, bot);
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#history text", new Page.LocatorOptions().setHasText("v2")))
                .hasCount(1);
        assertThat(page.locator("#history .version")).hasCount(1);
        assertThat(page.locator("#history svg"))
                .hasAttribute(
                        "aria-label",
                        Pattern.compile(
                                "Rating over matches\\. After 1: \\d+ ± \\d+\\. After \\d+: \\d+( ± \\d+)?\\."));
        assertThat(page.locator("#said")).containsText("with a rating of " + TestLadder.shown(bot) + ".");
        assertThat(page.locator("#figures")).not().containsText("Mean");
        assertThat(page.locator("#opponents-rows tr")).hasCount(2);
        assertThat(page.locator("#failures")).containsText("time-out");
        assertThat(page.locator("#failures")).containsText("answer not as expected");
        assertThat(page.locator("#figures")).containsText(bot.get("p50") + " ms");
        assertThat(page.locator("#figures")).containsText(bot.get("p95") + " ms");
        assertThat(page.locator("#versions")).containsText("Version 1");
        assertThat(page.locator("#recent li")).hasCount(((List<?>) bot.get("recent")).size());
        assertThat(page.locator("#recent li").first()).not().containsText("not rated");
        assertThat(page.locator("#recent a").nth(1))
                .hasAttribute("href", Pattern.compile("match\\.html\\?id=match-\\d+"));
        page.locator("summary").focus();
        page.keyboard().press("Enter");
        assertThat(page.locator("#history-rows tr")).hasCount(((List<?>) bot.get("history")).size());
        visitor.assertAccessible();
    }

    @Test
    @Tag("full")
    void a_house_bot_has_no_calls_and_an_opponent_may_have_no_public_name(Visitor visitor) {
        TestLadder ladder = TestLadder.ofAClass();
        ladder.remove("bot_05");
        publish("tokens.house.hungry", ladder.bot("house:hungry"));
        Page page = visitor.open(site.url("/bot.html?key=tokens.house.hungry"));
        assertThat(page.locator("#said")).containsText("house bot");
        assertThat(page.locator("#failures")).containsText("none");
        assertThat(page.locator("#opponents-rows")).containsText("a bot that is not public");
        assertThat(page.locator("#opponents-rows a[href$='bot_04']")).hasCount(1);
        assertThat(page.locator("#opponents-rows a[href$='bot_05']")).hasCount(0);
        assertThat(page.locator("#by-hand")).hasAttribute("href", "play.html?game=tokens&against=house%3Ahungry");
        visitor.assertAccessible();
    }

    @Test
    void a_visitor_can_play_by_hand_against_a_bot_whose_code_is_public(Visitor visitor) {
        TestLadder ladder = new TestLadder();
        ladder.add(Participant.registered(BOT, "Beginner"));
        ladder.play(BOT, 1, 5, "house:naive", 0, 5);
        publish(BOT, ladder.bot(BOT));
        Page page = visitor.page();
        for (boolean open : new boolean[] {false, true}) {
            site.answer(
                    "GET /api/bots/" + BOT,
                    Answer.json(200, Map.of("id", BOT, "name", "Beginner", "game", "tokens", "openSource", open)));
            page.navigate(site.url(PATH));
            assertThat(page.locator("h1")).hasText("Beginner");
            assertThat(page.locator("#by-hand")).isVisible(new LocatorAssertions.IsVisibleOptions().setVisible(open));
        }
        assertThat(page.locator("#by-hand")).hasAttribute("href", "play.html?game=tokens&against=" + BOT);
    }

    @Test
    @Tag("full")
    void a_bot_s_page_updates_without_reload(Visitor visitor) {
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#note")).hasText("No match of this bot has counted yet, or there is no such bot.");
        TestLadder ladder = new TestLadder();
        ladder.add(Participant.registered(BOT, "Beginner"));
        ladder.play(BOT, 1, 5, "house:naive", 0, 5);
        publish(BOT, ladder.bot(BOT));
        assertThat(page.locator("h1")).hasText("Beginner");
        assertThat(page.locator("#recent li")).hasCount(1);
        assertThat(page.locator("#said")).containsText("provisional");
        visitor.assertAccessible();
        assertThat(page.locator("#history .whole-band")).hasCount(1);
        visitor.keep("bot-first-match");
        ladder.play("house:hungry", 0, 5, BOT, 1, 5);
        ladder.remove(BOT);
        publish(BOT, ladder.bot(BOT));
        assertThat(page.locator("#recent li")).hasCount(2);
        assertThat(page.locator("#history .band")).hasCount(1);
        assertThat(page.locator("#said")).containsText("inactive");
        assertThat(page.locator("#said")).containsText("Not on the leaderboard");
    }

    @Test
    void a_name_is_always_shown_as_text(Visitor visitor) {
        for (String name : PagesTest.HOSTILE) {
            TestLadder ladder = new TestLadder();
            ladder.add(Participant.registered(BOT, name));
            ladder.add(Participant.registered("bot_2", "\u2067" + name));
            ladder.playAll(2);
            publish(BOT, ladder.bot(BOT));
            Page page = visitor.onAPhone().open(site.url(PATH));
            assertThat(page.locator("h1")).hasText(name);
            assertThat(page.locator("#opponents-rows tr")).hasCount(3);
            assertThat(page.locator("main img, main svg[onload], main b")).hasCount(0);
            assertEquals(null, page.evaluate("() => window.harmed ?? null"));
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible();
        }
    }

    @Test
    void a_bot_without_a_rated_match_has_a_page_and_can_be_challenged(Visitor visitor) {
        site.answer("GET /api/bots/bot_7", Answer.json(200, TestSite.bot("bot_7", "tokens", "Fresh")));
        Page page = visitor.open(site.url("/bot.html?id=bot_7"));
        assertThat(page.locator("h1")).hasText("Fresh");
        assertThat(page.locator("#note")).containsText("No match of this bot has counted yet");
        assertThat(page.locator("#challenge")).hasAttribute("href", "new.html?game=tokens&p2=bot_7");
        visitor.assertAccessible();
    }

    @Test
    void a_house_bot_is_challenged_by_its_name(Visitor visitor) {
        publish("tokens.house.hungry", TestLadder.ofAClass().bot("house:hungry"));
        Page page = visitor.open(site.url("/bot.html?key=tokens.house.hungry"));
        assertThat(page.locator("h1")).hasText("Hungry");
        page.locator("#challenge").click();
        assertThat(page.locator("#bot-2")).hasValue("house:hungry");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "<html>", "{\"history\":[{\"at\":\"never\"}]}"})
    @Tag("full")
    void a_broken_file_is_reported_and_replaced_without_reload(String broken, Visitor visitor) {
        site.answer(
                "GET /standings/bots/" + BOT + ".json",
                new Answer(200, "application/json", broken.getBytes(StandardCharsets.UTF_8)));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#problem")).isVisible();
        assertThat(page.locator("#bot")).isHidden();
        publish(BOT, TestLadder.ofAClass().bot(BOT));
        assertThat(page.locator("h1")).hasText("Pathfinder");
        assertThat(page.locator("#problem")).isHidden();
    }

    @ParameterizedTest
    @CsvSource({"'', The address names no bot", "?key=../x, “../x” is not the id of a bot."})
    void an_address_without_a_bot_is_reported(String query, String words, Visitor visitor) {
        Page page = visitor.open(site.url("/bot.html" + query));
        assertThat(page.locator("#problem")).containsText(words);
    }
}
