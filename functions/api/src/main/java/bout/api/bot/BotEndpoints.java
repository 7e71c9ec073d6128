package bout.api.bot;

import bout.address.UrlCheck;
import bout.api.access.Caller;
import bout.api.access.Callers;
import bout.api.access.IdempotencyHeader;
import bout.api.access.Limits;
import bout.api.access.Visible;
import bout.api.http.JsonBody;
import bout.api.http.Paging;
import bout.api.http.Query;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.engine.Seat;
import bout.sandbox.Sandbox;
import bout.store.access.Scope;
import bout.store.bot.BotChange;
import bout.store.bot.BotCheck;
import bout.store.bot.BotQuery;
import bout.store.bot.BotRecord;
import bout.store.bot.BotSettings;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.bot.Publications;
import bout.store.bot.PublishedCode;
import bout.store.bot.Visibility;
import bout.store.id.BotIds;
import bout.store.line.Lines;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.queue.CheckQueue;
import bout.store.table.Creation;
import bout.store.table.IdempotencyKey;
import bout.store.table.Listing;
import bout.wire.Problem;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import bout.wire.WebhookSecret;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Registers, shows, changes, checks and deletes bots. A bot that a caller may not see, or may not change, is answered
 * like one that does not exist.
 */
public final class BotEndpoints {

    private static final List<String> LIST_PARAMETERS = List.of("game", "mine", "limit", "cursor");
    private static final String IF_MATCH = "If-Match";
    private static final Pattern REVISION = Pattern.compile("\"([1-9][0-9]{0,17})\"");
    private static final int CHALLENGE_BYTES = 24;

    /** How often to try a change without {@code If-Match} when others get in first. */
    private static final int ATTEMPTS = 8;

    /** Nobody knows how long a bot takes; most take less than a second. */
    private static final Duration TRY_CHECK_AGAIN = Duration.ofSeconds(5);

    private final Bots bots;
    private final PublishedCode code;
    private final Sandbox sandbox;
    private final Publications publications;
    private final Matches matches;
    private final SeatKey seatKey;
    private final CheckQueue checks;
    private final FirstMatches firstMatches;
    private final BotAnswer answer;
    private final UrlCheck urls;
    private final int perOwner;
    private final BotIds ids;
    private final SecureRandom random;
    private final Clock clock;

    /**
     * @param sandbox in which code is loaded before it is stored
     * @param perOwner the maximum of bots for an owner who is not an admin; 0 = no limit
     */
    public BotEndpoints(
            Bots bots,
            PublishedCode code,
            Sandbox sandbox,
            Publications publications,
            Matches matches,
            SeatKey seatKey,
            CheckQueue checks,
            FirstMatches firstMatches,
            Lines lines,
            UrlCheck urls,
            int perOwner,
            BotIds ids,
            SecureRandom random,
            Clock clock) {
        this.bots = bots;
        this.code = code;
        this.sandbox = sandbox;
        this.publications = publications;
        this.matches = matches;
        this.seatKey = seatKey;
        this.checks = checks;
        this.firstMatches = firstMatches;
        this.answer = new BotAnswer(lines);
        this.urls = urls;
        this.perOwner = perOwner;
        this.ids = ids;
        this.random = random;
        this.clock = clock;
    }

    // --- show

    public Response list(Caller caller, Request request, Map<String, String> place) {
        Query query = Query.read(request.query(), LIST_PARAMETERS);
        List<Violation> violations = new ArrayList<>(query.violations());
        String game = Paging.game(query, violations);
        int limit = Paging.limit(query, BotQuery.MAX_LIMIT, violations);
        boolean own = query.flag("mine", violations);
        if (!violations.isEmpty()) {
            return Response.problem(Problem.of(violations));
        }
        if (own && caller.owner() == null) {
            return Callers.refuse(caller, Scope.READ);
        }
        BotQuery asked = new BotQuery(
                game, own ? caller.owner() : null, limit, query.values().get("cursor"));
        return switch (bots.list(asked)) {
            case Listing.BadCursor<BotRecord> bad -> Response.problem(Problem.of(List.of(Paging.badCursor())));
            case Listing.Page<BotRecord> page -> {
                Map<String, Object> plain = new LinkedHashMap<>();
                plain.put("bots", answer.to(caller, page.items()));
                plain.put("next", page.cursor());
                yield Response.fresh(200, plain);
            }
        };
    }

