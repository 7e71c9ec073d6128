package bout.competition.pairings;

import bout.competition.Outcome;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Two players of a knockout, one of whom advances: best of an odd number of matches, with alternating seats. It ends as
 * soon as the lead cannot be caught up. If it is level after all matches, two more are added at a time, one from each
 * seat; then the lot decides. Each match has a board of its own, because each begins after the one before has been
 * seen.
 */
public final class Encounter {

    /** The maximum number of added boards; an even number. */
    public static final int MOST_ADDED_BOARDS = 6;

    private final int upper;
    private final int lower;
    private final int boards;
    private final int firstBoard;
    private final boolean upperStarts;
    private final boolean upperDrawn;
    private int played;
    private int halfPointsAhead;
    private int upperWins;
    private int lowerWins;
    private Decided decided;

    public enum By {
        MATCHES,
        ADDED_BOARDS,
        LOT,
        /** The other player was withdrawn. */
        WALKOVER;

        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public record Decided(int winner, int loser, By by) {}

    /**
     * The upper player has the higher seed, and the boards follow the first one. The lots say who starts in seat 1, and
     * who advances if everything else is level.
     */
    Encounter(int upper, int lower, int boards, int firstBoard, SeededRandom seed) {
        this.upper = upper;
        this.lower = lower;
        this.boards = boards;
        this.firstBoard = firstBoard;
        upperStarts = seed.nextBoolean();
        upperDrawn = seed.nextBoolean();
    }

    public int upper() {
        return upper;
    }

    public int lower() {
        return lower;
    }

    public int wins(int player) {
        return player == upper ? upperWins : lowerWins;
    }

    public int played() {
        return played;
    }

    public Optional<Decided> decided() {
        return Optional.ofNullable(decided);
    }

    /** The match to play next, after the result of the previous one. Empty once the encounter is decided. */
    public Optional<Fixture> next() {
        if (decided != null) {
            return Optional.empty();
        }
        boolean upperFirst = upperStarts == (played % 2 == 0);
        return Optional.of(new Fixture(firstBoard + played, upperFirst ? upper : lower, upperFirst ? lower : upper));
    }

    public void result(Outcome outcome) {
        Fixture fixture = next().orElseThrow();
        Seat seat = fixture.first() == upper ? Seat.FIRST : Seat.SECOND;
        int ahead = outcome.halfPoints(seat.index()) - outcome.halfPoints(seat.other().index());
        halfPointsAhead += ahead;
        upperWins += ahead > 0 ? 1 : 0;
        lowerWins += ahead < 0 ? 1 : 0;
        played++;
        decide();
    }

    /** Withdraws a player: the other one advances, unless the encounter is decided already. */
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
        } else if (played == boards + MOST_ADDED_BOARDS) {
            decided = won(upperDrawn, By.LOT);
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
