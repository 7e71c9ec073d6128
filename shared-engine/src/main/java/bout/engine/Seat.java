package bout.engine;

/** One of the two sides of a match. If the players take turns, seat 1 moves first. */
public enum Seat {
    FIRST,
    SECOND;

    /** The seat's number, 1 or 2, as used in replays, results and the header {@code Bout-Seat}. */
    public int number() {
        return ordinal() + 1;
    }

    public int index() {
        return ordinal();
    }

    public Seat other() {
        return this == FIRST ? SECOND : FIRST;
    }

    public static Seat of(int number) {
        return switch (number) {
            case 1 -> FIRST;
            case 2 -> SECOND;
            default -> throw new IllegalArgumentException("seat must be 1 or 2, not " + number);
        };
    }
}
