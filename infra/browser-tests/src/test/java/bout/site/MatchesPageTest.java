package bout.site;

import static bout.site.TestSite.fields;
import static bout.site.TestSite.finished;
import static bout.site.TestSite.ofTournament;
import static bout.site.TestSite.replay;
import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.competition.tournament.Plan;
import bout.competition.tournament.Tournament;
import bout.competition.tournament.TournamentStandings;
import bout.competition.tournament.TournamentStandings.Entrant;
import bout.competition.tournament.TournamentStandings.Heading;
import bout.engine.Game.TournamentStyle;
import bout.engine.Replay;
import bout.games.Games;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page with lists of matches. */
@Tag("browser")
@ExtendWith(Chromium.class)
class MatchesPageTest {

    /** Ids sort by time: a later match has a greater id. */
    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    @AutoClose
    private final TestSite site = new TestSite();

    @Test
    void older_matches_load_on_demand(Visitor visitor) {
        Replay replay = replay("one", "two");
        site.answer(
                "GET /api/matches",
                Answer.json(200, fields("matches", List.of(finished("9", replay)), "next", "after 9")));
        site.answer(
                "GET /api/matches?cursor=after+9",
                Answer.json(200, fields("matches", List.of(finished("8", replay)), "next", null)));
        Page page = visitor.open(site.url("/matches.html"));
        page.locator("#more").click();
        assertThat(page.locator("#latest li")).hasCount(2);
        assertThat(page.locator("#latest li a").nth(1)).hasAttribute("href", "match.html?id=8");
        assertThat(page.locator("#more")).isHidden();
    }

    private void list(String query, String next, List<Map<String, Object>> matches) {
        site.answer("GET /api/matches?" + query, Answer.json(200, fields("matches", matches, "next", next)));
    }

