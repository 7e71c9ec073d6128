package bout.api;

import bout.address.AddressPolicy;
import bout.address.NameLookup;
import bout.address.UrlCheck;
import bout.api.access.Callers;
import bout.api.access.Limits;
import bout.api.access.RequestLimit;
import bout.api.access.SiteAddress;
import bout.api.access.SourceAddress;
import bout.api.access.TokenCache;
import bout.api.admin.DeadLetterEndpoints;
import bout.api.admin.InvitationEndpoints;
import bout.api.admin.TokenEndpoints;
import bout.api.bot.BotEndpoints;
import bout.api.bot.ConnectEndpoint;
import bout.api.bot.FirstMatches;
import bout.api.game.GameEndpoints;
import bout.api.http.Request;
import bout.api.join.JoinEndpoints;
import bout.api.join.JoinLimits;
import bout.api.join.MeEndpoint;
import bout.api.ladder.LadderEndpoints;
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
import bout.store.bot.Bots;
import bout.store.id.BotIds;
import bout.store.id.MatchIds;
import bout.store.journal.StandingsFiles;
import bout.store.line.Lines;
import bout.store.match.Matches;
import bout.store.match.SeatKey;
import bout.store.queue.MatchQueue;
import bout.store.queue.Redrive;
import bout.store.queue.UpdateQueue;
import bout.store.tournament.TournamentState;
import bout.telemetry.Settings;
import bout.wire.WebhookSecret;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.crac.Core;
import org.crac.Resource;

/** The function behind the HTTPS API. */
public final class ApiHandler implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>, Resource {

    /** Drawn seeds are below this: short, and exact in every language. */
    private static final long SEEDS = 1L << 48;

    /**
     * From such a seed, the boards of a tournament follow unpredictably; see {@code bout.competition.tournament.Seeds}.
     */
    private static final int TOURNAMENT_SEED_BYTES = 16;

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
     *     {@link Limits}, {@link JoinLimits} and {@link TournamentLimits} read, and what {@link Aws} reads for the
     *     table and the queues
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
        Sandbox sandbox = Sandbox.ofThisProcess();
        priming = List.of(matches::prime, standings::prime, queue::prime, sandbox::prime);
        UrlCheck urls = new UrlCheck(
                AddressPolicy.of(settings.text("BOUT_BOT_ADDRESSES", AddressPolicy.PUBLIC.code())), NameLookup.SYSTEM);
        MatchIds ids = new MatchIds(clock, random);
        Draws draws = new Draws(
                ids,
                () -> String.valueOf(random.nextLong(SEEDS)),
                () -> tournamentSeed(random),
                () -> WebhookSecret.draw(random).text(),
                clock);
        Bots bots = aws.bots(clock);
        SeatKey seatKey = aws.seatKey();
        MatchEndpoints matchEndpoints = new MatchEndpoints(
                matches,
                queue,
                bots,
                aws.consoles(),
                seatKey,
                urls,
                Limits.ofMatches(settings),
                tournament -> aws.tournaments(clock)
                        .find(tournament)
                        .map(found -> found.state() == TournamentState.CANCELLING
                                || found.state() == TournamentState.CANCELLED)
                        .orElse(true),
                draws);
        GameEndpoints gameEndpoints = new GameEndpoints();
        int mostBots = Limits.read(settings, "BOUT_BOTS_PER_OWNER");
        Lines lines = aws.lines(clock);
        UpdateQueue updates = aws.updateQueue(clock);
        FirstMatches firstMatches = new FirstMatches(updates, clock);
        BotEndpoints botEndpoints = new BotEndpoints(
                bots,
                aws.publishedCode(),
                sandbox,
                aws.publications(clock),
                matches,
                seatKey,
                aws.checkQueue(),
                firstMatches,
                lines,
                urls,
                mostBots,
                new BotIds(ids),
                random,
                clock);
        RequestCounts minutes = aws.requestCounts(clock, Duration.ofMinutes(1));
        ConnectEndpoint connectEndpoint = new ConnectEndpoint(
                bots,
                lines,
                aws.lineKey(),
                firstMatches,
                minutes,
                URI.create(settings.text("BOUT_LINES")),
                Limits.read(settings, "BOUT_LINES_PER_OWNER"),
                clock);
        TournamentEndpoints tournamentEndpoints = new TournamentEndpoints(
                aws.tournaments(clock),
                new TournamentMatches(matches, aws.journals(), seatKey),
                bots,
                standings,
                updates,
                urls,
                TournamentLimits.of(settings),
                draws);
        LadderEndpoints ladderEndpoints = new LadderEndpoints(standings, aws.journals());
        AccessTokens tokens = aws.tokens(clock);
        SiteAddress site = SiteAddress.of(settings);
        TokenEndpoints tokenEndpoints = new TokenEndpoints(tokens, bots);
        DeadLetterEndpoints deadLetterEndpoints =
                new DeadLetterEndpoints(new Redrive(aws.failedMatches(clock), aws.deadLetters(), queue, clock));
        Callers callers = Callers.of(settings, new TokenCache(tokens::find, clock)::find);
        RequestLimit limit = RequestLimit.of(settings, aws.requestCounts(clock, Duration.ofSeconds(1)));
        api = new Api(
                callers,
                limit,
                matchEndpoints,
                gameEndpoints,
                botEndpoints,
                connectEndpoint,
                tournamentEndpoints,
                ladderEndpoints,
                tokenEndpoints,
                new InvitationEndpoints(aws.invitations(clock), tokens, bots, site),
                new JoinEndpoints(aws.joins(clock), minutes, limit, JoinLimits.of(settings), clock),
                new MeEndpoint(aws.ownerCounts(clock), Limits.ofMatches(settings), mostBots),
                deadLetterEndpoints,
                new ShareEndpoints(matches, bots, aws.tournaments(clock), standings, aws.journals(), site));
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

    private static String tournamentSeed(SecureRandom random) {
        byte[] seed = new byte[TOURNAMENT_SEED_BYTES];
        random.nextBytes(seed);
        return HexFormat.of().formatHex(seed);
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
