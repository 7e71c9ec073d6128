package bout.sandbox;

import bout.engine.Seat;

/**
 * The time that a bot's {@code Date} shows. It follows from seed, seat and turn, and advances by one millisecond each
 * time it is read: a bot that waits for it comes to an end, and a bot that searches for 50 ms searches equally far each
 * time.
 */
final class MatchClock {

    /** 2026-01-01T00:00:00Z. */
    private static final long EPOCH = 1_767_225_600_000L;

    private static final long YEAR_SECONDS = 365L * 24 * 3_600;
    private static final long TURN_MILLISECONDS = 60_000;

    private final long start;
    private long turnStart;
    private long reads;

    MatchClock(String seed, Seat seat) {
        this.start = EPOCH + Math.floorMod((seed + "/" + seat.number()).hashCode(), YEAR_SECONDS) * 1_000;
    }

    void startTurn(int turn) {
        turnStart = start + turn * TURN_MILLISECONDS;
        reads = 0;
    }

    /** The time in milliseconds since 1970. A turn's time never reaches that of the next turn. */
    long read() {
        return turnStart + Math.min(reads++, TURN_MILLISECONDS - 1);
    }
}
