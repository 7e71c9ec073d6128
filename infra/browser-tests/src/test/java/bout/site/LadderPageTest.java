package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.competition.ladder.Participant;
import bout.engine.Replay;
import bout.games.Games;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The leaderboard, with a ladder's published file. */
@Tag("browser")
@ExtendWith(Chromium.class)
class LadderPageTest {

    private static final String PATH = "/ladder.html?game=tokens";

    @AutoClose
    private final TestSite site = new TestSite();

    private void publish(Map<String, Object> leaderboard) {
        site.answer("GET /standings/ladders/tokens.json", Answer.json(200, leaderboard));
    }

    @Test
    void the_table_can_be_taken_along_and_no_name_becomes_a_formula(Visitor visitor) throws IOException {
        TestLadder ladder = TestLadder.ofAClass();
        ladder.add(Participant.registered("bot_09", "=1+1, \"x\""));
        publish(ladder.leaderboard());
        Page page = visitor.open(site.url(PATH));
        Download table =
                page.waitForDownload(() -> page.getByText("Download as CSV").click());
        assertEquals("leaderboard-tokens.csv", table.suggestedFilename());
        List<String> lines = Files.readAllLines(table.path());
        assertEquals(10, lines.size());
        assertEquals("\uFEFFRank,Bot,Id,Rating,", lines.getFirst().substring(0, 20));
        assertEquals(
                1,
                lines.stream()
                        .filter(line -> line.contains(",\"'=1+1, \"\"x\"\"\",bot_09,"))
                        .count(),
                lines::toString);
    }

    @Test
    @Tag("full")
    void a_leaderboard_is_readable_on_every_screen(Visitor visitor) {
        publish(TestLadder.ofAClass().leaderboard());
        for (String screen : List.of("", "-phone", "-dark", "-projector")) {
            visitor.on(screen);
            Page page = visitor.open(site.url(PATH));
            if (screen.equals("-projector")) {
                page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("For a projector"))
                        .click();
                assertThat(page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Site")))
                        .isHidden();
            }
            assertThat(page.locator("h1")).hasText("Everybody Loves Tokens: leaderboard");
            assertThat(page.getByRole(AriaRole.TABLE).getByRole(AriaRole.ROW)).hasCount(1 + 9);
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("ladder" + screen);
        }
    }