    public Response get(Caller caller, Request request, Map<String, String> place) {
        return bots.find(place.get("id"))
                .filter(bot -> Visible.to(caller, bot))
                .map(bot -> shown(caller, bot))
                .orElseGet(() -> unknown("No bot has this id."));
    }

    private Response shown(Caller caller, BotRecord bot) {
        return Response.fresh(200, answer.to(caller, bot)).with("ETag", etag(bot));
    }

    private static String etag(BotRecord bot) {
        return "\"" + bot.revision() + "\"";
    }

    private static Response unknown(String detail) {
        return Response.problem(Problem.of(ProblemType.UNKNOWN_BOT, detail));
    }

    /** The text of a published bot: for its owner, or for everyone if the owner has opened it. */
    public Response code(Caller caller, Request request, Map<String, String> place) {
        Optional<BotRecord> bot = bots.find(place.get("id")).filter(found -> Visible.to(caller, found));
        return bot.isEmpty() ? unknown("No bot has this id.") : code(caller, bot.get());
    }

    private Response code(Caller caller, BotRecord bot) {
        if (!(bot.settings().program() instanceof Program.Published published)) {
            return noCode("Bout does not have this bot's code.");
        }
        return published.open() || bot.isOf(caller.owner())
                ? text(published.code())
                : noCode("Only the bot's owner can read its code.");
    }

    /** The text with this SHA-256, if it is the bot's, or was open when it was replaced. */
    public Response codeByHash(Caller caller, Request request, Map<String, String> place) {
        Optional<BotRecord> bot = bots.find(place.get("id")).filter(found -> Visible.to(caller, found));
        if (bot.isEmpty()) {
            return unknown("No bot has this id.");
        }
        String wanted = place.get("sha256");
        if (wanted.equals(bot.get().code())) {
            return code(caller, bot.get());
        }
        // The hash of a secret text is no secret: matches name it.
        return Program.Published.isCode(wanted) && code.isLeftOpen(bot.get().id(), wanted)
                ? text(wanted)
                : noCode("This bot had no open source with this SHA-256 when that was replaced.");
    }

    private static Response noCode(String detail) {
        return Response.problem(Problem.of(ProblemType.NO_CODE, detail));
    }

    private Response text(String sha256) {
        return Response.text(code.get(sha256).orElseThrow(() -> new IllegalStateException("missing: code/" + sha256)));
    }

    // --- register

    public Response register(Caller caller, Request request, Map<String, String> place) {
        return IdempotencyHeader.answer(
                caller, request, BotRequest.MAX_BYTES, (body, key) -> switch (BotRequest.registration(body, urls)) {
                    case BotRequest.Refused refused -> Response.problem(Problem.of(refused.violations()));
                    case BotRequest.Accepted accepted -> register(caller, accepted.request(), key);
                });
    }

    private Response register(Caller caller, BotRequest wanted, IdempotencyKey key) {
        if (wanted.code() != null) {
            Optional<Response> refused = refused(caller, wanted.game(), wanted.code());
            if (refused.isPresent()) {
                return refused.get();
            }
        }
        store(wanted);
        BotRecord bot = BotRecord.registered(
                ids.next(),
                caller.owner(),
                wanted.game(),
                new BotSettings(
                        wanted.name(),
                        wanted.program(),
                        WebhookSecret.draw(random),
                        wanted.visibility(),
                        wanted.active()),
                challenge(),
                clock.instant());
        int most = Limits.ofBots(perOwner, caller);
        return switch (bots.register(bot, key, most)) {
            case Creation.New<BotRecord>(BotRecord made) -> {
                if (made.settings().program() instanceof Program.Published) {
                    firstMatches.of(made);
                }
                yield registered(caller, made);
            }
            // The first response was probably lost, and the secret with it.
            case Creation.Repeated<BotRecord>(BotRecord made) -> registered(caller, made);
            case Creation.Deleted<BotRecord> deleted ->
                Response.problem(Problem.of(List.of(Violation.inHeaders(
                        ProblemType.KEY_REUSED,
                        IdempotencyHeader.NAME,
                        "the bot registered with this key has been deleted; use a new key for another bot"))));
            case Creation.Conflicting<BotRecord> conflicting -> IdempotencyHeader.reused("bot");
            case Creation.TooManyOpen<BotRecord> tooMany ->
                Response.problem(Problem.of(
                        ProblemType.TOO_MANY_BOTS,
                        "You have " + most + " bots, the maximum. Delete one, or give one another URL or other code."));
            case Creation.TooManyToday<BotRecord> tooMany ->
                throw new IllegalStateException("bots have no daily limit");
        };
    }

