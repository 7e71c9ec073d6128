package bout.store.match;

/** The result of renewing a lease. */
public sealed interface Renewal {

    /**
     * The lease is renewed; the caller continues the match.
     *
     * @param watched whether the match is being watched
     */
    record Renewed(boolean watched) implements Renewal {}

    /** The lease was lost; the caller must stop playing the match. */
    record Lost() implements Renewal {}
}
