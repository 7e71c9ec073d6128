package bout.api.match;

import bout.address.UrlCheck;
import bout.api.access.Caller;
import bout.api.access.IdempotencyHeader;
import bout.api.access.Limits;
import bout.api.access.Visible;
import bout.api.http.JsonBody;
import bout.api.http.Paging;
import bout.api.http.Query;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.competition.journal.Competition;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.store.access.Scope;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.id.SeatIds;
import bout.store.match.MatchLimits;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchQuery;
import bout.store.match.MatchRecord;
import bout.store.match.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.match.WaitingMatch;
import bout.store.queue.MatchQueue;
import bout.store.replay.Consoles;
import bout.store.table.Creation;
import bout.store.table.IdempotencyKey;
import bout.store.table.Listing;
import bout.telemetry.MatchLog;
import bout.wire.Problem;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/** Creates, shows, lists and cancels matches. */
public final class MatchEndpoints {

    private static final List<String> GET_PARAMETERS = List.of("watch");
    private static final List<String> LIST_PARAMETERS = List.of("game", "status", "seat", "limit", "cursor");

    /**
     * A match is watched for 30 seconds after a mark, and pages mark it every 15. So the CDN may answer for this long
     * without asking, and a thousand spectators cost six requests a minute.
     */
    private static final Duration MARK_KEPT = Duration.ofSeconds(10);

    /** Nobody knows when one of many open matches will end; most take seconds. */
    private static final Duration TRY_OPEN_AGAIN = Duration.ofSeconds(5);

    private final Matches matches;
    private final MatchQueue queue;
    private final Bots bots;
    private final Consoles consoles;
    private final SeatKey seatKey;
    private final MatchAnswer answer;
    private final UrlCheck urls;
    private final MatchLimits limits;
    private final Predicate<String> cancelled;
    private final Draws draws;