    private Response registered(Caller caller, BotRecord bot) {
        return Response.fresh(201, answer.withSecret(caller, bot))
                .with("Location", BotAnswer.path(bot))
                .with("ETag", etag(bot));
    }

    /** Why this code is not published; empty if it is. Counted before it is loaded, which may take seconds. */
    private Optional<Response> refused(Caller caller, String game, String code) {
        if (caller.scope() != Scope.ADMIN && !publications.count(caller.owner())) {
            return Optional.of(tooManyPublications());
        }
        try {
            return sandbox.refusal(game, code, caller.owner())
                    .map(why -> why.endsWith(".") ? why.substring(0, why.length() - 1) : why)
                    .map(why -> Response.problem(
                            Problem.of(List.of(Violation.inBody(ProblemType.BAD_CODE, "/code", why)))));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while code was loaded", stopping);
        }
    }

    private Response tooManyPublications() {
        Instant now = clock.instant();
        Duration day = Duration.ofDays(1);
        long seconds = Duration.between(now, now.truncatedTo(ChronoUnit.DAYS).plus(day))
                        .toSeconds()
                + 1;
        return Response.problem(Problem.of(
                        ProblemType.TOO_MANY_PUBLICATIONS,
                        "You have published code " + Publications.MOST_A_DAY
                                + " times today (UTC), the maximum. Try again tomorrow."))
                .with("Retry-After", String.valueOf(seconds))
                .with(Limits.POLICY, "\"publications-a-day\";q=" + Publications.MOST_A_DAY + ";w=" + day.toSeconds())
                .with(Limits.LIMIT, "\"publications-a-day\";r=0;t=" + seconds);
    }

    /** Before the bot has it, so that there is no bot without its code. */
    private void store(BotRequest wanted) {
        if (wanted.code() != null) {
            code.put(wanted.code());
        }
    }

