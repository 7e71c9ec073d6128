package bout.api;

import bout.address.UrlCheck;
import bout.api.http.Caller;
import bout.api.http.Cursor;
import bout.api.http.Field;
import bout.api.http.IdempotencyHeader;
import bout.api.http.Limits;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.bot.Authors;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Bots.BotChange;
import bout.store.bot.Program;
import bout.store.connection.Connections;
import bout.store.match.Matches;
import bout.table.Creation;
import bout.table.Listing;
import bout.wire.ProblemType;
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Registers, shows, changes and deletes bots. A bot that a caller may not see, or may not change, is answered like one
 * that does not exist.
 *
 * @param perOwner the maximum of bots for an owner who is not an admin; 0 = no limit
 */
public record BotEndpoints(
        Bots bots,
        Authors authors,
        CodeEndpoints code,
        Matches matches,
        FirstMatches firstMatches,
        Connections connections,
        UrlCheck urls,
        int perOwner,
        IdsAndSeeds drawn) {

    private static final String IF_MATCH = "If-Match";
    private static final Pattern REVISION = Pattern.compile("\"([1-9][0-9]{0,17})\"");

    /** How often to try a change without {@code If-Match} when others get in first. */
    private static final int ATTEMPTS = 8;

    public Response list(Request request) {
        Caller caller = request.caller();
        Query query = Query.read(request.query(), "game", "mine", "author", "limit", "cursor");
        String author = query.get("author");
        if (author != null && !IdKind.OWNER.is(author)) {
            query.unlike("author", "the id of an owner, own_...");
        } else if (author != null && query.get("mine") != null) {
            query.wrong(ProblemType.BAD_PARAMETER, "author", "leave it out with mine, which lists your own bots");
        }
        Listing.Page<BotRecord> page =
                query.page(caller, author, IdKind.BOT, wanted -> bots.list(wanted, caller::sees));
        return Response.list("bots", answer().to(caller, page.items()), Cursor.behind(page.last()));
    }

    private BotAnswer answer() {
        return new BotAnswer(connections, authors);
    }

    public Response get(Request request) {
        return shown(request.caller(), request.caller().seenBot(bots.find(request.id())));
    }

    private Response shown(Caller caller, BotRecord bot) {
        return Response.ok(answer().to(caller, bot)).with("ETag", etag(bot));
    }

    private static String etag(BotRecord bot) {
        return "\"" + bot.revision() + "\"";
    }

    public Response register(Request request) {
        Caller caller = request.caller();
        IdempotencyHeader.Post post = IdempotencyHeader.read(caller, request, BotRequest.MAX_BYTES);
        BotRequest wanted;
        try {
            wanted = BotRequest.registration(post.body(), urls);
            if (wanted.code() != null) {
                code.check(caller, wanted.game(), wanted.code());
            }
        } catch (Refusal refused) {
            return registered(caller, post.made(bots::earlier, refused));
        }
        code.store(wanted);
        BotRecord bot = BotRecord.registered(
                drawn.next(IdKind.BOT),
                caller.owner(),
                wanted.game(),
                new BotSettings(wanted.name(), wanted.program(), drawn.secret(), wanted.visibility(), wanted.active()),
                drawn.now());
        int most = Limits.ofBots(perOwner, caller);
        return switch (bots.register(bot, post.key(), most)) {
            case Creation.New<BotRecord>(BotRecord made) -> {
                if (made.settings().program() instanceof Program.Published) {
                    firstMatches.of(made);
                }
                yield registered(caller, made);
            }
            // The first response was probably lost, and the secret with it.
            case Creation.Repeated<BotRecord>(BotRecord made) -> registered(caller, made);
            case Creation.Deleted<BotRecord> deleted ->
                throw IdempotencyHeader.refusal(
                        ProblemType.KEY_REUSED,
                        "the bot registered with this key has been deleted; use a new key for another bot");
            case Creation.Conflicting<BotRecord> conflicting -> throw IdempotencyHeader.reused("bot");
            case Creation.TooManyOpen<BotRecord> tooMany ->
                throw new Refusal(
                        ProblemType.TOO_MANY_BOTS,
                        "You have " + most + " bots, the maximum. Delete one, or give one another URL or other code.");
            case Creation.TooManyToday<BotRecord> tooMany ->
                throw new IllegalStateException("bots have no daily limit");
        };
    }

    private Response registered(Caller caller, BotRecord bot) {
        return Response.fresh(201, answer().withSecret(caller, bot))
                .with("Location", BotAnswer.path(bot))
                .with("ETag", etag(bot));
    }

    public Response change(Request request) {
        Caller caller = request.caller();
        BotRequest wanted = BotRequest.change(Field.body(request, BotRequest.MAX_BYTES), urls);
        // An admin may stop, rename and hide a bot, but may not give it another program, or show it or its code to
        // others.
        boolean onlyOwner = wanted.changesProgram() || wanted.visibility() == Visibility.PUBLIC;
        Predicate<BotRecord> right = bot -> onlyOwner ? bot.isOf(caller.owner()) : caller.mayHandle(bot.owner());
        if (wanted.code() != null || wanted.open() != null && wanted.program() == null) {
            BotRecord bot = bots.find(request.id()).filter(right).orElseThrow(BotEndpoints::notYours);
            if (wanted.code() != null) {
                code.check(caller, bot.game(), wanted.code());
            }
            if (wanted.program() == null && !(bot.settings().program() instanceof Program.Published)) {
                throw Refusal.inBody(ProblemType.UNKNOWN_FIELD, "/openSource", "only for a bot with published code");
            }
        }
        return shown(caller, change(request, right, bot -> changed(bot, wanted)));
    }

    private BotRecord changed(BotRecord bot, BotRequest wanted) {
        code.store(wanted);
        BotSettings before = bot.settings();
        Program program = wanted.program(before.program());
        code.leaveOpen(bot, program);
        BotSettings after = new BotSettings(
                wanted.name() == null ? before.name() : wanted.name(),
                program,
                before.secret(),
                wanted.visibility() == null ? before.visibility() : wanted.visibility(),
                wanted.active() == null ? before.active() : wanted.active(),
                before.left());
        return bot.changed(wanted.leaves() == null ? after : after.leaving(wanted.leaves()), drawn.now());
    }

    /** Only for the owner, who alone knows that the program at the URL has changed. */
    public Response renew(Request request) {
        BotRecord bot = change(request, owned(request), each -> each.renewed(drawn.now()));
        return shown(request.caller(), bot);
    }

    /** Only for the owner: an admin may stop a bot, but may not see its secret. */
    public Response rotateSecret(Request request) {
        WebhookSecret secret = drawn.secret();
        BotRecord bot = change(request, owned(request), each -> each.signedWith(secret, drawn.now()));
        return Response.ok(answer().withSecret(request.caller(), bot)).with("ETag", etag(bot));
    }

    private static Predicate<BotRecord> owned(Request request) {
        return bot -> bot.isOf(request.caller().owner());
    }

    private BotRecord change(Request request, Predicate<BotRecord> right, UnaryOperator<BotRecord> change) {
        Changed changed = attempt(request, right, bot -> bots.change(bot, change.apply(bot)));
        if (changed.before().settings().active() && !changed.after().settings().active()) {
            endOthers(changed.before(), "paused");
        }
        return changed.after();
    }

    public Response delete(Request request) {
        Caller caller = request.caller();
        BotRecord bot = attempt(request, each -> caller.mayHandle(each.owner()), bots::delete)
                .before();
        endOthers(bot, "deleted");
        return Response.ok(answer().to(caller, bot));
    }

    private record Changed(BotRecord before, BotRecord after) {}

    /**
     * Changes a bot that meets the request's {@code If-Match}. Without that field, tries again when another request
     * gets in first.
     *
     * @param right whether the caller may change the bot
     */
    private Changed attempt(Request request, Predicate<BotRecord> right, Function<BotRecord, BotChange> change) {
        String condition = condition(request);
        for (int attempt = 1; ; attempt++) {
            BotRecord bot = bots.find(request.id()).filter(right).orElseThrow(BotEndpoints::notYours);
            boolean meets = condition == null || condition.equals("*") || condition.equals(etag(bot));
            BotChange changed = meets ? change.apply(bot) : new BotChange.Outdated();
            switch (changed) {
                case BotChange.Done(BotRecord after) -> {
                    return new Changed(bot, after);
                }
                case BotChange.Gone gone -> throw notYours();
                case BotChange.Outdated outdated -> {
                    if (attempt == ATTEMPTS || condition != null) {
                        throw new Refusal(
                                        ProblemType.OUTDATED,
                                        "Another request has changed the bot. Fetch it again, then retry.")
                                .with("ETag", etag(bot));
                    }
                }
            }
        }
    }

    /** Those who challenged it need not wait for a bot that its owner has taken back. */
    private void endOthers(BotRecord bot, String what) {
        matches.cancelOfOthers(bot.id(), "The owner of " + bot.settings().name() + " " + what + " it.");
    }

    static Refusal notYours() {
        return new Refusal(ProblemType.UNKNOWN_BOT, "You have no bot with this id.");
    }

    private static String condition(Request request) {
        String condition = request.header(IF_MATCH);
        if (condition == null) {
            return null;
        }
        String stripped = condition.strip();
        if (!stripped.equals("*") && !REVISION.matcher(stripped).matches()) {
            throw Refusal.inHeader(ProblemType.BAD_HEADER, IF_MATCH, "expected an ETag such as \"1\", or *");
        }
        return stripped;
    }
}
