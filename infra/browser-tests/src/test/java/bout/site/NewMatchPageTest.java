package bout.site;

import static bout.site.TestSite.fields;
import static bout.site.TestSite.finished;
import static bout.site.TestSite.replay;
import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import bout.engine.Game;
import bout.engine.Option;
import bout.engine.Replay;
import bout.games.Games;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page that starts a match. */
@Tag("browser")
@ExtendWith(Chromium.class)
class NewMatchPageTest {

    /** Ids sort by time: a later match has a greater id. */
    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    private static final Locator.GetByLabelOptions EXACT = new Locator.GetByLabelOptions().setExact(true);

    @AutoClose
    private final TestSite site = new TestSite();

    @Test
    @Tag("full")
    void beside_the_form_house_bots_play_the_chosen_game(Visitor visitor) {
        Page page = visitor.open(site.url("/new.html"));
        Locator board = page.locator("#preview canvas[data-drawn]");
        assertThat(board).isVisible();
        Object first = board.getAttribute("aria-label");
        page.getByLabel("Game", new Page.GetByLabelOptions().setExact(true)).selectOption("robotag");
        assertThat(page.locator("#playground")).hasAttribute("href", "play.html?game=robotag");
        assertThat(board).hasCount(1);
        assertNotEquals(first, board.getAttribute("aria-label"));
        visitor.assertAccessible("new-preview");
    }

    @Test
    void a_phone_loads_no_board_beside_the_form(Visitor visitor) {
        List<String> asked = new CopyOnWriteArrayList<>();
        Page page = visitor.onAPhone().page();
        page.onRequest(request -> asked.add(request.url()));
        page.navigate(site.url("/new.html"));
        assertThat(page.locator("#go")).isEnabled();
        assertThat(page.locator("#preview")).isHidden();
        assertFalse(asked.contains(site.url("/engine.js")), asked::toString);
    }

    @Test
    void the_form_starts_a_match_and_its_page_follows_it_to_the_end(Visitor visitor) {
        Replay replay = replay("expand", "fearful");
        Map<String, Object> queued = TestSite.unfinished(ID, "queued", replay);
        site.answer("POST /api/matches", Answer.json(202, queued));
        site.answer("GET /api/matches/" + ID, Answer.json(200, queued));
        Page page = visitor.open(site.url("/new.html"));
        Locator first = page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Player 1"));
        first.getByLabel("Bot", EXACT).selectOption("house:expand");
        assertThat(first.getByLabel("URL")).isHidden();
        button(page, "Start the match").click();

        page.waitForURL(site.url("/match.html?id=" + ID));
        assertThat(page.locator("#outcome")).containsText("Waiting for a runner.");
        visitor.keep("match-waiting");
        Map<String, Object> running = TestSite.unfinished(ID, "running", replay);
        running.put("turn", 17);
        site.answer("GET /api/matches/" + ID, Answer.json(200, running));
        assertThat(page.locator("#outcome")).containsText("17 turns played so far.");
        site.has(finished(ID, replay), replay.toPlain());
        assertThat(page.locator("#verified")).containsText("Verified");

        assertEquals(1, site.posted().size());
        assertEquals(
                fields("game", "ajax-tiles", "players", List.of(Map.of("house", "expand"), Map.of("house", "random"))),
                site.posted().getFirst().body());
    }

