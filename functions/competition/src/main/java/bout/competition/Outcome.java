package bout.competition;

import bout.engine.Result;
import bout.engine.Seat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How a match counts: the places by seat, from 1; those who tie share one, and the places after it are skipped. Each
 * two seats are compared by their places. Points are doubled, because whole numbers keep sums exact.
 */
public record Outcome(List<Integer> places) {

    public static final Outcome FIRST_WINS = new Outcome(List.of(1, 2));
    public static final Outcome DRAW = new Outcome(List.of(1, 1));
    public static final Outcome SECOND_WINS = new Outcome(List.of(2, 1));

    public Outcome {
        places = List.copyOf(places);
    }

    public static Outcome of(Result result) {
        return new Outcome(result.places());
    }

    /** @param failed the seat that is last because it failed, or {@code null}; see {@link bout.engine.Forfeit} */
    public static Outcome of(Result result, Seat failed) {
        return failed == null ? of(result) : of(result).failed(failed.index());
    }

    private Outcome failed(int failed) {
        return new Outcome(IntStream.range(0, seats())
                .map(seat -> seat == failed ? seats() : place(seat) - (places.get(failed) < place(seat) ? 1 : 0))
                .boxed()
                .toList());
    }

    public int seats() {
        return places.size();
    }

    /** @param seat its index, from 0 */
    public int place(int seat) {
        return places.get(seat);
    }

    /** The number of the seat that won, from 1, or {@code null} if several share the first place. */
    public Integer winner() {
        Seat winner = Result.winner(places);
        return winner == null ? null : winner.number();
    }

    /** 2 for the winner of the match, 1 for those who share the first place, 0 for all others. */
    public int halfWins(int seat) {
        return place(seat) > 1 ? 0 : winner() == null ? 1 : 2;
    }

    /** 2 for a seat with a better place than the other one, 1 for the same, 0 for a worse one. */
    public int halfPoints(int seat, int other) {
        return 1 + Integer.signum(places.get(other) - places.get(seat));
    }

    /** The sum of the points against all other seats. */
    public int halfPoints(int seat) {
        return IntStream.range(0, seats())
                .filter(other -> other != seat)
                .map(other -> halfPoints(seat, other))
                .sum();
    }
}
