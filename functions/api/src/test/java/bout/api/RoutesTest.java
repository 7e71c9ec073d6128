package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.cloud.template.Application;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import java.net.URI;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The three places where routes are said: the table in {@link Api}, the OpenAPI document, template.yaml. */
class RoutesTest {

    private static final String PICTURE = "/api/share/matches/{id}/picture.png";

    @Test
    void every_route_is_documented_and_every_documented_one_is_routed() {
        Map<String, String> environment = new HashMap<>(function("ApiFunction").environment());
        environment.put("AWS_REGION", "eu-central-1");
        for (String service : List.of("DYNAMODB", "S3", "SQS")) {
            environment.put("AWS_ENDPOINT_URL_" + service, "http://127.0.0.1:1");
        }
        Set<String> routed = Api.of(new Aws(environment), Sandbox.ofThisProcess(), Clock.systemUTC()).routes().stream()
                .map(route -> route.method() + " " + route.path())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> documented = Contract.routes().stream()
                .map(route -> route.method() + " " + route.path())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(documented, routed);
    }

    /** Unknown paths and wrong methods are thus answered with problems, too. */
    @Test
    void the_template_sends_all_but_the_pictures_to_the_api() {
        assertEquals(Set.of("ANY /api/{proxy+}"), routes("ApiFunction"));
        assertEquals(Set.of("GET " + PICTURE, "HEAD " + PICTURE), routes("PicturesFunction"));
    }

    private static Set<String> routes(String function) {
        return function(function).events().stream()
                .filter(Application.Route.class::isInstance)
                .map(event -> ((Application.Route) event).key())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Function function(String id) {
        return Template.read(Template.ofThisRepository())
                .application(new Deployment("test", Map.of(), URI.create("http://127.0.0.1:1"), "eu-central-1"))
                .functions()
                .stream()
                .filter(each -> each.logicalId().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
