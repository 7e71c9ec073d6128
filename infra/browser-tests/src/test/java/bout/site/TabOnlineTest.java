package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.GameCard;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.games.Games;
import bout.site.TestSite.Answer;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bot of the playground answers requests from its open tab. */
@Tag("browser")
@Tag("full")
@ExtendWith(Chromium.class)
class TabOnlineTest {

    private static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    @AutoClose
    private final TestSite site = new TestSite();

    private final List<WebSocketRoute> lines = new CopyOnWriteArrayList<>();
    private final List<ConnectionMessage> received = new CopyOnWriteArrayList<>();

    @BeforeEach
    void register() {
        site.answer(
                "POST /api/bots/" + BOT + "/connect",
                Answer.json(200, Map.of("url", "ws://127.0.0.1:1/lines", "ticket", "t.k")));
    }

    private Page open(Visitor visitor, String game, List<Object> mine) {
        site.answer(
                "GET /api/bots?game=" + game + "&mine=true&limit=100",
                Answer.json(200, TestSite.fields("bots", mine, "next", null)));
        site.answer("POST /api/bots", Answer.json(201, bot(game, "connected")));
        Page page = visitor.page();
        page.routeWebSocket(Pattern.compile("ws://127\\.0\\.0\\.1:1/lines\\?ticket=t\\.k"), line -> {
            line.onMessage(
                    frame -> received.add(ConnectionText.read(frame.text()).orElseThrow()));
            lines.add(line);
        });
        page.navigate(site.url("/play.html?game=" + game));
        assertThat(page.locator("#set-up")).isVisible();
        page.locator("#go-online").click();
        return page;
    }

    private static Map<String, Object> bot(String game, String kind) {
        return Map.of("id", BOT, "name", "Gary", "game", game, "kind", kind);
    }

    private static void goOnline(Page page) {
        page.locator("#online-name").fill("Gary");
        page.locator("#online-name").press("Enter");
        assertThat(state(page)).hasText("online: waiting for matches");
    }

    private static Locator state(Page page) {
        return page.locator("#online [role=status]");
    }

    private ConnectionMessage.Request request(String game, String call, String reply) {
        Match<?> match = Match.draw(
                Games.byId(game).orElseThrow(),
                "4",
                Options.defaults(Games.byId(game).orElseThrow().card().options()));
        GameCard.Form form = match.game().card().form();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", form.contentType());
        headers.put("Bout-Match", "seat_1");
        headers.put("Bout-Game", game);
        headers.put("Bout-Seat", "1");
        return new ConnectionMessage.Request(
                call,
                reply,
                20_000,
                headers,
                new String(BotBody.write(form, match.request(Seat.FIRST)), StandardCharsets.UTF_8));
    }

