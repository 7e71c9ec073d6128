package bout.api.tournament;

import bout.address.UrlCheck;
import bout.api.access.Caller;
import bout.api.access.Callers;
import bout.api.access.IdempotencyHeader;
import bout.api.access.Limits;
import bout.api.access.Visible;
import bout.api.http.Paging;
import bout.api.http.Query;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.api.match.Draws;
import bout.competition.journal.Subject;
import bout.engine.Plain;
import bout.store.access.Scope;
import bout.store.bot.Bots;
import bout.store.id.TournamentIds;
import bout.store.journal.StandingsFiles;
import bout.store.queue.UpdateQueue;
import bout.store.table.Creation;
import bout.store.table.IdempotencyKey;
import bout.store.table.Listing;
import bout.store.tournament.TournamentQuery;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentSettings;
import bout.store.tournament.Tournaments;
import bout.wire.Problem;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Creates, shows and cancels tournaments. A tournament that a caller may not see, or may not cancel, is answered like
 * one that does not exist.
 */
public final class TournamentEndpoints {

    /** Enough for 1000 players with the longest URLs and names, every character of a name escaped. */
    public static final int MAX_BYTES = 3 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(TournamentEndpoints.class);
    private static final List<String> LIST_PARAMETERS = List.of("game", "mine", "limit", "cursor");
    private static final String TRY_OPEN_AGAIN_SECONDS = "60";

    private final Tournaments tournaments;
    private final TournamentMatches matches;
    private final Bots bots;
    private final StandingsFiles standings;
    private final UpdateQueue updates;
    private final UrlCheck urls;
    private final TournamentLimits limits;
    private final TournamentIds ids;
    private final Draws draws;

    public TournamentEndpoints(
            Tournaments tournaments,
            TournamentMatches matches,
            Bots bots,
            StandingsFiles standings,
            UpdateQueue updates,
            UrlCheck urls,
            TournamentLimits limits,
            Draws draws) {
        this.tournaments = tournaments;
        this.matches = matches;
        this.bots = bots;
        this.standings = standings;
        this.updates = updates;
        this.urls = urls;
        this.limits = limits;
        this.ids = new TournamentIds(draws.ids());
        this.draws = draws;
    }

    // --- create

    public Response create(Caller caller, Request request, Map<String, String> place) {
        return IdempotencyHeader.answer(caller, request, MAX_BYTES, (body, key) -> create(caller, body, key));
    }

    private Response create(Caller caller, Object body, IdempotencyKey key) {
        int mostMatches = limits.of(caller).matches();
        return switch (TournamentRequest.read(body, urls, caller, bots::find, mostMatches)) {
            case TournamentRequest.Refused refused ->
                // A registered bot may have been deleted since the first of two equal requests was accepted.
                Optional.ofNullable(key)
                        .flatMap(tournaments::earlier)
                        .map(TournamentEndpoints::accepted)
                        .orElseGet(() -> Response.problem(Problem.of(refused.violations())));
            case TournamentRequest.Accepted accepted -> create(caller, accepted.request(), key);
        };
    }

    private Response create(Caller caller, TournamentRequest request, IdempotencyKey key) {
        TournamentSettings settings = new TournamentSettings(
                request.name(),
                caller.owner(),
                request.isPublic(),
                request.game(),
                request.plan(),
                draws.tournamentSeeds().get(),
                request.webhook() == null ? null : request.webhook().target(draws.secrets()));
        TournamentRecord planned =
                TournamentRecord.planned(ids.next(), settings, draws.clock().instant());
        int mostOpen = limits.of(caller).open();
        return switch (tournaments.create(planned, request.players(), key, mostOpen)) {
            case Creation.New<TournamentRecord>(TournamentRecord made) -> {
                update(made);
                yield accepted(made);
            }
            case Creation.Repeated<TournamentRecord>(TournamentRecord made) -> accepted(made);
            case Creation.TooManyOpen<TournamentRecord> tooMany -> tooManyOpen(mostOpen);
            case Creation.Conflicting<TournamentRecord> conflicting -> IdempotencyHeader.reused("tournament");
            case Creation.TooManyToday<TournamentRecord> tooMany ->
                throw new IllegalStateException("tournaments have no daily limit");
            case Creation.Deleted<TournamentRecord> deleted ->
                throw new IllegalStateException("a tournament was deleted");
        };
    }

