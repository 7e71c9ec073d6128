package bout.runner;

import bout.engine.Seat;

/**
 * What a published bot needs to know of the match that it plays.
 *
 * @param code the SHA-256 of the code that it had when the match was created, or {@code null} if it had none
 * @param seed of the match
 */
record PublishedSeat(String code, String seed, Seat seat) {}