    /** @param cancelled whether the tournament with this id was cancelled */
    public MatchEndpoints(
            Matches matches,
            MatchQueue queue,
            Bots bots,
            Consoles consoles,
            SeatKey seatKey,
            UrlCheck urls,
            MatchLimits limits,
            Predicate<String> cancelled,
            Draws draws) {
        this.matches = matches;
        this.queue = queue;
        this.bots = bots;
        this.consoles = consoles;
        this.seatKey = seatKey;
        this.answer = new MatchAnswer(seatKey);
        this.urls = urls;
        this.limits = limits;
        this.cancelled = cancelled;
        this.draws = draws;
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
                        .map(this::accepted)
                        .orElseGet(() -> Response.problem(Problem.of(refused.violations())));
            case MatchRequest.Accepted accepted -> accept(caller, accepted.request(), key);
        };
    }

    private Response accept(Caller caller, MatchRequest request, IdempotencyKey key) {
        MatchRecord queued = MatchRecord.queued(
                draws.ids().next(),
                new MatchSettings(
                        request.game(),
                        request.players(),
                        request.seed() == null ? draws.seeds().get() : request.seed()),
                new MatchOrigin(
                        caller.owner(),
                        request.webhook() == null ? null : request.webhook().target(draws.secrets()),
                        null,
                        request.hidden() ? true : null),
                draws.clock().instant());
        MatchLimits own = Limits.ofMatches(limits, caller);
        return switch (matches.acceptMatch(queued, key, own, request.othersBots())) {
            case Creation.New<MatchRecord>(MatchRecord made) -> {
                send(WaitingMatch.of(made, own.open() > 0), made.game());
                yield accepted(made);
            }
            case Creation.Repeated<MatchRecord>(MatchRecord made) -> accepted(made);
            case Creation.TooManyOpen<MatchRecord> tooMany ->
                request.othersBots().contains(MatchLimits.botOf(tooMany.whose()))
                        ? busy(queued, tooMany.whose())
                        : tooManyOpen(own.open());
            case Creation.TooManyToday<MatchRecord> tooMany -> tooManyToday(own.day(), tooMany.until());
            case Creation.Conflicting<MatchRecord> conflicting -> IdempotencyHeader.reused("match");
            case Creation.Deleted<MatchRecord> deleted -> throw new IllegalStateException("a match was deleted");
        };
    }

    private Response tooManyOpen(int most) {
        return Response.problem(Problem.of(
                        ProblemType.TOO_MANY_OPEN,
                        "You have " + most + " matches queued or running, the maximum. Try again when one has ended."))
                .with("Retry-After", String.valueOf(TRY_OPEN_AGAIN.toSeconds()))
                .with(Limits.POLICY, "\"open-matches\";q=" + most)
                .with(Limits.LIMIT, "\"open-matches\";r=0");
    }

    /** @param quota the one that has no room: of the bot, or of this caller's share of its places */
    private Response busy(MatchRecord queued, String quota) {
        String bot = MatchLimits.botOf(quota);
        boolean ofAll = quota.equals(bot);
        int most = ofAll ? limits.ofBot() : limits.share();
        String name = queued.players().stream()
                .filter(player -> bot.equals(player.bot()))
                .map(PlayerRecord::name)
                .findFirst()
                .orElse(bot);
        return Response.problem(Problem.of(
                        ProblemType.BOT_BUSY,
                        "The bot " + name + " has " + most + " matches queued or running that "
                                + (ofAll
                                        ? "others than its owner created, the maximum."
                                        : "you created, the maximum for one who does not own it.")
                                + " Try again when one has ended."))
                .with("Retry-After", String.valueOf(TRY_OPEN_AGAIN.toSeconds()))
                .with(Limits.POLICY, "\"bot-open-matches\";q=" + most)
                .with(Limits.LIMIT, "\"bot-open-matches\";r=0");
    }

    private Response tooManyToday(int most, Instant until) {
        long seconds =
                Math.max(1, Duration.between(draws.clock().instant(), until).toSeconds() + 1);
        return Response.problem(Problem.of(
                        ProblemType.TOO_MANY_TODAY,
                        "You have created " + most + " matches today, the maximum. The limit resets at " + until + "."))
                .with("Retry-After", String.valueOf(seconds))
                .with(
                        Limits.POLICY,
                        "\"matches-a-day\";q=" + most + ";w="
                                + Duration.ofDays(1).toSeconds())
                .with(Limits.LIMIT, "\"matches-a-day\";r=0;t=" + seconds);
    }

    private void send(WaitingMatch match, String game) {
        try {
            queue.sendMatches(List.of(match), Duration.ZERO);
        } catch (SdkException | MatchQueue.NotSent notSent) {
            // The match is stored and will be played: the sweeper finds matches that were never queued.
            new MatchLog(MatchEndpoints.class, match.id(), game)
                    .at(Level.WARN, 0)
                    .setCause(notSent)
                    .log("Match accepted, but could not be queued; the sweeper will queue it");
        }
    }

    private Response accepted(MatchRecord match) {
        Map<String, Object> plain = answer.of(match);
        if (match.origin().webhook() != null && match.origin().webhook().secret() != null) {
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
        return (watch
                        ? watched(caller, place.get("id"))
                        : seen(caller, matches.find(place.get("id"))).map(match -> fresh(caller, match)))
                .orElseGet(MatchEndpoints::unknown);
    }

    private Optional<Response> watched(Caller caller, String id) {
        try {
            return seen(caller, matches.watch(id))
                    .map(match -> fresh(caller, match))
                    .map(shown -> caller.scope() == Scope.ANONYMOUS ? shown.shared(MARK_KEPT) : shown);
        } catch (Matches.NotNoted notNoted) {
            // The next request will be recorded; meanwhile, answer with what was found.
            MatchRecord found = notNoted.match();
            new MatchLog(MatchEndpoints.class, found.id(), found.game())
                    .at(Level.WARN, found.progress().turn())
                    .setCause(notNoted)
                    .log("Could not record that the match is watched; no live replay for now");
            return seen(caller, Optional.of(found)).map(match -> fresh(caller, match));
        }
    }

    private static Optional<MatchRecord> seen(Caller caller, Optional<MatchRecord> found) {
        return found.filter(match -> Visible.to(caller, match));
    }

    private Response fresh(Caller caller, MatchRecord match) {
        return Response.fresh(
                200,
                answer.to(caller, match, !matches.onOpenBoards(List.of(match)).isEmpty()));
    }

    /** What the caller's own published bots printed in a match. */
    public Response console(Caller caller, Request request, Map<String, String> place) {
        Optional<MatchRecord> found = seen(caller, matches.find(place.get("id")));
        if (found.isEmpty()) {
            return unknown();
        }
        MatchRecord match = found.get();
        List<Object> seats = new ArrayList<>();
        for (Seat seat : Seat.values()) {
            PlayerRecord player = match.players().get(seat.index());
            // What a running match has printed is not stored yet. Nor may its owner learn that it is their bot's match.
            if (player.code() != null
                    && match.shownStatus() == Status.FINISHED
                    && bots.find(player.bot())
                            .filter(bot -> bot.isOf(caller.owner()))
                            .isPresent()) {
                Map<String, Object> plain = new LinkedHashMap<>();
                plain.put("player", seat.number());
                plain.put(
                        "turns",
                        consoles.get(match.id(), seat).stream()
                                .map(MatchEndpoints::printed)
                                .toList());
                seats.add(plain);
            }
        }
        return Response.fresh(200, Map.of("seats", seats));
    }

    private static Map<String, Object> printed(Consoles.Printed printed) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("turn", printed.turn());
        plain.put("text", printed.text());
        return plain;
    }

    /**
     * Cancels a match that has not ended, for its owner or for that of a bot in it. A match of a ladder can be
     * cancelled by an admin only, because others take part; one of a tournament only once the tournament itself was
     * cancelled, because its schedule needs the result.
     */
    public Response cancel(Caller caller, Request request, Map<String, String> place) {
        Optional<MatchRecord> found = seen(caller, matches.find(place.get("id")));
        if (found.isEmpty()) {
            return unknown();
        }
        MatchOrigin origin = found.get().origin();
        Optional<PlayerRecord> challenged = challenged(caller, found.get());
        if (origin.competition() == null && !caller.mayHandle(origin.owner()) && challenged.isEmpty()) {
            return Response.problem(Problem.of(ProblemType.UNKNOWN_MATCH, "You have no match with this id."));
        }
        if (origin.competition() != null && caller.scope() != Scope.ADMIN) {
            return Response.problem(Problem.of(
                    ProblemType.INSUFFICIENT_SCOPE,
                    "Cancelling a match of a tournament or ladder needs the scope admin."));
        }
        if (origin.competition() instanceof Competition.OfTournament of && !cancelled.test(of.tournament())) {
            return Response.problem(Problem.of(
                    ProblemType.MATCH_NEEDED,
                    "The tournament needs the result of this match. Cancel the tournament first."));
        }
        String reason = caller.mayHandle(origin.owner()) || challenged.isEmpty()
                ? "It was cancelled."
                : "The owner of " + challenged.get().name() + " ended it.";
        return matches.cancel(found.get().id(), reason)
                .map(match -> match.status() == Status.CANCELLED
                        ? Response.fresh(200, answer.of(match))
                        : Response.problem(Problem.of(
                                ProblemType.MATCH_OVER,
                                "The match has already ended: it is "
                                        + match.status().code() + ".")))
                .orElseGet(MatchEndpoints::unknown);
    }

    /** A bot of the caller that plays in the match. */
    private Optional<PlayerRecord> challenged(Caller caller, MatchRecord match) {
        return match.players().stream()
                .filter(player -> player.bot() != null
                        && bots.find(player.bot())
                                .filter(bot -> bot.isOf(caller.owner()))
                                .isPresent())
                .findFirst();
    }

    private static Response unknown() {
        return Response.problem(Problem.of(ProblemType.UNKNOWN_MATCH, "No match has this id."));
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
        String seat = query.values().get("seat");
        if (seat != null && !SeatIds.isId(seat)) {
            violations.add(Violation.inQuery(
                    ProblemType.BAD_PARAMETER,
                    "seat",
                    "expected the value of a header Bout-Match, seat_..., got " + Plain.describe(seat)));
        }
        int limit = Paging.limit(query, MatchQuery.MAX_LIMIT, violations);
        if (!violations.isEmpty()) {
            return Response.problem(Problem.of(violations));
        }
        if (seat != null) {
            return page(
                    caller,
                    ofSeat(caller, seat).stream()
                            .filter(match -> game == null || match.game().equals(game))
                            .filter(match ->
                                    status == null || match.status().code().equals(status))
                            .toList(),
                    null);
        }
        MatchQuery asked = new MatchQuery(
                game,
                status == null ? null : Status.of(status).orElseThrow(),
                limit,
                query.values().get("cursor"));
        return switch (matches.list(asked)) {
            case Listing.BadCursor<MatchRecord> bad -> Response.problem(Problem.of(List.of(Paging.badCursor())));
            case Listing.Page<MatchRecord> page -> page(caller, page.items(), page.cursor());
        };
    }

    private Response page(Caller caller, List<MatchRecord> matches, String next) {
        Set<String> onOpenBoards = this.matches.onOpenBoards(matches);
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put(
                "matches",
                matches.stream()
                        .map(match -> answer.to(caller, match, onOpenBoards.contains(match.id())))
                        .toList());
        plain.put("next", next);
        return Response.fresh(200, plain);
    }

    /**
     * The match in which the caller's bot knew its seat by this id. Only once it has ended: a bot could ask, too, and
     * would learn who its opponent is.
     */
    private Optional<MatchRecord> ofSeat(Caller caller, String id) {
        if (caller.scope() == Scope.ANONYMOUS) {
            return Optional.empty();
        }
        return seatKey.ids().read(id).flatMap(seat -> seen(caller, matches.find(seat.match()))
                .filter(match -> match.shownStatus().over())
                .filter(match -> caller.mayHandle(owner(match, seat.seat()))));
    }

    /** Whose bot has the seat: the owner of a registered bot, for a URL whoever created the match. */
    private String owner(MatchRecord match, Seat seat) {
        PlayerRecord player = match.players().get(seat.index());
        return player.bot() == null
                ? match.origin().owner()
                : bots.find(player.bot()).map(BotRecord::owner).orElse(null);
    }
}
