package bout.connections;

import bout.store.Aws;
import bout.store.Primed;
import bout.store.access.Owners;
import bout.store.connection.ConnectionPosts;
import bout.store.connection.Connections;
import bout.telemetry.ConnectionMetrics;
import bout.telemetry.Machine;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.function.Consumer;

/** The function behind the WebSocket API: its routes {@code $connect}, {@code $disconnect} and {@code $default}. */
public final class ConnectionsHandler extends Primed
        implements RequestHandler<APIGatewayV2WebSocketEvent, APIGatewayV2WebSocketResponse> {

    private static final int OK = 200;
    private static final int FORBIDDEN = 403;

    private final Exchange exchange;
    private final Consumer<String> ignored;

    public ConnectionsHandler() {
        this(new Aws(System.getenv()));
    }

    public ConnectionsHandler(Aws aws) {
        Clock clock = Machine.systemClock();
        Connections connections = new Connections(aws.table(), clock);
        ConnectionPosts posts = aws.connectionPosts();
        exchange = new Exchange(connections, new Owners(aws.table(), clock), posts, clock);
        ignored = ConnectionMetrics.ignored(aws.settings());
        prime(connections::tickets, posts::prime);
    }

    @Override
    public APIGatewayV2WebSocketResponse handleRequest(APIGatewayV2WebSocketEvent event, Context context) {
        APIGatewayV2WebSocketEvent.RequestContext request = event.getRequestContext();
        if (request == null || request.getEventType() == null) {
            // The daily call, which keeps the function active.
            return answer(OK);
        }
        String connection = request.getConnectionId();
        return switch (request.getEventType()) {
            case "CONNECT" -> answer(exchange.connect(connection, ticket(event)) ? OK : FORBIDDEN);
            case "DISCONNECT" -> {
                exchange.disconnect(connection);
                yield answer(OK);
            }
            default -> {
                Exchange.Outcome outcome = exchange.message(connection, text(event));
                // How many were forwarded is API Gateway's own metric; what was ignored, and why, is only known here.
                if (outcome != Exchange.Outcome.FORWARDED && outcome != Exchange.Outcome.ANSWERED) {
                    ignored.accept(outcome.name());
                }
                yield answer(OK);
            }
        };
    }

    private static String ticket(APIGatewayV2WebSocketEvent event) {
        return event.getQueryStringParameters() == null
                ? null
                : event.getQueryStringParameters().get("ticket");
    }

    private static String text(APIGatewayV2WebSocketEvent event) {
        return event.getBody() != null && event.isIsBase64Encoded()
                ? new String(Base64.getDecoder().decode(event.getBody()), StandardCharsets.UTF_8)
                : event.getBody();
    }

    private static APIGatewayV2WebSocketResponse answer(int status) {
        APIGatewayV2WebSocketResponse response = new APIGatewayV2WebSocketResponse();
        response.setStatusCode(status);
        return response;
    }
}
