package bout.cloud.template;

import bout.cloud.template.Application.LineApi;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the WebSocket API of a template: its stage, its routes and the function behind them. */
final class LineResources {

    private static final Pattern FUNCTION = Pattern.compile("(\\w+)\\.Alias");
    private static final Pattern INTEGRATION = Pattern.compile("integrations/\\$\\{(\\w+)}");

    private final Resolution resolution;
    private final Deployment deployment;
    private final Path file;

    LineResources(Resolution resolution, Deployment deployment, Path file) {
        this.resolution = resolution;
        this.deployment = deployment;
        this.file = file;
    }

    Optional<LineApi> api() {
        List<String> apis = resolution.ofType("AWS::ApiGatewayV2::Api").stream()
                .filter(id -> resolution
                        .properties(id, "ProtocolType")
                        .text("ProtocolType")
                        .equals("WEBSOCKET"))
                .toList();
        if (apis.isEmpty()) {
            return Optional.empty();
        }
        List<String> stages = resolution.ofType("AWS::ApiGatewayV2::Stage");
        if (apis.size() > 1 || stages.size() != 1) {
            throw new InvalidTemplate(file + " has " + apis.size() + " WebSocket APIs and " + stages.size()
                    + " stages; one of each is supported here");
        }
        String stage = resolution.properties(stages.getFirst(), "StageName").text("StageName");
        Map<String, String> routes = new LinkedHashMap<>();
        for (String route : resolution.ofType("AWS::ApiGatewayV2::Route")) {
            String integration = target(route, "Target", INTEGRATION);
            routes.put(
                    resolution.properties(route, "RouteKey").text("RouteKey"),
                    target(integration, "IntegrationUri", FUNCTION));
        }
        return Optional.of(new LineApi(
                "wss://" + apis.getFirst() + ".execute-api." + deployment.region() + ".amazonaws.com/" + stage,
                stage,
                routes));
    }

    /** The resource that a property names in a text with placeholders, which need not be resolved to know it. */
    private String target(String logicalId, String property, Pattern names) {
        Matcher name = names.matcher(String.valueOf(resolution.written(logicalId, property)));
        if (!name.find()) {
            throw new InvalidTemplate(
                    file + ": " + logicalId + ": " + property + " must name another resource as in " + names);
        }
        return name.group(1);
    }
}
