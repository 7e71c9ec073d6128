package bout.checks;

import bout.engine.Action;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.Turn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A seat that is to move in a recorded match between house bots.
 *
 * @param match the match before the turn
 * @param others the recorded moves of the seats that move in this turn
 */
record Situation<M>(Match<M> match, Seat seat, Map<Seat, Action<M>> others) {

    private static final String SEED = "check";

    /** The recorded match of each game: always the same, and recording takes seconds. */
    private static final Map<String, Match<?>> RECORDED = new ConcurrentHashMap<>();

    /** For each seat the start, the middle and the end of a match of the game's strongest house bot against itself. */
    static <M> List<Situation<M>> of(Game<M> game) {
        // The match under a game's id was recorded with that game.
        @SuppressWarnings("unchecked")
        Match<M> recorded = (Match<M>) RECORDED.computeIfAbsent(game.card().id(), id -> recorded(game));
        int last = recorded.turn() - 1;
        List<Situation<M>> situations = new ArrayList<>();
        for (Seat seat : recorded.seats()) {
            int before = -1;
            for (int turn : List.of(0, recorded.turn() / 2, Math.max(0, last - 1))) {
                for (int at = Math.max(turn, before + 1); at <= last; at++) {
                    Situation<M> situation = at(recorded, at, seat);
                    if (situation.match.isToMove(seat)) {
                        situations.add(situation);
                        before = at;
                        break;
                    }
                }
            }
        }
        return situations;
    }

    /**
     * A turn of a match that was played.
     *
     * @param match after the turn or later
     * @return empty if the seat did not move in that turn
     */
    static <M> Optional<Situation<M>> of(Match<M> match, int turn, Seat seat) {
        return turn < match.turn()
                ? Optional.of(at(match, turn, seat)).filter(situation -> situation.match.isToMove(seat))
                : Optional.empty();
    }

    static <M> Match<M> recorded(Game<M> game) {
        HouseBot strongest = game.houseBots().getLast();
        return HouseMatch.play(
                game,
                SEED,
                Options.defaults(game.card().options()),
                Collections.nCopies(game.card().seats().closest(2), strongest).toArray(HouseBot[]::new));
    }

    private static <M> Situation<M> at(Match<M> recorded, int turn, Seat seat) {
        Match<M> match = Replay.of(recorded, List.of()).play(recorded.game(), turn);
        Map<Seat, Action<M>> actions = new EnumMap<>(Seat.class);
        recorded.calls().stream().filter(call -> call.turn() == turn).forEach(call -> {
            Action<M> action = call.failure() != null
                    ? Action.failed(call.failure())
                    : Action.moved(recorded.game().restore(Plain.of(call.move())));
            actions.put(call.seat(), action);
        });
        return new Situation<>(match, seat, actions);
    }

    /** Plays the turn with another move of the seat, and the recorded moves of the other seats. */
    void play(Action<M> action) {
        others.put(seat, action);
        play();
    }

    /** Plays the turn with the moves that are known. */
    void play() {
        match.play(Turn.of(others));
    }
}
