package bout.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.games.Games;
import bout.wire.BotBody;
import bout.wire.Json;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.DeserializationFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HouseBotsHandlerTest {

    private static final byte[] BODY = body();

    private final HouseBotsHandler handler = new HouseBotsHandler(Map.of());

    @Test
    void an_api_gateway_event_is_answered_with_a_move() throws Exception {
        APIGatewayV2HTTPEvent event = event();
        event.setBody(Base64.getEncoder().encodeToString(BODY));
        APIGatewayV2HTTPResponse answer = handler.handleRequest(event, null);
        assertEquals(200, answer.getStatusCode(), answer.getBody());
        assertEquals("application/json", answer.getHeaders().get("Content-Type"));
        Plain move = Plain.of(Json.read(answer.getBody()));
        assertTrue(move.has("x") && move.has("y"));
    }

    @Test
    void a_body_without_base64_is_read_the_same() throws Exception {
        APIGatewayV2HTTPEvent encoded = event();
        encoded.setBody(Base64.getEncoder().encodeToString(BODY));
        APIGatewayV2HTTPEvent plain = event();
        plain.setBody(new String(BODY, StandardCharsets.UTF_8));
        plain.setIsBase64Encoded(false);
        assertEquals(
                new HouseBotsHandler(Map.of()).handleRequest(encoded, null).getBody(),
                handler.handleRequest(plain, null).getBody());
    }

    @Test
    void priming_leaves_no_trace() throws Exception {
        APIGatewayV2HTTPEvent event = event();
        event.setBody(Base64.getEncoder().encodeToString(BODY));
        HouseBotsHandler primed = new HouseBotsHandler(Map.of());
        primed.beforeCheckpoint(null);
        primed.afterRestore(null);
        assertEquals(
                handler.handleRequest(event, null).getBody(),
                primed.handleRequest(event, null).getBody());
    }

    @Test
    void a_server_error_is_a_problem_without_details() throws Exception {
        APIGatewayV2HTTPEvent event = event();
        event.setPathParameters(null);
        APIGatewayV2HTTPResponse answer = handler.handleRequest(event, null);
        assertEquals(500, answer.getStatusCode());
        assertEquals("application/problem+json", answer.getHeaders().get("Content-Type"));
        assertFalse(answer.getBody().contains("Exception"), answer.getBody());
    }

    private static APIGatewayV2HTTPEvent event() throws IOException {
        try (InputStream json = HouseBotsHandlerTest.class.getResourceAsStream("/events/move.json")) {
            return Json.MAPPER
                    .readerFor(APIGatewayV2HTTPEvent.class)
                    .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(json);
        }
    }

    private static byte[] body() {
        Game<?> game = Games.byId("ajax-tiles").orElseThrow();
        return BotBody.write(
                Match.draw(game, "1", Options.defaults(game.card().options())).ask(Seat.FIRST));
    }
}
