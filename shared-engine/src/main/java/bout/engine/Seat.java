package bout.engine;

/** One of the two places at a match. Seat 1 moves first where a game is played in turn. */
public enum Seat {
    FIRST,
    SECOND;

    /** 1 or 2, as it is written in replays, results and the header {@code Bout-Seat}. */
    public int number() {
        return ordinal() + 1;
    }

    /** 0 or 1, for arrays with an entry for each seat. */
    public int index() {
        return ordinal();
    }

    public Seat other() {
        return this == FIRST ? SECOND : FIRST;
    }

    /**
     * @param number 1 or 2
     * @throws IllegalArgumentException for any other number
     */
    public static Seat of(int number) {
        return switch (number) {
            case 1 -> FIRST;
            case 2 -> SECOND;
            default -> throw new IllegalArgumentException("a seat is 1 or 2, not " + number);
        };
    }
}
