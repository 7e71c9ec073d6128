package bout.site;

import static bout.site.TestSite.fields;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.tournament.Plan.Format;
import bout.competition.tournament.Tournament;
import bout.engine.HouseBot;
import bout.engine.Replay;
import bout.games.Games;
import bout.site.TestSite.Answer;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.LoadState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How far what a visitor looks at moves without the visitor's doing: the sum of the browser's layout shifts, each the
 * part of the screen that moves times how far. Search engines call 0.1 good and 0.25 poor.
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class LayoutShiftTest {

    private static final double CALM = 0.1;
    private static final double CALM_WHILE_PLAYING = 0.05;

    /** So that each answer of the server is drawn for itself, as on a usual line. */
    private static final double LATENCY_MS = 60;

    private static final String TOURNAMENT = TestTournament.ID;

    /** Collects all shifts from the start, with what moved. */
    private static final String OBSERVE = """
            window.shifts = [];
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput)) {
                window.shifts.push({ value: entry.value, moved: entry.sources.map(({ node, previousRect, currentRect }) =>
                  `${node?.nodeName ?? "gone"}#${node?.id ?? ""}.${node?.className ?? ""} `
                    + `${previousRect.x},${previousRect.y} ${previousRect.width}x${previousRect.height} -> `
                    + `${currentRect.x},${currentRect.y} ${currentRect.width}x${currentRect.height}`) });
              }
            }).observe({ type: "layout-shift", buffered: true });
            """;

    /** So that pages which ask again every few seconds need not be waited for. */
    private static final String IMPATIENT = """
            const { setTimeout } = window;
            window.setTimeout = (action, milliseconds, ...given) =>
              setTimeout(action, milliseconds > 900 ? milliseconds / 10 : milliseconds, ...given);
            """;

    /** Pages, and what is there when they have loaded. */
    private static final List<String> PAGES = List.of(
            "/index.html, #latest li",
            "/matches.html, #latest li",
            "/tv.html, #board[data-drawn]",
            "/ladder.html?game=tokens, #rows tr",
            "/bot.html?key=bot_04, #bot",
            "/bots.html?game=tokens, #registered li",
            "/tournaments.html, #note:not([hidden])",
            "/contests.html, #contests li",
            "/contest.html?id=con_1, #contest:not([hidden])",
            "/new.html?game=tokens, #bot-1",
            "/play.html?game=tokens, #set-up",
            "/join.html, #note[hidden]",
            "/class.html, #token-form",
            "/games/index.html, main",
            "/games/tokens.html, main",
            "/404.html, main");

    @AutoClose
    private final TestSite site = new TestSite();

    private Page on(Visitor visitor, int width) {
        Page page = (width < 500 ? visitor.onAPhone() : visitor.onADesktop()).page();
        page.setViewportSize(width, width < 500 ? 844 : width < 1000 ? 1180 : 900);
        page.addInitScript(OBSERVE + IMPATIENT);
        CDPSession session = page.context().newCDPSession(page);
        session.send("Network.enable");
        JsonObject line = new JsonObject();
        line.addProperty("offline", false);
        line.addProperty("latency", LATENCY_MS);
        line.addProperty("downloadThroughput", -1);
        line.addProperty("uploadThroughput", -1);
        session.send("Network.emulateNetworkConditions", line);
        return page;
    }

    private static void assertCalm(Page page, double most) {
        page.evaluate("() => document.fonts.ready");
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        double sum = ((Number) page.evaluate("() => window.shifts.reduce((sum, { value }) => sum + value, 0)"))
                .doubleValue();
        assertTrue(
                sum < most,
                () -> page.url() + " moves by " + sum + ": "
                        + page.evaluate("() => window.shifts.map(({ value, moved }) => `\\n  ${value}: "
                                + "${moved.join(\"\\n    \")}`).join(\"\")"));
    }

    private static List<String> games() {
        return Games.ALL.stream().map(game -> game.card().id()).toList();
    }

    static List<String> aGame() {
        return Drawn.of(games(), 1);
    }

    private static Replay replay(String game, String seed) {
        List<HouseBot> bots = Games.byId(game).orElseThrow().houseBots();
        return TestSite.replay(
                game, bots.getFirst().name(), bots.get(1).name(), seed, List.of("The Quiet One", "Pathfinder"));
    }

    private void hasMatches() {
        List<Map<String, Object>> listed = new ArrayList<>();
        for (String game : games()) {
            for (int i = 0; i < 3; i++) {
                Replay replay = replay(game, "seed " + i);
                Map<String, Object> match = TestSite.finished(String.valueOf(listed.size() + 1), replay);
                site.has(match, replay.toPlain());
                listed.addFirst(match);
            }
        }
        site.list(listed);
    }

    private void hasStandings() {
        TestLadder ladder = TestLadder.ofAClass();
        site.answer("GET /standings/ladders/tokens.json", Answer.json(200, ladder.leaderboard()));
        site.answer("GET /standings/bots/bot_04.json", Answer.json(200, ladder.bot("bot_04")));
        site.bots(
                "tokens",
                Stream.of("Zigzag", "The Quiet One", "Pathfinder", "minimax 3")
                        .map(name -> TestSite.bot("bot_" + name.hashCode(), "tokens", name))
                        .toList());
    }

    /** An open one; it is also on the start page. */
    private void hasContest() {
        Map<String, Object> contest = TestSite.contest("con_1", "Spring cup");
        site.answer("GET /api/contests", Answer.json(200, Map.of("contests", List.of(contest))));
        site.answer("GET /api/contests/con_1", Answer.json(200, contest));
        site.answer(
                "GET /api/bots?mine=true&limit=100",
                Answer.json(200, fields("bots", List.of(own("mine"), own("other")), "next", null)));
    }

    private void hasTournament(Format format, int players, int matches) {
        Tournament tournament = TestTournament.played(TestTournament.of(format, players, 1), matches, 5);
        site.answer(
                "GET /standings/tournaments/" + TOURNAMENT + ".json",
                Answer.json(200, TestTournament.published(tournament, player -> "Player " + player)));
    }

    static List<Arguments> pages() {
        return Drawn.of(PAGES, 4).stream()
                .map(page -> Arguments.of((Object[]) page.split(", ")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void a_page_stays_where_it_is_while_it_loads(String path, String there, Visitor visitor) {
        hasMatches();
        hasStandings();
        hasContest();
        for (int width : List.of(1440, 390)) {
            Page page = on(visitor, width);
            page.navigate(site.url(path));
            assertThat(page.locator(there).first()).isAttached();
            page.waitForLoadState(LoadState.LOAD);
            assertCalm(page, CALM);
        }
    }

    @Test
    void the_tabs_of_the_playground_stay_where_they_are_on_a_phone(Visitor visitor) {
        Page page = on(visitor, 390);
        page.navigate(site.url("/play.html?game=tokens"));
        assertThat(page.locator("#fields-button")).isEnabled();
        assertThat(page.locator(".cm-content")).isVisible();
        assertEquals(
                List.of(),
                page.evaluate(
                        "() => window.shifts.flatMap(({ moved }) => moved.filter((one) => one.includes('#panes')))"));
    }

    static List<Arguments> tournaments() {
        return Drawn.of(
                List.of(
                        Arguments.of(Format.ROUND_ROBIN, 9),
                        Arguments.of(Format.SWISS, 20),
                        Arguments.of(Format.KNOCKOUT, 16)),
                1);
    }

    @ParameterizedTest
    @MethodSource("tournaments")
    void a_tournament_stays_where_it_is_while_it_runs_and_when_it_is_over(Format format, int players, Visitor visitor) {
        for (int width : List.of(1440, 390)) {
            hasTournament(format, players, 0);
            Page page = on(visitor, width);
            page.navigate(site.url("/tournament.html?id=" + TOURNAMENT));
            assertThat(page.locator("#entrants-section")).isVisible();
            for (int matches : List.of(6, 1_000)) {
                hasTournament(format, players, matches);
                assertThat(page.locator("#state")).hasText(matches == 1_000 ? "Finished" : "Playing");
                assertThat(page.locator("#table-section")).isVisible();
            }
            assertCalm(page, CALM);
        }
    }

    private static Map<String, Object> own(String name) {
        Map<String, Object> bot = TestSite.bot("bot_" + name, "tokens", name);
        bot.put("kind", "published");
        bot.put("check", null);
        return bot;
    }

    @Test
    void my_bots_stay_where_they_are_while_they_load(Visitor visitor) {
        site.answer("GET /api/me", Answer.json(200, TestSite.ada(3)));
        Object bots = Stream.of("one", "two", "three").map(LayoutShiftTest::own).toList();
        site.answer("GET /api/bots?mine=true&limit=100", Answer.json(200, fields("bots", bots, "next", null)));
        for (int width : List.of(1440, 390)) {
            Page page = on(visitor, width);
            page.addInitScript("localStorage.setItem('bout-player', '{\"token\":\"token\",\"name\":\"Ada\"}')");
            page.navigate(site.url("/my-bots.html"));
            assertThat(page.locator("#bots > li")).hasCount(3);
            assertCalm(page, CALM);
        }
    }

    @Test
    void an_account_stays_where_it_is_while_it_loads(Visitor visitor) {
        Map<String, Object> key = fields("id", "tok_1", "name", "laptop", "usedAt", null, "revokedAt", null);
        Object owner = fields("owner", fields("name", "Ada"), "keys", List.of(key, key, key), "links", List.of());
        site.answer("GET /api/me", Answer.json(200, TestSite.ada(3)));
        site.answer("GET /api/owners/own_1", Answer.json(200, owner));
        for (int width : List.of(1440, 390)) {
            Page page = on(visitor, width);
            page.navigate(site.url("/account.html"));
            assertThat(page.locator("#keys > li")).hasCount(3);
            assertCalm(page, CALM);
        }
    }

    @ParameterizedTest
    @MethodSource("aGame")
    void a_match_stays_where_it_is_while_it_loads_and_plays(String game, Visitor visitor) {
        Replay replay = replay(game, "7");
        site.has(TestSite.finished("1", replay), replay.toPlain());
        List<Page> pages = new ArrayList<>();
        for (int width : List.of(1440, 820, 390)) {
            pages.add(on(visitor, width));
            pages.getLast().navigate(site.url("/match.html?id=1&game=" + game));
        }
        for (Page page : pages) {
            assertThat(page.locator("#scoreboard .now")).hasText(Pattern.compile("Turn ([5-9]|\\d\\d+)"));
            assertCalm(page, CALM);
        }
    }

    /** In this game, answers are from one to twenty lines long. */
    @Test
    void what_is_below_the_answers_does_not_jump_up(Visitor visitor) {
        Replay replay = replay("ice-and-fire", "7");
        site.has(TestSite.finished("1", replay), replay.toPlain());
        Page page = on(visitor, 1440);
        page.navigate(site.url("/match.html?id=1&game=ice-and-fire"));
        assertThat(page.locator("#scoreboard .now")).hasText(Pattern.compile("Turn ([5-9]|\\d\\d+)"));
        page.evaluate("""
                () => {
                  window.jumps = [];
                  let before = 0;
                  const look = () => {
                    const top = document.getElementById("actions").getBoundingClientRect().top + window.scrollY;
                    if (top < before) {
                      window.jumps.push(before - top);
                    }
                    before = top;
                    requestAnimationFrame(look);
                  };
                  look();
                }""");
        assertThat(page.locator("#scoreboard .now")).hasText(Pattern.compile("Turn [2-9]\\d"));
        assertEquals(List.of(), page.evaluate("() => window.jumps"));
    }

    @Test
    void a_phone_stays_still_while_a_match_of_ajax_tiles_plays(Visitor visitor) {
        Replay replay = TestSite.replay("Greedy Gary", "A bot with a name of 40 characters, long");
        site.has(TestSite.finished("1", replay), replay.toPlain());
        Page page = on(visitor, 390);
        page.navigate(site.url("/match.html?id=1&game=ajax-tiles"));
        assertThat(page.locator("#scoreboard .now")).hasText(Pattern.compile("Turn [1-9]"));
        page.evaluate("() => { window.shifts = []; }");
        assertThat(page.locator("#scoreboard .now")).hasText(Pattern.compile("Turn [3-9]\\d"));
        assertCalm(page, CALM_WHILE_PLAYING);
    }
}
