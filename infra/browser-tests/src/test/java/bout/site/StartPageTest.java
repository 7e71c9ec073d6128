package bout.site;

import static bout.site.TestSite.finished;
import static bout.site.TestSite.replay;
import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Replay;
import bout.games.Games;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.WaitUntilState;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
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

    @Test
    void the_start_page_lists_the_latest_matches(Visitor visitor) {
        Replay replay = replay("Greedy Gary", "The House");
        Map<String, Object> running = TestSite.unfinished("3", "running", replay);
        running.put("turn", 17);
        Map<String, Object> failed = TestSite.unfinished("1", "failed", replay);
        failed.put("reason", "It was begun three times.");
        site.list(List.of(TestSite.unfinished("4", "queued", replay), running, finished("2", replay), failed));
        Page page = visitor.open(site.url("/"));

        Locator rows = page.locator("#latest li");
        assertThat(rows).hasCount(3);
        assertThat(rows.nth(0)).containsText("Waiting");
        assertThat(page.locator("#live li")).hasCount(1);
        assertThat(page.locator("#live li")).containsText("Playing turn 17");
        assertThat(rows.nth(1))
                .containsText(Pattern.compile("Greedy Gary \\d+ : \\d+ The House Finished Greedy Gary won"));
        assertThat(rows.nth(1)).containsText("Ajax Tiles");
        assertThat(rows.nth(2)).containsText("Not played");
        assertThat(rows.nth(1).getByRole(AriaRole.LINK)).hasAttribute("href", "match.html?id=2");
        assertThat(page.locator("#latest-note")).isHidden();
        visitor.assertAccessible("start");
    }

    @Test
    void with_reduced_motion_no_button_pauses_what_does_not_play(Visitor visitor) {
        Page page = visitor.page();
        page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
        page.navigate(site.url("/"));
        assertThat(page.locator("#hero[data-drawn]")).isVisible();
        assertThat(page.locator("#hero-pause")).isHidden();
        page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.NO_PREFERENCE));
        assertThat(page.locator("#hero-pause")).isVisible();
    }

    @Test
    void a_start_page_without_matches_says_so(Visitor visitor) {
        Page page = visitor.open(site.url("/"));
        assertThat(page.locator("#latest-note")).containsText("No match has been played yet.");
        assertThat(page.locator("#more")).isHidden();
    }

    @Test
    void new_matches_and_results_appear_automatically_and_the_focus_stays(Visitor visitor) {
        Replay replay = replay("one", "two");
        site.list(List.of(TestSite.unfinished("1", "queued", replay)));
        Page page = visitor.open(site.url("/"));
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
                "GET /api/matches?limit=30",
                new Answer(502, "text/html", "<h1>Bad gateway</h1>".getBytes(StandardCharsets.UTF_8)));
        Page page = visitor.open(site.url("/"));
        assertThat(page.locator("#latest-problem")).hasText("The API answered with the status 502 and no explanation.");
    }

    @Test
    @Tag("full")
    void the_start_page_links_to_the_games(Visitor visitor) {
        Page page = visitor.open(site.url("/"));
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
    @Tag("full")
    void the_start_page_works_on_a_phone_and_in_dark_mode(Visitor visitor) {
        Replay replay = replay(
                "A bot with a name of 40 characters, long",
                "Anotherbotwithonesinglewordof40characters".substring(0, 40));
        site.list(List.of(finished(ID, replay), TestSite.unfinished("0", "queued", replay)));
        visitor.onAPhone().page().navigate(site.url("/"));
        assertThat(visitor.page().locator("#latest li")).hasCount(2);
        assertThat(visitor.page().locator("#games li")).hasCount(Games.ALL.size());
        assertFalse(visitor.hasToScrollSideways());
        visitor.assertAccessible("start-phone");
        visitor.inTheDark().page().navigate(site.url("/"));
        assertThat(visitor.page().locator("#latest li")).hasCount(2);
        assertThat(visitor.page().locator("#games li")).hasCount(Games.ALL.size());
        visitor.assertAccessible("start-dark");
    }

    @Test
    void the_start_page_plays_the_closest_match_of_people_and_can_be_paused(Visitor visitor) {
        Replay close = TestSite.replay("robotag", "hungry", "bouncy", "7", List.of("Greedy Gary", "The House"));
        Map<String, Object> people = finished(ID, close);
        people.put("players", List.of(TestSite.fields("name", "Greedy Gary"), TestSite.fields("name", "The House")));
        site.has(people, close.toPlain());
        Map<String, Object> house = finished("9", replay("expand", "fearful"));
        site.list(List.of(house, people));
        Page page = visitor.open(site.url("/"));
        assertThat(page.locator(".strip .who").first()).hasText("Greedy Gary");
        assertThat(page.locator("#hero-link")).hasAttribute("href", "match.html?id=" + ID);
        Object before = page.locator("#hero").evaluate("canvas => canvas.toDataURL()");
        assertThat(page.locator(".strip .now")).not().hasText("Turn 0");
        page.waitForFunction("before => document.querySelector('#hero').toDataURL() !== before", before);
        button(page, "Pause").click();
        Object paused = page.locator("#hero").evaluate("canvas => canvas.toDataURL()");
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        assertEquals(paused, page.locator("#hero").evaluate("canvas => canvas.toDataURL()"));
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Write a bot in your browser")))
                .hasAttribute("href", "play.html");
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Bring your own bot")))
                .hasAttribute("href", "my-bots.html");
    }

    /** A match of people, which is all that the API lists. */
    private Map<String, Object> listed() {
        Replay replay = TestSite.replay("robotag", "hungry", "bouncy", "7", List.of("Greedy Gary", "The House"));
        Map<String, Object> match = finished(ID, replay);
        site.has(match, replay.toPlain());
        site.list(List.of(match));
        return match;
    }

    /** On a slow line the engine takes as long as several other requests. */
    @Test
    @Tag("full")
    void the_replay_and_what_draws_it_are_loaded_while_the_engine_is_on_its_way(Visitor visitor) {
        Map<String, Object> match = listed();
        Page page = visitor.page();
        Map<String, Response> loaded = new ConcurrentHashMap<>();
        page.onResponse(response -> loaded.put(URI.create(response.url()).getPath(), response));
        List<Route> held = new CopyOnWriteArrayList<>();
        page.route("**/engine.js", held::add);
        page.navigate(site.url("/"), new Page.NavigateOptions().setWaitUntil(WaitUntilState.COMMIT));
        page.waitForCondition(() ->
                loaded.containsKey("/games/robotag/renderer.js") && loaded.containsKey((String) match.get("replay")));
        assertFalse(loaded.containsKey("/api/matches/" + ID), "the list has its record");
        assertThat(page.locator("#hero[data-drawn]")).hasCount(0);
        held.forEach(Route::resume);
        page.unroute("**/engine.js");
        assertThat(page.locator("#hero[data-drawn]")).hasCount(1);
    }

    @Test
    void without_any_match_the_start_page_plays_one_of_house_bots(Visitor visitor) {
        Page page = visitor.open(site.url("/"));
        assertThat(page.locator("#hero[data-drawn]")).hasCount(1);
        assertThat(page.locator("#hero-link")).isHidden();
        assertThat(page.locator(".strip .now")).not().hasText("Turn 0");
    }

    @Test
    @Tag("full")
    void a_worker_that_does_not_load_is_started_again(Visitor visitor) {
        Page page = visitor.page();
        AtomicInteger asked = new AtomicInteger();
        page.route("**/match-worker.js", route -> {
            if (asked.getAndIncrement() == 0) {
                route.abort();
            } else {
                route.resume();
            }
        });
        page.navigate(site.url("/"));
        assertThat(page.locator("#games .thumb canvas[data-drawn]").first()).isVisible();
        assertTrue(asked.get() >= 2, asked.toString());
    }

    @Test
    @Tag("full")
    void while_the_api_does_not_answer_the_start_page_plays_house_bots(Visitor visitor) {
        listed();
        Page page = visitor.page();
        List<Route> held = new CopyOnWriteArrayList<>();
        page.route("**/api/matches?limit=30", held::add);
        page.navigate(site.url("/"));
        assertThat(page.locator("#hero[data-drawn]")).hasCount(1);
        assertThat(page.locator("#hero-link")).isHidden();
        held.forEach(Route::resume);
        assertThat(page.locator("#hero-link")).hasAttribute("href", "match.html?id=" + ID);
        assertThat(page.locator("#hero[data-drawn]")).hasCount(1);
        assertThat(page.locator(".strip .who").first()).hasText("Greedy Gary");
    }

    @Test
    void a_running_match_is_shown_live_on_the_start_page(Visitor visitor) {
        Replay replay = TestSite.replay("robotag", "hungry", "bouncy", "7", List.of("Greedy Gary", "The House"));
        Map<String, Object> running = TestSite.unfinished(ID, "running", replay);
        running.put("turn", 20);
        site.answer("GET /api/matches/" + ID, Answer.json(200, running));
        site.live(ID, replay, 20);
        site.list(List.of(running, finished("1", replay("one", "two"))));
        Page page = visitor.open(site.url("/"));
        assertThat(page.locator(".strip .now")).hasText("LIVE · turn 20");
    }

    @Test
    @Tag("full")
    void every_game_has_a_thumbnail_that_is_played_with_its_own_renderer(Visitor visitor) {
        Page page = visitor.open(site.url("/"));
        assertThat(page.locator("#games li")).hasCount(Games.ALL.size());
        for (Locator card : page.locator("#games .thumb").all()) {
            card.scrollIntoViewIfNeeded();
            assertThat(card.locator("canvas[data-drawn]")).hasCount(1);
        }
        visitor.assertAccessible();
    }

    private static Map<String, Object> front() {
        Map<String, Object> ladder = TestLadder.ofAClass().leaderboard();
        List<?> players = (List<?>) ladder.get("players");
        Map<?, ?> highlights = (Map<?, ?>) ladder.get("highlights");
        return TestSite.fields(
                "updatedAt",
                "2026-03-01T12:00:00Z",
                "games",
                List.of(TestSite.fields(
                        "game",
                        "tokens",
                        "matches",
                        120,
                        "day",
                        LocalDate.now(ZoneOffset.UTC).toString(),
                        "matchesBefore",
                        100,
                        "top",
                        players.subList(0, 5),
                        "closest",
                        highlights.get("closest"),
                        "upset",
                        highlights.get("upset"))),
                "tournament",
                TestSite.fields(
                        "id",
                        "trn_1",
                        "name",
                        "Spring Cup",
                        "game",
                        "tokens",
                        "format",
                        "swiss",
                        "state",
                        "running",
                        "played",
                        3,
                        "matches",
                        12,
                        "players",
                        2,
                        "valueTitle",
                        "points",
                        "top",
                        List.of(
                                TestSite.fields("rank", 1, "key", "bot_04", "name", "Pathfinder", "value", 2.5),
                                TestSite.fields("rank", 2, "key", null, "name", "<i>Mine</i>", "value", 1))),
                "people",
                List.of(TestSite.fields(
                        "id",
                        "0",
                        "game",
                        "tokens",
                        "players",
                        List.of(
                                TestSite.fields("name", "An old friend"),
                                TestSite.fields("name", "naive", "house", "naive")),
                        "result",
                        TestSite.fields("winner", 1, "scores", List.of(14, 3), "reason", "full"),
                        "worthShowing",
                        true,
                        "createdAt",
                        "2026-03-01T12:00:00Z")));
    }

    @Test
    @Tag("full")
    void the_published_file_adds_highlights_leaders_a_tournament_and_matches_of_people(Visitor visitor) {
        Map<String, Object> house = finished("2", replay("one", "two"));
        house.put("ladder", true);
        site.list(List.of(house));
        site.answer("GET /standings/front.json", Answer.json(200, front()));
        for (String screen : List.of("", "-phone", "-dark")) {
            Page page = visitor.on(screen).open(site.url("/"));
            assertThat(page.locator("#latest li")).hasCount(1);
            assertThat(page.locator("#latest li")).containsText("An old friend");
            assertThat(page.locator("#featured li").first()).isVisible();
            assertThat(page.locator("#featured a").first())
                    .hasAttribute("href", Pattern.compile("match\\.html\\?id=match-"));
            assertThat(page.locator("#tournament")).containsText("3 of at most 12 matches");
            assertThat(page.locator("#tournament li").last()).containsText("<i>Mine</i>");
            assertThat(page.locator("#tops li")).hasCount(5);
            assertThat(page.locator("#games .facts-of-game[data-game=tokens]")).containsText("20 rated matches today");
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("start-full" + screen);
        }
    }

    @Test
    @Tag("full")
    void without_the_published_file_the_start_page_shows_the_rest(Visitor visitor) {
        site.list(List.of(finished("2", replay("one", "two"))));
        site.answer("GET /standings/front.json", Answer.json(200, Map.of("games", 7)));
        Page page = visitor.open(site.url("/"));
        assertThat(page.locator("#latest li")).hasCount(1);
        assertThat(page.locator("#featured-section")).isHidden();
        assertThat(page.locator("#problem")).isHidden();
    }

    @Test
    @Tag("full")
    void ladder_matches_of_house_bots_are_listed_only_if_there_are_no_others(Visitor visitor) {
        Map<String, Object> house = finished("2", replay("one", "two"));
        house.put("ladder", true);
        Map<String, Object> people = finished("1", replay("Greedy Gary", "The House"));
        people.put("players", List.of(TestSite.fields("name", "Greedy Gary"), TestSite.fields("name", "The House")));
        site.list(List.of(house));
        Page page = visitor.open(site.url("/"));
        assertThat(page.locator("#latest li")).hasCount(1);
        assertThat(page.locator("#latest li")).containsText("one");
        site.list(List.of(house, people));
        assertThat(page.locator("#latest li")).containsText("Greedy Gary");
        assertThat(page.locator("#latest li")).hasCount(1);
    }
}
