package bout.api;

import bout.api.access.Caller;
import bout.api.access.Callers;
import bout.api.access.RequestLimit;
import bout.api.admin.DeadLetterEndpoints;
import bout.api.admin.InvitationEndpoints;
import bout.api.admin.TokenEndpoints;
import bout.api.bot.BotEndpoints;
import bout.api.bot.ConnectEndpoint;
import bout.api.game.GameEndpoints;
import bout.api.http.Query;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.api.join.JoinEndpoints;
import bout.api.join.MeEndpoint;
import bout.api.ladder.LadderEndpoints;
import bout.api.match.MatchEndpoints;
import bout.api.share.ShareEndpoints;
import bout.api.tournament.TournamentEndpoints;
import bout.store.access.Scope;
import bout.wire.Problem;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The API: routes every request, and answers even those that match no route. */
final class Api {

    private static final Logger LOG = LoggerFactory.getLogger(Api.class);
    private static final Duration DOCUMENT_KEPT = Duration.ofMinutes(5);
    private static final String DOCUMENT = "openapi.yaml";
    private static final int OK = 200;

    /** So the CDN asks once a second, however many people look, and nobody sees anything older. */
    private static final Duration KEPT_FOR_ANYONE = Duration.ofSeconds(1);

    private final Callers callers;
    private final RequestLimit limit;
    private final List<Route> routes;

    Api(
            Callers callers,
            RequestLimit limit,
            MatchEndpoints matches,
            GameEndpoints games,
            BotEndpoints bots,
            ConnectEndpoint connect,
            TournamentEndpoints tournaments,
            LadderEndpoints ladders,
            TokenEndpoints tokens,
            InvitationEndpoints invitations,
            JoinEndpoints join,
            MeEndpoint me,
            DeadLetterEndpoints deadLetters,
            ShareEndpoints share) {
        this(
                callers,
                limit,
                List.of(
                        new Route("POST", "/api/matches", Scope.PLAY, withoutQuery(matches::create)),
                        new Route("GET", "/api/matches", Scope.ANONYMOUS, matches::list),
                        new Route("GET", "/api/matches/{id}", Scope.ANONYMOUS, matches::get),
                        new Route("GET", "/api/matches/{id}/console", Scope.READ, withoutQuery(matches::console)),
                        new Route("GET", "/api/games", Scope.ANONYMOUS, withoutQuery(games::list)),
                        new Route("DELETE", "/api/matches/{id}", Scope.PLAY, withoutQuery(matches::cancel)),
                        new Route("GET", "/api/games/{game}", Scope.ANONYMOUS, withoutQuery(games::get)),
                        new Route("POST", "/api/bots", Scope.PLAY, withoutQuery(bots::register)),
                        new Route("GET", "/api/bots", Scope.ANONYMOUS, bots::list),
                        new Route("GET", "/api/bots/{id}", Scope.ANONYMOUS, withoutQuery(bots::get)),
                        new Route("PATCH", "/api/bots/{id}", Scope.PLAY, withoutQuery(bots::change)),
                        new Route("DELETE", "/api/bots/{id}", Scope.PLAY, withoutQuery(bots::delete)),
                        new Route("GET", "/api/bots/{id}/code", Scope.ANONYMOUS, withoutQuery(bots::code)),
                        new Route(
                                "GET", "/api/bots/{id}/code/{sha256}", Scope.ANONYMOUS, withoutQuery(bots::codeByHash)),
                        new Route("POST", "/api/bots/{id}/check", Scope.PLAY, withoutQuery(bots::check)),
                        new Route("POST", "/api/bots/{id}/connect", Scope.PLAY, withoutQuery(connect::connect)),
                        new Route("POST", "/api/bots/{id}/again", Scope.PLAY, withoutQuery(bots::again)),
                        new Route("POST", "/api/bots/{id}/version", Scope.PLAY, withoutQuery(bots::renew)),
                        new Route("POST", "/api/bots/{id}/secret", Scope.PLAY, withoutQuery(bots::rotateSecret)),
                        new Route("POST", "/api/tournaments", Scope.PLAY, withoutQuery(tournaments::create)),
                        new Route("GET", "/api/tournaments", Scope.ANONYMOUS, tournaments::list),
                        new Route("GET", "/api/tournaments/{id}", Scope.ANONYMOUS, withoutQuery(tournaments::get)),
                        new Route("GET", "/api/tournaments/{id}/matches", Scope.ANONYMOUS, tournaments::matches),
                        new Route(
                                "POST", "/api/tournaments/{id}/cancel", Scope.PLAY, withoutQuery(tournaments::cancel)),
                        new Route("GET", "/api/ladders/{game}", Scope.ANONYMOUS, withoutQuery(ladders::get)),
                        new Route("GET", "/api/ladders/{game}/matches", Scope.ANONYMOUS, ladders::matches),
                        new Route("POST", "/api/tokens", Scope.ADMIN, withoutQuery(tokens::create)),
                        new Route("GET", "/api/tokens", Scope.ADMIN, withoutQuery(tokens::list)),
                        new Route("DELETE", "/api/tokens/{id}", Scope.ADMIN, withoutQuery(tokens::revoke)),
                        new Route("POST", "/api/invitations", Scope.ADMIN, withoutQuery(invitations::create)),
                        new Route("GET", "/api/invitations", Scope.ADMIN, withoutQuery(invitations::list)),
                        new Route("GET", "/api/invitations/{id}", Scope.ADMIN, withoutQuery(invitations::get)),
                        new Route("DELETE", "/api/invitations/{id}", Scope.ADMIN, invitations::revoke),
                        new Route("GET", "/api/join", Scope.ANONYMOUS, withoutQuery(join::get)),
                        new Route("POST", "/api/join", Scope.ANONYMOUS, true, withoutQuery(join::join)),
                        new Route("GET", "/api/me", Scope.READ, withoutQuery(me::get)),
                        new Route("POST", "/api/dead-letters/redrive", Scope.ADMIN, withoutQuery(deadLetters::redrive)),
                        new Route("GET", "/api/share/matches/{id}", Scope.ANONYMOUS, withoutQuery(share::match)),
                        new Route("GET", "/api/share/bots/{id}", Scope.ANONYMOUS, withoutQuery(share::bot)),
                        new Route(
                                "GET", "/api/share/tournaments/{id}", Scope.ANONYMOUS, withoutQuery(share::tournament)),
                        new Route("GET", "/api/openapi.yaml", Scope.ANONYMOUS, withoutQuery(Api::document)),
                        // Answered by the function in functions/bots; listed here so that other methods get a 405.
                        new Route("POST", "/api/house/{game}/{bot}", Scope.ANONYMOUS, Api::elsewhere),
                        new Route("GET", "/api/share/matches/{id}/picture.png", Scope.ANONYMOUS, Api::elsewhere)));
    }