    /** Makes the planner look at the tournament now. */
    private void update(TournamentRecord tournament) {
        try {
            updates.send(new UpdateQueue.Task.Standings(new Subject.Tournament(tournament.id())));
        } catch (SdkException notSent) {
            // The tournament is stored, and the planner looks at every tournament once a minute.
            LOG.atWarn()
                    .addKeyValue("tournament", tournament.id())
                    .setCause(notSent)
                    .log("Could not notify the planner of the tournament; its next run will find it");
        }
    }

    private static Response accepted(TournamentRecord tournament) {
        Map<String, Object> plain = TournamentAnswer.of(tournament);
        if (tournament.settings().webhook() != null
                && tournament.settings().webhook().secret() != null) {
            // Shown only here: in the response to this request and to its repetitions.
            plain.put("webhookSecret", tournament.settings().webhook().secret());
        }
        return Response.fresh(202, plain).with("Location", TournamentAnswer.path(tournament));
    }

    private static Response tooManyOpen(int most) {
        return Response.problem(Problem.of(
                        ProblemType.TOO_MANY_TOURNAMENTS,
                        "You have " + most
                                + " tournaments in progress, the maximum. Wait until one finishes, or cancel one."))
                .with("Retry-After", TRY_OPEN_AGAIN_SECONDS)
                .with(Limits.POLICY, "\"open-tournaments\";q=" + most)
                .with(Limits.LIMIT, "\"open-tournaments\";r=0");
    }

    // --- show

    public Response list(Caller caller, Request request, Map<String, String> place) {
        Query query = Query.read(request.query(), LIST_PARAMETERS);
        List<Violation> violations = new ArrayList<>(query.violations());
        String game = Paging.game(query, violations);
        int limit = Paging.limit(query, TournamentQuery.MAX_LIMIT, violations);
        boolean mine = Paging.mine(query, violations);
        if (!violations.isEmpty()) {
            return Response.problem(Problem.of(violations));
        }
        if (mine && caller.owner() == null) {
            return Callers.refuse(caller, Scope.READ);
        }
        TournamentQuery asked = new TournamentQuery(
                game, mine ? caller.owner() : null, limit, query.values().get("cursor"));
        return switch (tournaments.list(asked)) {
            case Listing.BadCursor<TournamentRecord> bad -> Response.problem(Problem.of(List.of(Paging.badCursor())));
            case Listing.Page<TournamentRecord> page -> {
                Map<String, Object> plain = new LinkedHashMap<>();
                plain.put(
                        "tournaments",
                        page.items().stream().map(TournamentAnswer::of).toList());
                plain.put("next", page.cursor());
                yield Response.fresh(200, plain);
            }
        };
    }

    public Response get(Caller caller, Request request, Map<String, String> place) {
        return seen(caller, place)
                .map(tournament -> Response.fresh(200, withTable(tournament)))
                .orElseGet(TournamentEndpoints::unknown);
    }

    private Map<String, Object> withTable(TournamentRecord tournament) {
        Optional<Plain> published = standings.get(tournament);
        return published.isPresent()
                ? TournamentAnswer.of(tournament, published.get())
                : TournamentAnswer.of(tournament, tournaments.players(tournament.id()));
    }

    public Response matches(Caller caller, Request request, Map<String, String> place) {
        Query query = Query.read(request.query(), TournamentMatches.PARAMETERS);
        return seen(caller, place)
                .map(tournament -> matches.list(tournament, query))
                .orElseGet(() ->
                        query.violations().isEmpty() ? unknown() : Response.problem(Problem.of(query.violations())));
    }

    private Optional<TournamentRecord> seen(Caller caller, Map<String, String> place) {
        return tournaments.find(place.get("id")).filter(tournament -> Visible.to(caller, tournament));
    }

    private static Response unknown() {
        return Response.problem(Problem.of(ProblemType.UNKNOWN_TOURNAMENT, "No tournament has this id."));
    }

    // --- cancel

    public Response cancel(Caller caller, Request request, Map<String, String> place) {
        Optional<TournamentRecord> cancelled = tournaments
                .find(place.get("id"))
                .filter(tournament -> caller.mayHandle(tournament.owner()))
                .flatMap(tournament -> tournaments.cancel(tournament.id()));
        if (cancelled.isEmpty()) {
            return Response.problem(Problem.of(ProblemType.UNKNOWN_TOURNAMENT, "You have no tournament with this id."));
        }
        if (!cancelled.get().state().over()) {
            update(cancelled.get());
        }
        return Response.fresh(200, TournamentAnswer.of(cancelled.get()));
    }
}
