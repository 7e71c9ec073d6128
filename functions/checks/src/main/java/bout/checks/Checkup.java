package bout.checks;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.competition.tournament.Seeds;
import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.bot.BotRecord.BotCheck.CheckedCall;
import bout.telemetry.Machine;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.connection.ConnectionMessage;
import bout.wire.id.SeatIds;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a bot in a few real situations of a game and in a match, with the game's time limits, and says of each answer
 * whether it is legal and what it does. Used by {@code bout check}, by checks over the API and by health checks.
 */
public final class Checkup {

    private static final Logger LOG = LoggerFactory.getLogger(Checkup.class);

    private static final int MOST_SHOWN = 160;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** In each of the two matches that a health check resembles. */
    static final int FIRST_MOVES = 3;

    /** A match that is played through ends at the latest after so many moves of the bot. */
    static final int MOST_MOVES = 100;

    /** No move of a match is asked for later than this after its beginning. */
    private static final long LONGEST_MATCH = TimeUnit.SECONDS.toNanos(15);

    /** And in no situation later than this after the first: with 30 s for a move, all of them could take minutes. */
    private static final long LONGEST_SITUATIONS = TimeUnit.SECONDS.toNanos(45);

    private static final Failure NO_MOVE = new Failure(Failure.Kind.NOT_EXPECTED, "The answer was not a legal move.");

    private Checkup() {}

    /** A call could not be made, or was interrupted, which says nothing about the bot. */
    static final class BrokenOff extends RuntimeException {
        private BrokenOff() {
            super("the check was broken off");
        }
    }

    /**
     * Makes the calls, one after the other; not all of them if the bot is slow.
     *
     * @param first called when seat 1 is to move
     * @param second called when another seat is to move; a different player of the same bot
     * @param listener gets each call when it has ended
     */
    public static <M> List<CheckedCall> of(
            Game<M> game, Player first, Player second, long startBefore, Consumer<CheckedCall> listener) {
        // Within a match a bot may expect that turns only go up.
        Map<Seat, String> seatIds = new EnumMap<>(Seat.class);
        List<CheckedCall> calls = new ArrayList<>();
        long began = Machine.current().nanoTime();
        for (Situation<M> situation : Situation.of(game)) {
            if (Machine.current().nanoTime() - began >= LONGEST_SITUATIONS) {
                break;
            }
            Seat seat = situation.seat();
            boolean firstMove = !seatIds.containsKey(seat);
            String seatId = seatIds.computeIfAbsent(seat, s -> SeatIds.drawn(RANDOM));
            Player player = seat == Seat.FIRST ? first : second;
            if (firstMove) {
                tellOfMatch(player, situation.match(), seatId, seat);
            }
            int timeLimit = game.card().timeLimits().of(firstMove);
            CheckedCall call =
                    handled(situation, seatId, timeLimit, player, startBefore).call();
            calls.add(call);
            listener.accept(call);
        }
        return calls;
    }

    /**
     * Calls a bot without giving away that it is not a match: asks for its first moves in two matches on boards of
     * their own, one in each seat, against a house bot. If a bot could tell, it could answer well in checks and badly
     * in matches.
     *
     * @param first called for seat 1
     * @param second called for seat 2; a different player of the same bot
     * @param moves for how many moves it is asked in each match: {@link #FIRST_MOVES}, or {@link #MOST_MOVES} for a bot
     *     that is to show that it can play
     */
    static <M> List<CheckedCall> likeMatches(Game<M> game, Player first, Player second, int moves, long startBefore) {
        List<CheckedCall> calls = new ArrayList<>(played(new Opening<>(game, Seat.FIRST), first, moves, startBefore));
        if (game.card().seats().most() > 1) {
            calls.addAll(played(new Opening<>(game, Seat.SECOND), second, moves, startBefore));
        }
        return calls;
    }

