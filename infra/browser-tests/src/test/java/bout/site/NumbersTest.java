package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.tournament.Plan.Format;
import bout.competition.tournament.Tournament;
import bout.competition.tournament.Tournament.PlayedMatch;
import bout.engine.Replay;
import bout.engine.Result;
import bout.games.Games;
import bout.site.TestSite.Answer;
import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No page shows more digits than people want to read. RoboTag's scores are sums of fractions. */
@Tag("browser")
@Tag("full")
@ExtendWith(Chromium.class)
class NumbersTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final String TOURNAMENT = TestTournament.ID;
    private static final List<Object> SCORES = List.of(478, 1008.0239959999999);
    private static final Pattern TOO_EXACT = Pattern.compile("\\d\\.\\d{3}");

    @AutoClose
    private final TestSite site = new TestSite();

    @ParameterizedTest
    @CsvSource({
        "/, #latest .score, '478 : 1,008'",
        "/matches.html, #latest .score, '478 : 1,008'",
        "/bot.html?key=bot_04, #recent .score, '1,008'",
        "/tournament.html?id=" + TOURNAMENT + ", #all-rows, '2,972.25'",
        "/matches.html?tournament=" + TOURNAMENT + ", #latest .score, '478 : 1,008'",
        "/match.html?id=" + ID + "&turn=40, .points, fuel",
        "/match.html?id=" + ID + "&turn=100000, .points, fuel",
        "/embed.html?id=" + ID + "&turn=100000, #outcome, ' : '",
    })
    void a_page_with_scores_of_robotag_rounds_them(String path, String shownIn, String text, Visitor visitor) {
        Replay replay = TestSite.replay("robotag", "hungry", "bouncy", "7", List.of("Greedy Gary", "The House"));
        int turns = replay.play(Games.byId("robotag").orElseThrow(), Integer.MAX_VALUE)
                .turn();
        site.has(TestSite.finished(ID, replay, turns), replay.toPlain());
        Map<String, Object> listed = TestSite.finished(ID, replay, turns);
        listed.put("result", TestSite.fields("places", List.of(2, 1), "scores", SCORES, "reason", "time expired"));
        site.list(List.of(listed));
        site.answer("GET /standings/bots/bot_04.json", Answer.json(200, bot()));
        site.answer("GET /standings/tournaments/" + TOURNAMENT + ".json", Answer.json(200, tournament()));
        site.answer(
                "GET /api/tournaments/" + TOURNAMENT + "/matches?limit=100",
                Answer.json(200, TestSite.fields("matches", List.of(tournamentMatch()), "next", null)));
        Page page = visitor.open(site.url(path));
        assertThat(page.locator(shownIn).first()).containsText(text);
        assertReadable(page);
    }

    @Test
    void the_playground_rounds_scores_options_and_averages(Visitor visitor) {
        Page page = visitor.open(site.url("/play.html?game=robotag"));
        page.locator("#play").click();
        assertThat(page.locator("#verified")).containsText("Verified");
        assertReadable(page);
        page.locator("#count").fill("4");
        page.locator("#run").click();
        assertThat(page.locator("#run-view")).containsText("All 4 matches are played");
        assertReadable(page);
    }

    /** Looks at what is visible, except code, whose numbers are the visitor's. */
    private static void assertReadable(Page page) {
        page.locator("details").evaluateAll("all => all.forEach((each) => { each.open = true; })");
        String shown = (String) page.evaluate("""
                () => [...document.querySelectorAll("body *")]
                  .filter((element) => element.closest("pre, code, .cm-editor, script") === null && element.checkVisibility())
                  .flatMap((element) => [
                    element.title,
                    element.ariaLabel ?? "",
                    ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data)])
                  .join("\\n")""");
        assertTrue(Pattern.compile("\\d").matcher(shown).find(), "the page shows numbers");
        assertEquals(
                List.of(),
                TOO_EXACT.matcher(shown).results().map(MatchResult::group).toList(),
                shown);
    }

    private static Map<String, Object> bot() {
        Map<String, Object> bot = TestLadder.ofAClass().bot("bot_04");
        List<Object> recent = new ArrayList<>();
        for (Object match : (List<?>) bot.get("recent")) {
            Map<String, Object> changed = new LinkedHashMap<>();
            ((Map<?, ?>) match).forEach((name, value) -> changed.put((String) name, value));
            changed.put("scores", SCORES);
            recent.add(changed);
        }
        bot.put("recent", recent);
        return bot;
    }

    private static Map<String, Object> tournament() {
        Tournament tournament = TestTournament.of(Format.ROUND_ROBIN, 3, 1);
        while (!tournament.over()) {
            tournament.result(
                    tournament.next().orElseThrow(),
                    new PlayedMatch(
                            Result.byScore(478.1, 1008.0239959999999, "test"), null, List.of(20, 20), List.of(0, 0)));
        }
        return TestTournament.published(tournament, player -> "Player " + player);
    }

    private static Map<String, Object> tournamentMatch() {
        return TestSite.fields(
                "id",
                ID,
                "board",
                0,
                "players",
                List.of(0, 1),
                "status",
                "finished",
                "result",
                TestSite.fields("places", List.of(2, 1), "scores", SCORES, "reason", "time expired"));
    }
}
