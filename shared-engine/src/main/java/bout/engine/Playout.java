package bout.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Plays a recorded match differently from a turn on, to see what chances its seats had. It records nothing and hashes
 * nothing, so it is several times as fast as a {@link Match}.
 */
public final class Playout<M> {

    private final Match<M> match;
    private final List<Turn<M>> turns = new ArrayList<>();

    /** @param match what has been played of it; it may be over */
    public Playout(Match<M> match) {
        this.match = match;
        int next = 0;
        List<Call> calls = match.calls();
        for (int turn = 0; turn < match.turn(); turn++) {
            List<Action<M>> actions = new ArrayList<>(match.seats().size());
            for (Seat seat : match.seats()) {
                boolean moved = next < calls.size()
                        && calls.get(next).turn() == turn
                        && calls.get(next).seat().equals(seat);
                actions.add(moved ? action(calls.get(next++)) : null);
            }
            turns.add(new Turn<>(actions));
        }
    }

    private Action<M> action(Call call) {
        return call.failure() == null
                ? Action.moved(match.game().restore(Plain.of(call.move())))
                : Action.failed(call.failure());
    }

    /**
     * @param turn the first turn that is played differently
     * @param bots of whom one is drawn for each move, so that no two playouts are the same
     * @param seed of the draws and of the bots
     * @return the result
     */
    public Result from(int turn, List<HouseBot> bots, String seed) {
        Position<M> position = match.game().start(Plain.of(match.setUp()), match.options());
        for (Turn<M> played : turns.subList(0, turn)) {
            position.play(played);
        }
        SeededRandom random = SeededRandom.of(seed, "playout");
        List<List<HouseBot.Bot>> seated = new ArrayList<>();
        for (Seat seat : match.seats()) {
            seated.add(bots.stream().map(bot -> bot.at(seat, seed)).toList());
        }
        while (position.result() == null) {
            List<Action<M>> actions = new ArrayList<>(seated.size());
            for (Seat seat : match.seats()) {
                HouseBot.Bot mover = seated.get(seat.index()).get(random.nextInt(bots.size()));
                actions.add(position.isToMove(seat) ? position.read(seat, mover.answer(position.request(seat))) : null);
            }
            position.play(new Turn<>(actions));
        }
        return position.result();
    }
}
