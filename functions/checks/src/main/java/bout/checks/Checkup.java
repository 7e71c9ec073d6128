package bout.checks;

import bout.botclient.MoveRequest;
import bout.botclient.Player;
import bout.botclient.Reply;
import bout.engine.Action;
import bout.engine.Ask;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.wire.BotBody;
import bout.wire.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Calls a bot in a few real situations of a game, with the game's time limits, and says of each answer whether it is
 * legal and what it does. Used by {@code bout check}, by checks over the API and by health checks.
 */
public final class Checkup {

    private static final int MOST_SHOWN = 160;

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
    public static <S, M> List<Call> of(
            Game<S, M> game, Player first, Player second, long startBefore, Consumer<Call> listener) {
        // A match for each seat: within one, a bot may expect that turns only go up.
        Map<Seat, String> matches = new EnumMap<>(Seat.class);
        List<Call> calls = new ArrayList<>();
        for (Situation<S, M> situation : Situation.of(game)) {
            Seat seat = situation.seat();
            boolean firstMove = !matches.containsKey(seat);
            MoveRequest request = new MoveRequest(
                    matches.computeIfAbsent(seat, s -> UUID.randomUUID().toString()),
                    game.card(),
                    seat,
                    situation.match().turn(),
                    situation.match().ask(seat),
                    game.card().timeLimits().of(firstMove),
                    startBefore);
            Call call = call(situation, request, (seat == Seat.FIRST ? first : second).ask(request));
            calls.add(call);
            listener.accept(call);
        }
        return calls;
    }

    private static <S, M> Call call(Situation<S, M> situation, MoveRequest request, Reply reply) {
        return switch (reply) {
            case Reply.Answered answered -> {
                Verdict verdict = verdict(situation, situation.match().read(situation.seat(), answered.answer()));
                yield call(
                        request,
                        shortened(Json.text(answered.answer())),
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

    private static <S, M> Verdict verdict(Situation<S, M> situation, Action<M> action) {
        if (action.failure() != null) {
            return new Verdict(
                    false,
                    action.failure().kind().code() + ": " + action.failure().text());
        }
        situation.play(action);
        String effects = effects(situation.match());
        Result result = situation.match().result();
        String move = Json.text(situation.match().game().store(action.move()));
        if (result != null && isOut(situation.match(), situation.seat())) {
            return new Verdict(
                    false,
                    "plays " + shortened(move) + " and loses the match at once (" + result.reason() + ")" + effects);
        }
        return new Verdict(
                true,
                "plays " + shortened(move) + effects
                        + (result == null ? "" : "; this ends the match (" + result.reason() + ")"));
    }

    private static <S> boolean isOut(Match<S, ?> match, Seat seat) {
        return match.game().isOut(match.state(), seat);
    }

    private static String effects(Match<?, ?> match) {
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
