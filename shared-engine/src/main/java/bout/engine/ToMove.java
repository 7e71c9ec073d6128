package bout.engine;

/** Who is asked for a move on a state. */
public enum ToMove {
    FIRST,
    SECOND,
    BOTH,
    /** The match is over. */
    NOBODY;

    public boolean includes(Seat seat) {
        return this == BOTH || this == of(seat);
    }

    public static ToMove of(Seat seat) {
        return seat == Seat.FIRST ? FIRST : SECOND;
    }
}
