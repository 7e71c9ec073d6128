package bout.browser;

import bout.engine.Action;
import bout.engine.Aside;
import bout.engine.Failure;
import bout.engine.Forfeit;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Plain;
import bout.engine.Playback;
import bout.engine.Replay;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import bout.wire.BotBody;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.teavm.jso.JSBody;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;
import org.teavm.jso.JSProperty;
import org.teavm.jso.core.JSArray;

/**
 * A match that a page plays turn by turn. For each seat to move, the page asks the bot and passes the result to
 * {@link #answer}, {@link #answerByHouseBot} or {@link #fail}; then it plays the turn. Answers are read like those over
 * HTTP, with the same limits, so that a bot behaves the same in both places.
 *
 * <p>Seats are numbers, from 1.
 */
final class OngoingMatch<M> {

    private final Match<M> match;

    /** Plays the recorded turns, or {@code null} if there are none. */
    private final Playback<M> record;

    private final int recorded;
    private final Map<Seat, HouseBot> houseBots = new LinkedHashMap<>();
    private final Map<Seat, HouseBot.Bot> seated = new LinkedHashMap<>();
    private final Map<Seat, Action<M>> actions = new LinkedHashMap<>();
    private final Map<Seat, Integer> times = new LinkedHashMap<>();

    OngoingMatch(Match<M> match) {
        this.match = match;
        this.record = null;
        this.recorded = 0;
    }

    /**
     * A match that goes on from a turn of another.
     *
     * @param record at its beginning
     * @param recorded the number of turns to take from it
     */
    OngoingMatch(Playback<M> record, int recorded) {
        this.match = record.match();
        this.record = record;
        this.recorded = recorded;
    }

    /** Calls {@code JSON.parse}: a list of one value, or {@code null} if the text is not JSON. */
    @JSBody(params = "text", script = "try { return [JSON.parse(text)]; } catch (notJson) { return null; }")
    private static native JSArray<JSObject> parsed(String text);

    @JSExport
    @JSProperty
    public boolean isOver() {
        return match.over();
    }

    /** The number of turns played. */
    @JSExport
    @JSProperty
    public int getTurn() {
        return match.turn();
    }

    /**
     * Whether the next turn is recorded, so that it is played by {@link #playRecordedTurn}. Bots may be asked for it
     * all the same, so that those that remember know what has happened; their answers do not matter.
     */
    @JSExport
    @JSProperty
    public boolean isRecorded() {
        return match.turn() < recorded;
    }

    @JSExport
    public void playRecordedTurn() {
        if (!record.next()) {
            throw new IllegalStateException("turn " + match.turn() + " is not recorded");
        }
    }

    /** The board now, for the game's renderer. */
    @JSExport
    public JSObject picture() {
        return JsValues.toJs(match.picture());
    }

    /** Whether the seat must answer before the turn can be played. */
    @JSExport
    public boolean isToMove(int seat) {
        return match.isToMove(Seat.of(seat));
    }

    /** Whether this is the first move of the seat, which may have a longer time limit. */
    @JSExport
    public boolean isFirstMoveOf(int seat) {
        return match.firstMoveOf(Seat.of(seat));
    }

    @JSExport
    public JSObject ask(int seat) {
        return JsValues.toJs(match.request(Seat.of(seat)));
    }

    @JSExport
    public void seatHouseBot(int seat, String name) {
        HouseBot bot = BrowserEngine.houseBot(match.game(), name);
        houseBots.put(Seat.of(seat), bot);
        seated.put(Seat.of(seat), bot.at(Seat.of(seat), match.seed()));
    }

    @JSExport
    public void answerByHouseBot(int seat) {
        Seat mover = Seat.of(seat);
        keep(mover, match.read(mover, seated.get(mover).answer(match.request(mover))), 0);
    }

    /** Asks the house bot at the seat without using its answer; see {@link #isRecorded}. */
    @JSExport
    public void remindHouseBot(int seat) {
        Seat mover = Seat.of(seat);
        seated.get(mover).answer(match.request(mover));
    }