    @Test
    void the_form_sends_a_url_a_name_and_values_that_differ_from_the_defaults(Visitor visitor) {
        site.answer(
                "POST /api/matches", Answer.problem(422, "bad-url", "/players/1/url: the host has no public address."));
        Page page = visitor.open(site.url("/new.html"));
        Locator second = page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Player 2"));
        second.getByLabel("Bot", EXACT).selectOption("A bot at a URL");
        second.getByLabel("URL").fill("https://bots.example.org/tiles?greedy");
        second.getByLabel("Name").fill(" Greedy Gary ");
        page.getByText("Seed, time and options").click();
        page.getByLabel("Seed").fill("7");
        page.getByLabel("Time limit").fill("2000");
        page.getByLabel("nukes").fill("4");
        visitor.assertAccessible("new-form");
        button(page, "Start the match").click();

        assertThat(page.locator("#start-problem")).hasText("/players/1/url: the host has no public address.");
        Object body = site.posted().getFirst().body();
        assertEquals(
                List.of("url", "name"),
                new ArrayList<>(((Map<?, ?>) ((List<?>) ((Map<?, ?>) body).get("players")).get(1)).keySet()));
        assertEquals(
                fields("url", "https://bots.example.org/tiles?greedy", "name", "Greedy Gary"),
                ((List<?>) ((Map<?, ?>) body).get("players")).get(1));
        assertEquals("7", ((Map<?, ?>) body).get("seed"));
        assertEquals(2000, ((Map<?, ?>) body).get("timeLimit"));
        assertEquals(Map.of("nukes", 4), ((Map<?, ?>) body).get("options"));
    }

    @Test
    @Tag("full")
    void a_retry_has_the_same_key_and_a_new_request_a_new_one(Visitor visitor) {
        site.answer("POST /api/matches", Answer.problem(500, "unexpected", "Try again in a while."));
        Page page = visitor.open(site.url("/new.html"));
        Locator go = button(page, "Start the match");
        for (int i = 0; i < 2; i++) {
            go.click();
            assertThat(page.locator("#start-problem")).hasText("Try again in a while.");
            assertThat(go).isEnabled();
        }
        page.getByText("Seed, time and options").click();
        page.getByLabel("Seed").fill("8");
        go.click();
        assertThat(go).isEnabled();
        List<String> keys =
                site.posted().stream().map(TestSite.Posted::idempotencyKey).toList();
        assertEquals(3, keys.size());
        assertNotNull(keys.get(0));
        assertEquals(keys.get(0), keys.get(1));
        assertNotEquals(keys.get(0), keys.get(2));
    }

    @Test
    void the_form_asks_for_a_token_only_if_needed_and_keeps_it_in_the_tab(Visitor visitor) {
        Page page = visitor.open(site.url("/new.html"));
        Locator go = button(page, "Start the match");
        Locator token = page.getByLabel("Token");
        assertThat(go).isEnabled();
        assertThat(token).isHidden();

        site.answer("POST /api/matches", Answer.problem(401, "token-required", "This needs a token."));
        go.click();
        assertThat(page.locator("#start-problem"))
                .hasText(
                        "Join first. It takes a name and, at most places, a link from the organiser. Without that, you can"
                                + " play in your browser.");
        assertThat(page.locator("#start-problem a").first()).hasAttribute("href", "join.html");
        assertThat(token).isFocused();
        visitor.keep("new-token");
        visitor.assertAccessible();

        token.fill(" bout_secret ");
        Replay replay = replay("one", "two");
        Map<String, Object> match = finished(ID, replay);
        site.has(match, replay.toPlain());
        site.answer("POST /api/matches", Answer.json(202, match));
        go.click();
        page.waitForURL(site.url("/match.html?id=" + ID));
        page.navigate(site.url("/new.html"));
        assertThat(token).hasValue("bout_secret");
        assertNull(site.posted().getFirst().authorization());
        assertEquals("Bearer bout_secret", site.posted().getLast().authorization());
        assertFalse(page.url().contains("bout_secret"), "the token is in the address");
    }

    @Test
    void options_opened_before_the_api_has_answered_stay_open(Visitor visitor) {
        Page page = visitor.page();
        List<Route> held = new CopyOnWriteArrayList<>();
        page.route("**/api/games", held::add);
        page.navigate(site.url("/new.html"));
        page.getByText("Seed, time and options").click();
        page.waitForCondition(() -> !held.isEmpty());
        held.forEach(Route::resume);
        assertThat(page.getByLabel("nukes")).isVisible();
    }

