package bout.api;

import bout.api.http.Caller;
import bout.api.http.Limits;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.sandbox.Sandbox;
import bout.store.access.Scope;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.bot.PublishedCode;
import bout.wire.ProblemType;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Shows the code of published bots, and decides which code is published. */
public record CodeEndpoints(Bots bots, PublishedCode code, Sandbox sandbox, Clock clock) {

    private static final Duration DAY = Duration.ofDays(1);

    /** The text of a published bot: for its owner, or for everyone if the owner has opened it. */
    public Response get(Request request) {
        return current(request.caller(), request.caller().seenBot(bots.find(request.id())));
    }

    private Response current(Caller caller, BotRecord bot) {
        if (!(bot.settings().program() instanceof Program.Published published)) {
            throw noCode("Bout does not have this bot's code.");
        }
        if (!published.open() && !bot.isOf(caller.owner())) {
            throw noCode("Only the bot's owner can read its code.");
        }
        return text(published.code());
    }

    public Response getByHash(Request request) {
        BotRecord bot = request.caller().seenBot(bots.find(request.id()));
        String wanted = request.place().get("sha256");
        if (wanted.equals(bot.code())) {
            return current(request.caller(), bot);
        }
        // The hash of a secret text is no secret: matches name it.
        if (!Program.Published.isCode(wanted) || !code.isLeftOpen(bot.id(), wanted)) {
            throw noCode("This bot had no open source with this SHA-256 when that was replaced.");
        }
        return text(wanted);
    }

    private static Refusal noCode(String detail) {
        return new Refusal(ProblemType.NO_CODE, detail);
    }

    private Response text(String sha256) {
        return Response.text(code.get(sha256));
    }

    /** Refuses code that is not to be published. Counted before it is loaded, which may take seconds. */
    void check(Caller caller, String game, String text) {
        if (caller.scope() != Scope.ADMIN && !bots.countPublication(caller.owner())) {
            throw Limits.over(
                    ProblemType.TOO_MANY_PUBLICATIONS,
                    "You have published code " + Bots.MOST_PUBLICATIONS
                            + " times today (UTC), the maximum. Try again tomorrow.",
                    "publications-a-day",
                    Bots.MOST_PUBLICATIONS,
                    DAY,
                    Limits.secondsUntil(
                            clock, clock.instant().truncatedTo(ChronoUnit.DAYS).plus(DAY)));
        }
        try {
            sandbox.refusal(game, text, caller.owner()).ifPresent(why -> {
                String detail = why.endsWith(".") ? why.substring(0, why.length() - 1) : why;
                throw Refusal.inBody(ProblemType.BAD_CODE, "/code", detail);
            });
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while code was loaded", stopping);
        }
    }

    /** Before the bot has it, so that there is no bot without its code. */
    void store(BotRequest wanted) {
        if (wanted.code() != null) {
            code.put(wanted.code());
        }
    }

    /** Keeps the code of a bot readable that was open, when another program takes its place. */
    void leaveOpen(BotRecord bot, Program next) {
        if (bot.settings().program() instanceof Program.Published before && before.open() && !next.sameAs(before)) {
            code.leaveOpen(bot.id(), before.code());
        }
    }
}