    /**
     * Plays a match against a house bot to its end, or for {@value #MOST_MOVES} moves or 15 seconds: a bot may answer
     * well in single situations, and fail in the course of a match.
     *
     * @param player in seat 1; it must not have been asked before
     * @return the first call that failed, or else the last one; its text is about the match
     */
    public static <M> CheckedCall match(Game<M> game, Player player, long startBefore) {
        Opening<M> opening = new Opening<>(game, Seat.FIRST);
        List<CheckedCall> calls = played(opening, player, MOST_MOVES, startBefore);
        CheckedCall call =
                calls.stream().filter(each -> !each.passed()).findFirst().orElse(calls.getLast());
        String text = call.passed()
                ? "plays " + (opening.match.over() ? "a match to its end" : "the beginning of a match") + ": "
                        + opening.match.turn() + " turns, answered all"
                : "fails at turn " + call.turn() + " of a match: " + call.text();
        return new CheckedCall(
                call.turn(), call.seat(), call.sent(), call.came(), call.milliseconds(), call.passed(), text);
    }

    private static final class Opening<M> {
        private final Match<M> match;
        private final Seat seat;
        private final Map<Seat, HouseBot.Bot> house = new EnumMap<>(Seat.class);

        private Opening(Game<M> game, Seat seat) {
            String seed = Seeds.drawn(RANDOM);
            this.match = Match.draw(game, seed, Options.defaults(game.card().options()));
            this.seat = seat;
            match.seats().stream()
                    .filter(other -> other != seat)
                    .forEach(other ->
                            house.put(other, game.houseBots().getFirst().at(other, seed)));
        }

        /** Plays the turns of the house bots until the bot is to move; empty if the match has ended. */
        private Optional<Situation<M>> next() {
            while (!match.over()) {
                Map<Seat, Action<M>> others = new EnumMap<>(Seat.class);
                house.forEach((other, bot) -> {
                    if (match.isToMove(other)) {
                        others.put(other, match.read(other, bot.answer(match.request(other))));
                    }
                });
                Situation<M> situation = new Situation<>(match, seat, others);
                if (match.isToMove(seat)) {
                    return Optional.of(situation);
                }
                situation.play();
            }
            return Optional.empty();
        }
    }

    /** Asks a bot for its moves in a match; without an answer, play goes on if the rules allow it. */
    private static <M> List<CheckedCall> played(Opening<M> opening, Player player, int moves, long startBefore) {
        List<CheckedCall> calls = new ArrayList<>();
        String seatId = SeatIds.drawn(RANDOM);
        long began = Machine.current().nanoTime();
        boolean well = true;
        for (Optional<Situation<M>> next = opening.next();
                next.isPresent()
                        && calls.size() < moves
                        && (well || calls.size() < FIRST_MOVES)
                        && Machine.current().nanoTime() - began < LONGEST_MATCH;
                next = opening.next()) {
            if (calls.isEmpty()) {
                tellOfMatch(player, opening.match, seatId, opening.seat);
            }
            int turn = opening.match.turn();
            int timeLimit = opening.match.game().card().timeLimits().of(calls.isEmpty());
            Handled handled = handled(next.get(), seatId, timeLimit, player, startBefore);
            calls.add(handled.call);
            well = handled.call.passed();
            if (opening.match.turn() == turn) {
                next.get().play(Action.failed(handled.failure));
            }
        }
        return calls;
    }

    /**
     * Sends one request of a match again, in a match that the bot cannot know.
     *
     * @param timeLimit in milliseconds, or {@code null} for the game's own limits
     */
    static <M> CheckedCall again(Situation<M> situation, Integer timeLimit, Player player, long startBefore) {
        Match<M> match = situation.match();
        String seatId = SeatIds.drawn(RANDOM);
        tellOfMatch(player, match, seatId, situation.seat());
        int usual = match.game().card().timeLimits().of(match.firstMoveOf(situation.seat()));
        return handled(situation, seatId, timeLimit == null ? usual : timeLimit, player, startBefore)
                .call();
    }

