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

    /** @param failed the seat that is last because it failed, or {@code null}; see {@link bout.engine.Forfeit} */
    public static Outcome of(Result result, Seat failed) {
        return new Outcome(result.countedPlaces(failed));
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

    /**
     * Who won, such as {@code Ann wins}, or {@code draw}, of more than two with the names of those who share the first
     * place. Nobody wins alone.
     */
    public String ending(List<String> names) {
        if (seats() == 1) {
            return "finished";
        }
        if (winner() != null) {
            return names.get(winner() - 1) + " wins";
        }
        List<String> first = IntStream.range(0, seats())
                .filter(seat -> place(seat) == 1)
                .mapToObj(names::get)
                .toList();
        return seats() == 2 ? "draw" : "draw of " + String.join(" and ", first);
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
