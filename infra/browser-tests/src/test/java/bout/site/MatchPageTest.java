package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.Replay;
import bout.games.Games;
import bout.wire.ReplayFile;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Boards on a match's page of all engine versions, and on a sharp screen. */
@Tag("browser")
@ExtendWith(Chromium.class)
class MatchPageTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    /** The last turn, whatever its number. */
    private static final String PATH = "/match.html?id=" + ID + "&turn=100000";

    @AutoClose
    private final TestSite site = new TestSite();

    static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../../functions/wire/src/test/resources/bout/wire/replays"))) {
            return files.filter(file -> file.toString().endsWith(".json.gz"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    @Tag("full")
    void a_stored_replay_of_any_engine_version_is_still_shown(Path sample, Visitor visitor) throws Exception {
        Replay replay = ReplayFile.read(Files.readAllBytes(sample));
        Game<?> game = Games.byId(replay.start().game()).orElseThrow();
        site.has(TestSite.finished(ID, replay, turnsPlayed(replay, game)), replay.toPlain());
        Page page = visitor.open(site.url(PATH));
        // Another engine version may have other states; the page then says so instead.
        if (replay.engine() == Engine.VERSION) {
            assertThat(page.locator("#verified")).containsText("with the same result and the same states");
        }
        assertThat(page.locator(".board")).hasAttribute("aria-label", Pattern.compile("\\w+"));
        assertThat(page.locator("#replay-problem")).isHidden();
    }

    @Test
    @Tag("full")
    void a_phone_shows_the_board_sharp(Visitor visitor) {
        Replay replay = TestSite.replay("one", "two");
        site.has(TestSite.finished(ID, replay), replay.toPlain());
        Page page = visitor.onAPhone().open(site.url(PATH));
        assertThat(page.locator("#verified")).isVisible();
        Map<?, ?> board = (Map<?, ?>) page.evaluate("""
            () => { const { width, clientWidth } = document.querySelector(".board"); return { width, clientWidth }; }
            """);
        int shown = 3 * (Integer) board.get("clientWidth");
        int drawn = (Integer) board.get("width");
        assertTrue(Math.abs(drawn - shown) <= 12, "drawn with " + drawn + " pixels for the screen's " + shown);
        visitor.keep("match-phone");
    }

    /** If both players move in a turn, the turn has two moves. */
    private static <M> int turnsPlayed(Replay replay, Game<M> game) {
        return replay.play(game, Integer.MAX_VALUE).turn();
    }
}
