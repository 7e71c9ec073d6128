package bout.api.match;

import bout.address.UrlCheck;
import bout.api.access.Caller;
import bout.api.access.IdempotencyHeader;
import bout.api.access.Limits;
import bout.api.http.JsonBody;
import bout.api.http.Paging;
import bout.api.http.Query;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.engine.Plain;
import bout.store.access.Scope;
import bout.store.bot.Bots;
import bout.store.id.MatchIds;
import bout.store.match.MatchLimits;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchQuery;
import bout.store.match.MatchRecord;
import bout.store.match.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.Status;
import bout.store.queue.MatchQueue;
import bout.store.table.Creation;
import bout.store.table.IdempotencyKey;
import bout.store.table.Listing;
import bout.telemetry.MatchLog;
import bout.wire.Problem;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/** Creates, shows and lists matches. */
public final class MatchEndpoints {

    private static final List<String> GET_PARAMETERS = List.of("watch");
    private static final List<String> LIST_PARAMETERS = List.of("game", "status", "limit", "cursor");

    /** Long enough to spare the table a busy start page, short enough that nobody waits for a match to show up. */
    private static final Duration LIST_KEPT = Duration.ofSeconds(2);

    /** Nobody knows when one of many open matches will end; most take seconds. */
    private static final Duration TRY_OPEN_AGAIN = Duration.ofSeconds(5);

    private final Matches matches;
    private final MatchQueue queue;
    private final Bots bots;
    private final UrlCheck urls;
    private final MatchLimits limits;
    private final MatchIds ids;
    private final Supplier<String> seeds;
    private final Supplier<String> secrets;
    private final Clock clock;

    public MatchEndpoints(
            Matches matches,
            MatchQueue queue,
            Bots bots,
            UrlCheck urls,
            MatchLimits limits,
            MatchIds ids,
            Supplier<String> seeds,
            Supplier<String> secrets,
            Clock clock) {
        this.matches = matches;
        this.queue = queue;
        this.bots = bots;
        this.urls = urls;
        this.limits = limits;
        this.ids = ids;
        this.seeds = seeds;
        this.secrets = secrets;
        this.clock = clock;
    }

    public Response create(Caller caller, Request request, Map<String, String> place) {
        return IdempotencyHeader.answer(caller, request, JsonBody.MAX_BYTES, (body, key) -> create(caller, body, key));
    }

    private Response create(Caller caller, Object body, IdempotencyKey key) {
        return switch (MatchRequest.read(body, urls, caller, bots::find)) {
            case MatchRequest.Refused refused ->
                // A registered bot may have been deleted since the first of two equal requests was accepted.
                Optional.ofNullable(key)
                        .flatMap(matches::earlier)
                        .map(MatchEndpoints::accepted)
                        .orElseGet(() -> Response.problem(Problem.of(refused.violations())));
            case MatchRequest.Accepted accepted -> accept(caller, accepted.request(), key);
        };
    }

    private Response accept(Caller caller, MatchRequest request, IdempotencyKey key) {
        MatchRecord queued = MatchRecord.queued(
                ids.next(),
                new MatchSettings(
                        request.game(), request.players(), request.seed() == null ? seeds.get() : request.seed()),
                new MatchOrigin(
                        caller.owner(),
                        request.webhook() == null ? null : request.webhook().target(secrets),
                        null),
                clock.instant());
        return switch (matches.acceptMatch(queued, key, limits(caller))) {
            case Creation.New<MatchRecord>(MatchRecord made) -> {
                send(made);
                yield accepted(made);
            }
            case Creation.Repeated<MatchRecord>(MatchRecord made) -> accepted(made);
            case Creation.TooManyOpen<MatchRecord> tooMany -> tooManyOpen();
            case Creation.TooManyToday<MatchRecord> tooMany -> tooManyToday(tooMany.until());
            case Creation.Conflicting<MatchRecord> conflicting -> IdempotencyHeader.reused("match");
            case Creation.Deleted<MatchRecord> deleted -> throw new IllegalStateException("a match was deleted");
        };
    }

    /** Admins are not limited: they could create more tokens. */
    private MatchLimits limits(Caller caller) {
        return caller.scope() == Scope.ADMIN ? MatchLimits.NONE : limits;
    }

