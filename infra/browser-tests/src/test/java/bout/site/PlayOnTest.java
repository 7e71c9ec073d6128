package bout.site;

import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.games.Games;
import bout.wire.Json;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** From a turn of a replay, a visitor goes on in the playground with other bots. */
@Tag("browser")
@Tag("full")
@ExtendWith(Chromium.class)
class PlayOnTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final int TURN = 12;

    @AutoClose
    private final TestSite site = new TestSite();

    static Stream<String> games() {
        return Games.ALL.stream().map(game -> game.card().id());
    }

    /** A match between two house bots under other names. */
    private Replay has(String id) {
        Game<?> game = Games.byId(id).orElseThrow();
        Replay replay = TestSite.replay(
                id,
                game.houseBots().getFirst().name(),
                game.houseBots().getLast().name(),
                "7",
                List.of("The first", "The second"));
        site.has(
                TestSite.finished(
                        ID, replay, replay.play(game, Integer.MAX_VALUE).turn()),
                replay.toPlain());
        return replay;
    }

    private Page open(Visitor visitor, String game, int seat) {
        Page page = visitor.open(site.url("/match.html?id=" + ID + "&turn=" + TURN));
        page.locator("#play-on a").nth(seat - 1).click();
        assertThat(page.locator("#set-up")).isVisible();
        assertThat(page.locator("#from-text"))
                .containsText("Matches continue from turn " + TURN + " of The first vs The second");
        assertThat(page.locator("#preview-note")).containsText("Turn " + TURN + ".");
        assertThat(page.locator("#games [aria-current]")).hasAttribute("href", Pattern.compile(".*game=" + game));
        return page;
    }

    @Test
    void at_the_last_turn_that_turn_is_opened(Visitor visitor) {
        int turns = has("robotag")
                .play(Games.byId("robotag").orElseThrow(), Integer.MAX_VALUE)
                .turn();
        Page page = visitor.open(site.url("/match.html?id=" + ID + "&turn=" + turns));
        assertThat(page.locator("#play-on")).hasText(Pattern.compile("Open this turn in the playground.*"));
        page.locator("#play-on a").first().click();
        assertThat(page.locator("#from-text"))
                .containsText("Matches continue from turn " + (turns - 1) + " of The first vs The second");
    }

    private static Replay played(Page page) throws Exception {
        page.locator("#play").click();
        assertThat(page.locator("#verified")).containsText("Verified");
        Download download =
                page.waitForDownload(() -> button(page, "Download the replay").click());
        return Replay.read(Plain.of(Json.read(Files.readAllBytes(download.path()))));
    }

    @ParameterizedTest
    @MethodSource("games")
    void the_same_house_bots_go_on_as_they_did(String game, Visitor visitor) throws Exception {
        Replay original = has(game);
        Page page = open(visitor, game, 1);
        List<Replay.Player> players = original.start().players();
        // The other seat has the bot that it had.
        assertThat(page.locator("#bot-2")).hasValue("house:" + players.get(1).house());
        assertThat(page.locator("#bot-1")).hasValue(Pattern.compile("sample:.+"));
        page.locator("#bot-1").selectOption("house:" + players.get(0).house());
        Replay replay = played(page);
        assertEquals(original.calls().count(), replay.calls().count());
        // It covers all moves and states.
        assertEquals(original.hash(), replay.hash());
    }

    @Test
    void the_turns_before_are_those_of_the_replay_and_the_rest_is_the_visitors(Visitor visitor) throws Exception {
        Replay original = has("robotag");
        Page page = open(visitor, "robotag", 2);
        visitor.assertAccessible("playground-from");
        page.locator(".bench").nth(1).locator(".cm-content").click();
        page.keyboard().press("ControlOrMeta+a");
        page.keyboard().insertText("""
                let calls = 0;
                function move(my) {
                  console.log("call", ++calls);
                  return { dx: 0, dy: 0 };
                }""");
        Replay replay = played(page);
        for (int seat = 0; seat < 2; seat++) {
            assertEquals(
                    original.calls().moves().get(seat).subList(0, TURN),
                    replay.calls().moves().get(seat).subList(0, TURN));
        }
        List<Object> mine = replay.calls().moves().getLast();
        for (Object move : mine.subList(TURN, mine.size())) {
            assertEquals("[0,0]", Json.text(move));
        }
        assertEquals("My Chaser", replay.start().players().getLast().name());
        // The bot was asked for the turns before, so it knows what has happened.
        Locator log = page.locator("#log");
        page.locator("input.slider").focus();
        page.keyboard().press("Home");
        for (int turn = 0; turn <= TURN; turn++) {
            page.keyboard().press("ArrowRight");
        }
        assertThat(log.locator("pre")).hasText("call " + (TURN + 1));
        // The same again gives the same.
        assertEquals(replay.hash(), played(page).hash());
        page.locator("#from-start").click();
        assertTrue(played(page).calls().count() > 0);
        assertThat(page.locator("#notice")).containsText("on the seed");
    }

    @Test
    void a_replay_that_is_missing_or_of_another_game_is_reported(Visitor visitor) {
        has("tokens");
        Page page = visitor.open(site.url("/play.html?game=robotag&from=/replays/" + ID + ".json&turn=3"));
        assertThat(page.locator("#problem")).hasText("This is a replay of another game: tokens.");
        page.navigate(site.url("/play.html?game=robotag&from=/replays/none.json&turn=3"));
        assertThat(page.locator("#problem")).containsText("No GET /replays/none.json");
        page.navigate(site.url("/play.html?game=robotag&from=https://example.org/1.json"));
        assertThat(page.locator("#problem")).containsText("This page reads replays from");
        assertThat(page.locator("#set-up")).isVisible();
        page.navigate(site.url("/play.html?game=tokens&from=/replays/" + ID + ".json&turn=999999"));
        assertThat(page.locator("#from-note")).isVisible();
        page.locator("#play").click();
        assertThat(page.locator("#verified")).containsText("Verified");
    }
}
