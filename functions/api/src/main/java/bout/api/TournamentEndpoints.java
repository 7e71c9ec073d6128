package bout.api;

import bout.address.UrlCheck;
import bout.api.http.Caller;
import bout.api.http.IdempotencyHeader;
import bout.api.http.Limits;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.competition.journal.Subject;
import bout.store.access.Scope;
import bout.store.bot.Bots;
import bout.store.journal.StandingsFiles;
import bout.store.queue.UpdateQueue;
import bout.store.table.Creation;
import bout.store.table.IdempotencyKey;
import bout.store.table.Listing;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentSettings;
import bout.store.tournament.Tournaments;
import bout.telemetry.Settings;
import bout.wire.ProblemType;
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
        IdsAndSeeds drawn) {

    /** Enough for 1000 players with the longest URLs and names, every character of a name escaped. */
    public static final int MAX_BYTES = 3 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(TournamentEndpoints.class);
    private static final int TRY_OPEN_AGAIN_SECONDS = 60;

    public Response create(Request request) {
        Caller caller = request.caller();
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
                request.plan().withSeed(drawn.tournamentSeed()),
                request.webhook());
        TournamentRecord planned = TournamentRecord.planned(drawn.tournament(), settings, drawn.now());
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

    public Response list(Request request) {
        Listing.Page<TournamentRecord> page = Query.page(request, tournaments::list);
        return Response.list(
                "tournaments", page.items().stream().map(TournamentAnswer::of).toList(), page.cursor());
    }

    public Response get(Request request) {
        TournamentRecord tournament = seen(request);
        return Response.fresh(
                200,
                standings
                        .get(tournament)
                        .map(published -> TournamentAnswer.of(tournament, published))
                        .orElseGet(() -> TournamentAnswer.of(tournament, tournaments.players(tournament.id()))));
    }

    public Response matches(Request request) {
        Query query = Query.read(request.query(), "first", "second", "limit", "cursor");
        try {
            return matches.list(seen(request), query);
        } catch (Refusal unknown) {
            query.check();
            throw unknown;
        }
    }

    private TournamentRecord seen(Request request) {
        return request.caller().seenTournament(tournaments.find(request.id()));
    }

    public Response cancel(Request request) {
        TournamentRecord cancelled = tournaments
                .find(request.id())
                .filter(tournament -> request.caller().mayHandle(tournament.owner()))
                .flatMap(tournament -> tournaments.cancel(tournament.id()))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_TOURNAMENT, "You have no tournament with this id."));
        if (!cancelled.state().over()) {
            update(cancelled);
        }
        return Response.fresh(200, TournamentAnswer.of(cancelled));
    }

    /**
     * How large a tournament may be and how many an owner may have; 0 = no limit.
     *
     * @param matches the maximum for one tournament
     * @param open the maximum of tournaments in progress for one owner
     */
    public record TournamentLimits(int matches, int open) {

        /** A round robin of 100 bots has 9,900 on each board. */
        public static final int MATCHES = 20_000;

        public static final int OPEN = 3;

        private static final TournamentLimits NONE = new TournamentLimits(0, 0);

        public static TournamentLimits of(Settings settings) {
            return new TournamentLimits(
                    Limits.read(settings, "BOUT_TOURNAMENT_MATCHES", MATCHES),
                    Limits.read(settings, "BOUT_OPEN_TOURNAMENTS", OPEN));
        }

        public TournamentLimits of(Caller caller) {
            return caller.scope() == Scope.ADMIN ? NONE : this;
        }
    }
}