    @Test
    void values_out_of_range_are_refused_before_sending(Visitor visitor) {
        Page page = visitor.open(site.url("/new.html"));
        page.getByText("Seed, time and options").click();
        page.getByLabel("nukes").fill("41");
        button(page, "Start the match").click();
        assertEquals(true, page.getByLabel("nukes").evaluate("input => input.validity.rangeOverflow"));
        assertEquals(List.of(), site.posted());
    }

    @Test
    void a_url_without_its_scheme_is_refused_at_its_field(Visitor visitor) {
        Page page = visitor.open(site.url("/new.html"));
        player(page, 1).getByLabel("Bot", EXACT).selectOption("A bot at a URL");
        player(page, 1).getByLabel("URL").fill("localhost:9000");
        go(page).click();
        assertEquals(true, player(page, 1).getByLabel("URL").evaluate("input => input.validity.patternMismatch"));
        assertEquals(List.of(), site.posted());
    }

    private static Locator player(Page page, int seat) {
        return page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Player " + seat));
    }

    private static Locator go(Page page) {
        return button(page, "Start the match");
    }

    private Object bodyOf(Page page) {
        site.answer("POST /api/matches", Answer.problem(500, "unexpected", "Try again in a while."));
        go(page).click();
        assertThat(page.locator("#start-problem")).hasText("Try again in a while.");
        return site.posted().getLast().body();
    }

    // Parameters in the address --------------------------------------------------------------------------------------

    @Test
    @Tag("full")
    void an_address_fills_the_form(Visitor visitor) {
        Page page =
                visitor.open(site.url("/new.html?game=robotag&p1=house:bouncy&p2=https://bots.example.org/tag?x%3D1%262"
                        + "&name2=Mine&seed=two+words&timeLimit=500&fuelTanks=7&swap=true"));
        assertThat(page.locator("#game")).hasValue("robotag");
        assertThat(page.getByLabel("Seed")).isVisible();
        assertThat(page.locator("#filled")).isHidden();
        visitor.assertAccessible("new-filled");
        assertEquals(
                fields(
                        "game",
                        "robotag",
                        "players",
                        List.of(
                                Map.of("house", "bouncy"),
                                fields("url", "https://bots.example.org/tag?x=1&2", "name", "Mine")),
                        "seed",
                        "two words",
                        "options",
                        fields("fuelTanks", 7, "swap", true),
                        "timeLimit",
                        500),
                bodyOf(page));
        assertEquals(1, site.posted().size(), "an address alone starts no match");
    }

    @Test
    @Tag("full")
    void invalid_parameters_in_the_address_are_reported_and_the_others_fill_the_form(Visitor visitor) {
        Page page = visitor.open(
                site.url("/new.html?game=ajax-tiles&p1=house:nobody&p2=%3Cimg%20src%3Dx%3E&nukes=41&maxTurns=300"
                        + "&timeLimit=5&x%3Cb%3E=1"));
        assertThat(page.locator("#filled p")).hasText(new String[] {
            "Ajax Tiles has no house bot nobody.",
            "Player 2 must be house:NAME, the id of a registered bot, or a URL, not <img src=x>.",
            "The time limit must be 10 to 60000, not 5.",
            "The option nukes must be a whole number from 0 to 40, not 41.",
            "Ajax Tiles has no option x<b>."
        });
        visitor.keep("new-wrong");
        assertEquals(Map.of("maxTurns", 300), ((Map<?, ?>) bodyOf(page)).get("options"));

        page.navigate(site.url("/new.html?game=chess&p1=house:expand"));
        assertThat(page.locator("#filled")).hasText("There is no game with the id chess. Choose one of these.");
        assertThat(go(page)).isEnabled();
    }