    /** As at the beginning of a rated match. Of its end a bot hears nothing, as if the match were broken off. */
    private static void tellOfMatch(Player player, Match<?> match, String seatId, Seat seat) {
        GameCard card = match.game().card();
        player.tell(new ConnectionMessage.Event(seatId, card.id(), seat, null, null, null));
        if (card.calls().start() != null) {
            int limit = card.timeLimits().first();
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limit);
            Map<String, Object> fields = player.fields(match, seat, seatId, limit, List.of());
            player.inform(new MoveRequest(
                    seatId,
                    card,
                    seat,
                    match.turn(),
                    fields,
                    limit,
                    until,
                    card.calls().start()));
        }
    }

    /** @param failure with which the turn was lost, if it was */
    private record Handled(CheckedCall call, Failure failure) {}

    private static <M> Handled handled(
            Situation<M> situation, String seatId, int timeLimit, Player player, long startBefore) {
        Match<M> match = situation.match();
        int turn = match.turn();
        GameCard card = match.game().card();
        Map<String, Object> request = player.fields(match, situation.seat(), seatId, timeLimit, List.of());
        String path = card.calls().move();
        Reply reply = player.ask(
                new MoveRequest(seatId, card, situation.seat(), turn, request, timeLimit, startBefore, path));
        if (reply instanceof Reply.BrokenOff) {
            throw new BrokenOff();
        }
        String came = null;
        Verdict verdict;
        try {
            verdict = switch (reply) {
                case Reply.Answered answered -> {
                    came = shortened(Json.text(displayable(answered.answer())));
                    yield verdict(situation, match.read(situation.seat(), answered.answer()));
                }
                case Reply.Failed failed -> Verdict.failed(failed.failure());
                case Reply.BrokenOff _ -> throw new IllegalStateException("a call that was broken off has no verdict");
            };
        } catch (RuntimeException unexpected) {
            // Otherwise the check would be repeated again and again, and never end.
            LOG.atError()
                    .addKeyValue("game", card.id())
                    .setCause(unexpected)
                    .log("Could not handle an answer; it counts as failed");
            verdict = new Verdict(false, "The answer could not be handled.");
        }
        return new Handled(
                new CheckedCall(
                        turn,
                        situation.seat(),
                        sent(card.form(), request),
                        came,
                        reply.milliseconds(),
                        verdict.passed,
                        verdict.text),
                reply instanceof Reply.Failed failed ? failed.failure() : NO_MOVE);
    }

    /** A value that JSON cannot represent, such as the infinity that 1e999 is read as, by its name. */
    private static Object displayable(Object value) {
        return switch (value) {
            case Double number when !Double.isFinite(number) -> number.toString();
            case Map<?, ?> fields -> {
                Map<Object, Object> copy = new LinkedHashMap<>();
                fields.forEach((name, field) -> copy.put(name, displayable(field)));
                yield copy;
            }
            case List<?> entries -> entries.stream().map(Checkup::displayable).collect(Collectors.toList());
            case null, default -> value;
        };
    }

    private record Verdict(boolean passed, String text) {
        private static Verdict failed(Failure failure) {
            return new Verdict(false, failure.kind().code() + ": " + failure.text());
        }
    }

    private static <M> Verdict verdict(Situation<M> situation, Action<M> action) {
        if (action.failure() != null) {
            return Verdict.failed(action.failure());
        }
        Match<M> match = situation.match();
        situation.play(action);
        Result result = match.result();
        String plays = "plays " + shortened(Json.text(match.game().store(action.move())));
        if (result != null && match.position().isOut(situation.seat())) {
            return new Verdict(
                    false, plays + " and loses the match at once (" + result.reason() + ")" + effects(match));
        }
        return new Verdict(
                true,
                plays + effects(match) + (result == null ? "" : "; this ends the match (" + result.reason() + ")"));
    }

    private static String effects(Match<?> match) {
        StringBuilder effects = new StringBuilder();
        Plain picture = Plain.of(match.picture());
        for (String effect : match.game().effects()) {
            Object value = picture.get(effect).value();
            if (value != null && !List.of().equals(value)) {
                effects.append("; ").append(effect).append(": ").append(shortened(Json.text(value)));
            }
        }
        return effects.toString();
    }

    private static String sent(GameCard.Form form, Map<String, Object> request) {
        String body = new String(BotBody.write(form, request), StandardCharsets.UTF_8);
        // A form's body is a list of percent-encoded characters, which are unreadable.
        return form.contentType() + " "
                + shortened(form == GameCard.Form.JSON ? body : URLDecoder.decode(body, StandardCharsets.UTF_8));
    }

    private static String shortened(String text) {
        String shown = Plain.shortened(text, MOST_SHOWN);
        return text.length() <= MOST_SHOWN ? shown : shown + " (" + text.length() + " characters)";
    }
}
