package bout.site;

import static bout.site.TestSite.fields;
import static bout.site.TestSite.ofTournament;
import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.pairings.Fixture;
import bout.competition.tournament.Format;
import bout.competition.tournament.Plan;
import bout.competition.tournament.PlayedMatch;
import bout.competition.tournament.Tournament;
import bout.competition.tournament.TournamentStandings;
import bout.competition.tournament.TournamentStandings.Entrant;
import bout.competition.tournament.TournamentStandings.Heading;
import bout.engine.Game.TournamentStyle;
import bout.engine.Replay;
import bout.engine.Result;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A tournament's page, with its published files. */
@Tag("browser")
@ExtendWith(Chromium.class)
class TournamentPageTest {

    private static final String ID = "trn_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final String PATH = "/tournament.html?id=" + ID;
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    static final IntFunction<String> NAMES = player ->
            List.of("Straight ahead", "hungry-2", "The Quiet One", "brute force", "Zigzag", "mirror me", "Pathfinder")
                            .get(player % 7)
                    + (player < 7 ? "" : " " + (player / 7 + 1));

    @AutoClose
    private final TestSite site = new TestSite();

    static Tournament tournament(Format format, int players, int boards) {
        return Tournament.of(new Plan(
                TournamentStyle.WINS_IN_ROUNDS,
                players,
                "seed",
                Map.of("format", format.code(), "boards", boards, "withdrawAfter", 10)));
    }