    @Test
    @Tag("full")
    void a_secret_url_must_be_typed_in(Visitor visitor) {
        Page page = visitor.open(site.url("/new.html?game=ajax-tiles&name1=Greedy+%3Cb%3EGary&p2=house:contain"));
        assertThat(page.locator("#filled"))
                .hasText("Only its owner knows the URL of Greedy <b>Gary. Enter it, or choose" + " another bot.");
        assertThat(player(page, 1).getByLabel("URL")).hasValue("");
        assertThat(player(page, 1).getByLabel("Name")).hasValue("Greedy <b>Gary");
        go(page).click();
        assertEquals(true, player(page, 1).getByLabel("URL").evaluate("input => input.validity.valueMissing"));
        assertEquals(List.of(), site.posted());
    }

    @Test
    void no_game_option_shares_the_name_of_another_parameter() {
        for (Game<?> game : Games.ALL) {
            for (Option option : game.card().options()) {
                assertFalse(
                        Set.of("game", "p1", "p2", "name1", "name2", "seed", "timeLimit")
                                .contains(option.name()),
                        game.card().id() + ": " + option.name());
            }
        }
    }

    // Registered bots
    // ---------------------------------------------------------------------------------------------------

    @Test
    void a_registered_bot_is_chosen_from_the_list_or_by_its_id(Visitor visitor) {
        Map<String, Object> out = TestSite.bot("bot_03", "ajax-tiles", "Outside");
        out.put("health", fields("suspended", true));
        Map<String, Object> resting = TestSite.bot("bot_02", "ajax-tiles", "Resting");
        resting.put("active", false);
        site.bots("ajax-tiles", List.of(out, resting, TestSite.bot("bot_01", "ajax-tiles", "Greedy <i>Gary")));
        Page page = visitor.open(site.url("/new.html"));
        Locator bot = player(page, 1).getByLabel("Bot", EXACT);
        assertThat(bot.locator("optgroup[label='Registered bots'] option"))
                .hasText(new String[] {"Outside (only for its owner)", "Greedy <i>Gary"});
        bot.selectOption("Outside (only for its owner)");
        assertThat(player(page, 1)).containsText("It failed in matches or checks");
        bot.selectOption("Greedy <i>Gary");
        assertThat(player(page, 1)).containsText("A registered bot.");
        player(page, 2).getByLabel("Bot", EXACT).selectOption("A registered bot, by its id");
        player(page, 2).getByLabel("Id", EXACT).fill("bot_0a-99");
        visitor.assertAccessible("new-registered");
        assertEquals(
                List.of(Map.of("bot", "bot_01"), Map.of("bot", "bot_0a-99")),
                ((Map<?, ?>) bodyOf(page)).get("players"));

        page.navigate(site.url("/new.html?game=ajax-tiles&p1=bot_77&p2=bot_01"));
        assertThat(player(page, 1).getByLabel("Id", EXACT)).hasValue("bot_77");
        assertThat(player(page, 2).getByLabel("Bot", EXACT)).hasValue("bot_01");
    }

    @Test
    void a_token_adds_the_visitors_own_bots(Visitor visitor) {
        site.answer(
                "GET /api/bots?game=ajax-tiles&mine=true&limit=100",
                Answer.json(200, fields("bots", List.of(TestSite.bot("bot_05", "ajax-tiles", "Mine")), "next", null)));
        Page page = visitor.open(site.url("/new.html"));
        assertThat(go(page)).isEnabled();
        assertThat(page.locator("optgroup[label='Registered bots']")).hasCount(0);
        page.evaluate("() => sessionStorage.setItem('bout-token', 'bout_secret')");
        page.reload();
        assertThat(page.locator("#bot-1 optgroup[label='Registered bots'] option"))
                .hasText("Mine");

        site.answer(
                "GET /api/bots?game=ajax-tiles&mine=true&limit=100",
                Answer.problem(401, "invalid-token", "It was revoked."));
        page.reload();
        assertThat(go(page)).isEnabled();
        assertThat(page.locator("optgroup[label='Registered bots']")).hasCount(0);
    }

