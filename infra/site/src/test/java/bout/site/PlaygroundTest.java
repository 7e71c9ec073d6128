package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.games.Games;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page on which visitors write bots and let them play. */
@ExtendWith(Chromium.class)
class PlaygroundTest {

    private TestSite site;

    @BeforeEach
    void serve() throws IOException {
        site = new TestSite();
    }

    @AfterEach
    void stop() {
        site.close();
    }

    static Stream<String> games() {
        return Games.ALL.stream().map(game -> game.card().id());
    }

    private Page open(Visitor visitor, String game) {
        Page page = visitor.page();
        page.navigate(site.url("/play.html?game=" + game));
        assertThat(page.locator("#set-up")).isVisible();
        return page;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @ParameterizedTest
    @MethodSource("games")
    void whoever_opens_a_game_can_play_at_once(String game, Visitor visitor) {
        Page page = open(visitor, game);
        visitor.keep("playground-" + game + "-begin");
        button(page, "Play").click();
        assertThat(page.locator("#verified")).containsText("Verified");
        visitor.keep("playground-" + game);
        assertEquals(List.of(), visitor.accessibilityViolations());
    }
}
