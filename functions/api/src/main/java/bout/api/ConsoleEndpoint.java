package bout.api;

import bout.api.http.Caller;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.api.http.Visible;
import bout.engine.Seat;
import bout.store.bot.Bots;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.replay.Consoles;
import bout.wire.Printed;
import java.util.List;
import java.util.stream.Stream;

public record ConsoleEndpoint(Matches matches, Bots bots, Consoles consoles) {

    private record Console(List<OfSeat> seats) {}

    private record OfSeat(Seat player, List<Printed> turns) {}

    public Response get(Request request) {
        MatchRecord match = Visible.match(request.caller(), matches.find(request.id()));
        return Response.fresh(
                200,
                new Console(Stream.of(Seat.values())
                        .filter(seat -> shows(request.caller(), match, seat))
                        .map(seat -> new OfSeat(seat, consoles.get(match.id(), seat)))
                        .toList()));
    }

    /** What a running match has printed is not stored yet. Nor may its owner learn that it is their bot's match. */
    private boolean shows(Caller caller, MatchRecord match, Seat seat) {
        PlayerRecord player = match.players().get(seat.index());
        return player.code() != null
                && match.shownStatus() == Status.FINISHED
                && bots.find(player.bot())
                        .filter(bot -> bot.isOf(caller.owner()))
                        .isPresent();
    }
}
