package bout.engine;

/** Which seats move next. */
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
