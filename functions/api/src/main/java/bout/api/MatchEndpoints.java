package bout.api;

import bout.address.UrlCheck;
import bout.api.http.Caller;
import bout.api.http.Callers;
import bout.api.http.Cursor;
import bout.api.http.Field;
import bout.api.http.IdempotencyHeader;
import bout.api.http.Limits;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.competition.journal.Competition;
import bout.engine.Seat;
import bout.store.access.Scope;
import bout.store.bot.Authors;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.match.MatchFilter;
import bout.store.match.MatchFilter.Ending;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.match.WaitingMatch;
import bout.store.queue.Queue.MatchQueue;
import bout.store.replay.Consoles;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.tournament.Tournaments;
import bout.table.Creation;
import bout.table.Creator.IdempotencyKey;
import bout.table.Listing;
import bout.table.Listing.PageRequest;
import bout.telemetry.MatchLog;
import bout.wire.Printed;
import bout.wire.ProblemType;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import bout.wire.id.SeatIds;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

public record MatchEndpoints(
        Matches matches,
        MatchQueue queue,
        Bots bots,
        Authors authors,
        Tournaments tournaments,
        Consoles consoles,
        SeatKey seatKey,
        UrlCheck urls,
        MatchLimits limits,
        IdsAndSeeds drawn) {

    /**
     * A match is watched for 30 seconds after a mark, and pages mark it every 15. So the CDN may answer for this long
     * without asking, and a thousand spectators cost six requests a minute.
     */
    private static final Duration MARK_KEPT = Duration.ofSeconds(10);

    /** It is not known when one of many open matches will end; most take seconds. */
    private static final int TRY_OPEN_AGAIN_SECONDS = 5;

    public Response create(Request request) {
        Caller caller = request.caller();
        IdempotencyHeader.Post post = IdempotencyHeader.read(caller, request, Field.MAX_BYTES);
        MatchRequest wanted;
        try {
            wanted = MatchRequest.read(post.body(), urls, caller, bots::find);
        } catch (Refusal refused) {
            return accepted(post.made(matches::earlier, refused));
        }
        return accept(caller, wanted, post.key());
    }

    private Response accept(Caller caller, MatchRequest request, IdempotencyKey key) {
        MatchRecord queued = MatchRecord.queued(
                drawn.ids().next(),
                new MatchSettings(
                        request.game(), request.players(), request.seed() == null ? drawn.seed() : request.seed()),
                new MatchOrigin(caller.owner(), request.webhook(), null, request.hidden()),
                drawn.now());
        MatchLimits own = Limits.ofMatches(limits, caller);
        return switch (matches.acceptMatch(queued, key, own, request.othersBots())) {
            case Creation.New<MatchRecord>(MatchRecord made) -> {
                send(WaitingMatch.of(made, own.open() > 0), made.game());
                yield accepted(made);
            }
            case Creation.Repeated<MatchRecord>(MatchRecord made) -> accepted(made);
            case Creation.TooManyOpen<MatchRecord>(String whose) ->
                throw request.othersBots().contains(MatchLimits.botOf(whose))
                        ? busy(queued, whose)
                        : Limits.over(
                                ProblemType.TOO_MANY_OPEN,
                                "You have " + own.open()
                                        + " matches queued or running, the maximum. Try again when one has ended.",
                                "open-matches",
                                own.open(),
                                TRY_OPEN_AGAIN_SECONDS);
            case Creation.TooManyToday<MatchRecord>(Instant until) ->
                throw Limits.over(
                        ProblemType.TOO_MANY_TODAY,
                        "You have created " + own.day() + " matches today, the maximum. The limit resets at " + until
                                + ".",
                        "matches-a-day",
                        own.day(),
                        Duration.ofDays(1),
                        Limits.secondsUntil(drawn.clock(), until));
            case Creation.Conflicting<MatchRecord> conflicting -> throw IdempotencyHeader.reused("match");
            case Creation.Deleted<MatchRecord> deleted -> throw new IllegalStateException("a match was deleted");
        };
    }

    /** @param quota the one that has no room: of the bot, or of this caller's share of its places */
    private Refusal busy(MatchRecord queued, String quota) {
        String bot = MatchLimits.botOf(quota);
        boolean ofAll = quota.equals(bot);
        int most = ofAll ? limits.ofBot() : limits.share();
        String name = queued.players().stream()
                .filter(player -> bot.equals(player.bot()))
                .map(PlayerRecord::name)
                .findFirst()
                .orElse(bot);
        return Limits.over(
                ProblemType.BOT_BUSY,
                "The bot " + name + " has " + most + " matches queued or running that "
                        + (ofAll
                                ? "other players created, the maximum."
                                : "you created, the maximum for a bot of another owner.")
                        + " Try again when one has ended.",
                "bot-open-matches",
                most,
                TRY_OPEN_AGAIN_SECONDS);
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
        Map<String, Object> plain =
                ContestReader.withSecret(answer().of(match), match.origin().webhook());
        return Response.fresh(202, plain).with("Location", MatchAnswer.path(match));
    }

    /** Without authors: whoever creates or cancels a match knows who plays, and lists are asked for all the time. */
    private MatchAnswer answer() {
        return new MatchAnswer(seatKey, Collections.emptyMap());
    }

    public Response get(Request request) {
        Caller caller = request.caller();
        Query query = Query.read(request.query(), "watch");
        boolean watch = query.flag("watch");
        query.check();
        return watch ? watched(caller, request.id()) : fresh(caller, caller.seenMatch(found(request.id())));
    }

    private Optional<MatchRecord> found(String id) {
        return matches.find(id).map(tournaments::asRevealed);
    }

    private Response watched(Caller caller, String id) {
        try {
            Response shown = fresh(caller, caller.seenMatch(matches.watch(id).map(tournaments::asRevealed)));
            return caller.scope() == Scope.ANONYMOUS ? shown.shared(MARK_KEPT) : shown;
        } catch (Matches.NotNoted notNoted) {
            // The next request will be recorded; meanwhile, answer with the matches found so far.
            MatchRecord found = notNoted.match();
            new MatchLog(MatchEndpoints.class, found.id(), found.game())
                    .at(Level.WARN, found.progress().turn())
                    .setCause(notNoted)
                    .log("Could not record that the match is watched; no live replay for now");
            return fresh(caller, caller.seenMatch(Optional.of(tournaments.asRevealed(found))));
        }
    }

    private Response fresh(Caller caller, MatchRecord match) {
        List<PlayerRecord> shown = MatchAnswer.showsPlayers(caller, match) ? match.players() : List.of();
        MatchAnswer answer = new MatchAnswer(seatKey, authors.of(shown, caller::sees));
        return Response.ok(
                answer.to(caller, match, !matches.onOpenBoards(List.of(match)).isEmpty()));
    }

    private record OfSeat(Seat player, List<Printed> turns) {}

    /** The output of the caller's published bots. */
    public Response console(Request request) {
        MatchRecord match = request.caller().seenMatch(found(request.id()));
        List<OfSeat> seats = Seat.first(match.players().size()).stream()
                .filter(seat -> showsConsole(request.caller(), match, seat))
                .map(seat -> new OfSeat(seat, consoles.get(match.id(), seat)))
                .toList();
        return Response.ok(Map.of("seats", seats));
    }

    /** The output of a running match is not stored yet. Nor may its owner learn that it is their bot's match. */
    private boolean showsConsole(Caller caller, MatchRecord match, Seat seat) {
        PlayerRecord player = match.players().get(seat.index());
        return player.code() != null && match.shownStatus() == Status.FINISHED && ownsBot(caller, player);
    }

    private boolean ownsBot(Caller caller, PlayerRecord player) {
        return player.bot() != null
                && bots.find(player.bot())
                        .filter(bot -> bot.isOf(caller.owner()))
                        .isPresent();
    }

    /**
     * Cancels a match that has not ended, for its owner or for that of a bot in it. A match of a ladder can be
     * cancelled by an admin only, because others take part; one of a tournament only once the tournament itself was
     * cancelled, because its schedule needs the result.
     */
    public Response cancel(Request request) {
        Caller caller = request.caller();
        MatchRecord found = caller.seenMatch(found(request.id()));
        MatchOrigin origin = found.origin();
        Optional<PlayerRecord> challenged = challenged(caller, found);
        if (origin.competition() == null && !caller.mayHandle(origin.owner()) && challenged.isEmpty()) {
            throw new Refusal(ProblemType.UNKNOWN_MATCH, "You have no match with this id.");
        }
        if (origin.competition() != null && caller.scope() != Scope.ADMIN) {
            throw new Refusal(
                    ProblemType.INSUFFICIENT_SCOPE,
                    "Cancelling a match of a tournament or ladder needs the scope admin.");
        }
        if (origin.competition() instanceof Competition.OfTournament of && !cancelled(of.tournament())) {
            throw new Refusal(
                    ProblemType.MATCH_NEEDED,
                    "The tournament needs the result of this match. Cancel the tournament first.");
        }
        String reason = caller.mayHandle(origin.owner()) || challenged.isEmpty()
                ? "It was cancelled."
                : "The owner of " + challenged.get().name() + " ended it.";
        MatchRecord match = caller.seenMatch(matches.cancel(found.id(), reason));
        if (match.status() != Status.CANCELLED) {
            throw new Refusal(
                    ProblemType.MATCH_OVER,
                    "The match has already ended: it is " + match.status().code() + ".");
        }
        return Response.ok(answer().of(match));
    }

    private boolean cancelled(String tournament) {
        return tournaments
                .find(tournament)
                .map(found -> found.state() == TournamentState.CANCELLING || found.state() == TournamentState.CANCELLED)
                .orElse(true);
    }

    private Optional<PlayerRecord> challenged(Caller caller, MatchRecord match) {
        return match.players().stream()
                .filter(player -> ownsBot(caller, player))
                .findFirst();
    }

    public Response list(Request request) {
        Caller caller = request.caller();
        Query query = Query.read(
                request.query(), "game", "status", "seat", "mine", "bot", "opponent", "result", "limit", "cursor");
        String game = query.game();
        Status status = query.oneOf("status", Status.class);
        String seat = query.get("seat");
        if (seat != null && !SeatIds.isId(seat)) {
            query.unlike("seat", "the value of a header Bout-Match, seat_...");
        }
        if (seat != null && query.get("cursor") != null) {
            // One match has a seat, so that list has no second page.
            query.badCursor();
        }
        int limit = query.limit(PageRequest.MAX_LIMIT);
        Optional<BotRecord> bot = bot(caller, query);
        MatchFilter filter = filter(caller, query, status);
        boolean names = caller.scope() == Scope.ADMIN;
        if (seat != null) {
            return page(
                    caller,
                    ofSeat(caller, seat).stream()
                            .filter(match -> game == null || match.game().equals(game))
                            .filter(match -> filter.takes(match, names))
                            .toList(),
                    null);
        }
        if (game != null && bot.filter(known -> !known.game().equals(game)).isPresent()) {
            return page(caller, List.of(), null);
        }
        String behind = query.behind(MatchIds::isId);
        Listing.Page<MatchRecord> page = filter.owner() == null && bot.isEmpty()
                ? matches.list(new PageRequest<>(game, status, limit, behind))
                : matches.list(
                        new PageRequest<>(bot.map(BotRecord::game).orElse(game), filter, limit, behind),
                        caller::sees,
                        names);
        return page(caller, page.items(), Cursor.behind(page.last()));
    }

    private Optional<BotRecord> bot(Caller caller, Query query) {
        String id = query.get("bot");
        if (id == null) {
            return Optional.empty();
        }
        Optional<BotRecord> found = bots.find(id).filter(caller::sees);
        if (found.isEmpty()) {
            query.wrong(ProblemType.UNKNOWN_BOT, "bot", "no bot has this id");
        }
        return found;
    }

    /** Refuses the request if any parameter is wrong. */
    private static MatchFilter filter(Caller caller, Query query, Status status) {
        boolean mine = query.flag("mine");
        String bot = query.get("bot");
        String opponent = query.get("opponent");
        if (bot == null && opponent != null) {
            query.wrong(ProblemType.BAD_PARAMETER, "opponent", "needs the parameter bot: whose opponent it was");
        } else if (opponent != null && !IdKind.BOT.is(opponent) && !opponent.startsWith(PlayerRecord.HOUSE)) {
            query.unlike("opponent", "the id of a bot, or house: and the name of a house bot");
        }
        Ending ending = bot == null ? null : query.oneOf("result", Ending.class);
        if (bot == null && query.get("result") != null) {
            query.wrong(ProblemType.BAD_PARAMETER, "result", "needs the parameter bot: the result is seen from it");
        }
        query.check();
        if (mine && caller.owner() == null) {
            throw Callers.forbidden(caller, Scope.READ);
        }
        return new MatchFilter(status, mine ? caller.owner() : null, bot, opponent, ending);
    }

    private Response page(Caller caller, List<MatchRecord> listed, String next) {
        Set<String> onOpenBoards = matches.onOpenBoards(listed);
        return Response.list(
                "matches",
                listed.stream()
                        .map(match -> answer().to(caller, match, onOpenBoards.contains(match.id())))
                        .toList(),
                next);
    }

    /**
     * The match in which the caller's bot knew its seat by this id. Only once it has ended: a bot could ask, too, and
     * would learn who its opponent is.
     */
    private Optional<MatchRecord> ofSeat(Caller caller, String id) {
        if (caller.scope() == Scope.ANONYMOUS) {
            return Optional.empty();
        }
        return seatKey.ids().read(id).flatMap(seat -> found(seat.match())
                .filter(match -> caller.sees(match))
                .filter(match -> match.shownStatus().over())
                .filter(match -> caller.mayHandle(owner(match, seat.seat()))));
    }

    /** Whose bot has the seat: the owner of a registered bot, for a URL the creator of the match. */
    private String owner(MatchRecord match, Seat seat) {
        PlayerRecord player = match.players().get(seat.index());
        return player.bot() == null
                ? match.origin().owner()
                : bots.find(player.bot()).map(BotRecord::owner).orElse(null);
    }
}