    /** Plays some matches: the higher seed usually wins, some are draws, and a broken player never answers. */
    static Tournament played(Tournament tournament, int matches, int broken) {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < matches && !tournament.over(); i++) {
            Fixture fixture = tournament.next().orElseThrow();
            double ahead = 5 + (fixture.second() - fixture.first()) * 0.5 + random.nextInt(-6, 7);
            double first = fixture.first() == broken ? 0 : Math.max(0, Math.round(ahead));
            double second = fixture.second() == broken ? 0 : 5;
            tournament.result(
                    fixture,
                    new PlayedMatch(
                            Result.byScore(first, second, "test"),
                            20,
                            fixture.first() == broken ? 20 : 0,
                            20,
                            fixture.second() == broken ? 20 : random.nextInt(8) / 7));
        }
        return tournament;
    }

    static Map<String, Object> published(Tournament tournament, IntFunction<String> names) {
        boolean over = tournament.over();
        List<Entrant> players = IntStream.range(0, tournament.plan().players())
                .mapToObj(player -> new Entrant(
                        names.apply(player), player == 0 ? "house:lazy" : player % 3 == 1 ? "bot_0" + player : null))
                .toList();
        Heading heading = new Heading(
                ID,
                "Spring Cup",
                "tokens",
                Map.of("width", 5),
                over ? "finished" : "running",
                null,
                NOON,
                NOON.plusSeconds(1),
                over ? NOON.plusSeconds(60) : null,
                players);
        return new TournamentStandings(heading, tournament, tournament.open().size(), 0, NOON.plusSeconds(30))
                .toPlain();
    }

    private void publish(Map<String, Object> standings) {
        site.answer("GET /standings/tournaments/" + ID + ".json", Answer.json(200, standings));
    }

    private void publish(Tournament tournament) {
        publish(published(tournament, NAMES));
    }

    @ParameterizedTest
    @CsvSource({"ROUND_ROBIN, 12, 3", "GAUNTLET, 8, 3", "SWISS, 33, 1", "KNOCKOUT, 33, 3"})
    @Tag("full")
    void every_format_is_shown_on_every_screen(Format format, int players, int boards, Visitor visitor) {
        publish(played(tournament(format, players, boards), 1_000_000, 5));
        for (String screen : List.of("", "-phone", "-dark", "-projector")) {
            visitor.on(screen);
            Page page = visitor.open(site.url(PATH + (screen.equals("-projector") ? "&projector=" : "")));
            assertThat(page.locator("h1")).hasText("Spring Cup");
            assertThat(page.locator("#state")).hasText("Finished");
            boolean everything = !screen.equals("-projector");
            assertThat(page.locator("#rows tr")).hasCount(players);
            assertThat(page.locator("#bracket-section")).isVisible(visible(everything && format == Format.KNOCKOUT));
            assertThat(page.locator("#rounds-section")).isVisible(visible(everything && format == Format.SWISS));
            assertThat(page.locator("#cross-section")).isVisible(visible(everything && format != Format.KNOCKOUT));
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("tournament-" + format.code() + screen);
        }
    }

    private static com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions visible(boolean visible) {
        return new com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions().setVisible(visible);
    }

    @Test
    void a_table_shows_and_explains_ranks_tie_breaks_and_elo(Visitor visitor) {
        publish(played(tournament(Format.ROUND_ROBIN, 5, 2), 1_000, -1));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#head th")).hasText(new String[] {"Rank", "Player", "Points", "Won, drawn, lost"});
        assertThat(page.locator("#all-rows")).isHidden();
        page.locator("#all-figures summary").click();
        assertThat(page.locator("#all-rows")).isVisible();
        assertThat(page.locator("#all-head th")).hasText(new String[] {
            "Rank",
            "Player",
            "Points",
            "Head to head",
            "Sonneborn-Berger",
            "Wins",
            "Won, drawn, lost",
            "Scored : conceded",
            "Elo",
            "Ahead",
            "Failed calls"
        });
        Locator first = page.locator("#rows tr").first();
        assertThat(first.locator(".rank")).hasText("1");
        assertThat(first.locator("th a")).hasAttribute("href", "bot.html?key=tokens.house.lazy");
        assertThat(page.locator("#said")).containsText("Straight ahead has won: ");
        assertThat(page.locator("#explained")).containsText("beating strong players counts more");
        assertThat(page.locator("#explained")).containsText("is at 1,000");
        assertThat(page.locator("#progress")).isHidden();
        assertThat(page.locator("#facts")).containsText("Everybody Loves Tokens");
        assertThat(page.locator("#matches")).hasAttribute("href", "matches.html?tournament=" + ID);
        assertThat(page.locator("#feed")).isVisible();
        assertThat(page.locator("#feed")).hasAttribute("href", "standings/tournaments/" + ID + ".atom");
    }

    @Test
    void a_withdrawn_player_is_listed_last_with_the_reason(Visitor visitor) {
        publish(played(tournament(Format.ROUND_ROBIN, 4, 1), 1_000, 1));
        Page page = visitor.open(site.url(PATH));
        Locator last = page.locator("#rows tr").last();
        assertThat(last.locator(".rank")).hasText("–");
        assertThat(last.locator("th")).containsText("hungry-2");
        assertThat(last.locator(".fate")).hasText("All its 40 calls failed. Its matches count for nobody.");
        assertThat(page.locator("#all-rows tr").last().locator("td").last()).hasText("40 of 40");
    }

    @Test
    void a_running_tournament_is_followed_without_reload_and_keeps_the_focus(Visitor visitor) {
        Tournament tournament = played(tournament(Format.SWISS, 8, 1), 3, -1);
        publish(tournament);
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#state")).hasText("Playing");
        assertThat(page.locator("#progress-words")).hasText("3 of 12 matches");
        assertEquals(3.0, ((Number) page.locator("#progress").evaluate("bar => bar.value")).doubleValue());
        page.evaluate("() => { window.sameDocument = true; }");
        page.locator("#rows a").first().focus();
        Object focused = page.evaluate("() => document.activeElement.dataset.same");
        visitor.keep("tournament-running");

        publish(played(tournament, 4, -1));
        assertThat(page.locator("#progress-words")).hasText("7 of 12 matches");
        assertThat(page.locator("#rounds details")).hasCount(2);
        assertThat(page.locator("#rounds details[open] summary")).hasText("Round 2");
        assertEquals(focused, page.evaluate("() => document.activeElement.dataset.same"));

        publish(played(tournament, 100, -1));
        assertThat(page.locator("#state")).hasText("Finished");
        assertEquals(true, page.evaluate("() => window.sameDocument"));
    }

    @Test
    @Tag("full")
    void nothing_is_redrawn_without_a_change(Visitor visitor) {
        publish(played(tournament(Format.ROUND_ROBIN, 4, 1), 5, -1));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#rows tr")).hasCount(4);
        page.evaluate("() => document.querySelector('#rows tr').setAttribute('data-drawn-before', '')");
        List<Integer> statuses = new CopyOnWriteArrayList<>();
        page.onResponse(response -> {
            if (response.url().contains("/standings/")) {
                statuses.add(response.status());
            }
        });
        page.waitForResponse(response -> response.url().contains("/standings/"), () -> {});
        page.waitForResponse(response -> response.url().contains("/standings/"), () -> {});
        assertThat(page.locator("#rows tr[data-drawn-before]")).hasCount(1);
        assertTrue(statuses.size() >= 2);
    }

    @Test
    @Tag("full")
    void the_matches_of_a_pair_can_be_listed_by_keyboard(Visitor visitor) {
        publish(played(tournament(Format.ROUND_ROBIN, 4, 2), 1_000, -1));
        Page page = visitor.open(site.url(PATH));
        Locator cross = page.locator("#cross");
        assertThat(cross.locator("td.met")).hasCount(12);
        cross.locator("td[tabindex='0']").focus();
        page.keyboard().press("Home");
        page.keyboard().press("ArrowRight");
        page.keyboard().press("ArrowRight");
        Locator chosen = cross.locator("tbody tr").first().locator("td").nth(2);
        assertThat(chosen).isFocused();
        int one = Integer.parseInt(chosen.getAttribute("data-one"));
        int other = Integer.parseInt(chosen.getAttribute("data-other"));
        pairMatches(one, other, null, ofTournament("m1", 0, one, other, 1), ofTournament("m3", 1, one, other, null));
        pairMatches(other, one, null, ofTournament("m2", 0, other, one, 2));
        page.keyboard().press("Enter");
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog.locator("h2")).hasText(NAMES.apply(one) + " vs " + NAMES.apply(other));
        assertThat(dialog.locator("li")).hasCount(3);
        assertThat(dialog.locator("li a").first()).hasAttribute("href", "match.html?id=m1");
        assertThat(dialog.locator("li").last()).containsText("Board 2");
        visitor.assertAccessible("tournament-pair");
        page.keyboard().press("Escape");
        assertThat(dialog).isHidden();
        assertThat(chosen).isFocused();
        assertThat(cross.locator("td[tabindex='0']")).hasCount(1);
    }

    @Test
    @Tag("full")
    void a_pair_without_a_result_has_a_dash_and_nothing_to_open_in_the_cross_table(Visitor visitor) {
        publish(played(tournament(Format.SWISS, 8, 1), 1, -1));
        Page page = visitor.open(site.url(PATH));
        Locator cross = page.locator("#cross");
        assertThat(cross.locator("td.met")).hasCount(2);
        assertThat(cross.locator("td.unmet")).hasCount(8 * 7 - 2);
        assertThat(cross.locator("td.unmet").first()).hasText("–not met");
        cross.locator("td.unmet").first().click();
        assertThat(page.getByRole(AriaRole.DIALOG)).isHidden();
        assertThat(page.locator("#rounds button").filter(new Locator.FilterOptions().setHasText("–")))
                .hasCount(3);
        assertThat(page.locator("#rounds button").filter(new Locator.FilterOptions().setHasText("0 : 0")))
                .hasCount(0);
        visitor.assertAccessible("tournament-swiss-begun");
    }

    @Test
    @Tag("full")
    void more_boards_of_a_pair_load_on_demand_and_a_failure_is_reported(Visitor visitor) {
        publish(played(tournament(Format.KNOCKOUT, 2, 1), 1_000, -1));
        pairMatches(0, 1, "later", ofTournament("m1", 0, 0, 1, 1));
        pairMatches(1, 0, null);
        site.answer(
                "GET /api/tournaments/" + ID + "/matches?first=0&second=1&limit=100&cursor=later",
                Answer.problem(400, "bad-cursor", "This cursor is not one of this API."));
        Page page = visitor.open(site.url(PATH));
        page.locator("#bracket button").first().click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog.locator("li")).hasCount(1);
        button(page, "More boards").click();
        assertThat(dialog.locator(".problem")).hasText("This cursor is not one of this API.");
        button(page, "Close").click();
        assertThat(dialog).isHidden();
    }

    private void pairMatches(int first, int second, String next, Object... matches) {
        site.answer(
                "GET /api/tournaments/" + ID + "/matches?first=" + first + "&second=" + second + "&limit=100",
                Answer.json(200, fields("matches", List.of(matches), "next", next)));
    }

    @Test
    void a_bracket_of_33_has_one_first_round_match_and_byes(Visitor visitor) {
        publish(played(tournament(Format.KNOCKOUT, 33, 1), 1_000, -1));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#bracket h3"))
                .hasText(new String[] {"Round 1", "Round 2", "Round 3", "Quarter-finals", "Semi-finals", "Final"});
        List<?> places = (List<?>)
                page.locator("#bracket ol").evaluateAll("rounds => rounds.map(round => round.children.length)");
        assertEquals(List.of(1, 16, 8, 4, 2, 1), places);
        assertThat(page.locator("#bracket .unseen", new Page.LocatorOptions().setHasText("after a bye")))
                .hasCount(31);
        // No two boxes overlap.
        assertEquals(true, page.locator("#bracket .place").evaluateAll("""
                places => {
                  const boxes = places.map((place) => place.getBoundingClientRect());
                  return boxes.every((one, index) => boxes.slice(index + 1).every((other) =>
                    one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top));
                }"""));
    }

    @Test
    void a_running_bracket_already_shows_later_rounds(Visitor visitor) {
        publish(played(tournament(Format.KNOCKOUT, 6, 1), 1, -1));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#bracket h3")).hasText(new String[] {"Quarter-finals", "Semi-finals", "Final"});
        assertThat(page.locator("#bracket .place").last()).hasText("not decided yetnot decided yet");
        assertThat(page.locator("#progress-words")).containsText("1 of at most");
        visitor.keep("tournament-bracket-begun");
    }

    @Test
    void a_bracket_follows_the_width_of_the_window_and_keeps_the_focus(Visitor visitor) {
        publish(played(tournament(Format.KNOCKOUT, 8, 1), 1_000, -1));
        Page page = visitor.open(site.url(PATH));
        Locator place = page.locator("#bracket .place").first();
        assertThat(place).hasCSS("width", "224px");
        page.locator("#bracket button").first().focus();
        page.setViewportSize(500, 800);
        assertThat(place).hasCSS("width", "192px");
        assertThat(page.locator("#bracket button").first()).isFocused();
        page.setViewportSize(1280, 800);
        assertThat(place).hasCSS("width", "224px");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void the_card_of_a_bracket_is_no_wider_than_the_bracket(int players, Visitor visitor) {
        publish(played(tournament(Format.KNOCKOUT, players, 1), 1_000, -1));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#bracket .place").first()).hasCSS("width", "224px");
        assertEquals(0, page.evaluate("""
                () => {
                  const card = document.querySelector("#bracket");
                  return card.clientWidth - card.firstElementChild.offsetWidth;
                }"""));
    }

    @Test
    void the_owner_of_a_bot_takes_it_out(Visitor visitor) {
        Map<String, Object> running = published(played(tournament(Format.ROUND_ROBIN, 3, 2), 2, 9), NAMES);
        running.put("public", true);
        running.put("updatedAt", null);
        site.answer("GET /api/tournaments/" + ID, Answer.json(200, running));
        Map<String, Object> bot = new LinkedHashMap<>(TestSite.bot("bot_01", "tokens", "hungry-2"));
        bot.put("left", List.of());
        site.answer("GET /api/bots?mine=true&limit=100", Answer.json(200, fields("bots", List.of(bot), "next", null)));
        Map<String, Object> out = new LinkedHashMap<>(bot);
        out.put("left", List.of(ID));
        site.answer("PATCH /api/bots/bot_01", Answer.json(200, out));
        Page page = visitor.page();
        List<String> missing = new CopyOnWriteArrayList<>();
        page.onResponse(response -> {
            if (response.status() == 404 && response.url().contains("/standings/")) {
                missing.add(response.url());
            }
        });
        page.addInitScript("sessionStorage.setItem('bout-token', 'mine')");
        page.navigate(site.url(PATH));
        assertThat(page.locator("#own")).hasText("hungry-2 is yours. Leave the tournament");
        visitor.assertAccessible();
        button(page, "Leave the tournament").click();
        button(page, "Cancel").click();
        assertEquals(List.of(), site.posted());
        button(page, "Leave the tournament").click();
        page.keyboard().press("Enter");
        assertThat(page.locator("#own")).hasText("hungry-2 has left: it loses its remaining matches here.");
        assertEquals(Map.of("leaves", ID), site.posted().getFirst().body());
        assertEquals(List.of(), missing, "before it is published, nobody asks for its file");
    }

    @Test
    @Tag("full")
    void a_private_tournament_is_shown_with_a_token(Visitor visitor) {
        Map<String, Object> nothingYet = published(tournament(Format.ROUND_ROBIN, 3, 1), NAMES);
        nothingYet.put("table", List.of());
        nothingYet.put("columns", List.of());
        nothingYet.put("valueTitle", null);
        nothingYet.put("updatedAt", null);
        nothingYet.put("cross", null);
        nothingYet.put("state", "planned");
        Page page = visitor.page();
        List<String> tokens = new CopyOnWriteArrayList<>();
        page.route("**/api/tournaments/" + ID, route -> {
            String token = route.request().headerValue("authorization");
            tokens.add(token == null ? "none" : token);
            if ("Bearer mine".equals(token)) {
                route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody(new String(Answer.json(200, nothingYet).body(), StandardCharsets.UTF_8)));
            } else {
                route.resume();
            }
        });
        site.answer(
                "GET /api/tournaments/" + ID,
                Answer.problem(404, "unknown-tournament", "There is no tournament with this id."));
        page.navigate(site.url(PATH));
        assertThat(page.locator("#problem")).hasText("There is no tournament with this id.");
        visitor.assertAccessible();
        page.evaluate("() => sessionStorage.setItem('bout-token', 'mine')");
        assertThat(page.locator("#state")).hasText("Not started");
        assertThat(page.locator("#said")).hasText("No match has been played yet.");
        assertThat(page.locator("#problem")).isHidden();
        assertEquals("none", tokens.getFirst());
        assertThat(page.locator("#table-section")).isHidden();
    }

    @Test
    void a_name_is_always_shown_as_text(Visitor visitor) {
        for (Format format : Format.values()) {
            Map<String, Object> standings = published(
                    played(tournament(format, 4, 1), 1_000, -1),
                    player -> PagesTest.HOSTILE.get(player % PagesTest.HOSTILE.size()));
            standings.put("name", PagesTest.HOSTILE.get(0));
            publish(standings);
            Page page = visitor.onAPhone().open(site.url(PATH));
            assertThat(page.locator("#rows tr")).hasCount(4);
            assertThat(page.locator("h1")).hasText(PagesTest.HOSTILE.get(0));
            assertThat(page.locator("main img, main svg[onload], main table b b"))
                    .hasCount(0);
            assertEquals(null, page.evaluate("() => window.harmed ?? null"));
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "null",
                "[]",
                "{\"players\":7}",
                "<html>",
                "{\"players\":[{\"name\":\"a\"}],\"table\":[{\"player\":5}]}"
            })
    @Tag("full")
    void a_broken_file_is_reported_and_replaced_without_reload(String broken, Visitor visitor) {
        site.answer(
                "GET /standings/tournaments/" + ID + ".json",
                new Answer(200, "application/json", broken.getBytes(StandardCharsets.UTF_8)));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#problem")).isVisible();
        assertThat(page.locator("#note")).isHidden();
        assertThat(page.locator("#tournament")).isHidden();
        publish(played(tournament(Format.ROUND_ROBIN, 3, 1), 2, -1));
        assertThat(page.locator("#rows tr")).hasCount(3);
        assertThat(page.locator("#problem")).isHidden();
    }

    @Test
    void a_contradiction_in_a_file_is_located(Visitor visitor) {
        Map<String, Object> standings = published(played(tournament(Format.KNOCKOUT, 4, 1), 1_000, -1), NAMES);
        List<Object> bracket = new ArrayList<>((List<?>) standings.get("bracket"));
        bracket.removeFirst();
        bracket.add(bracket.getFirst());
        standings.put("bracket", bracket);
        publish(standings);
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#problem"))
                .hasText("What was published is not as expected: “bracket” of the tournament is not a bracket, in which"
                        + " each round has half as many places as the one before.");
    }

    @ParameterizedTest
    @CsvSource({"'', The address names no tournament", "?id=../../secret, “../../secret” is not the id of a tournament."
    })
    void an_address_without_a_tournament_is_reported(String query, String words, Visitor visitor) {
        Page page = visitor.open(site.url("/tournament.html" + query));
        assertThat(page.locator("#problem")).containsText(words);
    }

    @Test
    @Tag("full")
    void a_lost_network_is_reported_and_the_content_stays(Visitor visitor) {
        publish(played(tournament(Format.ROUND_ROBIN, 3, 1), 2, -1));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#rows tr")).hasCount(3);
        page.route("**/standings/**", route -> route.abort("connectionrefused"));
        assertThat(page.locator("#problem")).containsText("cannot be reached");
        assertThat(page.locator("#rows tr")).hasCount(3);
    }

    @Test
    void the_list_of_tournaments_links_to_each_and_shows_progress(Visitor visitor) {
        Page page = visitor.open(site.url("/tournaments.html"));
        assertThat(page.locator("#note")).hasText("There is no public tournament yet. Create the first one below.");
        Map<String, Object> house = new LinkedHashMap<>(listed("trn_2", "Autumn Cup", "running", 30, "best-per-step"));
        house.put("leaderKey", "house:best-per-step");
        list(house, listed("trn_1", "<b>Cup</b>", "finished", 90, "<i>x</i>"));
        assertThat(page.locator("#tournaments li")).hasCount(2);
        assertThat(page.locator("#tournaments li").first()).containsText("led by Best per step");
        assertThat(page.locator("#tournaments li").first()).containsText("30 of 90 matches, 33 %");
        assertThat(page.locator("#tournaments li").last()).containsText("won by <i>x</i>");
        assertThat(page.locator("#tournaments a").last()).hasAttribute("href", "tournament.html?id=trn_1");
        for (String screen : List.of("phone", "dark", "")) {
            switch (screen) {
                case "phone" -> visitor.onAPhone();
                case "dark" -> visitor.inTheDark();
                default -> visitor.onADesktop();
            }
            visitor.page().navigate(site.url("/tournaments.html"));
            assertThat(visitor.page().locator("#tournaments li")).hasCount(2);
            assertThat(visitor.page().locator("#tournaments li").first()).containsText("Everybody Loves Tokens");
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("tournaments" + (screen.isEmpty() ? "" : "-" + screen));
        }
    }

    @Test
    @Tag("full")
    void the_page_of_a_class_shows_who_joined_and_the_current_tournament(Visitor visitor) {
        list(listed("trn_1", "Old Cup", "finished", 90, "x"), listed(ID, "Spring Cup", "running", 30, null));
        publish(played(tournament(Format.ROUND_ROBIN, 12, 1), 30, 5));
        site.answer("GET /api/invitations", Answer.problem(401, "unauthorized", "The token is not valid."));
        visitor.onAProjector();
        Page page = visitor.open(site.url("/class.html?projector="));
        assertThat(page.locator("#tournament-link")).hasText("Spring Cup");
        assertThat(page.locator("#rows tr")).hasCount(12);
        // Nobody types a token in front of a class.
        assertThat(page.locator("#token-form")).isHidden();
        page.navigate(site.url("/class.html"));
        page.getByLabel("Admin token").fill("wrong");
        page.getByText("Show who joined").click();
        assertThat(page.locator("#joined-problem")).containsText("The token is not valid.");
        site.answer(
                "GET /api/invitations",
                Answer.json(
                        200,
                        Map.of(
                                "invitations",
                                List.of(
                                        fields("id", "inv_1", "used", 2, "revokedAt", null),
                                        fields("id", "inv_2", "used", 0, "revokedAt", null),
                                        fields("id", "inv_3", "used", 1, "revokedAt", NOON.toString())))));
        site.answer(
                "GET /api/invitations/inv_1",
                Answer.json(
                        200,
                        Map.of(
                                "joined",
                                List.of(
                                        fields(
                                                "id",
                                                "t1",
                                                "name",
                                                "Ada",
                                                "joinedAt",
                                                NOON.toString(),
                                                "revoked",
                                                false),
                                        fields(
                                                "id",
                                                "t2",
                                                "name",
                                                "<b>Bob</b>",
                                                "joinedAt",
                                                NOON.plusSeconds(5).toString(),
                                                "revoked",
                                                false),
                                        fields(
                                                "id",
                                                "t3",
                                                "name",
                                                "Eve",
                                                "joinedAt",
                                                NOON.toString(),
                                                "revoked",
                                                true)))));
        page.getByLabel("Admin token").fill("right");
        page.getByText("Show who joined").click();
        assertThat(page.locator("#joined-title")).hasText("2 joined");
        assertThat(page.locator("#joined li")).hasCount(2);
        assertThat(page.locator("#joined li").first()).hasText("<b>Bob</b>");
        assertThat(page.locator("#token-form")).isHidden();
        page.getByText("For a projector").click();
        assertThat(page.locator("#joined li")).hasCount(2);
        assertFalse(visitor.hasToScrollSideways());
        visitor.assertAccessible("class-projector");
    }

    @Test
    @Tag("full")
    void a_class_of_forty_fits_its_page_and_the_hall_sees_the_tournament_first(Visitor visitor) {
        joined(IntStream.range(0, 40).mapToObj(each -> each + "W".repeat(38)).toList());
        for (String screen : List.of("-phone", "-dark", "-projector")) {
            for (String query : List.of("", "?projector=")) {
                Page page = visitor.on(screen).page();
                page.addInitScript("sessionStorage.setItem('bout-token', 'right')");
                page.navigate(site.url("/class.html" + query));
                assertThat(page.locator("#joined li")).hasCount(40);
                assertFalse(visitor.hasToScrollSideways());
                visitor.assertAccessible("class-of-forty" + screen + (query.isEmpty() ? "" : "-in-the-hall"));
            }
        }
        Page hall = visitor.page();
        assertThat(hall.locator("#joined li").last()).isInViewport();
        list(listed(ID, "Spring Cup", "running", 30, null));
        publish(played(tournament(Format.ROUND_ROBIN, 12, 1), 30, 5));
        for (String screen : List.of("-phone", "-projector")) {
            hall = visitor.on(screen).page();
            hall.addInitScript("sessionStorage.setItem('bout-token', 'right')");
            hall.navigate(site.url("/class.html?projector="));
            assertThat(hall.locator("#joined li")).hasCount(40);
            assertThat(hall.locator("#rows tr")).hasCount(12);
            assertFalse(visitor.hasToScrollSideways());
            visitor.keep("class-of-forty-playing" + screen);
        }
        assertThat(hall.locator("#rows tr").nth(9)).isInViewport();
    }

    /** Everybody has joined with one invitation. */
    private void joined(List<String> names) {
        site.answer(
                "GET /api/invitations",
                Answer.json(
                        200,
                        Map.of(
                                "invitations",
                                List.of(fields("id", "inv_1", "used", names.size(), "revokedAt", null)))));
        List<Object> people = new ArrayList<>();
        for (String name : names) {
            people.add(fields("id", "t" + name, "name", name, "joinedAt", NOON.toString(), "revoked", false));
        }
        site.answer("GET /api/invitations/inv_1", Answer.json(200, Map.of("joined", people)));
    }

    private void list(Object... tournaments) {
        site.answer("GET /standings/tournaments.json", Answer.json(200, Map.of("tournaments", List.of(tournaments))));
        site.answer(
                "GET /api/tournaments?limit=1",
                Answer.json(200, fields("tournaments", List.of(fields("id", "trn_1")), "next", null)));
    }

    @Test
    void a_page_without_tournaments_asks_for_no_missing_file(Visitor visitor) {
        Page page = visitor.page();
        List<String> asked = new CopyOnWriteArrayList<>();
        page.onRequest(request -> asked.add(request.url()));
        page.navigate(site.url("/tournaments.html"));
        assertThat(page.locator("#note")).hasText("There is no public tournament yet. Create the first one below.");
        assertEquals(
                List.of(),
                asked.stream().filter(url -> url.contains("/standings/")).toList());
    }

    @Test
    void a_tournament_is_created_with_the_form(Visitor visitor) {
        Map<String, Object> unproven = TestSite.bot("bot_2", "ajax-tiles", "Unproven");
        unproven.put("proven", false);
        site.bots("ajax-tiles", List.of(TestSite.bot("bot_1", "ajax-tiles", "Gary"), unproven));
        site.answer(
                "POST /api/tournaments",
                Answer.problem(401, "unauthorized", "This needs a token with the scope play."));
        Page page = visitor.open(site.url("/tournaments.html"));
        page.locator("#make summary").click();
        page.getByLabel("Name").fill("Cup");
        page.getByLabel("Format").selectOption("Knockout");
        page.getByLabel("Boards").fill("3");
        assertThat(page.locator("#choices")).not().containsText("Unproven");
        page.getByLabel("Gary").check();
        button(page, "Create the tournament").click();
        assertThat(page.locator("#form-problem")).hasText("A tournament needs at least two players.");
        page.getByLabel("Other bots, one URL on each line").fill("https://bots.example.org/mine\n\n");
        button(page, "Create the tournament").click();
        assertThat(page.locator("#form-problem"))
                .hasText("Join first. It takes a name and, at most places, a link from the organiser.");
        assertThat(page.locator("#token")).isFocused();
        visitor.assertAccessible("tournament-form");
        publish(played(tournament(Format.KNOCKOUT, 2, 3), 1, -1));
        site.answer("POST /api/tournaments", Answer.json(201, fields("id", ID)));
        page.locator("#token").fill("tok");
        button(page, "Create the tournament").click();
        page.waitForURL("**" + PATH);
        TestSite.Posted last = site.posted().getLast();
        assertEquals("Bearer tok", last.authorization());
        assertEquals(
                site.posted().getFirst().idempotencyKey(),
                last.idempotencyKey(),
                "the same tournament, so that it is not created twice");
        assertEquals(
                Map.of(
                        "game", "ajax-tiles",
                        "name", "Cup",
                        "format", "knockout",
                        "boards", 3,
                        "players", List.of(Map.of("bot", "bot_1"), Map.of("url", "https://bots.example.org/mine"))),
                last.body());
    }

    @Test
    @Tag("full")
    void before_the_start_the_players_are_shown_instead_of_a_table(Visitor visitor) {
        publish(tournament(Format.ROUND_ROBIN, 12, 1));
        for (String screen : List.of("", "-phone", "-projector")) {
            Page page = visitor.on(screen).open(site.url(PATH + (screen.equals("-projector") ? "&projector=" : "")));
            assertThat(page.locator("#entrants li")).hasCount(12);
            assertThat(page.locator("#table-section")).isHidden();
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("tournament-before" + screen);
        }
    }

    @Test
    void a_running_match_plays_beside_the_table_with_the_names_of_its_players(Visitor visitor) {
        Replay replay = TestSite.replay("tokens", "hungry", "naive", "7", List.of("Player 1", "Player 2"));
        Map<String, Object> running = TestSite.unfinished("m1", "running", replay);
        running.put("players", null);
        running.put("turn", 9);
        site.answer("GET /api/matches/m1", Answer.json(200, running));
        site.live("m1", replay, 9);
        Map<String, Object> standings = published(played(tournament(Format.ROUND_ROBIN, 12, 1), 20, -1), NAMES);
        standings.put(
                "now",
                List.of(
                        fields("match", "m0", "board", 0, "first", 1, "second", 2),
                        fields("match", "m1", "board", 0, "first", 3, "second", 4)));
        site.answer("GET /api/matches/m0", Answer.json(200, TestSite.unfinished("m0", "queued", replay)));
        publish(standings);
        for (String screen : List.of("", "-phone", "-projector")) {
            Page page = visitor.on(screen).open(site.url(PATH + (screen.equals("-projector") ? "&projector=" : "")));
            assertThat(page.locator("#board[data-drawn]")).hasCount(1);
            assertThat(page.locator("#scoreboard .who")).hasText(new String[] {NAMES.apply(3), NAMES.apply(4)});
            assertThat(page.locator("#scoreboard .now")).hasText("LIVE · turn 9");
            assertThat(page.locator("#playing li")).hasCount(2);
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("tournament-live" + screen);
        }
        // On the projector, which was last: ten rows at the left, the board at the right, without scrolling.
        Page page = visitor.page();
        assertThat(page.locator("#rows tr").nth(9)).isInViewport();
        assertThat(page.locator("#rows tr").nth(10)).isHidden();
        assertThat(page.locator("#board")).isInViewport();
        assertTrue((Boolean) page.evaluate("() => document.documentElement.scrollHeight <= window.innerHeight"));
        assertEquals(
                true,
                page.locator("#rows td.record")
                        .evaluateAll("cells => cells.every((cell) => cell.scrollWidth <= cell.clientWidth)"));
        assertEquals(
                true,
                page.locator("#scoreboard :is(.who, .points)")
                        .evaluateAll(
                                "parts => parts.length === 4 && parts.every((part) =>"
                                        + " part.scrollWidth <= part.clientWidth && part.scrollHeight <= part.clientHeight + 2)"),
                "names and scores are whole");
        assertEquals("40px", page.locator("#rows th").first().evaluate("cell => getComputedStyle(cell).fontSize"));
    }

    @Test
    void after_the_end_a_match_of_the_best_is_shown_whoever_had_the_first_seat(Visitor visitor) {
        Map<String, Object> standings = published(played(tournament(Format.KNOCKOUT, 4, 1), 1_000, -1), NAMES);
        publish(standings);
        List<?> table = (List<?>) standings.get("table");
        Object best = ((Map<?, ?>) table.get(0)).get("player");
        Object second = ((Map<?, ?>) table.get(1)).get("player");
        Replay replay = TestSite.replay("tokens", "hungry", "naive", "7", List.of("Second", "Best"));
        site.has(TestSite.finished("m9", replay, replay.calls().moves().size()), replay.toPlain());
        String matches = "GET /api/tournaments/" + ID + "/matches?first=%s&second=%s&limit=100";
        site.answer(matches.formatted(best, second), Answer.json(200, fields("matches", List.of(), "next", null)));
        site.answer(
                matches.formatted(second, best),
                Answer.json(
                        200,
                        fields(
                                "matches",
                                List.of(fields("id", "m9", "status", "finished", "worthShowing", true)),
                                "next",
                                null)));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#playing-title")).hasText("Match between the best");
        assertThat(page.locator("#board[data-drawn]")).isVisible();
        assertThat(page.locator("#watch")).hasAttribute("href", "match.html?id=m9");
    }

    @Test
    void a_swiss_tournament_is_won_by_points_some_of_which_come_without_an_opponent(Visitor visitor) {
        publish(played(tournament(Format.SWISS, 5, 1), 1_000, -1));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#said")).containsText(Pattern.compile("has won: [0-9.]+ points?\\."));
    }

    @Test
    @Tag("full")
    void the_hall_sees_who_has_won(Visitor visitor) {
        publish(played(tournament(Format.ROUND_ROBIN, 12, 1), 1_000, -1));
        Page page = visitor.onAProjector().open(site.url(PATH + "&projector="));
        assertThat(page.locator("#winner")).containsText("wins Spring Cup");
        assertThat(page.locator("#rows tr").nth(3)).isInViewport();
        assertThat(page.locator("#rows tr").nth(4)).isHidden();
        assertFalse(visitor.hasToScrollSideways());
        visitor.assertAccessible("tournament-winner-projector");
        page.navigate(site.url(PATH));
        assertThat(page.locator("#winner")).isHidden();
    }

    @Test
    void a_running_knockout_says_how_many_are_left(Visitor visitor) {
        publish(played(tournament(Format.KNOCKOUT, 8, 1), 3, -1));
        Page page = visitor.open(site.url(PATH));
        assertThat(page.locator("#said")).containsText(Pattern.compile("[5-8] of 8 players are still in\\."));
    }

    /** In the format of bout.standings.update.PublicTournaments. */
    private static Map<String, Object> listed(String id, String name, String state, int played, String leader) {
        return fields(
                "id",
                id,
                "name",
                name,
                "game",
                "tokens",
                "format",
                "round-robin",
                "state",
                state,
                "players",
                10,
                "played",
                played,
                "matches",
                90,
                "createdAt",
                NOON.toString(),
                "leader",
                leader);
    }
}
