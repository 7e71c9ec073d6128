package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.site.TestSite.Answer;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A visitor plays at a seat of the playground by hand. */
@Tag("browser")
@ExtendWith(Chromium.class)
class HandSeatTest {

    @AutoClose
    private final TestSite site = new TestSite();

    private Page open(Visitor visitor, String game, int seat, String opponent) {
        Page page = visitor.open(site.url("/play.html?game=" + game));
        assertThat(page.locator("#set-up")).isVisible();
        page.locator("#bot-" + seat).selectOption("hand:you");
        page.locator("#bot-" + (3 - seat)).selectOption("house:" + opponent);
        page.locator("#play").click();
        return page;
    }

    /** Clicks on a field of the board, unless the match has just ended; both numbers are parts of its sides. */
    private static void click(Page page, double across, double down) {
        Locator board = page.locator("#hand-section canvas");
        BoundingBox box = board.boundingBox();
        if (box != null) {
            board.click(new Locator.ClickOptions().setPosition(across * box.width, down * box.height));
        }
    }

    @Test
    void a_match_of_connect_four_is_clicked_to_its_end_and_verified(Visitor visitor) {
        Page page = open(visitor, "connect-four", 1, "random");
        assertThat(page.locator("#hand-title")).hasText("Player 1, your move 1");
        for (int move = 0; move < 60 && page.locator("#hand-section").isVisible(); move++) {
            String before = page.locator("#hand-title").innerText();
            click(page, (move % 7 + 0.5) / 7, 0.5);
            page.waitForCondition(() -> !page.locator("#hand-section").isVisible()
                    || page.locator("#hand-section .problem").isVisible()
                    || !page.locator("#hand-title").innerText().equals(before));
        }
        assertThat(page.locator("#verified")).containsText("Verified");
        assertThat(page.locator("#match-title")).containsText("You");
    }

    @ParameterizedTest
    @CsvSource({
        "ajax-tiles, 1, expand, 1, 3",
        "ajax-tiles, 2, expand, 2, 4",
        "tokens, 1, naive, 1, 3",
    })
    void a_click_on_the_board_is_a_move(
            String game, int seat, String opponent, int first, int second, Visitor visitor) {
        Page page = open(visitor, game, seat, opponent);
        assertThat(page.locator("#hand-title")).hasText("Player " + seat + ", your move " + first);
        click(page, 0.5, 0.5);
        assertThat(page.locator("#hand-title")).hasText("Player " + seat + ", your move " + second);
        page.locator("#stop").click();
        assertThat(page.locator("#hand-section")).isHidden();
        assertThat(page.locator("#preview-section")).isVisible();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ice-and-fire | expander | {\"commands\":\"WAIT\"}",
                "robotag      | hungry   | ",
            })
    void an_answer_is_typed_and_one_that_breaks_the_rules_may_be_corrected(
            String game, String opponent, String answer, Visitor visitor) {
        Page page = open(visitor, game, 1, opponent);
        assertThat(page.locator("#hand-title")).hasText("Player 1, your move 1");
        Locator field = page.locator("#hand-answer");
        String example = field.inputValue();
        field.fill("nonsense");
        field.press("Enter");
        assertThat(page.locator("#hand-section .problem")).containsText("not JSON");
        assertThat(page.locator("#hand-title")).hasText("Player 1, your move 1");
        field.fill(answer == null ? example : answer);
        field.press("Enter");
        assertThat(page.locator("#hand-title")).hasText(Pattern.compile("Player 1, your move [23]"));
        assertThat(page.locator("#hand-section .problem")).isHidden();
    }

    @Test
    void both_seats_may_be_the_visitor_s_in_a_game_in_which_both_move_at_once(Visitor visitor) {
        Page page = open(visitor, "robotag", 1, "hungry");
        page.locator("#stop").click();
        assertThat(page.locator("#hand-section")).isHidden();
        page.locator("#bot-2").selectOption("hand:you");
        page.locator("#play").click();
        for (int seat : new int[] {1, 2}) {
            assertThat(page.locator("#hand-section")).isVisible();
            assertThat(page.locator("#hand-title")).hasText("Player " + seat + ", your move 1");
            page.locator("#hand-answer").press("Enter");
        }
        assertThat(page.locator("#hand-title")).hasText("Player 1, your move 2");
    }

    @Test
    void an_address_names_the_bot_to_play_against(Visitor visitor) {
        String id = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
        Page page = visitor.open(site.url("/play.html?game=tokens&against=house:lazy"));
        assertThat(page.locator("#bot-1")).hasValue("hand:you");
        assertThat(page.locator("#bot-2")).hasValue("house:lazy");

        site.answer("GET /api/bots/" + id, Answer.json(200, Map.of("id", id, "name", "Ada")));
        site.answer(
                "GET /api/bots/" + id + "/code",
                new Answer(
                        200,
                        "text/plain; charset=utf-8",
                        "function Bot() { this.yourMove = () => 'PASS'; }".getBytes(StandardCharsets.UTF_8)));
        page.navigate(site.url("/play.html?game=tokens&against=" + id));
        assertThat(page.locator("#bot-1")).hasValue("hand:you");
        assertThat(page.getByLabel("Name of player 2’s bot")).hasValue("Ada");

        site.answer("GET /api/bots/" + id + "/code", Answer.problem(403, "forbidden", "Its code is private."));
        page.navigate(site.url("/play.html?game=tokens&against=" + id));
        assertThat(page.locator("#problem")).containsText("cannot be read. Its code is private.");
    }

    @Test
    void many_matches_in_a_row_need_bots(Visitor visitor) {
        Page page = open(visitor, "tokens", 1, "naive");
        page.locator("#stop").click();
        page.locator("#run").click();
        assertThat(page.locator("#problem")).containsText("You play one match at a time.");
        assertTrue(page.locator("#hand-section").isHidden());
    }
}
