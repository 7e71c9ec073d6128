package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.access.Callers;
import bout.api.access.RequestLimit;
import bout.api.admin.DeadLetterEndpoints;
import bout.api.admin.InvitationEndpoints;
import bout.api.admin.TokenEndpoints;
import bout.api.bot.BotEndpoints;
import bout.api.bot.ConnectEndpoint;
import bout.api.game.GameEndpoints;
import bout.api.join.JoinEndpoints;
import bout.api.join.MeEndpoint;
import bout.api.ladder.LadderEndpoints;
import bout.api.match.Draws;
import bout.api.match.MatchEndpoints;
import bout.api.match.TestUrls;
import bout.api.share.ShareEndpoints;
import bout.api.tournament.TournamentEndpoints;
import bout.cloud.template.Application;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The three places where routes are said: the table in {@link Api}, the OpenAPI document, template.yaml. */
class RoutesTest {

    private static final String HOUSE_BOT = "POST /api/house/{game}/{bot}";
    private static final String PICTURE = "/api/share/matches/{id}/picture.png";
    private static final String ANYTHING_ELSE = "ANY /api/{proxy+}";

    @Test
    void every_route_is_documented_and_every_documented_one_is_routed() {
        Set<String> routed = new Api(
                        Callers.open(),
                        RequestLimit.none(),
                        new MatchEndpoints(null, null, null, null, null, TestUrls.PUBLIC, null, null, null),
                        new GameEndpoints(),
                        new BotEndpoints(
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                TestUrls.PUBLIC,
                                0,
                                null,
                                null,
                                null),
                        new ConnectEndpoint(null, null, null, null, null, null, 0, null),
                        new TournamentEndpoints(
                                null,
                                null,
                                null,
                                null,
                                null,
                                TestUrls.PUBLIC,
                                null,
                                new Draws(null, null, null, null, null)),
                        new LadderEndpoints(null, null),
                        new TokenEndpoints(null, null),
                        new InvitationEndpoints(null, null, null, null),
                        new JoinEndpoints(null, null, null, null, null),
                        new MeEndpoint(null, null, 0),
                        new DeadLetterEndpoints(null),
                        new ShareEndpoints(null, null, null, null, null, null))
                .routes().stream()
                        .map(route -> route.method() + " " + route.path())
                        .collect(Collectors.toCollection(TreeSet::new));
        Set<String> documented = Contract.routes().stream()
                .map(route -> route.method() + " " + route.path())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(documented, routed);
    }

    @Test
    void the_template_sends_every_documented_route_to_the_function_that_answers_it() {
        Set<String> documented = Contract.routes().stream()
                .map(route -> route.method() + " " + route.path())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> toApi = routes("ApiFunction");
        Set<String> toHouseBots = routes("HouseBotsFunction");
        assertTrue(toApi.remove(ANYTHING_ELSE), "so that unknown paths and wrong methods are answered with problems");
        assertEquals(Set.of(HOUSE_BOT), toHouseBots);
        documented.remove(HOUSE_BOT);
        assertEquals(Set.of("GET " + PICTURE, "HEAD " + PICTURE), routes("PicturesFunction"));
        documented.remove("GET " + PICTURE);
        assertEquals(documented, toApi);
    }

    private static Set<String> routes(String function) {
        Application application = Template.read(Template.ofThisRepository())
                .application(new Deployment("test", Map.of(), URI.create("http://127.0.0.1:1"), "eu-central-1"));
        Function found = application.functions().stream()
                .filter(each -> each.logicalId().equals(function))
                .findFirst()
                .orElseThrow();
        return found.events().stream()
                .filter(Application.Route.class::isInstance)
                .map(event -> ((Application.Route) event).key())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
