package bout.api;

import bout.api.http.Field;
import bout.api.http.Limits;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotCheck;
import bout.store.bot.Bots;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.queue.CheckQueue;
import bout.store.tournament.Tournaments;
import bout.wire.ProblemType;
import java.time.Clock;
import java.util.List;
import java.util.UUID;

/** Has bots checked, for their owners. */
public record CheckEndpoints(
        Bots bots, Matches matches, Tournaments tournaments, SeatKey seatKey, CheckQueue checks, Clock clock) {

    /** The duration depends on the bot; most take less than a second. */
    private static final int TRY_AGAIN_SECONDS = 5;

    public Response check(Request request) {
        BotRecord bot = request.caller().ownBot(bots.find(request.id()));
        BotCheck wanted = BotCheck.asked(UUID.randomUUID().toString(), clock.instant());
        BotCheck waiting = waiting(bot, wanted);
        // A check that is already waiting has its message. Should that be lost, another check can be requested later.
        if (waiting.id().equals(wanted.id())) {
            checks.send(new CheckQueue.Task.Check(bot.owner(), bot.id(), wanted.id()));
        }
        return accepted(bot, waiting);
    }

    private BotCheck waiting(BotRecord bot, BotCheck wanted) {
        return bots.ask(bot.id(), wanted).orElseThrow(BotEndpoints::notYours);
    }

    private static Response accepted(BotRecord bot, BotCheck check) {
        return Response.fresh(202, check).with("Location", BotAnswer.path(bot));
    }

    /** Sends the bot one request of an ended match again; its owner finds the answer in the bot's check. */
    public Response again(Request request) {
        BotRecord bot = request.caller().ownBot(bots.find(request.id()));
        AgainRequest wanted = AgainRequest.read(Field.body(request));
        MatchRecord match =
                request.caller().seenMatch(matches.find(wanted.match()).map(tournaments::asRevealed));
        // A bot that knew what it is asked again could help itself in a match that is still running.
        if (match.shownStatus() != Status.FINISHED) {
            throw new Refusal(
                    ProblemType.MATCH_NOT_FINISHED,
                    "The match has no replay: it is " + match.shownStatus().code() + ".");
        }
        Seat seat = seat(bot, match, wanted);
        int last = match.progress().turn() - 1;
        if (wanted.turn() > last) {
            throw outOfRange("/turn", "expected a turn from 0 to " + last + ", got " + wanted.turn());
        }
        BotCheck check = BotCheck.ofMatch(UUID.randomUUID().toString(), match.id(), clock.instant());
        if (!waiting(bot, check).id().equals(check.id())) {
            throw Limits.over(
                    ProblemType.CHECK_WAITING,
                    "A check of this bot is waiting. Try again when it has finished.",
                    "checks-of-a-bot",
                    1,
                    TRY_AGAIN_SECONDS);
        }
        checks.send(new CheckQueue.Task.Again(
                bot.owner(),
                bot.id(),
                check.id(),
                seatKey.fileName(match),
                wanted.turn(),
                seat.number(),
                match.settings().game().timeLimit(),
                seatKey.ids().randomSeed(match.id(), seat, bot.id())));
        return accepted(bot, check);
    }

    private static Seat seat(BotRecord bot, MatchRecord match, AgainRequest wanted) {
        List<Seat> seats = Seat.first(match.players().size()).stream()
                .filter(seat ->
                        bot.id().equals(match.players().get(seat.index()).bot()))
                .toList();
        if (seats.isEmpty()) {
            throw outOfRange("/match", "the bot did not play in this match");
        }
        if (wanted.seat() == null) {
            return seats.getFirst();
        }
        if (seats.stream().noneMatch(seat -> seat.number() == wanted.seat())) {
            throw outOfRange("/seat", "the bot had another seat");
        }
        return Seat.of(wanted.seat());
    }

    private static Refusal outOfRange(String pointer, String detail) {
        return Refusal.inBody(ProblemType.OUT_OF_RANGE, pointer, detail);
    }

    /** @param seat its number, from 1, or {@code null} for whichever the bot had */
    private record AgainRequest(String match, int turn, Integer seat) {

        private static final List<String> FIELDS = List.of("match", "turn", "seat");

        private static AgainRequest read(Field body) {
            body.object("an object with the fields match and turn", FIELDS);
            String match = body.required("match", "the id of a match").text();
            Integer turn = whole(body.required("turn", "the turn, from 0"), 0, Integer.MAX_VALUE);
            Integer seat = body.get("seat").value() == null ? null : whole(body.get("seat"), 1, Seat.MOST);
            body.check();
            return new AgainRequest(match, turn, seat);
        }

        /** A fraction is of another type here, and not a number out of range. */
        private static Integer whole(Field field, int least, int most) {
            if (field.value() instanceof Number number && !Plain.isWhole(number)) {
                field.unlike(ProblemType.WRONG_TYPE, "a whole number from " + least + " to " + most);
                return null;
            }
            return field.whole(least, most);
        }
    }
}
