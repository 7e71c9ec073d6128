package bout.runner;

import bout.engine.Seat;

/**
 * What a published bot needs to know of the match that it plays.
 *
 * @param code the SHA-256 of the code that it had when the match was created, or {@code null} if it had none
 * @param randomSeed from {@link bout.store.id.SeatIds#randomSeed}
 */
record PublishedSeat(String code, String randomSeed, Seat seat) {}
