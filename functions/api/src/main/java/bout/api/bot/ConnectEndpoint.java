package bout.api.bot;

import bout.api.access.Caller;
import bout.api.access.Limits;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.RequestCounts;
import bout.store.access.Scope;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.line.LineKey;
import bout.store.line.Lines;
import bout.wire.Problem;
import bout.wire.ProblemType;
import bout.wire.line.LineTickets;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Lets the owner of a connected bot open a line for it. Nobody else, or they could answer as the bot: not even an
 * admin.
 */
public final class ConnectEndpoint {

    /** How long a ticket can be used. */
    static final Duration TICKET_LASTS = Duration.ofSeconds(60);

    /**
     * How many tickets an owner who is not an admin gets in a minute: all of their bots reconnect at once after a
     * restart. The account has 500 new connections a second for everybody.
     */
    public static final int TICKETS_A_MINUTE = 30;

    private final Bots bots;
    private final Lines lines;
    private final LineKey key;
    private final FirstMatches firstMatches;
    private final RequestCounts minutes;
    private final URI url;
    private final int perOwner;
    private final Clock clock;

    /**
     * @param minutes counts the tickets of owners
     * @param url the WebSocket API's address
     * @param perOwner the maximum of lines for an owner who is not an admin; 0 = no limit
     */
    public ConnectEndpoint(
            Bots bots,
            Lines lines,
            LineKey key,
            FirstMatches firstMatches,
            RequestCounts minutes,
            URI url,
            int perOwner,
            Clock clock) {
        this.bots = bots;
        this.lines = lines;
        this.key = key;
        this.firstMatches = firstMatches;
        this.minutes = minutes;
        this.url = url;
        this.perOwner = perOwner;
        this.clock = clock;
    }

    public Response connect(Caller caller, Request request, Map<String, String> place) {
        Optional<BotRecord> found = bots.find(place.get("id")).filter(bot -> bot.isOf(caller.owner()));
        if (found.isEmpty()) {
            return Response.problem(Problem.of(ProblemType.UNKNOWN_BOT, "None of your bots has this id."));
        }
        BotRecord bot = found.get();
        if (!(bot.settings().program() instanceof Program.Connected)) {
            return Response.problem(Problem.of(
                    ProblemType.NOT_CONNECTED,
                    "This bot does not play over a connection. To change that, send PATCH with \"connected\": true."));
        }
        // The function behind the WebSocket API limits the lines of each bot; this leaves some for other owners.
        if (perOwner > 0 && caller.scope() != Scope.ADMIN && lines.countOfOwner(bot.owner(), perOwner) >= perOwner) {
            return Response.problem(Problem.of(
                            ProblemType.TOO_MANY_LINES,
                            "Your bots have " + perOwner + " open connections, the maximum. Close one."))
                    .with("Retry-After", String.valueOf(TICKET_LASTS.toSeconds()))
                    .with(Limits.POLICY, "\"open-connections\";q=" + perOwner)
                    .with(Limits.LIMIT, "\"open-connections\";r=0");
        }
        if (caller.scope() != Scope.ADMIN
                && minutes.count("tickets " + bot.owner(), TICKETS_A_MINUTE) instanceof RequestCounts.Over) {
            long seconds = minutes.secondsLeft();
            return Response.problem(Problem.of(
                            ProblemType.TOO_MANY_REQUESTS,
                            "Your bots get " + TICKETS_A_MINUTE + " connections a minute; try again in " + seconds
                                    + " seconds."))
                    .with("Retry-After", String.valueOf(seconds))
                    .with(Limits.POLICY, "\"tickets\";q=" + TICKETS_A_MINUTE + ";w=60")
                    .with(Limits.LIMIT, "\"tickets\";r=0;t=" + seconds);
        }
        Instant expires = clock.instant().plus(TICKET_LASTS);
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("url", url.toString());
        plain.put(
                "ticket",
                key.tickets()
                        .text(new LineTickets.ForBot(
                                UUID.randomUUID().toString(), bot.id(), bot.owner(), bot.game(), expires)));
        // The queue delays the request, so that the line is open by then.
        firstMatches.of(bot);
        return Response.fresh(200, plain);
    }
}
