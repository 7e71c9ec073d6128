package bout.api;

import bout.address.AddressPolicy;
import bout.address.NameLookup;
import bout.address.UrlCheck;
import bout.api.access.Caller;
import bout.api.access.Callers;
import bout.api.access.Limits;
import bout.api.access.RequestLimit;
import bout.api.access.SiteAddress;
import bout.api.access.TokenCache;
import bout.api.admin.DeadLetterEndpoints;
import bout.api.admin.InvitationEndpoints;
import bout.api.admin.TokenEndpoints;
import bout.api.bot.BotEndpoints;
import bout.api.bot.CheckEndpoints;
import bout.api.bot.CodeEndpoints;
import bout.api.bot.ConnectEndpoint;
import bout.api.bot.FirstMatches;
import bout.api.game.GameEndpoints;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.api.join.JoinEndpoints;
import bout.api.join.JoinLimits;
import bout.api.join.MeEndpoint;
import bout.api.ladder.LadderEndpoints;
import bout.api.match.ConsoleEndpoint;
import bout.api.match.Draws;
import bout.api.match.MatchEndpoints;
import bout.api.share.ShareEndpoints;
import bout.api.tournament.TournamentEndpoints;
import bout.api.tournament.TournamentLimits;
import bout.api.tournament.TournamentMatches;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.store.access.AccessTokens;
import bout.store.access.RequestCounts;
import bout.store.access.Scope;
import bout.store.bot.Bots;
import bout.store.journal.StandingsFiles;
import bout.store.line.Lines;
import bout.store.match.MatchLimits;
import bout.store.match.Matches;
import bout.store.match.SeatKey;
import bout.store.queue.Redrive;
import bout.store.queue.UpdateQueue;
import bout.store.tournament.Tournaments;
import bout.telemetry.Settings;
import bout.wire.Problem;
import bout.wire.ProblemType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
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

    private Api(Callers callers, RequestLimit limit, List<Route> routes) {
        this.callers = callers;
        this.limit = limit;
        this.routes = routes;
    }

    /**
     * @param settings what {@link Callers}, {@link RequestLimit}, {@link Limits}, {@link JoinLimits} and
     *     {@link TournamentLimits} read, {@code BOUT_BOT_ADDRESSES} and {@code BOUT_LINES}
     * @param sandbox in which code is loaded before it is stored
     * @throws IllegalArgumentException for a missing or invalid variable
     */
    static Api of(Aws aws, Settings settings, Sandbox sandbox) {
        Clock clock = Clock.systemUTC();
        Draws draws = new Draws(clock, new SecureRandom());
        UrlCheck urls = new UrlCheck(
                AddressPolicy.of(settings.text("BOUT_BOT_ADDRESSES", AddressPolicy.PUBLIC.code())), NameLookup.SYSTEM);
        SiteAddress site = SiteAddress.of(settings);
        RequestLimit limit = RequestLimit.of(settings, aws.requestCounts(clock, Duration.ofSeconds(1)));
        RequestCounts minutes = aws.requestCounts(clock, Duration.ofMinutes(1));
        MatchLimits ofMatches = Limits.ofMatches(settings);
        int mostBots = Limits.read(settings, "BOUT_BOTS_PER_OWNER", 0);

        Matches storedMatches = aws.matches(clock);
        Bots storedBots = aws.bots(clock);
        Tournaments storedTournaments = aws.tournaments(clock);
        AccessTokens storedTokens = aws.tokens(clock);
        StandingsFiles standings = aws.standingsFiles();
        SeatKey seatKey = aws.seatKey();
        Lines lines = aws.lines(clock);
        UpdateQueue updates = aws.updateQueue(clock);
        FirstMatches firstMatches = new FirstMatches(updates, clock);

        GameEndpoints games = new GameEndpoints();
        MatchEndpoints matches = new MatchEndpoints(
                storedMatches, aws.matchQueue(), storedBots, storedTournaments, seatKey, urls, ofMatches, draws);
        ConsoleEndpoint console = new ConsoleEndpoint(storedMatches, storedBots, aws.consoles());
        CodeEndpoints code =
                new CodeEndpoints(storedBots, aws.publishedCode(), sandbox, aws.publications(clock), clock);
        BotEndpoints bots =
                new BotEndpoints(storedBots, code, storedMatches, firstMatches, lines, urls, mostBots, draws);
        CheckEndpoints checks = new CheckEndpoints(storedBots, storedMatches, seatKey, aws.checkQueue(), clock);
        ConnectEndpoint connect = new ConnectEndpoint(
                storedBots,
                lines,
                aws.lineKey(),
                firstMatches,
                minutes,
                URI.create(settings.text("BOUT_LINES")),
                Limits.read(settings, "BOUT_LINES_PER_OWNER", ConnectEndpoint.LINES_OF_OWNER),
                clock);
        TournamentEndpoints tournaments = new TournamentEndpoints(
                storedTournaments,
                new TournamentMatches(storedMatches, aws.journals(), seatKey),
                storedBots,
                standings,
                updates,
                urls,
                TournamentLimits.of(settings),
                draws);
        LadderEndpoints ladders = new LadderEndpoints(standings, aws.journals());
        TokenEndpoints tokens = new TokenEndpoints(storedTokens, storedBots);
        InvitationEndpoints invitations =
                new InvitationEndpoints(aws.invitations(clock), storedTokens, storedBots, site);
        JoinEndpoints join = new JoinEndpoints(aws.joins(clock), minutes, limit, JoinLimits.of(settings), clock);
        MeEndpoint me = new MeEndpoint(aws.ownerCounts(clock), ofMatches, mostBots);
        DeadLetterEndpoints deadLetters = new DeadLetterEndpoints(
                new Redrive(aws.failedMatches(clock), aws.deadLetterInbox(), aws.matchQueue(), clock));
        ShareEndpoints share =
                new ShareEndpoints(storedMatches, storedBots, storedTournaments, standings, aws.journals(), site);

        return new Api(
                Callers.of(settings, new TokenCache(storedTokens::find, clock)::find),
                limit,
                List.of(
                        new Route("POST", "/api/matches", Scope.PLAY, matches::create),
                        new Route("GET", "/api/matches", Scope.ANONYMOUS, matches::list).withQuery(),
                        new Route("GET", "/api/matches/{id}", Scope.ANONYMOUS, matches::get).withQuery(),
                        new Route("GET", "/api/matches/{id}/console", Scope.READ, console::get),
                        new Route("DELETE", "/api/matches/{id}", Scope.PLAY, matches::cancel),
                        new Route("GET", "/api/games", Scope.ANONYMOUS, games::list),
                        new Route("GET", "/api/games/{game}", Scope.ANONYMOUS, games::get),
                        new Route("POST", "/api/bots", Scope.PLAY, bots::register),
                        new Route("GET", "/api/bots", Scope.ANONYMOUS, bots::list).withQuery(),
                        new Route("GET", "/api/bots/{id}", Scope.ANONYMOUS, bots::get),
                        new Route("PATCH", "/api/bots/{id}", Scope.PLAY, bots::change),
                        new Route("DELETE", "/api/bots/{id}", Scope.PLAY, bots::delete),
                        new Route("GET", "/api/bots/{id}/code", Scope.ANONYMOUS, code::get),
                        new Route("GET", "/api/bots/{id}/code/{sha256}", Scope.ANONYMOUS, code::getByHash),
                        new Route("POST", "/api/bots/{id}/check", Scope.PLAY, checks::check),
                        new Route("POST", "/api/bots/{id}/connect", Scope.PLAY, connect::connect),
                        new Route("POST", "/api/bots/{id}/again", Scope.PLAY, checks::again),
                        new Route("POST", "/api/bots/{id}/version", Scope.PLAY, bots::renew),
                        new Route("POST", "/api/bots/{id}/secret", Scope.PLAY, bots::rotateSecret),
                        new Route("POST", "/api/tournaments", Scope.PLAY, tournaments::create),
                        new Route("GET", "/api/tournaments", Scope.ANONYMOUS, tournaments::list).withQuery(),
                        new Route("GET", "/api/tournaments/{id}", Scope.ANONYMOUS, tournaments::get),
                        new Route("GET", "/api/tournaments/{id}/matches", Scope.ANONYMOUS, tournaments::matches)
                                .withQuery(),
                        new Route("POST", "/api/tournaments/{id}/cancel", Scope.PLAY, tournaments::cancel),
                        new Route("GET", "/api/ladders/{game}", Scope.ANONYMOUS, ladders::get),
                        new Route("GET", "/api/ladders/{game}/matches", Scope.ANONYMOUS, ladders::matches).withQuery(),
                        new Route("POST", "/api/tokens", Scope.ADMIN, tokens::create),
                        new Route("GET", "/api/tokens", Scope.ADMIN, tokens::list),
                        new Route("DELETE", "/api/tokens/{id}", Scope.ADMIN, tokens::revoke),
                        new Route("POST", "/api/invitations", Scope.ADMIN, invitations::create),
                        new Route("GET", "/api/invitations", Scope.ADMIN, invitations::list),
                        new Route("GET", "/api/invitations/{id}", Scope.ADMIN, invitations::get),
                        new Route("DELETE", "/api/invitations/{id}", Scope.ADMIN, invitations::revoke).withQuery(),
                        new Route("GET", "/api/join", Scope.ANONYMOUS, join::get),
                        new Route("POST", "/api/join", Scope.ANONYMOUS, join::join).limitingItself(),
                        new Route("GET", "/api/me", Scope.READ, me::get),
                        new Route("POST", "/api/dead-letters/redrive", Scope.ADMIN, deadLetters::redrive),
                        new Route("GET", "/api/share/matches/{id}", Scope.ANONYMOUS, share::match),
                        new Route("GET", "/api/share/bots/{id}", Scope.ANONYMOUS, share::bot),
                        new Route("GET", "/api/share/tournaments/{id}", Scope.ANONYMOUS, share::tournament),
                        new Route("GET", "/api/openapi.yaml", Scope.ANONYMOUS, Api::document),
                        // Answered by the function in functions/pictures; listed here so that other methods get a 405.
                        new Route("GET", "/api/share/matches/{id}/picture.png", Scope.ANONYMOUS, Api::elsewhere)));
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
            boolean head = request.method().equals("HEAD");
            Response response = Refusal.caught(() -> routed(request, head ? "GET" : request.method()));
            return head ? response.withoutBody() : response;
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
            throw new Refusal(
                    ProblemType.UNKNOWN_PATH, "Nothing is at this path. See /api/openapi.yaml for all paths.");
        }
        String methods = String.join(", ", allowed);
        throw new Refusal(ProblemType.METHOD_NOT_ALLOWED, "This path allows " + methods + ".").with("Allow", methods);
    }

    private Response answer(Route route, Request request, Map<String, String> place) {
        Caller caller;
        try {
            caller = callers.identify(request);
        } catch (Refusal invalid) {
            Caller sender = callers.anonymous(request);
            return logged(request, sender, () -> limit.count(sender, invalid::response));
        }
        Supplier<Response> answer = () -> answer(route, caller, request, place);
        return logged(request, caller, route.limitsItself() ? answer : () -> limit.count(caller, answer));
    }

    private static Response answer(Route route, Caller caller, Request request, Map<String, String> place) {
        if (!caller.may(route.needed())) {
            throw Callers.forbidden(caller, route.needed());
        }
        if (!route.takesQuery()) {
            Query.read(request.query(), List.of()).check();
        }
        return shared(route, caller, route.endpoint().answer(caller, request, place));
    }

    /** An access log with the caller's address: API Gateway's own shows only that of the CDN. */
    private static Response logged(Request request, Caller caller, Supplier<Response> answer) {
        Response response = Refusal.caught(answer);
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
