package bout.bots;

import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.Games;
import bout.wire.BotBody;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.crac.Core;
import org.crac.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The function for {@code POST /api/house/{game}/{bot}}. */
public final class HouseBotsHandler
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>, Resource {

    private static final Logger LOG = LoggerFactory.getLogger(HouseBotsHandler.class);

    private final HouseBotEndpoint endpoint = new HouseBotEndpoint();

    /** Called by Lambda. */
    public HouseBotsHandler() {
        this(System.getenv());
    }

    /** @param environment not used; every handler has this constructor */
    public HouseBotsHandler(Map<String, String> environment) {
        Core.getGlobalContext().register(this);
    }

    /**
     * Runs before Lambda takes the SnapStart snapshot. Each house bot answers once, so that the first real request need
     * not load and compile classes.
     */
    @Override
    public void beforeCheckpoint(org.crac.Context<? extends Resource> context) {
        for (Game<?> game : Games.ALL) {
            Match<?> match = Match.draw(game, "1", Options.defaults(game.card().options()));
            Seat seat = match.toMove().includes(Seat.FIRST) ? Seat.FIRST : Seat.SECOND;
            byte[] body = BotBody.write(match.ask(seat));
            Map<String, String> headers = Map.of("Bout-Seat", String.valueOf(seat.number()));
            for (HouseBot bot : game.houseBots()) {
                endpoint.answer("POST", game.card().id(), bot.name(), headers, body);
            }
        }
    }

    @Override
    public void afterRestore(org.crac.Context<? extends Resource> context) {
        // Nothing to restore: a bot's choices depend only on the request.
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        BotAnswer answer;
        try {
            answer = endpoint.answer(
                    event.getRequestContext().getHttp().getMethod(),
                    event.getPathParameters().get("game"),
                    event.getPathParameters().get("bot"),
                    event.getHeaders() == null ? Map.of() : event.getHeaders(),
                    body(event));
        } catch (RuntimeException fault) {
            LOG.error("Failed to answer a request for {}", event.getRawPath(), fault);
            answer = HouseBotEndpoint.unexpected();
        }
        return APIGatewayV2HTTPResponse.builder()
                .withStatusCode(answer.status())
                .withHeaders(answer.headers())
                .withBody(new String(answer.body(), StandardCharsets.UTF_8))
                .build();
    }

    private static byte[] body(APIGatewayV2HTTPEvent event) {
        if (event.getBody() == null) {
            return new byte[0];
        }
        // API Gateway passes a body unencoded only if the content type is text.
        return event.getIsBase64Encoded()
                ? Base64.getDecoder().decode(event.getBody())
                : event.getBody().getBytes(StandardCharsets.UTF_8);
    }
}
