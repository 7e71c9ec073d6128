package bout.store.match;

import java.time.Instant;

/** What became of a match that was asked for. */
public sealed interface Accepted {

    /** It is in the table now; its id has yet to be sent to the queue. */
    record New(MatchRecord match) implements Accepted {}

    /**
     * The same request was accepted before, and nothing was written.
     *
     * @param match the match of that request, as it was then
     */
    record Repeated(MatchRecord match) implements Accepted {}

    /** The owner has as many open matches as may be, and nothing was written. */
    record TooManyOpen() implements Accepted {}

    /**
     * The owner has asked for as many matches today as may be, and nothing was written.
     *
     * @param until when the next day begins
     */
    record TooManyToday(Instant until) implements Accepted {}

    /** The idempotency key was used for another request within the last 24 hours, and nothing was written. */
    record Conflicting() implements Accepted {}
}
