package bout.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a match ended.
 *
 * @param places the place of each seat, from 1. Seats that are level share a place, and leave out as many after it: 1,
 *     2, 2, 4
 * @param scores the score of each seat, in the game's own unit
 * @param reason a word that says why it ended, such as {@code full} or {@code forfeit}; each game defines its own
 */
public record Result(List<Integer> places, List<Double> scores, String reason) {

    public Result {
        if (places.size() != scores.size()) {
            throw new IllegalArgumentException("a result has a place and a score for each seat");
        }
        places = List.copyOf(places);
        // Adding 0 turns -0.0 into 0.0, because JSON.stringify drops the sign of zero.
        scores = scores.stream().map(score -> score + 0.0).toList();
    }

    /**
     * The result of a match of two.
     *
     * @param winner {@code null} for a draw
     */
    public static Result of(Seat winner, double firstScore, double secondScore, String reason) {
        List<Integer> places = winner == null ? List.of(1, 1) : winner == Seat.FIRST ? List.of(1, 2) : List.of(2, 1);
        return new Result(places, List.of(firstScore, secondScore), reason);
    }

    /** The seat with the highest score has the first place. */
    public static Result byScore(List<Double> scores, String reason) {
        return new Result(places(scores), scores, reason);
    }

    public static Result byScore(double firstScore, double secondScore, String reason) {
        return byScore(List.of(firstScore, secondScore), reason);
    }

    /** The places for values of which the highest is best. */
    public static List<Integer> places(List<Double> values) {
        List<Integer> places = new ArrayList<>(values.size());
        for (double own : values) {
            int better = 0;
            for (double other : values) {
                better += other > own ? 1 : 0;
            }
            places.add(better + 1);
        }
        return places;
    }

    /** The only seat with the first place, or {@code null} if several share it. */
    public Seat winner() {
        return winner(places);
    }

    /** The only seat with the first of these places, or {@code null} if several share it. */
    public static Seat winner(List<Integer> places) {
        int first = places.indexOf(1);
        return first == places.lastIndexOf(1) ? Seat.of(first + 1) : null;
    }

    /** The only seat behind all others, or {@code null} if several share the last place. */
    public Seat loser() {
        int last = places.indexOf(places.size());
        return last < 0 ? null : Seat.of(last + 1);
    }

    /**
     * The places as they count if a seat failed: it is last, and those behind it move up.
     *
     * @param failed {@code null} for none; see {@link Forfeit}
     */
    public List<Integer> countedPlaces(Seat failed) {
        if (failed == null) {
            return places;
        }
        List<Integer> counted = new ArrayList<>();
        for (int place : places) {
            counted.add(place > place(failed) ? place - 1 : place);
        }
        counted.set(failed.index(), places.size());
        return counted;
    }

    public int place(Seat seat) {
        return places.get(seat.index());
    }

    public double score(Seat seat) {
        return scores.get(seat.index());
    }

    /** Returns {@code {places: [...], scores: [...], reason}}. Whole scores become integers. */
    public Map<String, Object> toPlain() {
        List<Number> numbers = scores.stream().map(score -> Plain.number(score)).toList();
        return Plain.object("places", places, "scores", numbers, "reason", reason);
    }

    /** The result of a match of two in the form that has the winner instead of places; {@code null} is a draw. */
    public static Result ofWinner(Plain plain) {
        plain.onlyFields("winner", "scores", "reason");
        Plain winner = plain.get("winner");
        Plain scores = plain.get("scores").size(2);
        return of(
                winner.isNull() ? null : Seat.of(winner.integer(1, 2)),
                scores.at(0).number(),
                scores.at(1).number(),
                plain.get("reason").text(Replay.MAX_TEXT));
    }

    public static Result read(Plain plain) {
        plain.onlyFields("places", "scores", "reason");
        List<Plain> scores = plain.get("scores").entries();
        if (scores.isEmpty() || scores.size() > Seat.MOST) {
            throw plain.get("scores").unexpected("from 1 to " + Seat.MOST + " scores");
        }
        List<Integer> places = new ArrayList<>();
        List<Double> order = new ArrayList<>();
        for (Plain place : plain.get("places").size(scores.size()).entries()) {
            places.add(place.integer(1, scores.size()));
            order.add(-1.0 * places.getLast());
        }
        if (!places.equals(places(order))) {
            throw new UnexpectedValue(
                    plain.get("places").pointer(),
                    "places from 1, of which those that are shared leave out as many after them",
                    places);
        }
        List<Double> read = scores.stream().map(score -> score.number()).toList();
        return new Result(places, read, plain.get("reason").text(Replay.MAX_TEXT));
    }
}
