package bout.engine;

public enum ToMove {
    FIRST,
    SECOND,
    BOTH,
    NOBODY;

    public boolean includes(Seat seat) {
        return this == BOTH || this == of(seat);
    }

    public static ToMove of(Seat seat) {
        return seat == Seat.FIRST ? FIRST : SECOND;
    }
}