    private Api(Callers callers, RequestLimit limit, List<Route> routes) {
        this.callers = callers;
        this.limit = limit;
        this.routes = routes;
    }

    /** The same API without tokens or limits, for the requests that prime it before there are callers. */
    Api open() {
        return new Api(Callers.open(), RequestLimit.none(), routes);
    }

    List<Route> routes() {
        return routes;
    }

    /** Answers every request. A server error is logged and answered with a problem that reveals nothing about it. */
    Response answer(Request request) {
        try {
            // Every GET is also a HEAD (RFC 9110, 9.3.2).
            return request.method().equals("HEAD")
                    ? routed(request, "GET").withoutBody()
                    : routed(request, request.method());
        } catch (RuntimeException fault) {
            LOG.atError()
                    .addKeyValue("method", request.method())
                    .addKeyValue("path", request.path())
                    .setCause(fault)
                    .log("Request failed");
            return Response.problem(Problem.of(ProblemType.UNEXPECTED, "The error has been logged. Try again later."));
        }
    }

    private Response routed(Request request, String method) {
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Optional<Map<String, String>> place = route.match(request.path());
            if (place.isEmpty()) {
                continue;
            }
            if (route.method().equals(method)) {
                return answer(route, request, place.get());
            }
            allowed.add(route.method());
            if (route.method().equals("GET")) {
                allowed.add("HEAD");
            }
        }
        if (allowed.isEmpty()) {
            return Response.problem(Problem.of(
                    ProblemType.UNKNOWN_PATH, "Nothing is at this path. See /api/openapi.yaml for all paths."));
        }
        String methods = String.join(", ", allowed);
        return Response.problem(Problem.of(ProblemType.METHOD_NOT_ALLOWED, "This path allows " + methods + "."))
                .with("Allow", methods);
    }

    private Response answer(Route route, Request request, Map<String, String> place) {
        return switch (callers.identify(request)) {
            case Callers.Refused refused ->
                logged(request, refused.sender(), limit.count(refused.sender(), refused::response));
            case Callers.Identified(Caller caller) ->
                logged(
                        request,
                        caller,
                        route.limitsItself()
                                ? answer(route, caller, request, place)
                                : limit.count(caller, () -> answer(route, caller, request, place)));
        };
    }

    private static Response answer(Route route, Caller caller, Request request, Map<String, String> place) {
        return caller.may(route.needed())
                ? shared(route, caller, route.endpoint().answer(caller, request, place))
                : Callers.refuse(caller, route.needed());
    }

    /** An access log with the caller's address: API Gateway's own shows only that of the CDN. */
    private static Response logged(Request request, Caller caller, Response response) {
        LOG.atInfo()
                .addKeyValue("method", request.method())
                .addKeyValue("path", request.path())
                .addKeyValue("status", response.status())
                .addKeyValue("address", caller.address())
                .log("Answered");
        return response;
    }

    /** With a token, an answer may contain what only its owner may see, and must not be late. */
    private static Response shared(Route route, Caller caller, Response response) {
        boolean forAnyone =
                caller.scope() == Scope.ANONYMOUS && route.method().equals("GET") && response.status() == OK;
        return forAnyone ? response.shared(KEPT_FOR_ANYONE) : response;
    }

    private static Route.Endpoint withoutQuery(Route.Endpoint endpoint) {
        return (caller, request, place) -> {
            List<Violation> violations = Query.read(request.query(), List.of()).violations();
            return violations.isEmpty()
                    ? endpoint.answer(caller, request, place)
                    : Response.problem(Problem.of(violations));
        };
    }

    private static Response document(Caller caller, Request request, Map<String, String> place) {
        try (InputStream document = Api.class.getResourceAsStream(DOCUMENT)) {
            return Response.cached(DOCUMENT_KEPT, "application/yaml", document.readAllBytes());
        } catch (IOException broken) {
            throw new UncheckedIOException("reading " + DOCUMENT + " from the jar", broken);
        }
    }

    private static Response elsewhere(Caller caller, Request request, Map<String, String> place) {
        throw new IllegalStateException(request.path() + " belongs to another function, but was routed to the API");
    }
}
