package bout.store.table;

import java.time.Instant;

/**
 * What became of a match, a bot or a tournament that was asked for.
 *
 * @param <T> what was asked for
 */
public sealed interface Creation<T> {

    /** It is in the table now; whoever is to work on it has yet to hear of it. */
    record New<T>(T made) implements Creation<T> {}

    /**
     * The same request was accepted before, and nothing was written.
     *
     * @param made what that request made: matches and tournaments as they were accepted, bots as they are now
     */
    record Repeated<T>(T made) implements Creation<T> {}

    /** The same request was accepted before, and what it made has been deleted since; nothing was written. */
    record Deleted<T>() implements Creation<T> {}

    /** The idempotency key was used for another request within the last 24 hours, and nothing was written. */
    record Conflicting<T>() implements Creation<T> {}

    /** The owner has as many as may be open at once, and nothing was written. */
    record TooManyOpen<T>() implements Creation<T> {}

    /**
     * The owner has asked for as many today as may be, and nothing was written.
     *
     * @param until when the next day begins
     */
    record TooManyToday<T>(Instant until) implements Creation<T> {}
}