    @Test
    void a_row_shows_a_rating_and_its_uncertainty(Visitor visitor) {
        Map<String, Object> leaderboard = TestLadder.ofAClass().leaderboard();
        publish(leaderboard);
        Page page = visitor.open(site.url(PATH));
        List<?> players = (List<?>) leaderboard.get("players");
        for (int place = 0; place < players.size(); place++) {
            Map<?, ?> player = (Map<?, ?>) players.get(place);
            Locator row = page.locator("#rows tr").nth(place);
            assertThat(row.locator(".rank")).hasText("" + player.get("rank"));
            String name = (String) player.get("name");
            assertThat(row.locator(".name bdi"))
                    .hasText(
                            (boolean) player.get("house")
                                    ? name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1)
                                    : name);
            assertThat(row.locator("svg.rating-bar")).hasCount(1);
            assertThat(row.locator(".dot")).hasCount(((List<?>) player.get("last")).size());
            assertThat(row.locator(".dot.won")).hasCount(Collections.frequency((List<?>) player.get("last"), "win"));
            assertThat(row.locator(".rating b")).hasText(TestLadder.shown(player));
            assertThat(row.locator(".record"))
                    .hasText(player.get("wins") + " – " + player.get("draws") + " – " + player.get("losses"));
            assertThat(row.locator(".provisional")).hasCount((boolean) player.get("provisional") ? 1 : 0);
        }
        Locator newcomer = page.locator("#rows .name", new Page.LocatorOptions().setHasText("Newcomer"));
        assertThat(newcomer).containsText("provisional");
        assertThat(page.locator("#rows .name", new Page.LocatorOptions().setHasText("Pathfinder")))
                .containsText("version 2");
    }

    @Test
    @Tag("full")
    void the_games_are_tabs_that_work_by_keyboard_and_each_bot_has_a_link(Visitor visitor) {
        publish(TestLadder.ofAClass().leaderboard());
        Page page = visitor.open(site.url("/ladder.html"));
        assertThat(page.locator("#games a")).hasCount(Games.ALL.size());
        assertThat(page.locator("#games a[aria-current=page]"))
                .hasText(Games.ALL.getFirst().card().name());
        Locator tab = page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Everybody Loves Tokens"));
        for (int presses = 0;
                presses < 30 && !(boolean) tab.evaluate("link => link === document.activeElement");
                presses++) {
            page.keyboard().press("Tab");
        }
        page.keyboard().press("Enter");
        assertThat(page.locator("#rows tr")).hasCount(9);
        assertThat(page.locator("#games a[aria-current=page]")).hasText("Everybody Loves Tokens");
        page.locator("#rows a", new Page.LocatorOptions().setHasText("hungry")).focus();
        page.keyboard().press("Enter");
        page.waitForURL("**/bot.html?key=tokens.house.hungry");
    }

    @Test
    void a_counted_match_appears_without_reload(Visitor visitor) {
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#note")).hasText("No rated match has been played yet.");
        visitor.assertAccessible("ladder-empty");
        TestLadder ladder = new TestLadder();
        ladder.playAll(1);
        publish(ladder.leaderboard());
        assertThat(page.locator("#summary")).containsText("2 bots, 1 match, the last one");
        page.locator("#rows a").first().focus();
        Object focused = page.evaluate("() => document.activeElement.dataset.same");
        ladder.add(Participant.registered("bot_1", "Late"));
        ladder.playAll(2);
        publish(ladder.leaderboard());
        assertThat(page.locator("#rows tr")).hasCount(3);
        assertEquals(focused, page.evaluate("() => document.activeElement.dataset.same"));
    }

    @Test
    @Tag("full")
    void beside_the_table_a_highlight_of_the_game_plays_where_there_is_room(Visitor visitor) {
        Replay replay = TestSite.replay("tokens", "gourmet", "naive", "7", List.of("Strong", "Weak"));
        site.has(TestSite.finished("m1", replay, replay.calls().moves().size()), replay.toPlain());
        List<Object> players = List.of(
                Map.of("key", "bot_1", "name", "Strong", "rating", 1800, "plusMinus", 60, "provisional", false),
                Map.of("key", "bot_2", "name", "Weak", "rating", 1300, "plusMinus", 60, "provisional", false));
        Map<String, Object> game = new HashMap<>(
                Map.of("game", "tokens", "matches", 1, "day", "2026-03-01", "matchesBefore", 0, "top", List.of()));
        game.put("upset", Map.of("match", "m1", "players", players, "scores", List.of(1, 2), "winner", 2));
        game.put("closest", null);
        Map<String, Object> front = new HashMap<>(Map.of("games", List.of(game), "people", List.of()));
        front.put("tournament", null);
        site.answer("GET /standings/front.json", Answer.json(200, front));
        publish(TestLadder.ofAClass().leaderboard());
        Page page = visitor.onAProjector().open(site.url(PATH));
        assertThat(page.locator("#highlight h2")).hasText("Upset: the weaker bot wins");
        assertThat(page.locator("#board[data-drawn]")).isVisible();
        assertThat(page.locator("#watch")).hasAttribute("href", "match.html?id=m1");
        assertThat(page.locator("#rows tr")).hasCount(9);
        assertFalse(visitor.hasToScrollSideways());
        visitor.assertAccessible("ladder-highlight");
        page.navigate(site.url(PATH + "&projector"));
        assertThat(page.locator("#rows tr")).hasCount(9);
        assertThat(page.locator("#highlight")).isHidden();
    }

    @Test
    void a_name_is_always_shown_as_text(Visitor visitor) {
        TestLadder ladder = new TestLadder();
        for (int i = 0; i < PagesTest.HOSTILE.size(); i++) {
            ladder.add(Participant.registered("bot_" + i, PagesTest.HOSTILE.get(i)));
        }
        ladder.playAll(1);
        publish(ladder.leaderboard());
        for (String screen : List.of("phone", "")) {
            Page page = (screen.isEmpty() ? visitor.onADesktop() : visitor.onAPhone()).page();
            page.navigate(site.url(PATH));
            assertThat(page.locator("#rows tr")).hasCount(2 + PagesTest.HOSTILE.size());
            for (String name : PagesTest.HOSTILE) {
                assertThat(page.locator("#rows")).containsText(name);
            }
            assertThat(page.locator("main img, main svg[onload]")).hasCount(0);
            assertEquals(null, page.evaluate("() => window.harmed ?? null"));
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "null", "[]", "<html>", "{\"players\":[]}", "{\"players\":{\"__proto__\":1}}"})
    @Tag("full")
    void a_broken_file_is_reported_and_replaced_without_reload(String broken, Visitor visitor) {
        site.answer(
                "GET /standings/ladders/tokens.json",
                new Answer(200, "application/json", broken.getBytes(StandardCharsets.UTF_8)));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator(broken.equals("null") ? "#note" : "#problem")).isVisible();
        assertThat(page.locator("#ladder")).isHidden();
        publish(TestLadder.ofAClass().leaderboard());
        assertThat(page.locator("#rows tr")).hasCount(9);
        assertThat(page.locator("#problem")).isHidden();
    }

    @Test
    void an_invalid_value_is_named(Visitor visitor) {
        Map<String, Object> leaderboard = TestLadder.ofAClass().leaderboard();
        List<Object> players = new ArrayList<>((List<?>) leaderboard.get("players"));
        @SuppressWarnings("unchecked")
        Map<String, Object> third = (Map<String, Object>) players.get(2);
        third.put("rating", "much");
        publish(leaderboard);
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#problem"))
                .hasText("What was published is not as expected: “rating” of entry 3 of “players” of the leaderboard of"
                        + " tokens is not a number.");
        visitor.keep("ladder-broken");
    }

    @Test
    @Tag("full")
    void a_game_that_does_not_exist_is_reported(Visitor visitor) {
        Page page = visitor.open(site.url("/ladder.html?game=foo"));
        assertThat(page.locator("#problem")).hasText("There is no game with the id “foo”.");
        assertThat(page.locator("#games a")).hasCount(Games.ALL.size());
        assertThat(page.locator("h1")).hasText("Leaderboard");
        visitor.assertAccessible();
    }

    @Test
    void everything_but_rank_rating_record_and_last_matches_is_behind_details(Visitor visitor) {
        publish(TestLadder.ofAClass().leaderboard());
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#head th"))
                .hasText(new String[] {"Rank", "Bot", "Rating", "Won, drawn, lost", "Last five"});
        assertThat(page.locator("#details-rows")).isHidden();
        page.locator("#details summary").click();
        assertThat(page.locator("#details-rows tr")).hasCount(9);
        assertThat(page.locator("#details-rows")).isVisible();
        assertFalse(visitor.hasToScrollSideways());
        visitor.assertAccessible("ladder-details");
    }

    @Test
    @Tag("full")
    void an_unknown_game_and_a_missing_network_are_reported(Visitor visitor) {
        Page page = visitor.open(site.url("/ladder.html?game=../bots/x"));
        assertThat(page.locator("#problem")).hasText("“../bots/x” is not the id of a game.");
        assertThat(page.locator("#games a")).hasCount(Games.ALL.size());
        page.route("**/api/**", route -> route.abort("connectionrefused"));
        page.route("**/standings/**", route -> route.abort("connectionrefused"));
        page.navigate(site.url(PATH));
        assertThat(page.locator("#problem"))
                .hasText("The file of standings cannot be reached. Is the network there, and is Bout running?");
        publish(TestLadder.ofAClass().leaderboard());
        page.unroute("**/standings/**");
        assertThat(page.locator("#rows tr")).hasCount(9);
        assertThat(page.locator("#problem")).isHidden();
    }
}