    // The whole form
    // ---------------------------------------------------------------------------------------------------

    @Test
    @Tag("full")
    void switching_the_game_changes_bots_and_options_and_keeps_the_url(Visitor visitor) {
        Page page = visitor.open(site.url("/new.html"));
        player(page, 2).getByLabel("Bot", EXACT).selectOption("A bot at a URL");
        player(page, 2).getByLabel("URL").fill("https://bots.example.org/");
        for (Game<?> game : Games.ALL.reversed()) {
            page.getByLabel("Game", new Page.GetByLabelOptions().setExact(true))
                    .selectOption(game.card().id());
            assertThat(page.locator("#game-page"))
                    .hasAttribute("href", "/games/" + game.card().id() + ".html");
            assertThat(page.locator("#bot-1 optgroup").first().locator("option"))
                    .hasText(game.houseBots().stream()
                            .map(bot -> Character.toUpperCase(bot.name().charAt(0))
                                    + bot.name().substring(1).replace('-', ' '))
                            .toArray(String[]::new));
            assertThat(page.locator("#options label"))
                    .hasText(game.card().options().stream()
                            .map(option -> label(option.name()))
                            .toArray(String[]::new));
            assertThat(player(page, 2).getByLabel("URL")).hasValue("https://bots.example.org/");
        }
    }

    @Test
    void a_match_can_be_started_by_keyboard(Visitor visitor) {
        Replay replay = replay("expand", "fearful");
        site.has(finished(ID, replay), replay.toPlain());
        site.answer("POST /api/matches", Answer.json(202, finished(ID, replay)));
        Page page = visitor.open(site.url("/new.html"));
        assertThat(go(page)).isEnabled();
        for (int i = 0; i < 40 && !(Boolean) page.evaluate("() => document.activeElement.id === 'bot-1'"); i++) {
            page.keyboard().press("Tab");
        }
        page.keyboard().type("random");
        for (int i = 0; i < 10 && !(Boolean) page.evaluate("() => document.activeElement.id === 'go'"); i++) {
            page.keyboard().press("Tab");
        }
        page.keyboard().press("Enter");
        page.waitForURL(site.url("/match.html?id=" + ID));
        assertEquals(
                Map.of("house", "random"),
                ((List<?>) ((Map<?, ?>) site.posted().getFirst().body()).get("players")).getFirst());
    }

    @Test
    @Tag("full")
    void a_form_without_the_api_says_so_and_recovers(Visitor visitor) {
        Page page = visitor.page();
        page.route("**/api/**", route -> route.abort("connectionrefused"));
        page.navigate(site.url("/new.html?game=tokens"));
        assertThat(page.locator("#start-problem"))
                .hasText("The API cannot be reached. Is the network there, and is Bout running?");
        assertThat(page.locator("#go")).isDisabled();
        visitor.assertAccessible("new-offline");
        page.unroute("**/api/**");
        assertThat(page.locator("#go")).isEnabled();
        assertThat(page.locator("#game")).hasValue("tokens");
        assertThat(page.locator("#start-problem")).isHidden();
    }

    @Test
    @Tag("full")
    void the_form_works_on_a_phone_and_in_dark_mode(Visitor visitor) {
        for (String scheme : List.of("phone", "dark")) {
            Page page = (scheme.equals("dark") ? visitor.inTheDark() : visitor.onAPhone()).page();
            page.navigate(
                    site.url("/new.html?game=ice-and-fire&p1=https://bots.example.org/a-long-address-of-a-bot&seed=7"));
            assertThat(go(page)).isEnabled();
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("new-" + scheme);
        }
    }

    /** "Max turns" for {@code maxTurns}. */
    private static String label(String option) {
        String words = option.replaceAll("([a-z0-9])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
