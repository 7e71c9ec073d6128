package bout.api;

import bout.wire.Json;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.fasterxml.jackson.databind.DeserializationFeature;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

public final class GatewayEvents {

    private GatewayEvents() {}

    public static APIGatewayV2HTTPEvent read(String file) {
        try (InputStream json = GatewayEvents.class.getResourceAsStream("/events/" + file)) {
            return Json.MAPPER
                    .readerFor(APIGatewayV2HTTPEvent.class)
                    .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(json);
        } catch (IOException broken) {
            throw new UncheckedIOException(file, broken);
        }
    }

    static APIGatewayV2HTTPEvent of(
            String method, String path, String query, Map<String, String> headers, String body) {
        APIGatewayV2HTTPEvent event = read(body.isEmpty() ? "list-matches.json" : "post-match.json");
        event.getRequestContext().getHttp().setMethod(method);
        event.getRequestContext().getHttp().setPath(path);
        event.setRawPath(path);
        event.setRawQueryString(query);
        event.setQueryStringParameters(null);
        event.setHeaders(headers);
        event.setBody(body.isEmpty() ? null : body);
        return event;
    }
}
