package bout.store.match;

/** What came of renewing a lease. */
public sealed interface Renewal {

    /**
     * The match is the caller's to play on.
     *
     * @param watched whether somebody watches it
     */
    record Renewed(boolean watched) implements Renewal {}

    /** The lease was lost; whoever played the match under it stops. */
    record Lost() implements Renewal {}
}
