package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.api.http.Request;
import bout.api.http.Response;
import bout.bots.HouseBotsHandler;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.Games;
import bout.wire.BotBody;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answers of the house bots' function against the OpenAPI document of the API that it is a part of. */
class HouseBotContractTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String BODY = body();

    private final HouseBotsHandler handler = new HouseBotsHandler(Map.of());

    @Test
    void a_move_is_documented_for_every_house_bot() {
        Games.byId("ajax-tiles").orElseThrow().houseBots().forEach(bot -> {
            Request request = Request.of(event("POST", bot.name(), Map.of("content-type", FORM), BODY));
            assertEquals(200, status("POST", bot.name(), Map.of("content-type", FORM), BODY));
            Contract.checkTaken(request);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "405, DELETE, random, content-type, application/x-www-form-urlencoded",
        "404, POST, nobody, content-type, application/x-www-form-urlencoded",
        "415, POST, random, content-type, text/plain",
        "400, POST, random, bout-seat, 3",
        "200, POST, random, bout-seat, 2",
    })
    void every_answer_is_documented(int status, String method, String bot, String header, String value) {
        assertEquals(status, status(method, bot, Map.of(header, value), BODY));
    }

    @Test
    void every_answer_to_a_wrong_body_is_documented() {
        assertEquals(422, status("POST", "random", Map.of(), "color=r"));
        assertEquals(400, status("POST", "random", Map.of(), "board=[["));
        assertEquals(413, status("POST", "random", Map.of(), "x".repeat(70_000)));
    }

    private int status(String method, String bot, Map<String, String> headers, String body) {
        APIGatewayV2HTTPEvent event = event(method, bot, headers, body);
        APIGatewayV2HTTPResponse answer = handler.handleRequest(event, null);
        Contract.check(
                Request.of(event),
                new Response(
                        answer.getStatusCode(),
                        answer.getHeaders(),
                        answer.getBody().getBytes(StandardCharsets.UTF_8)));
        return answer.getStatusCode();
    }

    private static APIGatewayV2HTTPEvent event(String method, String bot, Map<String, String> headers, String body) {
        APIGatewayV2HTTPEvent event = GatewayEvents.of(method, "/api/house/ajax-tiles/" + bot, "", headers, body);
        event.setPathParameters(Map.of("game", "ajax-tiles", "bot", bot));
        return event;
    }

    private static String body() {
        Game<?> game = Games.byId("ajax-tiles").orElseThrow();
        return new String(
                BotBody.write(Match.draw(game, "1", Options.defaults(game.card().options()))
                        .ask(Seat.FIRST)),
                StandardCharsets.UTF_8);
    }
}
