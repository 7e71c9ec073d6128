package bout.api.bot;

import bout.address.UrlCheck;
import bout.api.access.Caller;
import bout.api.access.Callers;
import bout.api.access.IdempotencyHeader;
import bout.api.access.Visible;
import bout.api.http.JsonBody;
import bout.api.http.Paging;
import bout.api.http.Query;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.Scope;
import bout.store.bot.BotChange;
import bout.store.bot.BotCheck;
import bout.store.bot.BotQuery;
import bout.store.bot.BotRecord;
import bout.store.bot.BotSettings;
import bout.store.bot.Bots;
import bout.store.id.BotIds;
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
import java.time.Instant;
import java.util.ArrayList;
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

    private final Bots bots;
    private final CheckQueue checks;
    private final UrlCheck urls;
    private final int perOwner;
    private final BotIds ids;
    private final SecureRandom random;
    private final Clock clock;

    /** @param perOwner the maximum of bots for an owner who is not an admin; 0 = no limit */
    public BotEndpoints(
            Bots bots, CheckQueue checks, UrlCheck urls, int perOwner, BotIds ids, SecureRandom random, Clock clock) {
        this.bots = bots;
        this.checks = checks;
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
                plain.put(
                        "bots",
                        page.items().stream()
                                .map(bot -> BotAnswer.of(caller, bot))
                                .toList());
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

    private static Response shown(Caller caller, BotRecord bot) {
        return Response.fresh(200, BotAnswer.of(caller, bot)).with("ETag", etag(bot));
    }

    private static String etag(BotRecord bot) {
        return "\"" + bot.revision() + "\"";
    }

    private static Response unknown(String detail) {
        return Response.problem(Problem.of(ProblemType.UNKNOWN_BOT, detail));
    }

    // --- register

    public Response register(Caller caller, Request request, Map<String, String> place) {
        return IdempotencyHeader.answer(
                caller, request, JsonBody.MAX_BYTES, (body, key) -> switch (BotRequest.registration(body, urls)) {
                    case BotRequest.Refused refused -> Response.problem(Problem.of(refused.violations()));
                    case BotRequest.Accepted accepted -> register(caller, accepted.request(), key);
                });
    }

    private Response register(Caller caller, BotRequest wanted, IdempotencyKey key) {
        if (perOwner > 0
                && caller.scope() != Scope.ADMIN
                && bots.count(caller.owner(), perOwner) == perOwner
                && !(key != null && bots.knows(key))) {
            return Response.problem(Problem.of(
                    ProblemType.TOO_MANY_BOTS,
                    "You have " + perOwner + " bots, the maximum. Delete one, or change the URL of one."));
        }
        BotRecord bot = BotRecord.registered(
                ids.next(),
                caller.owner(),
                wanted.game(),
                new BotSettings(
                        wanted.name(), wanted.url(), WebhookSecret.draw(random), wanted.visibility(), wanted.active()),
                challenge(),
                clock.instant());
        return switch (bots.register(bot, key)) {
            case Creation.New<BotRecord>(BotRecord made) -> registered(caller, made);
            // The first response was probably lost, and the secret with it.
            case Creation.Repeated<BotRecord>(BotRecord made) -> registered(caller, made);
            case Creation.Deleted<BotRecord> deleted ->
                Response.problem(Problem.of(List.of(Violation.inHeaders(
                        ProblemType.KEY_REUSED,
                        IdempotencyHeader.NAME,
                        "the bot registered with this key has been deleted; use a new key for another bot"))));
            case Creation.Conflicting<BotRecord> conflicting -> IdempotencyHeader.reused("bot");
            case Creation.TooManyOpen<BotRecord> tooMany -> throw new IllegalStateException("bots do not take slots");
            case Creation.TooManyToday<BotRecord> tooMany ->
                throw new IllegalStateException("bots have no daily limit");
        };
    }

    private static Response registered(Caller caller, BotRecord bot) {
        return Response.fresh(201, BotAnswer.withSecret(caller, bot))
                .with("Location", BotAnswer.path(bot))
                .with("ETag", etag(bot));
    }

    private String challenge() {
        byte[] bytes = new byte[CHALLENGE_BYTES];
        random.nextBytes(bytes);
        return "bout-challenge-" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    // --- change

    public Response change(Caller caller, Request request, Map<String, String> place) {
        return switch (JsonBody.read(request)) {
            case JsonBody.Unreadable unreadable -> unreadable.response();
            case JsonBody.Read(Object body) ->
                switch (BotRequest.change(body, urls)) {
                    case BotRequest.Refused refused -> Response.problem(Problem.of(refused.violations()));
                    case BotRequest.Accepted accepted ->
                        change(
                                caller,
                                request,
                                place,
                                bot -> changed(bot, accepted.request()),
                                bot -> shown(caller, bot));
                };
        };
    }

    private BotRecord changed(BotRecord bot, BotRequest wanted) {
        BotSettings before = bot.settings();
        BotSettings after = new BotSettings(
                wanted.name() == null ? before.name() : wanted.name(),
                wanted.url() == null ? before.url() : wanted.url(),
                before.secret(),
                wanted.visibility() == null ? before.visibility() : wanted.visibility(),
                wanted.active() == null ? before.active() : wanted.active());
        return bot.changed(after, challenge(), clock.instant());
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
                bot -> Response.fresh(200, BotAnswer.withSecret(caller, bot)).with("ETag", etag(bot)),
                bot -> bot.isOf(caller.owner()));
    }

    private interface Answer {
        Response of(BotRecord bot);
    }

    private interface Right {
        boolean to(BotRecord bot);
    }

    private Response change(
            Caller caller, Request request, Map<String, String> place, UnaryOperator<BotRecord> change, Answer answer) {
        return change(caller, request, place, change, answer, bot -> caller.mayHandle(bot.owner()));
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
                    return Response.fresh(200, BotAnswer.of(caller, bot));
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
        Optional<BotCheck> waiting = bots.find(place.get("id"))
                .filter(bot -> bot.isOf(caller.owner()))
                .flatMap(bot ->
                        bots.ask(bot.id(), BotCheck.asked(UUID.randomUUID().toString(), clock.instant())));
        if (waiting.isEmpty()) {
            return notYours();
        }
        // Also for a check that is already waiting: its message may never have been sent. A second message does no
        // harm.
        checks.send(new CheckQueue.Task.Check(place.get("id"), waiting.get().id()));
        return Response.fresh(202, BotAnswer.of(waiting.get())).with("Location", "/api/bots/" + place.get("id"));
    }
}