    private ConnectionMessage.Answer answered(Page page, WebSocketRoute line, ConnectionMessage.Request request) {
        int before = received.size();
        ConnectionText.write(request).forEach(line::send);
        page.waitForCondition(() -> received.size() > before);
        return (ConnectionMessage.Answer) received.get(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ajax-tiles", "tokens", "robotag", "ice-and-fire", "connect-four"})
    void the_bot_answers_requests_in_the_form_of_the_game(String game, Visitor visitor) throws Exception {
        Page page = open(visitor, game, List.of());
        goOnline(page);
        Plain wanted = Plain.of(site.posted().getFirst().body());
        assertEquals("Gary", wanted.get("name").text());
        assertTrue(wanted.get("connected").bool());

        ConnectionMessage.Answer answer = answered(page, lines.getFirst(), request(game, "c1", "r1"));
        assertEquals(200, answer.status(), answer.body());
        assertEquals("r1", answer.reply());
        Match<?> match = Match.draw(
                Games.byId(game).orElseThrow(),
                "4",
                Options.defaults(Games.byId(game).orElseThrow().card().options()));
        assertEquals(null, match.read(Seat.FIRST, Json.read(answer.body())).failure(), answer.body());
        assertThat(state(page)).hasText(Pattern.compile("online: 1 match, last move \\d+ ms"));
    }

    @Test
    void a_call_is_computed_once_and_a_broken_connection_is_opened_again(Visitor visitor) {
        Page page = open(visitor, "tokens", List.of(bot("tokens", "connected")));
        goOnline(page);
        assertEquals(1, site.posted().size(), "the bot was registered before; only a ticket was asked for");
        ConnectionMessage.Answer first = answered(page, lines.getFirst(), request("tokens", "c1", "r1"));

        lines.getFirst().close();
        page.waitForCondition(() -> lines.size() == 2);
        ConnectionMessage.Answer again = answered(page, lines.get(1), request("tokens", "c1", "r2"));
        assertEquals("r2", again.reply());
        assertEquals(first.body(), again.body());
        assertThat(state(page)).hasText(Pattern.compile("online: 1 match.*"));
    }

    @Test
    void before_a_connection_is_closed_another_is_opened(Visitor visitor) {
        Page page = open(visitor, "tokens", List.of(bot("tokens", "connected")));
        goOnline(page);
        lines.getFirst().send("{\"type\":\"closing\",\"reason\":\"two hours\"}");
        page.waitForCondition(() -> lines.size() == 2);
        assertEquals(
                "r1",
                answered(page, lines.getFirst(), request("tokens", "c1", "r1")).reply());
        assertEquals(
                "r2",
                answered(page, lines.get(1), request("tokens", "c2", "r2")).reply());
        assertThat(state(page)).hasText(Pattern.compile("online: 1 match.*"));
    }

    @Test
    void whoever_asks_whether_the_bot_is_there_is_told_so(Visitor visitor) {
        Page page = open(visitor, "tokens", List.of(bot("tokens", "connected")));
        goOnline(page);
        lines.getFirst().send("{\"type\":\"ping\",\"call\":\"c\",\"reply\":\"r\"}");
        page.waitForCondition(() -> received.size() == 1);
        assertEquals(new ConnectionMessage.Pong("c", "r"), received.getFirst());
    }

    @Test
    void a_connection_that_is_dead_without_a_word_is_replaced_after_two_silent_intervals(Visitor visitor) {
        visitor.page().clock().install();
        Page page = open(visitor, "tokens", List.of(bot("tokens", "connected")));
        goOnline(page);
        page.clock().runFor(30_000);
        page.waitForCondition(() -> received.size() == 1);
        assertEquals(new ConnectionMessage.Ping(), received.getFirst());
        lines.getFirst().send("{\"type\":\"pong\"}");
        page.clock().runFor(60_000);
        assertEquals(1, lines.size(), "it was heard");
        page.clock().runFor(60_000);
        page.waitForCondition(() -> lines.size() == 2);
        assertThat(state(page)).hasText(Pattern.compile("online.*"));
    }

    @Test
    void going_offline_closes_the_connection(Visitor visitor) {
        List<Integer> closed = new CopyOnWriteArrayList<>();
        Page page = open(visitor, "tokens", List.of(bot("tokens", "connected")));
        goOnline(page);
        lines.getFirst().onClose((code, reason) -> closed.add(lines.size()));
        page.locator("#online button").click();
        page.waitForCondition(() -> closed.size() == 1);
        assertThat(page.locator("#online")).isHidden();
    }

    @Test
    void a_bot_of_another_kind_and_a_missing_token_are_explained(Visitor visitor) {
        Page page = open(visitor, "tokens", List.of(bot("tokens", "published")));
        page.locator("#online-name").fill("Gary");
        page.locator("#online-name").press("Enter");
        assertThat(page.locator("#online .problem")).containsText("Choose another name.");

        site.answer("POST /api/bots", Answer.problem(401, "unauthorized", "A token is required."));
        page.locator("#online-name").fill("Other");
        page.locator("#online-name").press("Enter");
        assertThat(page.locator("#online .problem")).containsText("A token is required. Join first");
    }
}