    /**
     * Takes a bot's answer.
     *
     * @param json the body of the answer
     * @param milliseconds the time it took, rounded up
     * @return {@code null} for a legal move, otherwise the failure {@code {kind, text}}
     */
    @JSExport
    public JSObject answer(int seat, String json, int milliseconds) {
        Action<M> action = read(Seat.of(seat), json);
        keep(Seat.of(seat), action, milliseconds);
        return action.failure() == null ? null : JsValues.toJs(action.failure().toPlain());
    }

    /** Why an answer of the seat would fail, as a sentence, or {@code null} if it is a legal move. Records nothing. */
    @JSExport
    public String refusal(int seat, String json) {
        Failure failure = read(Seat.of(seat), json).failure();
        return failure == null ? null : failure.text();
    }

    /**
     * Records a failed call of the seat.
     *
     * @param kind one of {@link Failure.Kind#CODES}
     */
    @JSExport
    public void fail(int seat, String kind, String text, int milliseconds) {
        keep(Seat.of(seat), Action.failed(new Failure(Failure.Kind.of(kind), text)), milliseconds);
    }

    /** Plays the turn, once every seat to move has answered or failed. */
    @JSExport
    public void playTurn() {
        match.play(Turn.of(match, actions::get), seat -> Aside.took(times.get(seat)));
        actions.clear();
        times.clear();
    }

    /** {@code {places, scores, reason}}, or {@code null} while the match is running. */
    @JSExport
    public JSObject result() {
        Result result = match.result();
        return result == null ? null : JsValues.toJs(result.toPlain());
    }

    /** The places where results count, where a player that fails is last. */
    @JSExport
    public JSObject places() {
        Seat failed = Forfeit.of(match).map(Forfeit::seat).orElse(null);
        return JsValues.toJs(match.result().countedPlaces(failed));
    }

    /** The replay document of the match so far. The names, by seat, apply to players that are not house bots. */
    @JSExport
    public JSObject replay(JSObject names) {
        List<String> named = BrowserEngine.texts(names);
        return JsValues.toJs(Replay.of(
                        match,
                        match.seats().stream()
                                .map(seat -> player(seat, named.get(seat.index())))
                                .toList())
                .toPlain());
    }

    private Replay.Player player(Seat seat, String name) {
        HouseBot bot = houseBots.get(seat);
        return bot == null ? Replay.Player.named(name) : Replay.Player.house(bot.name(), bot.name());
    }

    private void keep(Seat seat, Action<M> action, int milliseconds) {
        if (!match.isToMove(seat) || actions.containsKey(seat)) {
            throw new IllegalStateException(
                    "seat " + seat.number() + " is not to move" + (match.over() ? ": the match has ended" : ""));
        }
        actions.put(seat, action);
        times.put(seat, milliseconds);
    }

    private Action<M> read(Seat seat, String json) {
        if (Plain.utf8Bytes(json) > BotBody.MAX_ANSWER_BYTES) {
            return Action.failed(new Failure(
                    Failure.Kind.TOO_LARGE,
                    "The answer has more than " + BotBody.MAX_ANSWER_BYTES
                            + " bytes of JSON, the maximum for an answer."));
        }
        JSArray<JSObject> value = parsed(json);
        if (value == null) {
            return notExpected("is not JSON");
        }
        Object plain;
        try {
            plain = JsValues.toPlain(value.get(0));
        } catch (UnexpectedValue tooDeep) {
            return notExpected("cannot be read: " + withoutFullStop(tooDeep.getMessage()));
        }
        if (tokens(plain) > BotBody.MAX_ANSWER_TOKENS) {
            return notExpected("has more than " + BotBody.MAX_ANSWER_TOKENS + " tokens of JSON");
        }
        return match.read(seat, plain);
    }

    private Action<M> notExpected(String what) {
        return Action.failed(new Failure(
                Failure.Kind.NOT_EXPECTED,
                "The answer " + what + ". Expected: " + match.game().card().answer()));
    }

    private static String withoutFullStop(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    /** Counts tokens like {@link BotBody#MAX_ANSWER_TOKENS}. */
    private static int tokens(Object plain) {
        int tokens = 1;
        if (plain instanceof List<?> list) {
            tokens++;
            for (Object entry : list) {
                tokens += tokens(entry);
            }
        } else if (plain instanceof Map<?, ?> map) {
            tokens++;
            for (Object value : map.values()) {
                tokens += 1 + tokens(value);
            }
        }
        return tokens;
    }
}