    private Response tooManyOpen() {
        return Response.problem(Problem.of(
                        ProblemType.TOO_MANY_OPEN,
                        "You have " + limits.open()
                                + " matches queued or running, the maximum. Try again when one has ended."))
                .with("Retry-After", String.valueOf(TRY_OPEN_AGAIN.toSeconds()))
                .with(Limits.POLICY, "\"open-matches\";q=" + limits.open())
                .with(Limits.LIMIT, "\"open-matches\";r=0");
    }

    private Response tooManyToday(Instant until) {
        long seconds = Math.max(1, Duration.between(clock.instant(), until).toSeconds() + 1);
        return Response.problem(Problem.of(
                        ProblemType.TOO_MANY_TODAY,
                        "You have created " + limits.day() + " matches today, the maximum. The limit resets at " + until
                                + "."))
                .with("Retry-After", String.valueOf(seconds))
                .with(
                        Limits.POLICY,
                        "\"matches-a-day\";q=" + limits.day() + ";w="
                                + Duration.ofDays(1).toSeconds())
                .with(Limits.LIMIT, "\"matches-a-day\";r=0;t=" + seconds);
    }

    private void send(MatchRecord match) {
        try {
            queue.send(List.of(match.id()));
        } catch (SdkException | MatchQueue.NotSent notSent) {
            // The match is stored and will be played: the sweeper finds matches that were never queued.
            new MatchLog(MatchEndpoints.class, match.id(), match.game())
                    .at(Level.WARN, 0)
                    .setCause(notSent)
                    .log("Match accepted, but could not be queued; the sweeper will queue it");
        }
    }

    private static Response accepted(MatchRecord match) {
        Map<String, Object> plain = MatchAnswer.of(match);
        if (match.origin().webhook() != null) {
            // Shown only here: in the response to this request and to its repetitions.
            plain.put("webhookSecret", match.origin().webhook().secret());
        }
        return Response.fresh(202, plain).with("Location", MatchAnswer.path(match));
    }

    public Response get(Caller caller, Request request, Map<String, String> place) {
        Query query = Query.read(request.query(), GET_PARAMETERS);
        List<Violation> violations = new ArrayList<>(query.violations());
        boolean watch = query.flag("watch", violations);
        if (!violations.isEmpty()) {
            return Response.problem(Problem.of(violations));
        }
        return (watch ? watched(place.get("id")) : matches.find(place.get("id")))
                .map(found -> Response.fresh(200, MatchAnswer.of(found)))
                .orElseGet(() -> Response.problem(Problem.of(ProblemType.UNKNOWN_MATCH, "No match has this id.")));
    }

    private Optional<MatchRecord> watched(String id) {
        try {
            return matches.watch(id);
        } catch (Matches.NotNoted notNoted) {
            // The next request will be recorded; meanwhile, answer with what was found.
            MatchRecord found = notNoted.match();
            new MatchLog(MatchEndpoints.class, found.id(), found.game())
                    .at(Level.WARN, found.progress().turn())
                    .setCause(notNoted)
                    .log("Could not record that the match is watched; no live replay for now");
            return Optional.of(found);
        }
    }

    public Response list(Caller caller, Request request, Map<String, String> place) {
        Query query = Query.read(request.query(), LIST_PARAMETERS);
        List<Violation> violations = new ArrayList<>(query.violations());
        String game = Paging.game(query, violations);
        String status = query.values().get("status");
        if (status != null && Status.of(status).isEmpty()) {
            violations.add(Violation.inQuery(
                    ProblemType.BAD_PARAMETER,
                    "status",
                    "expected one of " + String.join(", ", Status.CODES) + ", got " + Plain.describe(status)));
        }
        int limit = Paging.limit(query, MatchQuery.MAX_LIMIT, violations);
        if (!violations.isEmpty()) {
            return Response.problem(Problem.of(violations));
        }
        MatchQuery asked = new MatchQuery(
                game,
                status == null ? null : Status.of(status).orElseThrow(),
                limit,
                query.values().get("cursor"));
        return switch (matches.list(asked)) {
            case Listing.BadCursor<MatchRecord> bad -> Response.problem(Problem.of(List.of(Paging.badCursor())));
            case Listing.Page<MatchRecord> page -> {
                Map<String, Object> plain = new LinkedHashMap<>();
                plain.put("matches", page.items().stream().map(MatchAnswer::of).toList());
                plain.put("next", page.cursor());
                yield Response.cached(LIST_KEPT, plain);
            }
        };
    }
}
