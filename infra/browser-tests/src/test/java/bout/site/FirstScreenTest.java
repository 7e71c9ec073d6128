package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Replay;
import bout.games.Games;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ViewportSize;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a visitor sees without scrolling. */
@Tag("browser")
@ExtendWith(Chromium.class)
class FirstScreenTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    @AutoClose
    private final TestSite site = new TestSite();

    private static final List<ViewportSize> LAPTOPS = List.of(new ViewportSize(1366, 768), new ViewportSize(1440, 900));

    static Stream<String> games() {
        return Games.ALL.stream().map(game -> game.card().id());
    }

    private void hasMatch() {
        Replay replay = TestSite.replay(
                "robotag", "lazy", "random", "7", List.of("A bot with a name of 40 characters, long", "The House"));
        site.has(TestSite.finished(ID, replay), replay.toPlain());
    }

    private static void assertOnScreen(Page page, Locator locator, String what) {
        BoundingBox box = locator.boundingBox();
        int width = page.viewportSize().width;
        int height = page.viewportSize().height;
        assertTrue(
                box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
                () -> "%s is at %.0f, %.0f and %.0f x %.0f, the screen is %d x %d"
                        .formatted(what, box.x, box.y, box.width, box.height, width, height));
    }

    @ParameterizedTest
    @MethodSource("games")
    @Tag("full")
    void the_playground_shows_code_beside_the_board(String game, Visitor visitor) {
        Page page = visitor.page();
        page.navigate(site.url("/play.html?game=" + game));
        Locator editor = page.locator(".cm-editor").first();
        assertThat(editor).isVisible();
        assertThat(page.locator("#preview")).hasAttribute("aria-label", Pattern.compile("\\w+"));
        onLaptops(visitor, () -> {
            assertBeside(page, editor, page.locator("#preview"));
            assertOnScreen(page, page.locator("#play"), "the play button");
        });
        page.locator("#play").click();
        assertThat(page.locator("#verified")).containsText("Verified");
        onLaptops(visitor, () -> {
            assertBeside(page, editor, page.locator("#player canvas.board"));
            assertOnScreen(page, page.locator(".tool.play"), "the player's play button");
        });
    }

    private static void onLaptops(Visitor visitor, Runnable look) {
        for (ViewportSize size : LAPTOPS) {
            visitor.page().setViewportSize(size.width, size.height);
            visitor.page()
                    .evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
            look.run();
            assertFalse(visitor.hasToScrollSideways());
        }
    }

    private static void assertBeside(Page page, Locator editor, Locator board) {
        assertOnScreen(page, editor, "the code");
        assertOnScreen(page, board, "the board");
        BoundingBox code = editor.boundingBox();
        assertTrue(code.height >= 150 && code.width >= 350, () -> code.width + " x " + code.height);
        assertTrue(code.x + code.width <= board.boundingBox().x, "the code is at the left of the board");
    }

    @ParameterizedTest
    @ValueSource(ints = {360, 390})
    void the_player_s_buttons_take_two_rows_on_a_phone(int width, Visitor visitor) {
        hasMatch();
        Page page = visitor.onAPhone().page();
        page.setViewportSize(width, 844);
        page.navigate(site.url("/match.html?id=" + ID + "&turn=20"));
        assertThat(page.locator("#verified")).isVisible();
        assertInARow(page, ".controls .extras button:visible");
        assertInARow(page, ".tool.play, .controls .turn");
    }

    @Test
    @Tag("full")
    void the_kinds_of_events_stand_in_a_row_in_the_playground(Visitor visitor) {
        Page page = visitor.open(site.url("/play.html?game=robotag"));
        page.locator("#play").click();
        assertThat(page.locator("#verified")).containsText("Verified");
        assertThat(page.locator(".kind-of-mark").nth(1)).isVisible();
        assertInARow(page, ".kind-of-mark:nth-child(-n + 2)");
    }

    /** Their middles are at the same height. Measured at one moment: the page moves while it grows. */
    private static void assertInARow(Page page, String elements) {
        List<?> middles = (List<?>) page.locator(elements).evaluateAll("""
                elements => elements.map(element => {
                  const box = element.getBoundingClientRect();
                  return box.top + box.height / 2;
                })
                """);
        assertTrue(middles.size() > 1, elements);
        double first = ((Number) middles.getFirst()).doubleValue();
        for (Object middle : middles) {
            assertEquals(first, ((Number) middle).doubleValue(), 1, () -> elements + ": " + middles);
        }
    }

    @Test
    @Tag("full")
    void a_phone_shows_code_board_and_console_of_the_playground_one_at_a_time(Visitor visitor) {
        Page page = visitor.onAPhone().page();
        page.setViewportSize(390, 844);
        page.navigate(site.url("/play.html?game=tokens"));
        Locator editor = page.locator(".cm-editor").first();
        assertThat(editor).isVisible();
        assertThat(page.locator("#preview")).isHidden();
        page.locator("#panes button[data-pane=board]").tap();
        assertThat(page.locator("#preview")).isVisible();
        assertThat(editor).isHidden();
        page.locator("#play").tap();
        assertThat(page.locator("#player canvas.board")).isVisible();
        assertThat(page.locator("#log")).isHidden();
        page.locator("#panes button[data-pane=console]").tap();
        assertThat(page.locator("#log")).isVisible();
        assertThat(page.locator("#player canvas.board")).isHidden();
        page.locator("#panes button[data-pane=code]").tap();
        assertThat(editor).isVisible();
        visitor.assertAccessible();
    }

    @Test
    void the_playground_keeps_the_board_until_asked_for_a_new_one(Visitor visitor) {
        Page page = visitor.open(site.url("/play.html?game=tokens"));
        Locator editor = page.locator(".cm-editor").first();
        assertThat(editor).isVisible();
        String seed = page.locator("#preview-note").textContent().replaceAll("\\D", "");
        editor.click();
        page.keyboard().press("Control+Enter");
        assertThat(page.locator("#notice")).containsText("on the seed " + seed + ".");
        page.locator("#play").click();
        assertThat(page.locator("#notice")).containsText("on the seed " + seed + ".");
        page.reload();
        assertThat(page.locator("#preview-note")).containsText("seed " + seed);
        page.locator("#rematch").click();
        assertThat(page.locator("#notice")).containsText("on the seed");
        assertThat(page.locator("#notice")).not().containsText("on the seed " + seed + ".");
    }

    @Test
    void full_screen_keeps_names_and_scores(Visitor visitor) {
        hasMatch();
        Page page = visitor.open(site.url("/match.html?id=" + ID + "&turn=5"));
        assertThat(page.locator("#verified")).isVisible();
        page.keyboard().press("f");
        page.waitForFunction("() => document.fullscreenElement !== null");
        assertThat(page.locator(".player:fullscreen .strip .who").first()).isVisible();
        assertOnScreen(page, page.locator("canvas.board"), "the board");
        assertOnScreen(page, page.locator(".tool.play"), "the play button");
    }
}
