package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Replay;
import bout.games.Games;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Page;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page of a running match. */
@Tag("browser")
@ExtendWith(Chromium.class)
class LiveMatchTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final Replay REPLAY =
            TestSite.replay("robotag", "hungry", "bouncy", "7", List.of("Greedy Gary", "The House"));

    @AutoClose
    private final TestSite site = new TestSite();

    private static Game<?> game() {
        return Games.byId("robotag").orElseThrow();
    }

    private static int turns() {
        return REPLAY.play(game(), Integer.MAX_VALUE).turn();
    }

    private void isPlayed(int turns) {
        Map<String, Object> match = TestSite.unfinished(ID, "running", REPLAY);
        match.put("turn", turns);
        site.answer("GET /api/matches/" + ID, Answer.json(200, match));
    }

    private static void assertShown(Page page, int turn) {
        assertThat(page.locator(".controls .turn")).hasText("Turn " + turn + " of " + turn + " so far");
    }

    @Test
    void a_running_match_is_followed_to_its_verified_end(Visitor visitor) {
        List<String> asked = new CopyOnWriteArrayList<>();
        Page page = visitor.page();
        page.onRequest(request -> asked.add(request.url()));
        isPlayed(5);
        page.navigate(site.url("/match.html?id=" + ID));
        // Until the moves are published, the page at least shows how many there are.
        assertThat(page.locator("#outcome")).containsText("5 turns played so far.");
        assertThat(page.locator("#board-section")).isHidden();

        site.live(ID, REPLAY, 20);
        isPlayed(21);
        assertShown(page, 20);
        assertThat(page.locator("#verified")).isHidden();
        assertThat(page.locator("#replay-problem")).isHidden();
        assertThat(page.locator(".side .points").first()).not().isEmpty();
        visitor.assertAccessible("live");

        site.live(ID, REPLAY, 60);
        isPlayed(62);
        assertShown(page, 60);
        site.has(TestSite.finished(ID, REPLAY, turns()), REPLAY.toPlain());
        assertThat(page.locator("#verified")).containsText("has played all " + turns() + " turns again");
        page.keyboard().press("End");
        assertThat(page.locator(".controls .turn")).hasText("Turn " + turns() + " of " + turns());
        assertThat(page.locator(".side.seat-1")).containsText("won");
        assertThat(page.locator("#status")).hasText("Finished");
        assertEquals(
                List.of(site.url("/api/matches/" + ID), site.url("/api/matches/" + ID + "?watch=true")),
                asked.stream()
                        .filter(url -> url.contains("/api/matches/"))
                        .distinct()
                        .toList());
    }

    @Test
    void a_rated_match_has_no_names_until_it_has_ended(Visitor visitor) {
        Map<String, Object> match = TestSite.unfinished(ID, "running", REPLAY);
        match.put("turn", 21);
        match.put("ladder", true);
        match.put("players", null);
        match.put("seed", null);
        site.answer("GET /api/matches/" + ID, Answer.json(200, match));
        Page page = visitor.open(site.url("/match.html?id=" + ID));
        assertThat(page.locator("#outcome")).containsText("Rated: shown with a delay, names at the end.");
        assertThat(page.locator("#note"))
                .hasText("A rated match is shown with a delay: the board appears a little later.");
        assertThat(page.locator("#title")).hasText("Player 1 vs Player 2");
        assertThat(page.locator(".side.seat-1")).containsText("named after the match");
        assertThat(page.locator("#actions")).isEmpty();
        visitor.assertAccessible("live-rated");

        Match<?> soFar = REPLAY.play(game(), 20);
        site.answer(
                "GET /live/" + ID + ".json",
                Answer.json(
                        200,
                        Replay.soFar(
                                        soFar,
                                        soFar.calls(),
                                        List.of(
                                                new Replay.Player("Player 1", null),
                                                new Replay.Player("Player 2", null)))
                                .toPlain()));
        assertShown(page, 20);
        assertThat(page.locator("#title")).hasText("Player 1 vs Player 2");

        Map<String, Object> finished = TestSite.finished(ID, REPLAY, turns());
        finished.put("ladder", true);
        site.has(finished, REPLAY.toPlain());
        assertThat(page.locator("#title")).hasText("Greedy Gary vs The House");
        assertThat(page.locator(".side.seat-1")).containsText("Greedy Gary");
        assertThat(page.locator("#actions")).not().isEmpty();
    }

    @Test
    @Tag("full")
    void a_visitor_stays_at_an_earlier_turn_while_the_match_continues(Visitor visitor) {
        site.live(ID, REPLAY, 20);
        isPlayed(20);
        Page page = visitor.open(site.url("/match.html?id=" + ID));
        assertShown(page, 20);
        page.locator("input.slider").fill("7");
        site.live(ID, REPLAY, 40);
        isPlayed(40);
        assertThat(page.locator(".controls .turn")).hasText("Turn 7 of 40 so far");
        // The marks of later turns appear as well.
        page.keyboard().press("Space");
        assertShown(page, 40);
    }

    @Test
    @Tag("full")
    void a_restarted_match_is_shown_from_the_start(Visitor visitor) {
        site.live(ID, REPLAY, 40);
        isPlayed(40);
        Page page = visitor.open(site.url("/match.html?id=" + ID));
        assertShown(page, 40);
        site.live(ID, TestSite.replay("robotag", "random", "bouncy", "7", List.of("Greedy Gary", "The House")), 12);
        isPlayed(12);
        assertShown(page, 12);
    }

    @Test
    @Tag("full")
    void broken_moves_of_a_running_match_are_reported_and_its_result_is_still_shown(Visitor visitor) {
        site.answer(
                "GET /live/" + ID + ".json",
                new Answer(200, "application/json", "{\"finished\":false}".getBytes(StandardCharsets.UTF_8)));
        isPlayed(12);
        Page page = visitor.open(site.url("/match.html?id=" + ID));
        assertThat(page.locator("#replay-problem")).containsText("The replay is broken");
        assertThat(page.locator("#outcome")).containsText("12 turns played so far.");
        site.has(TestSite.finished(ID, REPLAY, turns()), REPLAY.toPlain());
        assertThat(page.locator("#verified")).isVisible();
        assertThat(page.locator("#replay-problem")).isHidden();
    }

    @Test
    @Tag("full")
    void a_running_match_can_be_followed_in_a_frame(Visitor visitor) {
        site.live(ID, REPLAY, 20);
        isPlayed(20);
        Page page = visitor.open(site.url("/embed.html?id=" + ID));
        assertShown(page, 20);
        site.has(TestSite.finished(ID, REPLAY, turns()), REPLAY.toPlain());
        assertThat(page.locator("#outcome")).hasText(Pattern.compile("Greedy Gary wins.*"));
        assertThat(page.locator(".controls .turn")).hasText(Pattern.compile("Turn \\d+ of " + turns()));
    }
}
