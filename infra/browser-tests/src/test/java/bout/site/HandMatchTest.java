package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.GameCard;
import bout.engine.Match;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.games.Games;
import bout.site.TestSite.Answer;
import bout.wire.BotBody;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.WebSocketRoute;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A visitor plays by hand against a bot that only the server can ask. */
@Tag("browser")
@Tag("full")
@ExtendWith(Chromium.class)
class HandMatchTest {

    private static final String GAME = "ajax-tiles";
    private static final String OWN = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final String OTHER = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f61";
    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f62";
    private static final String SEAT = "seat_1";

    @AutoClose
    private final TestSite site = new TestSite();

    private final Replay replay = TestSite.replay(GAME, "expand", "fearful", "7", List.of("By hand", "Gary"));
    private final List<WebSocketRoute> lines = new CopyOnWriteArrayList<>();
    private final List<ConnectionMessage> received = new CopyOnWriteArrayList<>();

    @BeforeEach
    void bots() {
        Map<String, Object> own = TestSite.bot(OWN, GAME, "By hand");
        own.put("kind", "connected");
        site.answer("POST /api/bots", Answer.json(201, own));
        site.answer("PATCH /api/bots/" + OWN, Answer.json(200, own));
        site.answer(
                "POST /api/bots/" + OWN + "/connect",
                Answer.json(200, Map.of("url", "ws://127.0.0.1:1/lines", "ticket", "t.k")));
        site.answer("GET /api/bots/" + OTHER, Answer.json(200, TestSite.bot(OTHER, GAME, "Gary")));
        site.answer(
                "GET /api/bots/" + OTHER + "/code",
                Answer.problem(404, "no-code", "Bout does not have this bot's code."));
        site.answer("POST /api/matches", Answer.json(202, Map.of("id", ID, "live", "/live/" + ID + ".json")));
        site.answer("GET /api/matches/" + ID + "?watch=true", Answer.json(200, Map.of("status", "running")));
        site.answer("DELETE /api/matches/" + ID, Answer.json(200, Map.of("id", ID)));
    }

    private Page open(Visitor visitor) {
        Page page = visitor.page();
        page.routeWebSocket(Pattern.compile("ws://127\\.0\\.0\\.1:1/lines\\?ticket=t\\.k"), line -> {
            line.onMessage(
                    frame -> received.add(ConnectionText.read(frame.text()).orElseThrow()));
            lines.add(line);
        });
        page.navigate(site.url("/play.html?game=" + GAME + "&against=" + OTHER));
        assertThat(page.locator("#hand-match")).containsText("Gary");
        return page;
    }

    private void event(String seat, String match, ConnectionMessage.Result result) {
        send(new ConnectionMessage.Event(seat, GAME, Seat.FIRST, "Gary", "/match.html?id=" + match, result));
    }

    private void send(ConnectionMessage message) {
        ConnectionText.write(message).forEach(lines.getLast()::send);
    }

    private void request(String seat, int turn) {
        Match<?> match = replay.play(Games.byId(GAME).orElseThrow(), turn);
        GameCard.Form form = match.game().card().form();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", form.contentType());
        headers.put("Bout-Match", seat);
        headers.put("Bout-Seat", "1");
        headers.put("Bout-Turn", String.valueOf(turn));
        send(new ConnectionMessage.Request(
                "call-" + seat + turn,
                "reply",
                60_000,
                headers,
                new String(BotBody.write(form, match.request(Seat.FIRST)), StandardCharsets.UTF_8)));
    }

    private String answered(Page page, int number) {
        page.waitForCondition(() -> received.size() == number);
        return ((ConnectionMessage.Answer) received.get(number - 1)).body();
    }

