package bout.stack;

import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.HouseBot;
import bout.games.Games;
import bout.site.Chromium;
import bout.site.Visitor;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** End to end, as a visitor sees it: matches and contests on a real stack, and their pages. */
@Tag("browser")
@ExtendWith(Chromium.class)
class SiteOnTheStackTest {

    private static final Locator.GetByLabelOptions EXACT = new Locator.GetByLabelOptions().setExact(true);

    private static Stack stack;
    private static TestBot bot;

    @BeforeAll
    static void start() throws Exception {
        stack = Stack.start(StackOptions.ofThisRepository());
        bot = new TestBot();
    }

    @AfterAll
    static void stop() {
        bot.close();
        stack.close();
    }

    private static String url(String path) {
        return stack.address().resolve(path).toString();
    }

    @Test
    void a_visitor_starts_a_match_of_a_url_and_a_registered_bot_and_sees_the_verified_result(Visitor visitor)
            throws Exception {
        Page page = visitor.page();
        register(page, "The registered one");
        page.navigate(url("/new.html?game=ajax-tiles"));
        Locator first = page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Player 1"));
        first.getByLabel("Bot", EXACT).selectOption("A bot at a URL");
        first.getByLabel("URL").fill(bot.url().toString());
        first.getByLabel("Name").fill("The <b>First</b> Empty");
        Locator second = page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Player 2"));
        second.getByLabel("Bot", EXACT).selectOption("The registered one (only for its owner)");
        button(page, "Start the match").click();

        page.waitForURL(Pattern.compile("match\\.html\\?id="));
        assertThat(page.locator("#title")).containsText("The <b>First</b> Empty vs The registered one");
        assertThat(page.locator("#verified")).containsText("Verified");
        page.keyboard().press("End");
        assertThat(page.locator("#outcome")).containsText(Pattern.compile("wins|draw"));
        assertThat(page.locator("#replay-problem")).isHidden();
        String id = page.url().substring(page.url().indexOf("id=") + "id=".length());
        try (StackClient client = new StackClient(stack.address())) {
            int seen = 0;
            for (Map.Entry<String, AtomicInteger> started : bot.firstMoves().entrySet()) {
                if (client.matchOfSeat(started.getKey()).equals(Optional.of(id))) {
                    seen += started.getValue().get();
                }
            }
            assertEquals(1, seen, "how often the bot saw the match start");
        }
        assertThat(page.locator("body")).not().containsText("hunter2");
        visitor.keep("stack-match");

        page.getByRole(
                        AriaRole.LINK,
                        new Page.GetByRoleOptions().setName("Matches").setExact(true))
                .click();
        assertThat(page.locator("#latest li").first()).containsText("The <b>First</b> Empty");
        assertThat(page.locator("#latest li").first()).containsText("Finished");
        visitor.keep("stack-matches");
    }

    @Test
    @Tag("full")
    void every_replay_of_the_stack_is_verified_in_the_page(Visitor visitor) throws Exception {
        Page page = visitor.page();
        try (StackClient client = new StackClient(stack.address())) {
            List<String> ids = new ArrayList<>();
            for (Game<?> game : Games.ALL) {
                List<HouseBot> bots = game.houseBots();
                ids.add(client.startMatchOf(game.card().id(), house(bots.getFirst()), house(bots.get(1)), "{}"));
                // Nothing listens there, so this replay contains failures.
                String nobody = "{\"url\":\"http://127.0.0.1:9/\"}";
                ids.add(client.startMatchOf(game.card().id(), house(bots.getFirst()), nobody, "{}"));
            }
            for (String id : ids) {
                assertEquals("finished", client.awaitEnd(id).get("status"), id);
            }
            Map<String, Object> all = StackClient.json(
                    client.get("/api/matches?status=finished&limit=100").body());
            Set<String> verified = new TreeSet<>();
            for (Object match : (List<?>) all.get("matches")) {
                String id = (String) ((Map<?, ?>) match).get("id");
                page.navigate(url("/match.html?id=" + id));
                assertThat(page.locator("#verified")).containsText("Verified");
                assertThat(page.locator("#replay-problem")).isHidden();
                verified.add(id);
            }
            assertTrue(verified.containsAll(ids), "not in the list: " + ids);
        }
    }

