package bout.api;

import bout.api.http.Caller;
import bout.api.http.Limits;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.RequestCounts;
import bout.store.access.Scope;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.connection.Connections;
import bout.wire.ProblemType;
import bout.wire.connection.ConnectionTickets;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;

/**
 * Lets the owner of a connected bot open a connection for it. No one else can, or they could answer as the bot: not
 * even an admin.
 *
 * @param minutes counts the tickets of owners
 * @param url the WebSocket API's address
 */
public record ConnectEndpoint(
        Bots bots, Connections connections, FirstMatches firstMatches, RequestCounts minutes, URI url, Clock clock) {

    /** The maximum of open connections of the bots of an owner who is not an admin. */
    public static final int LINES_OF_OWNER = 100;

    static final Duration TICKET_LASTS = Duration.ofSeconds(60);

    /**
     * How many tickets an owner who is not an admin gets in a minute: all of their bots reconnect at once after a
     * restart. The account has 500 new connections a second for everybody.
     */
    public static final int TICKETS_A_MINUTE = 30;

    private record Connection(String url, String ticket) {}

    public Response connect(Request request) {
        Caller caller = request.caller();
        BotRecord bot = caller.ownBot(bots.find(request.id()));
        if (!(bot.settings().program() instanceof Program.Connected)) {
            throw new Refusal(
                    ProblemType.NOT_CONNECTED,
                    "This bot does not play over a connection. To change that, send PATCH with \"connected\": true.");
        }
        // The function behind the WebSocket API limits the connections of each bot; this leaves some for other owners.
        if (caller.scope() != Scope.ADMIN && connections.countOfOwner(bot.owner(), LINES_OF_OWNER) >= LINES_OF_OWNER) {
            throw Limits.over(
                    ProblemType.TOO_MANY_LINES,
                    "Your bots have " + LINES_OF_OWNER + " open connections, the maximum. Close one.",
                    "open-connections",
                    LINES_OF_OWNER,
                    TICKET_LASTS.toSeconds());
        }
        if (caller.scope() != Scope.ADMIN
                && minutes.count("tickets " + bot.owner(), TICKETS_A_MINUTE).isEmpty()) {
            long seconds = minutes.secondsLeft();
            throw Limits.over(
                    ProblemType.TOO_MANY_REQUESTS,
                    "Your bots get " + TICKETS_A_MINUTE + " connections a minute; try again in " + seconds
                            + " seconds.",
                    "tickets",
                    TICKETS_A_MINUTE,
                    Duration.ofMinutes(1),
                    seconds);
        }
        ConnectionTickets.ForBot ticket = new ConnectionTickets.ForBot(
                UUID.randomUUID().toString(),
                bot.id(),
                bot.owner(),
                bot.game(),
                caller.key(),
                clock.instant().plus(TICKET_LASTS));
        Connection line = new Connection(url.toString(), connections.tickets().text(ticket));
        // The queue delays the request, so that the connection is open by then.
        firstMatches.of(bot);
        return Response.ok(line);
    }
}
