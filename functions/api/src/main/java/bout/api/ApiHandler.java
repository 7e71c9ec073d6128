package bout.api;

import bout.api.http.Request;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.store.Primed;
import bout.store.journal.StandingsFiles;
import bout.telemetry.Cdn;
import bout.telemetry.Machine;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;

public final class ApiHandler extends Primed
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {

    private static final String MATCH = "{\"game\":\"ajax-tiles\",\"players\":[{\"url\":\"\"},{\"house\":\"\"}]}";

    /** Requests that change nothing, but together load nearly all the code that a first request needs. */
    private static final List<Request> PRIMING = List.of(
            get("/api/games", ""),
            get("/api/games/ajax-tiles", ""),
            get("/api/openapi.yaml", ""),
            get("/api/matches", "limit=1"),
            get("/api/bots", "limit=1"),
            get("/api/ladders/ajax-tiles", ""),
            post("/api/bots", "{\"game\":\"ajax-tiles\",\"url\":\"\"}"),
            post("/api/matches", MATCH),
            get("/api/tournaments", "limit=1"),
            post("/api/tournaments", MATCH));

    private final Api api;
    private final Cdn cdn;

    public ApiHandler() {
        this(new Aws(System.getenv()));
    }

    public ApiHandler(Aws aws) {
        this(aws, Machine.systemClock());
    }

    ApiHandler(Aws aws, Clock clock) {
        Sandbox sandbox = Sandbox.ofThisProcess();
        api = Api.of(aws, sandbox, clock);
        cdn = Cdn.of(aws.settings());
        prime(
                // First requests need not wait for what is loaded and compiled by then.
                () -> PRIMING.forEach(api.open()::answer),
                aws.matches(clock)::prime,
                new StandingsFiles(aws.bucket())::prime,
                aws.matchQueue()::prime,
                sandbox::prime);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        if (cdn.refuses(event.getRequestContext().getApiId(), event.getHeaders())) {
            return APIGatewayV2HTTPResponse.builder().withStatusCode(403).build();
        }
        return api.answer(Request.of(event)).toGateway();
    }

    private static Request get(String path, String query) {
        return request("GET", path, query, "");
    }

    private static Request post(String path, String body) {
        return request("POST", path, "", body);
    }

    private static Request request(String method, String path, String query, String body) {
        return new Request(
                method,
                path,
                query,
                Map.of("Content-Type", "application/json"),
                body.getBytes(StandardCharsets.UTF_8),
                "127.0.0.1");
    }
}
