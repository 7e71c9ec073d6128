package bout.api;

import bout.address.Lookups.NameLookup;
import bout.address.UrlCheck;
import bout.api.JoinEndpoints.JoinLimits;
import bout.api.http.Caller;
import bout.api.http.Callers;
import bout.api.http.Limits;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.RequestLimit;
import bout.api.http.Response;
import bout.api.http.SourceAddress;
import bout.api.http.TokenCache;
import bout.api.signin.SignInEndpoints;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.store.access.Erasures;
import bout.store.access.Identities;
import bout.store.access.Invitations;
import bout.store.access.Owners;
import bout.store.access.RequestCounts;
import bout.store.access.Scope;
import bout.store.bot.Authors;
import bout.store.bot.Bots;
import bout.store.bot.PublishedCode;
import bout.store.connection.Connections;
import bout.store.contest.Contests;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.match.MatchLimits;
import bout.store.match.Matches;
import bout.store.match.SeatKey;
import bout.store.queue.Requeue;
import bout.store.queue.UpdateQueue;
import bout.store.replay.Consoles;
import bout.store.tournament.Tournaments;
import bout.telemetry.Settings;
import bout.wire.Problem;
import bout.wire.ProblemType;
import bout.wire.Resources;
import java.net.URI;
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
record Api(Callers callers, RequestLimit limit, List<Route> routes) {

    private static final Logger LOG = LoggerFactory.getLogger(Api.class);
    private static final Duration DOCUMENT_KEPT = Duration.ofMinutes(5);
    private static final String DOCUMENT = "openapi.yaml";
    private static final int OK = 200;

    /** So the CDN asks once a second, however many people look, and no answer is older than that. */
    private static final Duration KEPT_FOR_ANYONE = Duration.ofSeconds(1);