    private String challenge() {
        byte[] bytes = new byte[CHALLENGE_BYTES];
        random.nextBytes(bytes);
        return "bout-challenge-" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    // --- change

    public Response change(Caller caller, Request request, Map<String, String> place) {
        return switch (JsonBody.read(request, BotRequest.MAX_BYTES)) {
            case JsonBody.Unreadable unreadable -> unreadable.response();
            case JsonBody.Read(Object body) ->
                switch (BotRequest.change(body, urls)) {
                    case BotRequest.Refused refused -> Response.problem(Problem.of(refused.violations()));
                    case BotRequest.Accepted accepted -> change(caller, request, place, accepted.request());
                };
        };
    }

    private Response change(Caller caller, Request request, Map<String, String> place, BotRequest wanted) {
        // An admin may stop, rename and hide a bot, but may not give it another program, or show it or its code to
        // others.
        boolean onlyOwner = wanted.changesProgram() || wanted.visibility() == Visibility.PUBLIC;
        Right right = bot -> onlyOwner ? bot.isOf(caller.owner()) : caller.mayHandle(bot.owner());
        if (wanted.code() != null || wanted.open() != null && wanted.program() == null) {
            Optional<BotRecord> bot = bots.find(place.get("id")).filter(right::to);
            if (bot.isEmpty()) {
                return notYours();
            }
            if (wanted.code() != null) {
                Optional<Response> refused = refused(caller, bot.get().game(), wanted.code());
                if (refused.isPresent()) {
                    return refused.get();
                }
            }
            if (wanted.program() == null && !(bot.get().settings().program() instanceof Program.Published)) {
                return Response.problem(Problem.of(List.of(Violation.inBody(
                        ProblemType.UNKNOWN_FIELD, "/openSource", "only for a bot with published code"))));
            }
        }
        return change(caller, request, place, bot -> changed(bot, wanted), bot -> shown(caller, bot), right);
    }

    private BotRecord changed(BotRecord bot, BotRequest wanted) {
        store(wanted);
        BotSettings before = bot.settings();
        Program program = wanted.program(before.program());
        if (before.program() instanceof Program.Published published && published.open() && !program.sameAs(published)) {
            code.leaveOpen(bot.id(), published.code());
        }
        BotSettings after = new BotSettings(
                wanted.name() == null ? before.name() : wanted.name(),
                program,
                before.secret(),
                wanted.visibility() == null ? before.visibility() : wanted.visibility(),
                wanted.active() == null ? before.active() : wanted.active(),
                before.left());
        return bot.changed(
                wanted.leaves() == null ? after : after.leaving(wanted.leaves()), challenge(), clock.instant());
    }

    /** Only for the owner, who alone knows that the program at the URL has changed. */
    public Response renew(Caller caller, Request request, Map<String, String> place) {
        Instant now = clock.instant();
        return change(
                caller,
                request,
                place,
                bot -> bot.renewed(now),
                bot -> shown(caller, bot),
                bot -> bot.isOf(caller.owner()));
    }

    /** Only for the owner: an admin may stop a bot, but may not see its secret. */
    public Response rotateSecret(Caller caller, Request request, Map<String, String> place) {
        Instant now = clock.instant();
        WebhookSecret secret = WebhookSecret.draw(random);
        return change(
                caller,
                request,
                place,
                bot -> bot.signedWith(secret, now),
                bot -> Response.fresh(200, answer.withSecret(caller, bot)).with("ETag", etag(bot)),
                bot -> bot.isOf(caller.owner()));
    }

    private interface Answer {
        Response of(BotRecord bot);
    }

    private interface Right {
        boolean to(BotRecord bot);
    }

    private Response change(
            Caller caller,
            Request request,
            Map<String, String> place,
            UnaryOperator<BotRecord> change,
            Answer answer,
            Right right) {
        Optional<Response> badCondition = badCondition(request);
        if (badCondition.isPresent()) {
            return badCondition.get();
        }
        for (int attempt = 1; ; attempt++) {
            Optional<BotRecord> found = bots.find(place.get("id")).filter(right::to);
            if (found.isEmpty()) {
                return notYours();
            }
            BotRecord bot = found.get();
            if (!meets(request, bot)) {
                return outdated(bot);
            }
            switch (bots.change(bot, change.apply(bot))) {
                case BotChange.Done done -> {
                    if (bot.settings().active() && !done.bot().settings().active()) {
                        endOthers(bot, "paused");
                    }
                    return answer.of(done.bot());
                }
                case BotChange.Gone gone -> {
                    return notYours();
                }
                case BotChange.Outdated outdated -> {
                    if (attempt == ATTEMPTS || request.header(IF_MATCH) != null) {
                        return outdated(bot);
                    }
                }
            }
        }
    }

    /** Those who challenged it need not wait for a bot that its owner has taken back. */
    private void endOthers(BotRecord bot, String what) {
        matches.cancelOfOthers(bot.id(), "The owner of " + bot.settings().name() + " " + what + " it.");
    }

    private static Response notYours() {
        return unknown("You have no bot with this id.");
    }

    /** The response to an invalid header {@code If-Match}; empty if it is valid or missing. */
    private static Optional<Response> badCondition(Request request) {
        String condition = request.header(IF_MATCH);
        if (condition == null
                || condition.strip().equals("*")
                || REVISION.matcher(condition.strip()).matches()) {
            return Optional.empty();
        }
        return Optional.of(Response.problem(Problem.of(List.of(
                Violation.inHeaders(ProblemType.BAD_HEADER, IF_MATCH, "expected an ETag such as \"1\", or *")))));
    }

    private static boolean meets(Request request, BotRecord bot) {
        String condition = request.header(IF_MATCH);
        if (condition == null) {
            return true;
        }
        Matcher revision = REVISION.matcher(condition.strip());
        return !revision.matches() || Long.parseLong(revision.group(1)) == bot.revision();
    }

    private static Response outdated(BotRecord bot) {
        return Response.problem(Problem.of(
                        ProblemType.OUTDATED, "Another request has changed the bot. Fetch it again, then retry."))
                .with("ETag", etag(bot));
    }

    public Response delete(Caller caller, Request request, Map<String, String> place) {
        Optional<Response> badCondition = badCondition(request);
        if (badCondition.isPresent()) {
            return badCondition.get();
        }
        for (int attempt = 1; ; attempt++) {
            Optional<BotRecord> found = bots.find(place.get("id")).filter(bot -> caller.mayHandle(bot.owner()));
            if (found.isEmpty()) {
                return notYours();
            }
            BotRecord bot = found.get();
            if (!meets(request, bot)) {
                return outdated(bot);
            }
            switch (bots.delete(bot)) {
                case BotChange.Done done -> {
                    endOthers(bot, "deleted");
                    return Response.fresh(200, answer.to(caller, bot));
                }
                case BotChange.Gone gone -> {
                    return notYours();
                }
                case BotChange.Outdated outdated -> {
                    if (attempt == ATTEMPTS || request.header(IF_MATCH) != null) {
                        return outdated(bot);
                    }
                }
            }
        }
    }

    // --- check

    public Response check(Caller caller, Request request, Map<String, String> place) {
        Optional<BotRecord> bot = bots.find(place.get("id")).filter(found -> found.isOf(caller.owner()));
        if (bot.isEmpty()) {
            return notYours();
        }
        BotCheck wanted = BotCheck.asked(UUID.randomUUID().toString(), clock.instant());
        Optional<BotCheck> waiting = bots.ask(bot.get().id(), wanted);
        if (waiting.isEmpty()) {
            return notYours();
        }
        // A check that is already waiting has its message. Should that be lost, another check can be requested later.
        if (waiting.get().id().equals(wanted.id())) {
            checks.send(new CheckQueue.Task.Check(place.get("id"), wanted.id()));
        }
        return Response.fresh(202, BotAnswer.of(waiting.get())).with("Location", "/api/bots/" + place.get("id"));
    }

    /** Sends the bot one request of an ended match again; its owner finds the answer in the bot's check. */
    public Response again(Caller caller, Request request, Map<String, String> place) {
        Optional<BotRecord> bot = bots.find(place.get("id")).filter(found -> found.isOf(caller.owner()));
        if (bot.isEmpty()) {
            return notYours();
        }
        return switch (JsonBody.read(request)) {
            case JsonBody.Unreadable unreadable -> unreadable.response();
            case JsonBody.Read(Object body) ->
                switch (AgainRequest.read(body)) {
                    case AgainRequest.Refused refused -> Response.problem(Problem.of(refused.violations()));
                    case AgainRequest.Accepted(AgainRequest wanted) ->
                        matches.find(wanted.match())
                                .filter(match -> Visible.to(caller, match))
                                .map(match -> again(bot.get(), match, wanted))
                                .orElseGet(() -> Response.problem(
                                        Problem.of(ProblemType.UNKNOWN_MATCH, "No match has this id.")));
                };
        };
    }

    private Response again(BotRecord bot, MatchRecord match, AgainRequest wanted) {
        // A bot that knew what it is asked again could help itself in a match that is still running.
        if (match.shownStatus() != Status.FINISHED) {
            return Response.problem(Problem.of(
                    ProblemType.MATCH_NOT_FINISHED,
                    "The match has no replay: it is " + match.shownStatus().code() + "."));
        }
        List<Seat> seats = Arrays.stream(Seat.values())
                .filter(seat ->
                        bot.id().equals(match.players().get(seat.index()).bot()))
                .toList();
        if (seats.isEmpty()) {
            return refused("/match", "the bot did not play in this match");
        }
        if (wanted.seat() != null && !seats.contains(Seat.of(wanted.seat()))) {
            return refused("/seat", "the bot had the other seat");
        }
        int last = match.progress().turn() - 1;
        if (wanted.turn() > last) {
            return refused("/turn", "expected a turn from 0 to " + last + ", got " + wanted.turn());
        }
        BotCheck check = BotCheck.ofMatch(UUID.randomUUID().toString(), match.id(), clock.instant());
        Optional<BotCheck> waiting = bots.ask(bot.id(), check);
        if (waiting.isEmpty()) {
            return notYours();
        }
        if (!waiting.get().id().equals(check.id())) {
            return Response.problem(Problem.of(
                            ProblemType.CHECK_WAITING,
                            "A check of this bot is waiting. Try again when it has finished."))
                    .with("Retry-After", String.valueOf(TRY_CHECK_AGAIN.toSeconds()))
                    .with(Limits.POLICY, "\"checks-of-a-bot\";q=1")
                    .with(Limits.LIMIT, "\"checks-of-a-bot\";r=0");
        }
        Seat seat = wanted.seat() == null ? seats.getFirst() : Seat.of(wanted.seat());
        checks.send(new CheckQueue.Task.Again(
                bot.id(),
                check.id(),
                seatKey.fileName(match),
                wanted.turn(),
                seat.number(),
                match.settings().game().timeLimit(),
                seatKey.ids().randomSeed(match.id(), seat, bot.id())));
        return Response.fresh(202, BotAnswer.of(check)).with("Location", "/api/bots/" + bot.id());
    }

    private static Response refused(String pointer, String detail) {
        return Response.problem(Problem.of(List.of(Violation.inBody(ProblemType.OUT_OF_RANGE, pointer, detail))));
    }
}
