package bout.table;

import java.time.Instant;

/** The result of creating a match, a bot, a tournament or a contest. */
public sealed interface Creation<T> {

    /** It was stored; the caller has yet to notify the function that handles it. */
    record New<T>(T made) implements Creation<T> {}

    /**
     * The same request was accepted before; nothing was written.
     *
     * @param made what that request created: matches and tournaments as they were accepted, bots and contests as they
     *     are now
     */
    record Repeated<T>(T made) implements Creation<T> {}

    /** The same request was accepted before, but what it created has been deleted since; nothing was written. */
    record Deleted<T>() implements Creation<T> {}

    /** The idempotency key was used for a different request within the last 24 hours; nothing was written. */
    record Conflicting<T>() implements Creation<T> {}

    /**
     * A quota has no room: its limit of what may be open is reached. Nothing was written.
     *
     * @param whose the quota's owner: the owner of what was to be created, or a bot that would play in it
     */
    record TooManyOpen<T>(String whose) implements Creation<T> {}

    /** The owner has reached the daily limit, until the next day begins; nothing was written. */
    record TooManyToday<T>(Instant until) implements Creation<T> {}
}
