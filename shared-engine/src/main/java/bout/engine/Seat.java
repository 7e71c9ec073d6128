package bout.engine;

import java.util.List;

/**
 * The index of one of the sides of a match. A game's card says how many there may be. If the players take turns, seat 1
 * moves first.
 */
public enum Seat {
    FIRST,
    SECOND,
    THIRD,
    FOURTH,
    FIFTH,
    SIXTH,
    SEVENTH,
    EIGHTH;

    private static final List<Seat> ALL = List.of(values());

    /** The most seats that a match can have. */
    public static final int MOST = ALL.size();

    /** The seats of a match with so many of them, in order. */
    public static List<Seat> first(int count) {
        return ALL.subList(0, count);
    }

    /** The seat's number, from 1, as used in replays, results and the header {@code Bout-Seat}. */
    public int number() {
        return ordinal() + 1;
    }

    /** The seat's place in a list with an entry for each seat, from 0. */
    public int index() {
        return ordinal();
    }

    /** The opponent's seat in a match of two. */
    public Seat other() {
        return switch (this) {
            case FIRST -> SECOND;
            case SECOND -> FIRST;
            default -> throw new IllegalArgumentException("seat " + number() + " has more than one opponent");
        };
    }

    public static Seat of(int number) {
        if (number < 1 || number > MOST) {
            throw new IllegalArgumentException("seat must be from 1 to " + MOST + ", not " + number);
        }
        return ALL.get(number - 1);
    }
}