    @Test
    void the_visitor_moves_on_the_board_of_each_turn_until_the_match_is_over(Visitor visitor) {
        Page page = open(visitor);
        page.getByText("Play as player 1").click();
        page.waitForCondition(
                () -> site.posted().stream().anyMatch(each -> each.request().startsWith("PATCH")));
        Map<?, ?> wanted = (Map<?, ?>) site.posted().stream()
                .filter(each -> each.request().equals("POST /api/matches"))
                .findFirst()
                .orElseThrow()
                .body();
        assertEquals(List.of(Map.of("bot", OWN), Map.of("bot", OTHER)), wanted.get("players"));
        assertEquals(60_000, wanted.get("timeLimit"));
        assertEquals(
                Map.of("active", false),
                site.posted().getLast().body(),
                "nobody else asks the bot while a person is it");

        // A check, or a match of another tab: not for this board.
        event("seat_2", "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f69", null);
        request("seat_2", 0);
        event(SEAT, ID, null);
        request(SEAT, 0);
        Locator title = page.locator("#hand-title");
        assertThat(title).hasText("Player 1, your move 1");
        assertThat(page.locator("#preview-section")).isHidden();
        page.locator("#hand-answer").fill("{\"x\":-1,\"y\":-1}");
        page.locator("#hand-answer").press("Enter");
        assertEquals("{\"x\":-1,\"y\":-1}", answered(page, 1));
        assertThat(page.locator("#hand-match [role=status]")).hasText("Waiting for Gary …");

        site.live(ID, replay, 2);
        request(SEAT, 2);
        assertThat(title).hasText("Player 1, your move 3");
        visitor.assertAccessible("hand-match");
        page.locator("#hand-answer").fill("nonsense");
        page.locator("#hand-answer").press("Enter");
        assertThat(page.locator("#hand-section .problem")).isVisible();
        page.locator("#hand-answer").fill("{\"x\":-1,\"y\":-1}");
        page.locator("#hand-answer").press("Enter");
        assertEquals("{\"x\":-1,\"y\":-1}", answered(page, 2));

        site.has(TestSite.finished(ID, replay, replay.calls().count()), replay.toPlain());
        event(SEAT, ID, ConnectionMessage.Result.WON);
        page.waitForURL(site.url("/match.html?id=" + ID));
        assertThat(page.locator("#verified")).isVisible();
        assertTrue(
                site.posted().stream().noneMatch(each -> each.request().startsWith("DELETE")),
                "there is nothing left to cancel");
    }

    @Test
    void without_the_board_the_visitor_sees_what_was_sent(Visitor visitor) {
        Page page = open(visitor);
        site.answer("GET /live/" + ID + ".json", Answer.problem(404, "not-there", "It is late."));
        page.getByText("Play as player 1").click();
        page.waitForCondition(
                () -> site.posted().stream().anyMatch(each -> each.request().startsWith("PATCH")));
        event(SEAT, ID, null);
        request(SEAT, 2);
        assertThat(page.locator("#hand-section .problem")).containsText("\"board\":");
        page.locator("#hand-answer").fill("{\"x\":-1,\"y\":-1}");
        page.locator("#hand-answer").press("Enter");
        assertEquals("{\"x\":-1,\"y\":-1}", answered(page, 1));
    }

    @Test
    void a_match_that_the_visitor_stops_is_cancelled(Visitor visitor) {
        Page page = open(visitor);
        page.getByText("Play as player 2").click();
        page.waitForCondition(
                () -> site.posted().stream().anyMatch(each -> each.request().startsWith("PATCH")));
        page.locator("#hand-match").getByText("Stop").click();
        assertThat(page.getByText("Play as player 2")).isVisible();
        page.waitForCondition(() -> site.posted().getLast().request().equals("DELETE /api/matches/" + ID));
    }

    /** A page on which a match was stopped while such a request was under way. */
    private Page stoppedDuring(String request, Visitor visitor) {
        Page page = open(visitor);
        List<Route> held = new CopyOnWriteArrayList<>();
        page.route(request, held::add);
        page.getByText("Play as player 1").click();
        page.waitForCondition(() -> !held.isEmpty());
        page.locator("#hand-match").getByText("Stop").click();
        held.forEach(Route::resume);
        assertThat(page.getByText("Play as player 1")).isVisible();
        return page;
    }

    @Test
    void a_match_that_is_stopped_while_it_begins_is_cancelled_once_the_server_has_taken_it(Visitor visitor) {
        Page page = stoppedDuring("**/api/matches", visitor);
        page.waitForCondition(() -> site.posted().getLast().request().equals("DELETE /api/matches/" + ID));
    }

    @Test
    void a_match_that_is_stopped_before_it_begins_does_not_begin(Visitor visitor) {
        stoppedDuring("**/connect", visitor);
        assertTrue(
                site.posted().stream().noneMatch(each -> each.request().equals("POST /api/matches")),
                "it was stopped before");
    }

    @Test
    void a_stranger_is_told_to_join(Visitor visitor) {
        Page page = open(visitor);
        site.answer(
                "GET /api/bots?game=" + GAME + "&mine=true&limit=100",
                Answer.problem(401, "unauthorized", "This needs a token."));
        page.getByText("Play as player 1").click();
        assertThat(page.locator("#hand-match .problem")).containsText("This needs a token. Join first");
    }
}