    @Test
    void filters_are_in_the_address_and_change_the_list_without_a_reload(Visitor visitor) {
        Replay replay = replay("one", "two");
        site.list(List.of(TestSite.unfinished("3", "running", replay), finished("2", replay), finished("1", replay)));
        list("status=finished", null, List.of(finished("2", replay), finished("1", replay)));
        list("game=tokens&status=finished", null, List.of());
        Page page = visitor.open(site.url("/matches.html"));
        Locator rows = page.locator("#latest li");
        assertThat(rows).hasCount(3);
        assertThat(page.locator("#all")).isHidden();
        page.evaluate("() => { window.sameDocument = true; }");

        page.getByLabel("State").selectOption("Finished");
        assertThat(rows).hasCount(2);
        assertEquals(site.url("/matches.html?status=finished"), page.url());
        page.getByLabel("Game").selectOption("Everybody Loves Tokens");
        assertThat(rows).hasCount(0);
        assertThat(page.locator("#latest-note")).hasText("There is no such match.");
        assertEquals(site.url("/matches.html?game=tokens&status=finished"), page.url());
        visitor.assertAccessible("matches-none");

        page.goBack();
        assertThat(rows).hasCount(2);
        assertThat(page.getByLabel("Game")).hasValue("");
        assertThat(page.getByLabel("State")).hasValue("finished");
        assertEquals(true, page.evaluate("() => window.sameDocument"));

        page.reload();
        assertThat(rows).hasCount(2);
        assertThat(page.getByLabel("State")).hasValue("finished");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("All matches"))
                .click();
        assertThat(rows).hasCount(3);
    }

    @Test
    void a_rated_match_is_listed_without_names_until_it_has_ended(Visitor visitor) {
        Map<String, Object> running = TestSite.unfinished("2", "running", replay("one", "two"));
        running.put("players", null);
        running.put("ladder", true);
        site.list(List.of(running, finished("1", replay("one", "two"))));
        Page page = visitor.open(site.url("/matches.html"));
        Locator rows = page.locator("#latest li");
        assertThat(rows.nth(0)).containsText("Player 1 vs Player 2");
        assertThat(rows.nth(0)).containsText("rated, names at the end");
        assertThat(rows.nth(1)).containsText("one");
        visitor.assertAccessible();
    }

    @Test
    void a_row_says_how_a_match_was_lost_and_shows_who_won_where_the_rules_name_no_winner(Visitor visitor) {
        Map<String, Object> lost = finished("1", replay("one", "two"));
        lost.put("result", fields("winner", null, "scores", List.of(0, 0), "reason", "p1 error"));
        lost.put("failedSeat", 1);
        lost.put("failureKind", "time-out");
        site.list(List.of(lost));
        Page page = visitor.open(site.url("/matches.html"));

        Locator row = page.locator("#latest li");
        assertThat(row.locator(".failed")).hasText("one lost: too late");
        assertThat(row.locator(".seat-2")).hasClass(Pattern.compile("winner"));
    }

    @Test
    void filtering_and_opening_a_match_work_by_keyboard(Visitor visitor) {
        Replay replay = replay("one", "two");
        site.has(finished(ID, replay), replay.toPlain());
        site.list(List.of(TestSite.unfinished("9", "queued", replay), finished(ID, replay)));
        list("status=finished", null, List.of(finished(ID, replay)));
        Page page = visitor.open(site.url("/matches.html"));
        assertThat(page.locator("#latest li")).hasCount(2);
        tabTo(page, "#status");
        page.keyboard().type("Fin");
        assertThat(page.locator("#latest li")).hasCount(1);
        tabTo(page, "#latest a");
        page.keyboard().press("Enter");
        page.waitForURL(site.url("/match.html?id=" + ID));
    }

    private static void tabTo(Page page, String selector) {
        for (int i = 0; i < 30; i++) {
            page.keyboard().press("Tab");
            if ((Boolean) page.evaluate("selector => document.activeElement.matches(selector)", selector)) {
                return;
            }
        }
        throw new AssertionError("the tabulator does not lead to " + selector);
    }

    @Test
    void a_refused_filter_shows_the_message_of_the_api(Visitor visitor) {
        site.answer(
                "GET /api/matches?game=%3Cb%3Echess",
                Answer.problem(400, "unknown-game", "There is no game with the id <b>chess."));
        Page page = visitor.open(site.url("/matches.html?game=%3Cb%3Echess"));
        assertThat(page.locator("#latest-problem")).hasText("There is no game with the id <b>chess.");
        assertThat(page.getByLabel("Game")).hasValue("<b>chess");
        visitor.assertAccessible();
    }

    @Test
    @Tag("full")
    void a_match_that_no_longer_matches_the_filter_leaves_the_list(Visitor visitor) {
        Replay replay = replay("one", "two");
        list(
                "status=running",
                null,
                List.of(TestSite.unfinished("2", "running", replay), TestSite.unfinished("1", "running", replay)));
        Page page = visitor.open(site.url("/matches.html?status=running"));
        assertThat(page.locator("#latest li")).hasCount(2);
        list("status=running", null, List.of(TestSite.unfinished("1", "running", replay)));
        assertThat(page.locator("#latest li")).hasCount(1);
        assertThat(page.locator("#latest li a")).hasAttribute("href", "match.html?id=1");
        list("status=running", null, List.of());
        assertThat(page.locator("#latest li")).hasCount(0);
        assertThat(page.locator("#latest-note")).hasText("There is no such match.");
    }

    @Test
    void new_matches_appear_above_loaded_older_ones(Visitor visitor) {
        Replay replay = replay("one", "two");
        site.answer(
                "GET /api/matches",
                Answer.json(200, fields("matches", List.of(finished("9", replay)), "next", "after 9")));
        list("cursor=after+9", null, List.of(finished("8", replay)));
        Page page = visitor.open(site.url("/matches.html"));
        button(page, "Older matches").click();
        assertThat(page.locator("#latest li")).hasCount(2);
        site.answer(
                "GET /api/matches",
                Answer.json(
                        200,
                        fields("matches", List.of(finished("91", replay), finished("9", replay)), "next", "after 9")));
        assertThat(page.locator("#latest li")).hasCount(3);
        assertThat(page.locator("#latest li a").nth(0)).hasAttribute("href", "match.html?id=91");
        assertThat(page.locator("#latest li a").nth(2)).hasAttribute("href", "match.html?id=8");
    }

    @Test
    @Tag("full")
    void a_failure_to_load_older_matches_is_reported(Visitor visitor) {
        Replay replay = replay("one", "two");
        site.answer(
                "GET /api/matches", Answer.json(200, fields("matches", List.of(finished("9", replay)), "next", "x")));
        site.answer(
                "GET /api/matches?cursor=x", Answer.problem(400, "bad-cursor", "This cursor is not one of this API."));
        Page page = visitor.open(site.url("/matches.html"));
        page.locator("#more").click();
        assertThat(page.locator("#latest-problem")).hasText("This cursor is not one of this API.");
        assertThat(page.locator("#latest li")).hasCount(1);
        assertThat(page.locator("#more")).isEnabled();
    }

    @Test
    @Tag("full")
    void a_list_without_the_api_says_so_and_recovers(Visitor visitor) {
        Page page = visitor.page();
        page.route("**/api/**", route -> route.abort("connectionrefused"));
        page.navigate(site.url("/matches.html"));
        assertThat(page.locator("#latest-problem"))
                .hasText("The API cannot be reached. Is the network there, and is Bout running?");
        visitor.assertAccessible("matches-offline");
        site.list(List.of(finished("1", replay("one", "two"))));
        page.unroute("**/api/**");
        assertThat(page.locator("#latest li")).containsText("Ajax Tiles");
        assertThat(page.locator("#game option")).hasCount(Games.ALL.size() + 1);
    }

    private void tournamentPage(String query, String next, Object... matches) {
        site.answer(
                "GET /api/tournaments/trn_1/matches?limit=100" + query,
                Answer.json(200, fields("matches", List.of(matches), "next", next)));
    }

    private void publishTournament() {
        Tournament tournament = Tournament.of(new Plan(TournamentStyle.WINS_IN_ROUNDS, 2, "seed", Map.of("boards", 2)));
        Instant noon = Instant.parse("2026-03-01T12:00:00Z");
        List<Entrant> players = List.of(new Entrant("<b>Gary</b>", null), new Entrant("The House", null));
        Heading heading = new Heading(
                "trn_1", "Spring <i>Cup</i>", "tokens", Map.of(), "running", null, noon, noon, null, players);
        site.answer(
                "GET /standings/tournaments/trn_1.json",
                Answer.json(200, new TournamentStandings(heading, tournament, 0, 0, noon).toPlain()));
    }

    @Test
    @Tag("full")
    void the_matches_of_a_tournament_are_listed_and_followed(Visitor visitor) {
        publishTournament();
        tournamentPage("", "1", ofTournament("m1", 0, 0, 1, 1));
        tournamentPage("&cursor=1", null, ofTournament("m2", 0, 1, 0, null));
        Page page = visitor.open(site.url("/matches.html?tournament=trn_1"));
        assertThat(page.locator("h1")).hasText("Matches of Spring <i>Cup</i>");
        assertThat(page.locator("#filter")).isHidden();
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Table of the tournament")))
                .hasAttribute("href", "tournament.html?id=trn_1");
        Locator rows = page.locator("#latest li");
        assertThat(rows).hasCount(1);
        assertThat(rows).containsText("<b>Gary</b> 7 : 5 The House");
        assertThat(rows).containsText("<b>Gary</b> won board 1");
        button(page, "More matches").click();
        assertThat(rows).hasCount(2);
        assertThat(page.locator("#more")).isHidden();
        assertThat(rows.nth(1).locator("a")).hasAttribute("href", "match.html?id=m2");
        assertThat(rows.nth(1)).containsText("The House vs <b>Gary</b> Playing board 1");
        visitor.assertAccessible("matches-of-a-tournament");

        rows.nth(1).locator("a").focus();
        tournamentPage("&cursor=1", null, ofTournament("m2", 0, 1, 0, 2), ofTournament("m3", 1, 0, 1, null));
        assertThat(rows).hasCount(3);
        assertThat(rows.nth(1)).containsText("<b>Gary</b> won");
        assertThat(rows.nth(1).locator("a")).isFocused();
    }

    @Test
    @Tag("full")
    void an_empty_or_unknown_tournament_is_reported(Visitor visitor) {
        site.answer(
                "GET /api/tournaments/trn_0",
                Answer.problem(404, "unknown-tournament", "There is no tournament with this id."));
        Page page = visitor.open(site.url("/matches.html?tournament=trn_0"));
        assertThat(page.locator("#latest-problem")).hasText("There is no tournament with this id.");
        assertThat(page.locator("#latest-note")).isHidden();
        visitor.assertAccessible();
        page.navigate(site.url("/matches.html?tournament=../x"));
        assertThat(page.locator("#latest-problem")).hasText("“../x” is not the id of a tournament.");
        publishTournament();
        tournamentPage("", null);
        page.navigate(site.url("/matches.html?tournament=trn_1"));
        assertThat(page.locator("#latest-note")).hasText("No match of this tournament has begun.");
    }

    @Test
    @Tag("full")
    void the_list_works_on_a_phone_and_in_dark_mode(Visitor visitor) {
        Replay replay = replay(
                "A bot with a name of 40 characters, long",
                "Anotherbotwithonesinglewordof40characters".substring(0, 40));
        site.list(List.of(finished(ID, replay), TestSite.unfinished("0", "queued", replay)));
        for (String scheme : List.of("phone", "dark", "")) {
            switch (scheme) {
                case "phone" -> visitor.onAPhone();
                case "dark" -> visitor.inTheDark();
                default -> visitor.onADesktop();
            }
            visitor.page().navigate(site.url("/matches.html"));
            assertThat(visitor.page().locator("#latest li")).hasCount(2);
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("matches" + (scheme.isEmpty() ? "" : "-" + scheme));
        }
    }
}
