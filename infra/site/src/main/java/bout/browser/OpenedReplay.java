package bout.browser;

import bout.engine.Call;
import bout.engine.Forfeit;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Match;
import bout.engine.Plain;
import bout.engine.Playback;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;
import org.teavm.jso.JSProperty;

/**
 * A replay that a page shows, of a finished or a running match. Checks whether the moves give the stated result, and
 * makes the picture of any turn.
 *
 * <p>Turn k is the state after k turns: turn 0 is the set-up, {@link #getTurns} the last turn. Pictures are computed in
 * chunks, and only the latest chunk is kept. So a slider moves freely over a match of 10,000 turns without holding all
 * pictures in memory.
 */
final class OpenedReplay<M> {

    private static final int STRETCH = 256;

    private final Supplier<Playback<M>> fromTheStart;
    private final boolean over;
    private final Findings findings;
    private Playback<M> playback;
    private final List<Moment> stretch = new ArrayList<>();
    private int stretchStart;

    /** The outcome of playing the moves; see the properties of the same names. */
    private record Findings(int turns, String difference, int failedSeat) {}

    /**
     * All that a page needs of one turn, as plain values. Made on demand, because a page shows few turns of a chunk.
     */
    private record Moment(Object picture, List<Object> calls, String hash) {
        static <M> Moment of(Match<M> match) {
            return new Moment(match.picture(), lastCalls(match), match.hash());
        }
    }

    /** @throws UnexpectedValue if the match cannot be set up */
    OpenedReplay(Replay replay, Game<M> game) {
        this.fromTheStart = () -> replay.playback(game);
        this.playback = fromTheStart.get();
        this.over = replay.finished();
        this.findings = over ? verified(replay, game) : playable();
    }

    private Findings verified(Replay replay, Game<M> game) {
        return switch (replay.verify(game)) {
            case Replay.Confirmed confirmed ->
                new Findings(
                        confirmed.turns(),
                        null,
                        Forfeit.of(game, confirmed.result(), replay.calls().failures())
                                .map(lost -> lost.seat().number())
                                .orElse(0));
            // The turns before the difference can still be shown.
            case Replay.Differs differs -> new Findings(playable().turns(), differs.text(), 0);
        };
    }

    /** How many turns can be played, and what is wrong with the next move, if anything is. */
    private Findings playable() {
        Playback<M> trial = fromTheStart.get();
        String problem = null;
        try {
            trial.to(Integer.MAX_VALUE);
        } catch (UnexpectedValue brokenMove) {
            problem = brokenMove.getMessage();
        }
        return new Findings(trial.match().turn(), problem, 0);
    }

    /** Whether the match is finished, not still running. */
    @JSExport
    @JSProperty
    public boolean isOver() {
        return over;
    }

    /** The seat that lost because it ended the match by failing, or 0. */
    @JSExport
    @JSProperty
    public int getFailedSeat() {
        return findings.failedSeat();
    }

    /** The number of turns that can be shown, besides turn 0. */
    @JSExport
    @JSProperty
    public int getTurns() {
        return findings.turns();
    }

    /** Whether the moves give the stored result and hash; {@code false} while the match is running. */
    @JSExport
    @JSProperty
    public boolean isConfirmed() {
        return over && findings.difference() == null;
    }

    /**
     * How the moves and the stored result differ, or {@code null} if they agree. For a running match, which has no
     * result, what is wrong with a move.
     */
    @JSExport
    @JSProperty
    public String getDifference() {
        return findings.difference();
    }

    @JSExport
    public JSObject picture(int turn) {
        return JsValues.toJs(moment(turn).picture());
    }

    /**
     * The calls of the turn that led to this state: {@code [{seat, move, failure: {kind, text} | null, milliseconds,
     * note: text | null}]}. Milliseconds are rounded up; 0 means that the bot was not called over a network.
     */
    @JSExport
    public JSObject calls(int turn) {
        return JsValues.toJs(moment(turn).calls());
    }

