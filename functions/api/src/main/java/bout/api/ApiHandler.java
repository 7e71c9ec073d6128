package bout.api;

import bout.address.AddressPolicy;
import bout.address.NameLookup;
import bout.address.UrlCheck;
import bout.api.access.Callers;
import bout.api.access.Limits;
import bout.api.access.RequestLimit;
import bout.api.access.SourceAddress;
import bout.api.access.TokenCache;
import bout.api.admin.DeadLetterEndpoints;
import bout.api.admin.TokenEndpoints;
import bout.api.bot.BotEndpoints;
import bout.api.game.GameEndpoints;
import bout.api.http.Request;
import bout.api.ladder.LadderEndpoints;
import bout.api.match.MatchEndpoints;
import bout.api.tournament.TournamentEndpoints;
import bout.api.tournament.TournamentLimits;
import bout.api.tournament.TournamentMatches;
import bout.store.Aws;
import bout.store.access.AccessTokens;
import bout.store.bot.Bots;
import bout.store.id.BotIds;
import bout.store.id.MatchIds;
import bout.store.journal.StandingsFiles;
import bout.store.match.Matches;
import bout.store.queue.MatchQueue;
import bout.store.queue.Redrive;
import bout.telemetry.Settings;
import bout.wire.WebhookSecret;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.crac.Core;
import org.crac.Resource;

/** The function behind the HTTPS API. */
public final class ApiHandler implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>, Resource {

    /** Drawn seeds are below this: short, and exact in every language. */
    private static final long SEEDS = 1L << 48;

    /** Requests that change nothing, but together load nearly all the code that a first request needs. */
    private static final List<Request> PRIMING = List.of(
            request("GET", "/api/games", "", ""),
            request("GET", "/api/games/ajax-tiles", "", ""),
            request("GET", "/api/openapi.yaml", "", ""),
            request("GET", "/api/matches", "limit=1", ""),
            request("GET", "/api/bots", "limit=1", ""),
            request("GET", "/api/ladders/ajax-tiles", "", ""),
            request("POST", "/api/bots", "", "{\"game\":\"ajax-tiles\",\"url\":\"\"}"),
            request(
                    "POST",
                    "/api/matches",
                    "",
                    "{\"game\":\"ajax-tiles\",\"players\":[{\"url\":\"\"},{\"house\":\"\"}]}"),
            request("GET", "/api/tournaments", "limit=1", ""),
            request(
                    "POST",
                    "/api/tournaments",
                    "",
                    "{\"game\":\"ajax-tiles\",\"players\":[{\"url\":\"\"},{\"house\":\"\"}]}"));

    private final List<Runnable> priming;
    private final Api api;

    /** Called by Lambda. */
    public ApiHandler() {
        this(System.getenv());
    }

    /**
     * @param environment {@code BOUT_BOT_ADDRESSES}, what {@link Callers}, {@link SourceAddress}, {@link RequestLimit},
     *     {@link Limits} and {@link TournamentLimits} read, and what {@link Aws} reads for the table and the queues
     * @throws IllegalArgumentException for a missing or invalid variable
     */
    public ApiHandler(Map<String, String> environment) {
        Settings settings = new Settings(environment);
        Aws aws = new Aws(environment);
        Clock clock = Clock.systemUTC();
        SecureRandom random = new SecureRandom();
        Matches matches = aws.matches(clock);
        MatchQueue queue = aws.matchQueue();
        StandingsFiles standings = aws.standingsFiles();
        priming = List.of(matches::prime, standings::prime, queue::prime);
        UrlCheck urls = new UrlCheck(
                AddressPolicy.of(settings.choice(
                        "BOUT_BOT_ADDRESSES", AddressPolicy.PUBLIC.code(), AddressPolicy.LOOPBACK.code())),
                NameLookup.SYSTEM);
        MatchIds ids = new MatchIds(clock, random);
        Supplier<String> seeds = () -> String.valueOf(random.nextLong(SEEDS));
        Supplier<String> secrets = () -> WebhookSecret.draw(random).text();
        Bots bots = aws.bots(clock);
        MatchEndpoints matchEndpoints =
                new MatchEndpoints(matches, queue, bots, urls, Limits.ofMatches(settings), ids, seeds, secrets, clock);
        GameEndpoints gameEndpoints = new GameEndpoints();
        BotEndpoints botEndpoints = new BotEndpoints(
                bots,
                aws.checkQueue(),
                urls,
                Limits.read(settings, "BOUT_BOTS_PER_OWNER"),
                new BotIds(ids),
                random,
                clock);
        TournamentEndpoints tournamentEndpoints = new TournamentEndpoints(
                aws.tournaments(clock),
                new TournamentMatches(matches, aws.journals()),
                bots,
                standings,
                aws.updateQueue(clock),
                urls,
                TournamentLimits.of(settings),
                ids,
                seeds,
                secrets,
                clock);
        LadderEndpoints ladderEndpoints = new LadderEndpoints(standings, aws.journals());
        AccessTokens tokens = aws.tokens(clock);
        TokenEndpoints tokenEndpoints = new TokenEndpoints(tokens);
        DeadLetterEndpoints deadLetterEndpoints =
                new DeadLetterEndpoints(new Redrive(aws.failedMatches(clock), aws.deadLetters(), queue, clock));
        Callers callers = Callers.of(settings, new TokenCache(tokens::find, clock)::find);
        RequestLimit limit = RequestLimit.of(settings, aws.requestCounts(clock));
        api = new Api(
                callers,
                limit,
                matchEndpoints,
                gameEndpoints,
                botEndpoints,
                tournamentEndpoints,
                ladderEndpoints,
                tokenEndpoints,
                deadLetterEndpoints);
        Core.getGlobalContext().register(this);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return api.answer(Request.of(event)).toGateway();
    }

    /**
     * Runs before Lambda takes the snapshot that every instance starts from (SnapStart). First requests need not wait
     * for what is loaded and compiled by then.
     */
    @Override
    public void beforeCheckpoint(org.crac.Context<? extends Resource> context) {
        PRIMING.forEach(api.open()::answer);
        Aws.prime(priming);
    }

    @Override
    public void afterRestore(org.crac.Context<? extends Resource> context) {
        // Nothing to do: the clients reconnect by themselves, and Lambda reseeds SecureRandom after a restore.
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
