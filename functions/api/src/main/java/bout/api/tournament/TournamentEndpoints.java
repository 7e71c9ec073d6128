package bout.api.tournament;

import bout.address.UrlCheck;
import bout.api.access.Caller;
import bout.api.access.Callers;
import bout.api.access.IdempotencyHeader;
import bout.api.access.Limits;
import bout.api.access.Visible;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.api.match.Draws;
import bout.api.match.WebhookRequest;
import bout.competition.journal.Subject;
import bout.engine.Plain;
import bout.store.access.Scope;
import bout.store.bot.Bots;
import bout.store.journal.StandingsFiles;
import bout.store.queue.UpdateQueue;
import bout.store.table.Creation;
import bout.store.table.IdempotencyKey;
import bout.store.table.Listing;
import bout.store.table.PageRequest;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentSettings;
import bout.store.tournament.Tournaments;
import bout.wire.ProblemType;
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
public record TournamentEndpoints(
        Tournaments tournaments,
        TournamentMatches matches,
        Bots bots,
        StandingsFiles standings,
        UpdateQueue updates,
        UrlCheck urls,
        TournamentLimits limits,
        Draws draws) {

    /** Enough for 1000 players with the longest URLs and names, every character of a name escaped. */
    public static final int MAX_BYTES = 3 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(TournamentEndpoints.class);
    private static final List<String> LIST_PARAMETERS = List.of("game", "mine", "limit", "cursor");
    private static final int TRY_OPEN_AGAIN_SECONDS = 60;

    // --- create

    public Response create(Caller caller, Request request, Map<String, String> place) {
        IdempotencyHeader.Post post = IdempotencyHeader.read(caller, request, MAX_BYTES);
        TournamentRequest wanted;
        try {
            wanted = TournamentRequest.read(
                    post.body(), urls, caller, bots::find, limits.of(caller).matches());
        } catch (Refusal refused) {
            // A registered bot may have been deleted since the first of two equal requests was accepted.
            return Optional.ofNullable(post.key())
                    .flatMap(tournaments::earlier)
                    .map(TournamentEndpoints::accepted)
                    .orElseThrow(() -> refused);
        }
        return create(caller, wanted, post.key());
    }

    private Response create(Caller caller, TournamentRequest request, IdempotencyKey key) {
        TournamentSettings settings = new TournamentSettings(
                request.name(),
                caller.owner(),
                request.isPublic(),
                request.game(),
                request.plan().withSeed(draws.tournamentSeed()),
                WebhookRequest.target(request.webhook(), draws));
        TournamentRecord planned = TournamentRecord.planned(draws.tournament(), settings, draws.now());
        int mostOpen = limits.of(caller).open();
        return switch (tournaments.create(planned, request.players(), key, mostOpen)) {
            case Creation.New<TournamentRecord>(TournamentRecord made) -> {
                update(made);
                yield accepted(made);
            }
            case Creation.Repeated<TournamentRecord>(TournamentRecord made) -> accepted(made);
            case Creation.TooManyOpen<TournamentRecord> tooMany ->
                throw Limits.over(
                        ProblemType.TOO_MANY_TOURNAMENTS,
                        "You have " + mostOpen
                                + " tournaments in progress, the maximum. Wait until one finishes, or cancel one.",
                        "open-tournaments",
                        mostOpen,
                        TRY_OPEN_AGAIN_SECONDS);
            case Creation.Conflicting<TournamentRecord> conflicting -> throw IdempotencyHeader.reused("tournament");
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

    // --- show

    public Response list(Caller caller, Request request, Map<String, String> place) {
        Query query = Query.read(request.query(), LIST_PARAMETERS);
        String game = query.game();
        int limit = query.limit(PageRequest.MAX_LIMIT);
        boolean mine = query.flag("mine");
        query.check();
        if (mine && caller.owner() == null) {
            throw Callers.forbidden(caller, Scope.READ);
        }
        Listing.Page<TournamentRecord> page = query.page(
                tournaments.list(new PageRequest<>(game, mine ? caller.owner() : null, limit, query.get("cursor"))));
        return Response.list(
                "tournaments", page.items().stream().map(TournamentAnswer::of).toList(), page.cursor());
    }

    public Response get(Caller caller, Request request, Map<String, String> place) {
        return Response.fresh(
                200, withTable(seen(caller, place).orElseThrow(() -> unknown("No tournament has this id."))));
    }

    private Map<String, Object> withTable(TournamentRecord tournament) {
        Optional<Plain> published = standings.get(tournament);
        return published.isPresent()
                ? TournamentAnswer.of(tournament, published.get())
                : TournamentAnswer.of(tournament, tournaments.players(tournament.id()));
    }

    public Response matches(Caller caller, Request request, Map<String, String> place) {
        Query query = Query.read(request.query(), TournamentMatches.PARAMETERS);
        Optional<TournamentRecord> seen = seen(caller, place);
        if (seen.isEmpty()) {
            query.check();
        }
        return matches.list(seen.orElseThrow(() -> unknown("No tournament has this id.")), query);
    }

    private Optional<TournamentRecord> seen(Caller caller, Map<String, String> place) {
        return tournaments.find(place.get("id")).filter(tournament -> Visible.to(caller, tournament));
    }

    private static Refusal unknown(String detail) {
        return new Refusal(ProblemType.UNKNOWN_TOURNAMENT, detail);
    }

    // --- cancel

    public Response cancel(Caller caller, Request request, Map<String, String> place) {
        TournamentRecord cancelled = tournaments
                .find(place.get("id"))
                .filter(tournament -> caller.mayHandle(tournament.owner()))
                .flatMap(tournament -> tournaments.cancel(tournament.id()))
                .orElseThrow(() -> unknown("You have no tournament with this id."));
        if (!cancelled.state().over()) {
            update(cancelled);
        }
        return Response.fresh(200, TournamentAnswer.of(cancelled));
    }
}
