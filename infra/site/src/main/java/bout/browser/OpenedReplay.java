package bout.browser;

import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Playback;
import bout.engine.Replay;
import bout.engine.UnexpectedValue;
import bout.engine.UnfinishedReplay;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;
import org.teavm.jso.JSProperty;

/**
 * A replay that a page looks at, whole or of a match that goes on: whether its moves give the result that it states, and
 * the picture of any turn.
 *
 * <p>Turn k is the state after k turns: turn 0 is the set-up, turn {@link #turns} the last one. Pictures are computed a
 * stretch at a time and only the latest stretch is kept, so that a slider moves freely both ways over a match of 10,000
 * turns without all of its pictures in memory.
 */
final class OpenedReplay<S, M> {

    private static final int STRETCH = 256;

    private final Game<S, M> game;
    private final Supplier<Playback<S, M>> fromTheStart;
    private final boolean over;
    private final boolean confirmed;
    private final String difference;
    private final int turns;
    private Playback<S, M> playback;
    private final List<Moment> stretch = new ArrayList<>();
    private int stretchStart;

    /** What a page may ask about one turn. */
    private record Moment(JSObject picture, JSObject calls, String hash) {}

    /** How far moves can be played, and what is wrong with the next one, or {@code null} if there is none. */
    private record Playable(int turns, String problem) {}

    private OpenedReplay(
            Game<S, M> game,
            Supplier<Playback<S, M>> fromTheStart,
            boolean over,
            boolean confirmed,
            String difference,
            int turns) {
        this.game = game;
        this.fromTheStart = fromTheStart;
        this.over = over;
        this.confirmed = confirmed;
        this.difference = difference;
        this.turns = turns;
        this.playback = fromTheStart.get();
    }

    /** @throws UnexpectedValue when the match cannot even be set up */
    static <S, M> OpenedReplay<S, M> of(Replay replay, Game<S, M> game) {
        Supplier<Playback<S, M>> fromTheStart = () -> replay.playback(game);
        return switch (replay.verify(game)) {
            case Replay.Confirmed confirmed ->
                new OpenedReplay<>(game, fromTheStart, true, true, null, confirmed.turns());
            case Replay.Differs differs ->
                // The turns before the difference can still be looked at.
                new OpenedReplay<>(
                        game,
                        fromTheStart,
                        true,
                        false,
                        differs.text(),
                        playable(fromTheStart).turns());
        };
    }

    /** @throws UnexpectedValue when the match cannot even be set up */
    static <S, M> OpenedReplay<S, M> of(UnfinishedReplay soFar, Game<S, M> game) {
        Supplier<Playback<S, M>> fromTheStart = () -> soFar.playback(game);
        Playable playable = playable(fromTheStart);
        return new OpenedReplay<>(game, fromTheStart, false, false, playable.problem(), playable.turns());
    }

    private static Playable playable(Supplier<? extends Playback<?, ?>> fromTheStart) {
        Playback<?, ?> trial = fromTheStart.get();
        try {
            boolean more = true;
            while (more) {
                more = trial.next();
            }
        } catch (UnexpectedValue brokenMove) {
            return new Playable(trial.match().turn(), brokenMove.getMessage());
        }
        return new Playable(trial.match().turn(), null);
    }

    /** Whether this is a whole match, and not one that was still being played. */
    @JSExport
    @JSProperty
    public boolean isOver() {
        return over;
    }

    /** The number of turns that can be looked at, beside turn 0. */
    @JSExport
    @JSProperty
    public int getTurns() {
        return turns;
    }

    /** Whether the moves give the stored result and hash; never before the match is over. */
    @JSExport
    @JSProperty
    public boolean isConfirmed() {
        return confirmed;
    }

    /**
     * Where the moves and what is stored differ, or {@code null} when they agree. Of a match that is not over, which stores
     * no result, what is wrong with a move.
     */
    @JSExport
    @JSProperty
    public String getDifference() {
        return difference;
    }

    /** What a renderer draws for a turn. */
    @JSExport
    public JSObject picture(int turn) {
        return moment(turn).picture();
    }

    /** The calls that were made on a turn: {@code [{seat, move, failure: {kind, text} | null, milliseconds}]}. */
    @JSExport
    public JSObject calls(int turn) {
        return moment(turn).calls();
    }

    /** The hash over all states up to a turn. */
    @JSExport
    public String hash(int turn) {
        return moment(turn).hash();
    }

    private Moment moment(int turn) {
        if (turn < 0 || turn > turns) {
            throw new IllegalArgumentException("turn must be from 0 to " + turns + ", not " + turn);
        }
        if (turn < stretchStart || turn >= stretchStart + stretch.size()) {
            playStretchOf(turn);
        }
        return stretch.get(turn - stretchStart);
    }

    private void playStretchOf(int turn) {
        stretchStart = turn - turn % STRETCH;
        stretch.clear();
        if (playback.match().turn() > stretchStart) {
            playback = fromTheStart.get();
        }
        while (playback.match().turn() < stretchStart) {
            playback.next();
        }
        stretch.add(now());
        int last = Math.min(stretchStart + STRETCH - 1, turns);
        while (playback.match().turn() < last) {
            playback.next();
            stretch.add(now());
        }
    }

    private Moment now() {
        var match = playback.match();
        return new Moment(JsValues.toJs(game.picture(match.state())), JsValues.toJs(lastCalls()), match.hash());
    }

    private List<Object> lastCalls() {
        List<Call> calls = playback.match().calls();
        int first = calls.size();
        while (first > 0 && calls.get(first - 1).turn() == playback.match().turn() - 1) {
            first--;
        }
        List<Object> plain = new ArrayList<>();
        for (Call call : calls.subList(first, calls.size())) {
            plain.add(plain(call));
        }
        return plain;
    }

    private static Map<String, Object> plain(Call call) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("seat", call.seat().number());
        plain.put("move", call.move());
        plain.put("failure", call.failure() == null ? null : plain(call.failure()));
        plain.put("milliseconds", call.milliseconds());
        return plain;
    }

    private static Map<String, Object> plain(Failure failure) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("kind", failure.kind().code());
        plain.put("text", failure.text());
        return plain;
    }
}