    /**
     * @param aws with the settings that {@link Callers}, {@link RequestLimit}, {@link Limits} and {@link JoinLimits}
     *     read, {@code BOUT_BOT_ADDRESSES} and {@code BOUT_LINES}
     * @param sandbox in which code is loaded before it is stored
     * @throws IllegalArgumentException for a missing or invalid variable
     */
    static Api of(Aws aws, Sandbox sandbox, Clock clock) {
        Settings settings = aws.settings();
        IdsAndSeeds drawn = new IdsAndSeeds(clock);
        UrlCheck urls = new UrlCheck(aws.botAddresses(), NameLookup.SYSTEM);
        SourceAddress addresses = SourceAddress.of(settings);
        RequestLimit limit = RequestLimit.of(settings, new RequestCounts(aws.table(), clock, Duration.ofSeconds(1)));
        RequestCounts minutes = new RequestCounts(aws.table(), clock, Duration.ofMinutes(1));
        MatchLimits ofMatches = Limits.ofMatches(settings);
        int mostBots = Limits.read(settings, "BOUT_BOTS_PER_OWNER", 0);
        Matches storedMatches = aws.matches(clock);
        Bots storedBots = new Bots(aws.table(), clock);
        Tournaments storedTournaments = new Tournaments(aws.table(), clock);
        Owners storedOwners = new Owners(aws.table(), clock);
        Authors authors = new Authors(storedBots, storedOwners);
        StandingsFiles standings = new StandingsFiles(aws.bucket());
        Journals journals = new Journals(aws.table());
        Invitations storedInvitations = new Invitations(aws.table(), clock);
        SeatKey seats = new SeatKey(aws.table());
        Connections connections = new Connections(aws.table(), clock);
        UpdateQueue updates = aws.updateQueue(clock);
        FirstMatches firstMatches = new FirstMatches(updates, clock);
        MatchEndpoints matches = new MatchEndpoints(
                storedMatches,
                aws.matchQueue(),
                storedBots,
                authors,
                storedTournaments,
                new Consoles(aws.bucket()),
                seats,
                urls,
                ofMatches,
                drawn);
        CodeEndpoints code = new CodeEndpoints(storedBots, new PublishedCode(aws.bucket()), sandbox, clock);
        BotEndpoints bots = new BotEndpoints(
                storedBots, authors, code, storedMatches, firstMatches, connections, urls, mostBots, drawn);
        CheckEndpoints checks =
                new CheckEndpoints(storedBots, storedMatches, storedTournaments, seats, aws.checkQueue(), clock);
        URI gateway = URI.create(settings.text("BOUT_LINES"));
        ConnectEndpoint connect = new ConnectEndpoint(storedBots, connections, firstMatches, minutes, gateway, clock);
        TournamentEndpoints tournaments = new TournamentEndpoints(
                storedTournaments, storedMatches, journals, seats, storedBots, standings, updates, urls, drawn);
        ContestEndpoints contests = new ContestEndpoints(
                new Contests(aws.table()),
                storedTournaments,
                storedMatches,
                storedBots,
                storedOwners,
                authors,
                standings,
                updates,
                urls,
                drawn);
        GameEndpoints games = new GameEndpoints(standings, journals, contests);
        OwnerEndpoints owners =
                new OwnerEndpoints(storedOwners, new Erasures(aws.table(), clock), updates, storedBots, addresses);
        InvitationEndpoints invitations = new InvitationEndpoints(storedInvitations, owners, addresses);
        SignInEndpoints signIn = SignInEndpoints.of(settings, new Identities(aws.table(), clock), addresses);
        JoinEndpoints join =
                new JoinEndpoints(storedInvitations, minutes, limit, JoinLimits.of(settings), signIn.offered(), clock);
        MeEndpoint me = new MeEndpoint(aws.table(), clock, ofMatches, mostBots);
        Requeue requeue = new Requeue(storedMatches, aws.deadLetterInbox(), aws.matchQueue(), clock);
        ShareEndpoints share =
                new ShareEndpoints(storedMatches, storedBots, storedTournaments, standings, journals, addresses);
        return new Api(
                Callers.of(settings, new TokenCache(storedOwners::find, clock)::find),
                limit,
                List.of(
                        new Route("POST", "/api/matches", Scope.PLAY, matches::create),
                        new Route("GET", "/api/matches", Scope.ANONYMOUS, matches::list).withQuery(),
                        new Route("GET", "/api/matches/{id}", Scope.ANONYMOUS, matches::get).withQuery(),
                        new Route("GET", "/api/matches/{id}/console", Scope.READ, matches::console),
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
                        new Route("POST", "/api/contests", Scope.ADMIN, contests::create),
                        new Route("GET", "/api/contests", Scope.ANONYMOUS, contests::list),
                        new Route("GET", "/api/contests/{id}", Scope.ANONYMOUS, contests::get),
                        new Route("GET", "/api/contests/{id}/grades", Scope.READ, contests::grades).withQuery(),
                        new Route("GET", "/api/contests/{id}/ladder", Scope.ANONYMOUS, games::contestLadder),
                        new Route(
                                        "GET",
                                        "/api/contests/{id}/ladder/matches",
                                        Scope.ANONYMOUS,
                                        games::contestLadderMatches)
                                .withQuery(),
                        new Route("PATCH", "/api/contests/{id}", Scope.ADMIN, contests::change),
                        new Route("POST", "/api/contests/{id}/entries", Scope.PLAY, contests::enter),
                        new Route("DELETE", "/api/contests/{id}/entries/{bot}", Scope.PLAY, contests::leave)
                                .withQuery(),
                        new Route("GET", "/api/ladders/{game}", Scope.ANONYMOUS, games::ladder),
                        new Route("GET", "/api/ladders/{game}/matches", Scope.ANONYMOUS, games::ladderMatches)
                                .withQuery(),
                        new Route("POST", "/api/owners", Scope.ADMIN, owners::create),
                        new Route("GET", "/api/owners", Scope.ADMIN, owners::list).withQuery(),
                        new Route("GET", "/api/owners/{id}", Scope.READ, owners::get),
                        new Route("PATCH", "/api/owners/{id}", Scope.PLAY, owners::change),
                        new Route("DELETE", "/api/owners/{id}", Scope.PLAY, owners::erase).withQuery(),
                        new Route("POST", "/api/owners/{id}/keys", Scope.READ, owners::addKey),
                        new Route("DELETE", "/api/owners/{id}/keys", Scope.PLAY, owners::revokeOthers),
                        new Route("DELETE", "/api/owners/{id}/keys/{key}", Scope.PLAY, owners::revokeKey),
                        new Route("POST", "/api/owners/{id}/links", Scope.PLAY, owners::addLink),
                        new Route("DELETE", "/api/owners/{id}/links/{link}", Scope.PLAY, owners::revokeLink),
                        new Route("POST", "/api/owners/{id}/recovery", Scope.PLAY, owners::replaceRecovery),
                        new Route("POST", "/api/invitations", Scope.ADMIN, invitations::create),
                        new Route("GET", "/api/invitations", Scope.ADMIN, invitations::list),
                        new Route("GET", "/api/invitations/{id}", Scope.ADMIN, invitations::get),
                        new Route("DELETE", "/api/invitations/{id}", Scope.ADMIN, invitations::revoke).withQuery(),
                        new Route("GET", "/api/join", Scope.ANONYMOUS, join::get),
                        new Route("POST", "/api/join", Scope.ANONYMOUS, join::join).limitingItself(),
                        new Route("GET", "/api/sign-in", Scope.ANONYMOUS, signIn::begin),
                        new Route("GET", "/api/sign-in/callback", Scope.ANONYMOUS, signIn::callback).withQuery(),
                        new Route("GET", "/api/me", Scope.READ, me::get),
                        // Works for a few seconds at most; callers repeat the request while there is more.
                        new Route(
                                "POST",
                                "/api/dead-letters/requeue",
                                Scope.ADMIN,
                                request -> Response.ok(requeue.run())),
                        new Route("GET", "/api/share/matches/{id}", Scope.ANONYMOUS, share::match),
                        new Route("GET", "/api/share/bots/{id}", Scope.ANONYMOUS, share::bot),
                        new Route("GET", "/api/share/tournaments/{id}", Scope.ANONYMOUS, share::tournament),
                        new Route("GET", "/api/openapi.yaml", Scope.ANONYMOUS, Api::document),
                        // Answered by the function in functions/pictures; listed here so that other methods get a 405.
                        new Route("GET", "/api/share/matches/{id}/picture.png", Scope.ANONYMOUS, Api::elsewhere)));
    }

    /** The same API without tokens or limits, for the requests that prime it before there are callers. */
    Api open() {
        return new Api(Callers.ofOpenStack(), RequestLimit.none(), routes);
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
        Supplier<Response> answer = () -> answer(route, request.from(caller, place));
        return logged(request, caller, route.limitsItself() ? answer : () -> limit.count(caller, answer));
    }

    private static Response answer(Route route, Request request) {
        Caller caller = request.caller();
        if (!caller.may(route.needed())) {
            throw Callers.forbidden(caller, route.needed());
        }
        if (!route.takesQuery()) {
            Query.read(request.query()).check();
        }
        Response response = route.endpoint().apply(request);
        // With a token, an answer may contain what only its owner may see, and must not be late.
        boolean forAnyone =
                caller.scope() == Scope.ANONYMOUS && route.method().equals("GET") && response.status() == OK;
        return forAnyone ? response.shared(KEPT_FOR_ANYONE) : response;
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

    private static Response document(Request request) {
        return Response.cached(DOCUMENT_KEPT, "application/yaml", Resources.bytes(Api.class, DOCUMENT));
    }

    private static Response elsewhere(Request request) {
        throw new IllegalStateException(request.path() + " belongs to another function, but was routed to the API");
    }
}
