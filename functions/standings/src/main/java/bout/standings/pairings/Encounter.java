package bout.standings.pairings;

import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.standings.Outcome;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Two players of a knockout, of whom one goes on: best of an odd number of matches, seats alternating. It ends as soon as
 * nobody can catch up. While it is level after that, boards are added, each played from both seats; then the rating
 * decides, and at last the lot.
 */
public final class Encounter {

    /** So many boards are added at most. */
    public static final int MOST_ADDED_BOARDS = 3;

    private final int upper;
    private final int lower;
    private final int boards;
    private final int firstBoard;
    private final double upperRating;
    private final double lowerRating;
    private final boolean upperStarts;
    private final boolean upperDrawn;
    private int played;
    private int halfPointsAhead;
    private int upperWins;
    private int lowerWins;
    private Decided decided;

    /** What decided it. */
    public enum By {
        MATCHES,
        ADDED_BOARDS,
        RATING,
        LOT,
        /** The other one has withdrawn. */
        WALKOVER;

        /** Its name in what is published. */
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Who goes on.
     *
     * @param winner the player
     * @param by why
     */
    public record Decided(int winner, int loser, By by) {}

    /**
     * @param upper the player who is seeded higher
     * @param boards an odd number
     * @param firstBoard the number of its first board; the others follow, those that are added too
     * @param upperRating compared with the other's; equal ones decide nothing
     * @param seed of the lots: who begins in seat 1, and who goes on if all else is level
     */
    Encounter(
            int upper,
            int lower,
            int boards,
            int firstBoard,
            double upperRating,
            double lowerRating,
            SeededRandom seed) {
        this.upper = upper;
        this.lower = lower;
        this.boards = boards;
        this.firstBoard = firstBoard;
        this.upperRating = upperRating;
        this.lowerRating = lowerRating;
        upperStarts = seed.nextBoolean();
        upperDrawn = seed.nextBoolean();
    }

    public int upper() {
        return upper;
    }

    public int lower() {
        return lower;
    }

    /** How many half points the upper player is ahead; below 0 if it is behind. */
    int halfPointsAhead() {
        return halfPointsAhead;
    }

    /** How many matches a player won. */
    public int wins(int player) {
        return player == upper ? upperWins : lowerWins;
    }

    /** How many matches have a result. */
    public int played() {
        return played;
    }

    public Optional<Decided> decided() {
        return Optional.ofNullable(decided);
    }

    /** The match to play next; the result of the one before must be in. Nothing when it is decided. */
    public Optional<Fixture> next() {
        if (decided != null) {
            return Optional.empty();
        }
        boolean upperFirst = upperStarts == (played % 2 == 0);
        int board = played < boards ? played : boards + (played - boards) / 2;
        return Optional.of(new Fixture(firstBoard + board, upperFirst ? upper : lower, upperFirst ? lower : upper));
    }

    /** The result of {@link #next}. */
    public void result(Outcome outcome) {
        Fixture fixture = next().orElseThrow();
        Seat seat = fixture.first() == upper ? Seat.FIRST : Seat.SECOND;
        int ahead = outcome.halfPoints(seat) - outcome.halfPoints(seat.other());
        halfPointsAhead += ahead;
        upperWins += ahead > 0 ? 1 : 0;
        lowerWins += ahead < 0 ? 1 : 0;
        played++;
        decide();
    }

    /** A player plays no more: the other one goes on, if that is not decided yet. */
    public void withdraw(int player) {
        if (decided == null) {
            decided = won(player != upper, By.WALKOVER);
        }
    }

    private void decide() {
        if (played <= boards) {
            if (Math.abs(halfPointsAhead) > 2 * (boards - played)) {
                decided = won(halfPointsAhead > 0, By.MATCHES);
            }
            return;
        }
        if ((played - boards) % 2 != 0) {
            return;
        }
        if (halfPointsAhead != 0) {
            decided = won(halfPointsAhead > 0, By.ADDED_BOARDS);
        } else if (played == boards + 2 * MOST_ADDED_BOARDS) {
            decided = upperRating != lowerRating ? won(upperRating > lowerRating, By.RATING) : won(upperDrawn, By.LOT);
        }
    }

    private Decided won(boolean byUpper, By by) {
        return byUpper ? new Decided(upper, lower, by) : new Decided(lower, upper, by);
    }

    @Override
    public String toString() {
        return upper + " against " + lower + ": " + Objects.toString(decided, "open");
    }
}