    /** What a chat shows is what the page shows. */
    @ParameterizedTest
    @MethodSource("games")
    @Tag("full")
    void the_picture_of_a_match_is_its_board_as_the_page_draws_it(Game<?> game, Visitor visitor) throws Exception {
        Page page = visitor.inTheDark().page();
        page.setViewportSize(700, 900);
        String id;
        try (StackClient client = new StackClient(stack.address())) {
            List<HouseBot> bots = game.houseBots();
            id = client.startMatchOf(game.card().id(), house(bots.getLast()), house(bots.getFirst()), "{}");
            assertEquals("finished", client.awaitEnd(id).get("status"));
            String preview = client.get("/api/share/matches/" + id).body();
            assertTrue(preview.contains("/api/share/matches/" + id + "/picture.png\""), preview);
        }
        APIResponse answer = page.request().get(url("/api/share/matches/" + id + "/picture.png"));
        assertEquals(200, answer.status());
        assertEquals(
                200,
                page.request()
                        .head(url("/api/share/matches/" + id + "/picture.png"))
                        .status());
        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(answer.body()));
        page.navigate(url("/embed.html?id=" + id + "&theme=dark&turn=" + previewTurn(page, id)));
        assertThat(page.locator(".controls .turn")).hasText(Pattern.compile("Turn \\d+ of \\d+"));
        page.evaluate("document.fonts.ready");
        BufferedImage drawn = ImageIO.read(
                new ByteArrayInputStream(page.locator("canvas.board").screenshot()));
        BufferedImage board = PreviewPixels.board(picture);
        // Scaling and the edges of shapes make 3, and the same board mirrored 8 or more.
        assertTrue(PreviewPixels.difference(board, drawn) < 5, () -> "" + PreviewPixels.difference(board, drawn));
    }

    private static Object previewTurn(Page page, String id) {
        page.navigate(url("/embed.html?id=" + id));
        return page.evaluate("""
                async (id) => {
                  const { game, turn } = await (await fetch(`/api/matches/${id}`)).json();
                  const { previewTurn } = await import(`/games/${game}/renderer.js`);
                  return previewTurn === undefined ? turn : previewTurn(turn);
                }""", id);
    }

    static List<Game<?>> games() {
        return Games.ALL;
    }

    private static String house(HouseBot bot) {
        return "{\"house\":\"" + bot.name() + "\"}";
    }

    /** Returns the id of a bot that plays Ajax Tiles at a URL. */
    private static String register(Page page, String name) throws Exception {
        return register(
                page,
                Map.of("game", "ajax-tiles", "name", name, "url", bot.url().toString()));
    }

    private static String register(Page page, Map<String, String> bot) throws Exception {
        APIResponse registered =
                page.request().post(url("/api/bots"), RequestOptions.create().setData(bot));
        assertEquals(201, registered.status(), registered.text());
        return (String) StackClient.json(registered.text()).get("id");
    }

    @Test
    void a_visitor_takes_a_seat_by_hand_against_a_registered_bot(Visitor visitor) throws Exception {
        Page page = visitor.page();
        String opponent = register(page, "Somebody else's");
        page.navigate(url("/play.html?game=ajax-tiles&against=" + opponent));
        page.getByText("Play as player 1").click();
        Locator title = page.locator("#hand-title");
        Locator answer = page.locator("#hand-answer");
        assertThat(title).hasText("Player 1, your move 1");
        answer.fill("{\"x\":5,\"y\":5}");
        answer.press("Enter");
        assertThat(title).hasText("Player 1, your move 3");
        answer.fill("nonsense");
        answer.press("Enter");
        assertThat(page.locator("#hand-section .problem")).isVisible();
        answer.fill("{\"x\":5,\"y\":6}");
        answer.press("Enter");
        assertThat(title).hasText("Player 1, your move 5");
        visitor.keep("stack-hand-match");
        try (StackClient client = new StackClient(stack.address())) {
            // Nobody else sees the match: the visitor's seat is a private bot.
            Response stopped = page.waitForResponse(
                    response -> response.request().method().equals("DELETE"),
                    () -> page.locator("#hand-match").getByText("Stop").click());
            String id = stopped.url().substring(stopped.url().lastIndexOf('/') + 1);
            Map<String, Object> ended = client.awaitEnd(id);
            assertEquals("cancelled", ended.get("status"), ended::toString);
        }
        assertThat(page.getByText("Play as player 1")).isVisible();
    }

    @Test
    void the_form_shows_why_a_url_is_refused(Visitor visitor) {
        Page page = visitor.open(url("/new.html"));
        Locator first = page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Player 1"));
        first.getByLabel("Bot", EXACT).selectOption("A bot at a URL");
        first.getByLabel("URL").fill("http://user@127.0.0.1/");
        button(page, "Start the match").click();
        assertThat(page.locator("#start-problem")).containsText("players 1 url: a URL must not contain a user name");
        assertEquals(url("/new.html"), page.url());
    }

    @Test
    void an_organiser_creates_a_contest_and_a_published_bot_enters_it(Visitor visitor) throws Exception {
        Page page = visitor.open(url("/contests.html"));
        // The visitor's only bot of this game.
        register(page, Map.of("game", "tokens", "name", "Gary", "code", "function move() { return null; }"));
        assertThat(page.locator("#note")).containsText("There is no contest yet.");
        page.locator("#make > summary").click();
        page.getByLabel("Name").fill("The <b>first</b> cup");
        page.getByLabel("Game").selectOption("tokens");
        page.getByLabel("Deadline").fill("2999-03-08T18:00");
        page.getByLabel("Text").fill("Bring **a bot**.");
        button(page, "Create the contest").click();

        page.waitForURL(Pattern.compile("contest\\.html\\?id=con_"));
        assertThat(page.locator("#title")).hasText("The <b>first</b> cup");
        assertThat(page.locator("#text strong")).hasText("a bot");
        assertThat(page.locator("#said")).containsText("Sign-up closes in");
        button(page, "Enter Gary").click();
        assertThat(page.locator("#own")).containsText("Gary takes part.");
        assertThat(page.locator("#entries li")).hasCount(1);
        visitor.keep("stack-contest");
        button(page, "Withdraw").click();
        assertThat(page.locator("#entries li")).containsText("withdrawn by its owner");
        assertThat(button(page, "Enter Gary")).isVisible();

        page.navigate(url("/contests.html"));
        assertThat(page.locator("#contests li")).containsText("The <b>first</b> cup");
    }
}
