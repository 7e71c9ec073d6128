package bout.bots;

import bout.bots.HouseBotEndpoint.Answer;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The function behind {@code POST /api/house/{game}/{bot}}. */
public final class HouseBotsHandler implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(HouseBotsHandler.class);

    private final HouseBotEndpoint endpoint = new HouseBotEndpoint();

    /** As Lambda makes it. */
    public HouseBotsHandler() {
        this(System.getenv());
    }

    /** @param environment nothing of it is read; every handler can be made of one */
    public HouseBotsHandler(Map<String, String> environment) {}

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        Answer answer;
        try {
            answer = endpoint.answer(
                    event.getRequestContext().getHttp().getMethod(),
                    event.getPathParameters().get("game"),
                    event.getPathParameters().get("bot"),
                    event.getHeaders() == null ? Map.of() : event.getHeaders(),
                    body(event));
        } catch (RuntimeException fault) {
            LOG.error("A request for {} could not be answered", event.getRawPath(), fault);
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
        // API Gateway sends a body as it is only where the content type says that it is text.
        return event.getIsBase64Encoded()
                ? Base64.getDecoder().decode(event.getBody())
                : event.getBody().getBytes(StandardCharsets.UTF_8);
    }
}
