package bout.bots;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Action;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import bout.wire.BotBody;
import bout.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HouseBotEndpointTest {

    /** Of a match: a whole one takes the strongest bots seconds. */
    private static final int MOST_TURNS = 150;

    private static final Game<?> AJAX_TILES = Games.byId("ajax-tiles").orElseThrow();

    private final HouseBotEndpoint endpoint =
            new HouseBotEndpoint(AJAX_TILES, AJAX_TILES.houseBot("random").orElseThrow());

    @TestFactory
    Stream<DynamicTest> every_house_bot_plays_behind_its_url_as_it_does_without() {
        return Games.ALL.stream().flatMap(game -> game.houseBots().stream()
                .map(bot -> DynamicTest.dynamicTest(
                        game.card().id() + " " + bot.name(),
                        () -> assertEquals(played(game, bot, false), played(game, bot, true)))));
    }

    /** Plays the bot against itself and returns the replay's hash. Both seats keep their memory. */
    private static <M> String played(Game<M> game, HouseBot bot, boolean overHttp) throws Json.NotJson {
        HouseBotEndpoint endpoint = new HouseBotEndpoint(game, bot);
        Match<M> match = Match.draw(game, "7", Options.defaults(game.card().options()));
        Map<Seat, HouseBot.Bot> atSeats =
                Map.of(Seat.FIRST, bot.at(Seat.FIRST, "m"), Seat.SECOND, bot.at(Seat.SECOND, "m"));
        while (!match.over() && match.turn() < MOST_TURNS) {
            List<Action<M>> actions = new ArrayList<>();
            for (Seat seat : Seat.first(2)) {
                if (!match.isToMove(seat)) {
                    actions.add(null);
                    continue;
                }
                Object answer = overHttp
                        ? answered(endpoint, match, seat)
                        : atSeats.get(seat).answer(match.request(seat));
                Action<M> action = match.read(seat, answer);
                assertNull(action.failure());
                actions.add(action);
            }
            match.play(Turn.of(actions.get(0), actions.get(1)));
        }
        return match.hash();
    }

    private static Object answered(HouseBotEndpoint endpoint, Match<?> match, Seat seat) throws Json.NotJson {
        GameCard card = match.game().card();
        Map<String, String> headers = Map.of(
                "Content-Type", card.form().contentType(),
                "Bout-Match", "m",
                "Bout-Game", card.id(),
                "Bout-Seat", String.valueOf(seat.number()),
                "Bout-Turn", String.valueOf(match.turn()));
        HttpAnswer answer = endpoint.answer(
                "POST", headers, BotBody.write(match.game().card().form(), match.request(seat)));
        assertEquals(200, answer.status(), () -> new String(answer.body(), StandardCharsets.UTF_8));
        assertEquals(List.of("application/json"), answer.headers().get("Content-Type"));
        return Json.read(answer.body());
    }

    @Test
    void without_headers_the_same_body_gets_the_same_answer() {
        HttpAnswer first = ask(Map.of(), board());
        assertEquals(200, first.status());
        assertArrayEquals(first.body(), ask(Map.of(), board()).body());
    }

    @Test
    void within_a_match_a_bot_keeps_its_state() {
        List<String> answers = answers("m", 0, 1, 2, 3, 4, 5);
        assertTrue(answers.stream().distinct().count() > 1, "a random bot varies its moves: " + answers);
        assertEquals(answers, new HouseBotEndpointTest().answers("m", 0, 1, 2, 3, 4, 5), "the same in another process");
    }

    @Test
    void an_earlier_turn_restarts_the_match() {
        List<String> first = answers("m", 0, 2, 4);
        assertEquals(first, answers("m", 0, 2, 4));
    }

    @Test
    void a_repeated_turn_does_not_restart_the_match() {
        List<String> answers = answers("m", 0, 0, 0, 0, 0, 0);
        assertTrue(answers.stream().distinct().count() > 1, answers::toString);
    }

    @Test
    void matches_and_seats_are_independent() {
        List<String> alone = answers("a", 0, 1, 2, 3);
        HouseBotEndpointTest mixed = new HouseBotEndpointTest();
        List<String> ofA = new ArrayList<>();
        for (int turn = 0; turn < 4; turn++) {
            ofA.addAll(mixed.answers("a", turn));
            mixed.answers("b", turn);
            mixed.ask(Map.of("Bout-Match", "a", "Bout-Seat", "2", "Bout-Turn", "0"), board());
        }
        assertEquals(alone, ofA);
        assertNotEquals(alone, answers("b", 0, 1, 2, 3));
    }

    @Test
    void the_oldest_match_is_forgotten_and_restarts() {
        List<String> begun = answers("m", 0);
        for (int i = 0; i < HouseBotEndpoint.REMEMBERED; i++) {
            answers("other " + i, 0);
        }
        assertEquals(begun, answers("m", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "OPTIONS"})
    void only_post_asks_for_a_move(String method) {
        HttpAnswer answer = endpoint.answer(method, Map.of(), board());
        refused(answer, 405, "Use the method POST");
        assertEquals(List.of("POST"), answer.headers().get("Allow"));
    }

    @ParameterizedTest
    @CsvSource({
        "Bout-Game, tokens",
        "Bout-Seat, 3",
        "Bout-Seat, first",
        "Bout-Turn, -1",
        "Bout-Turn, soon",
        "Bout-Turn, 99999999999",
    })
    void an_invalid_header_is_reported(String header, String value) {
        refused(ask(Map.of(header, value), board()), 400, header + ": expected ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ''                | /board: expected
        color=r           | /board: expected
        color=r&board=[   | The body cannot be read as application/x-www-form-urlencoded
        color=r&board=[1e999] | The body cannot be read as
        color=r&board=[]  | /board: expected
        color=r&board=abc | /board: expected
        color=%zz         | The body cannot be read as
        """)
    void a_body_in_the_wrong_format_is_reported(String body, String why) {
        refused(ask(Map.of(), body.getBytes(StandardCharsets.UTF_8)), 400, why);
    }

    @Test
    void an_invalid_field_is_named() {
        String body = new String(board(), StandardCharsets.UTF_8).replace("color=r", "color=green");
        refused(ask(Map.of(), body.getBytes(StandardCharsets.UTF_8)), 400, "/color: expected ");
    }

    /** The bot's answers to an empty board on these turns. */
    private List<String> answers(String match, int... turns) {
        List<String> answers = new ArrayList<>();
        for (int turn : turns) {
            answers.add(text(ask(Map.of("Bout-Match", match, "Bout-Turn", String.valueOf(turn)), board())));
        }
        return answers;
    }

    private HttpAnswer ask(Map<String, String> headers, byte[] body) {
        return endpoint.answer("POST", headers, body);
    }

    private static byte[] board() {
        return BotBody.write(
                GameCard.Form.FORM,
                Match.draw(AJAX_TILES, "1", Options.defaults(AJAX_TILES.card().options()))
                        .request(Seat.FIRST));
    }

    private static String text(HttpAnswer answer) {
        assertEquals(200, answer.status());
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static void refused(HttpAnswer answer, int status, String why) {
        String body = new String(answer.body(), StandardCharsets.UTF_8);
        assertEquals(status, answer.status(), body);
        assertTrue(body.startsWith(why) && body.endsWith("\n"), body);
    }
}
