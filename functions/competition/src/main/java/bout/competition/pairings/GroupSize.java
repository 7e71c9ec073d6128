package bout.competition.pairings;

import bout.engine.GameCard;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many play in a match of a tournament.
 *
 * @param seats the usual number, from 1
 * @param fewest the smallest number that the game takes, at most the usual one
 */
public record GroupSize(int seats, int fewest) {

    private static final int USUAL = 4;

    public static final GroupSize TWO = new GroupSize(2, 2);

    public GroupSize {
        if (fewest < 1 || seats < fewest) {
            throw new IllegalArgumentException("no group: " + seats + " seats, at least " + fewest);
        }
    }

    /** From the smallest to the largest number that a game takes. */
    public static GroupSize of(GameCard.Seats seats) {
        return new GroupSize(seats.most(), seats.fewest());
    }

    /** In a game for more or fewer, most matches have {@value #USUAL} seats. */
    public GroupSize usual(int players) {
        return new GroupSize(filled(Math.min(seats, USUAL), players), fewest);
    }

    /** The wanted number of seats, or as many as there are players for, if the game takes so few. */
    public int filled(int wanted, int players) {
        return Math.max(fewest, Math.min(wanted, players));
    }

    boolean pairs() {
        return seats == 2;
    }

    /**
     * The sizes of the groups of so many players, the largest first: as few groups as possible, of two players or more
     * and about the same size. If the game takes no smaller groups, they are full, and who is left has a bye.
     */
    public List<Integer> groups(int players) {
        int groups = (players + seats - 1) / seats;
        if (groups == 0 || players / groups < Math.max(2, fewest)) {
            return Collections.nCopies(players / seats, seats);
        }
        return IntStream.range(0, groups)
                .mapToObj(group -> (players + groups - 1 - group) / groups)
                .toList();
    }
}