    /** The requests to the bots that move next at this turn: {@code [{seat, fields}]}, none once the match is over. */
    @JSExport
    public JSObject asks(int turn) {
        return JsValues.toJs(requests(turn));
    }

    /** The hash of all states up to a turn. */
    @JSExport
    public String hash(int turn) {
        return moment(turn).hash();
    }

    /** Iterates over the turns from here on, independently of {@link #picture}. */
    @JSExport
    public Walk<M> walk(int from) {
        checkRange(from);
        return new Walk<>(fromTheStart.get(), from, findings.turns());
    }

    /** Iterates over the turns of a match. Keeps no pictures, so a long match takes no more memory than a short one. */
    static final class Walk<M> {
        private final Playback<M> playback;
        private final int last;

        private Walk(Playback<M> playback, int from, int last) {
            this.playback = playback;
            this.last = last;
            playback.to(from);
        }

        /** Moves to the next turn; {@code false} if there is none. */
        @JSExport
        public boolean next() {
            return playback.match().turn() < last && playback.next();
        }

        @JSExport
        @JSProperty
        public int getTurn() {
            return playback.match().turn();
        }

        /** Like {@link OpenedReplay#picture}. */
        @JSExport
        @JSProperty
        public JSObject getPicture() {
            return JsValues.toJs(playback.match().picture());
        }

        /** Like {@link OpenedReplay#calls}. */
        @JSExport
        @JSProperty
        public JSObject getCalls() {
            return JsValues.toJs(lastCalls(playback.match()));
        }

        /**
         * The places at the end if house bots play on from this turn. There is no next turn after that.
         *
         * @param names of the bots, of whom one is drawn for each move; a name may be there more than once
         * @param seed of the draws
         */
        @JSExport
        public JSObject playOut(JSObject names, String seed) {
            Match<M> match = playback.match();
            List<HouseBot> bots = BrowserEngine.houseBots(match.game(), names);
            return JsValues.toJs(HouseMatch.playOut(match, bots, seed).places());
        }
    }

    private Moment moment(int turn) {
        checkRange(turn);
        if (turn < stretchStart || turn >= stretchStart + stretch.size()) {
            playStretchOf(turn);
        }
        return stretch.get(turn - stretchStart);
    }

    /** The requests for one turn: few pages show them, and only for the turn that is looked at. */
    private List<Object> requests(int turn) {
        checkRange(turn);
        Match<M> before = fromTheStart.get().to(turn);
        List<Object> requests = new ArrayList<>();
        for (Seat seat : before.seats()) {
            if (before.isToMove(seat)) {
                requests.add(Plain.object("seat", seat.number(), "fields", before.request(seat)));
            }
        }
        return requests;
    }

    private void checkRange(int turn) {
        if (turn < 0 || turn > findings.turns()) {
            throw new IllegalArgumentException("turn must be from 0 to " + findings.turns() + ", not " + turn);
        }
    }

    private void playStretchOf(int turn) {
        stretchStart = turn - turn % STRETCH;
        stretch.clear();
        if (playback.match().turn() > stretchStart) {
            playback = fromTheStart.get();
        }
        int last = Math.min(stretchStart + STRETCH - 1, findings.turns());
        for (int next = stretchStart; next <= last; next++) {
            stretch.add(Moment.of(playback.to(next)));
        }
    }

    static List<Object> lastCalls(Match<?> match) {
        List<Call> calls = match.calls();
        int first = calls.size();
        while (first > 0 && calls.get(first - 1).turn() == match.turn() - 1) {
            first--;
        }
        return calls.subList(first, calls.size()).stream()
                .<Object>map(OpenedReplay::plain)
                .toList();
    }

    private static Map<String, Object> plain(Call call) {
        return Plain.object(
                "seat", call.seat().number(),
                "move", call.move(),
                "failure", call.failure() == null ? null : call.failure().toPlain(),
                "milliseconds", call.milliseconds(),
                "note", call.note());
    }
}
