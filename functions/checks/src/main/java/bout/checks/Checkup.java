package bout.checks;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Action;
import bout.engine.Ask;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.id.SeatIds;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.line.LineMessage;
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

    /** As many as the API has for matches. */
    private static final long SEEDS = 1L << 48;

    /** In each of the two matches that a health check resembles. */
    static final int FIRST_MOVES = 3;

    /** A match that is played through ends at the latest after so many moves of the bot. */
    static final int MOST_MOVES = 100;

    /** No move of a match is asked for later than this after its beginning. */
    private static final long LONGEST_MATCH = TimeUnit.SECONDS.toNanos(15);

    private static final Failure NO_MOVE = new Failure(Failure.Kind.NOT_EXPECTED, "The answer was not a legal move.");

    private Checkup() {}

    /**
     * One call and its outcome; texts are shortened.
     *
     * @param timeLimit in milliseconds
     * @param sent the content type and the decoded body
     * @param came the answer, or {@code null} when it could not be read
     * @param milliseconds how long it took
     * @param text what the move does, or what is wrong with the answer
     */
    public record Call(
            int turn,
            Seat seat,
            int timeLimit,
            String sent,
            String came,
            int milliseconds,
            boolean passed,
            String text) {}

    /**
     * Makes the calls, one after the other.
     *
     * @param first called when seat 1 is to move
     * @param second called when seat 2 is to move; a different player of the same bot
     * @param startBefore as in {@link MoveRequest}
     * @param listener gets each call when it has ended
     */
    public static <M> List<Call> of(
            Game<M> game, Player first, Player second, long startBefore, Consumer<Call> listener) {
        // Within a match a bot may expect that turns only go up.
        Map<Seat, String> seatIds = new EnumMap<>(Seat.class);
        List<Call> calls = new ArrayList<>();
        for (Situation<M> situation : Situation.of(game)) {
            Seat seat = situation.seat();
            boolean firstMove = !seatIds.containsKey(seat);
            String seatId = seatIds.computeIfAbsent(seat, s -> SeatIds.drawn(RANDOM));
            Player player = seat == Seat.FIRST ? first : second;
            if (firstMove) {
                tellOfMatch(player, game, seatId, seat);
            }
            MoveRequest request = request(situation, seatId, firstMove, startBefore);
            Reply reply = player.ask(request);
            Call call = handled(situation, request, reply);
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
     * @param startBefore as in {@link MoveRequest}
     */
    static <M> List<Call> likeMatches(Game<M> game, Player first, Player second, int moves, long startBefore) {
        List<Call> calls = new ArrayList<>();
        for (Seat seat : Seat.values()) {
            calls.addAll(played(
                    new Opening<>(game, seat, String.valueOf(RANDOM.nextLong(SEEDS))),
                    seat == Seat.FIRST ? first : second,
                    moves,
                    startBefore));
        }
        return calls;
    }

    /**
     * Plays a match against a house bot to its end, or for {@value #MOST_MOVES} moves or 15 seconds: a bot may answer
     * well in single situations, and fail in the course of a match.
     *
     * @param player in seat 1; it must not have been asked before
     * @param startBefore as in {@link MoveRequest}
     * @return the first call that failed, or else the last one; its text is about the match
     */
    public static <M> Call match(Game<M> game, Player player, long startBefore) {
        Opening<M> opening = new Opening<>(game, Seat.FIRST, String.valueOf(RANDOM.nextLong(SEEDS)));
        List<Call> calls = played(opening, player, MOST_MOVES, startBefore);
        Call call = calls.stream().filter(each -> !each.passed()).findFirst().orElse(calls.getLast());
        String text = call.passed()
                ? "plays " + (opening.isOver() ? "a match to its end" : "the beginning of a match") + ": "
                        + opening.turns() + " turns, answered all"
                : "fails at turn " + call.turn() + " of a match: " + call.text();
        return new Call(
                call.turn(),
                call.seat(),
                call.timeLimit(),
                call.sent(),
                call.came(),
                call.milliseconds(),
                call.passed(),
                text);
    }

    /** Asks a bot for its moves in a match; without an answer, play goes on if the rules allow it. */
    private static <M> List<Call> played(Opening<M> opening, Player player, int moves, long startBefore) {
        List<Call> calls = new ArrayList<>();
        String seatId = SeatIds.drawn(RANDOM);
        long began = System.nanoTime();
        while (calls.size() < moves && System.nanoTime() - began < LONGEST_MATCH) {
            Optional<Situation<M>> next = opening.next();
            if (next.isEmpty()) {
                break;
            }
            Situation<M> situation = next.get();
            if (calls.isEmpty()) {
                tellOfMatch(player, situation.match().game(), seatId, situation.seat());
            }
            MoveRequest request = request(situation, seatId, calls.isEmpty(), startBefore);
            int turn = situation.match().turn();
            Reply reply = player.ask(request);
            calls.add(handled(situation, request, reply));
            if (situation.match().turn() == turn) {
                situation.play(Action.failed(reply instanceof Reply.Failed failed ? failed.failure() : NO_MOVE));
            }
            if (!calls.getLast().passed() && calls.size() >= FIRST_MOVES) {
                break;
            }
        }
        return calls;
    }

    /**
     * Sends one request of a match again, in a match that the bot cannot know.
     *
     * @param timeLimit in milliseconds, or {@code null} for the game's own limits
     * @param startBefore as in {@link MoveRequest}
     */
    static <M> Call again(Situation<M> situation, Integer timeLimit, Player player, long startBefore) {
        Match<M> match = situation.match();
        String seatId = SeatIds.drawn(RANDOM);
        tellOfMatch(player, match.game(), seatId, situation.seat());
        MoveRequest usual = request(situation, seatId, match.firstMoveOf(situation.seat()), startBefore);
        MoveRequest request = timeLimit == null
                ? usual
                : new MoveRequest(
                        usual.seatId(), usual.game(), usual.seat(), usual.turn(), usual.ask(), timeLimit, startBefore);
        return handled(situation, request, player.ask(request));
    }

    /** As at the beginning of a rated match. Of its end a bot hears nothing, as if the match were broken off. */
    private static void tellOfMatch(Player player, Game<?> game, String seatId, Seat seat) {
        player.tell(new LineMessage.Event(seatId, game.card().id(), seat, null, null, null));
    }

    private static MoveRequest request(Situation<?> situation, String seatId, boolean firstMove, long startBefore) {
        Match<?> match = situation.match();
        return new MoveRequest(
                seatId,
                match.game().card(),
                situation.seat(),
                match.turn(),
                match.ask(situation.seat()),
                match.game().card().timeLimits().of(firstMove),
                startBefore);
    }

    private static <M> Call handled(Situation<M> situation, MoveRequest request, Reply reply) {
        try {
            return call(situation, request, reply);
        } catch (RuntimeException unexpected) {
            // Otherwise the check would be repeated again and again, and never end.
            LOG.atError()
                    .addKeyValue("game", request.game().id())
                    .setCause(unexpected)
                    .log("Could not handle an answer; it counts as failed");
            return call(request, null, 0, false, "The answer could not be handled.");
        }
    }

    private static <M> Call call(Situation<M> situation, MoveRequest request, Reply reply) {
        return switch (reply) {
            case Reply.Answered answered -> {
                Verdict verdict = verdict(situation, situation.match().read(situation.seat(), answered.answer()));
                yield call(
                        request,
                        shortened(shown(answered.answer())),
                        answered.milliseconds(),
                        verdict.passed(),
                        verdict.text());
            }
            case Reply.Failed failed ->
                call(
                        request,
                        null,
                        failed.milliseconds(),
                        false,
                        failed.failure().kind().code() + ": " + failed.failure().text());
            case Reply.BrokenOff brokenOff -> call(request, null, 0, false, "the check was interrupted");
        };
    }

    /** The answer as JSON; what JSON cannot represent, such as the infinity that 1e999 is read as, by its name. */
    private static String shown(Object answer) {
        return Json.text(displayable(answer));
    }

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

    private static Call call(MoveRequest request, String came, int milliseconds, boolean passed, String text) {
        return new Call(
                request.turn(),
                request.seat(),
                request.timeLimit(),
                sent(request.ask()),
                came,
                milliseconds,
                passed,
                text);
    }

    private record Verdict(boolean passed, String text) {}

    private static <M> Verdict verdict(Situation<M> situation, Action<M> action) {
        if (action.failure() != null) {
            return new Verdict(
                    false,
                    action.failure().kind().code() + ": " + action.failure().text());
        }
        situation.play(action);
        String effects = effects(situation.match());
        Result result = situation.match().result();
        String move = Json.text(situation.match().game().store(action.move()));
        if (result != null && situation.match().position().isOut(situation.seat())) {
            return new Verdict(
                    false,
                    "plays " + shortened(move) + " and loses the match at once (" + result.reason() + ")" + effects);
        }
        return new Verdict(
                true,
                "plays " + shortened(move) + effects
                        + (result == null ? "" : "; this ends the match (" + result.reason() + ")"));
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

    private static String sent(Ask ask) {
        String body = new String(BotBody.write(ask), StandardCharsets.UTF_8);
        // A form's body is a list of percent-encoded characters, which nobody can read.
        return ask.form().contentType() + " "
                + shortened(ask.form() == Ask.Form.JSON ? body : URLDecoder.decode(body, StandardCharsets.UTF_8));
    }

    private static String shortened(String text) {
        if (text.length() <= MOST_SHOWN) {
            return text;
        }
        int cut = Character.isHighSurrogate(text.charAt(MOST_SHOWN - 1)) ? MOST_SHOWN - 1 : MOST_SHOWN;
        return text.substring(0, cut) + "… (" + text.length() + " characters)";
    }
}
