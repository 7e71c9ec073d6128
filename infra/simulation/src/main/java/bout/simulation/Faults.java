package bout.simulation;

import java.time.Duration;

/**
 * How much goes wrong in a run. All rates are chances in a thousand for each call of a service.
 *
 * @param lost the request or its answer is lost and the SDK sends it again
 * @param givenUp the SDK gives up: the caller gets an exception, and does not know whether the request had an effect
 * @param conflicts a transaction meets another one and is cancelled, or a write of a quota meets one and is refused
 * @param pauses the caller stops for up to two minutes before the call, as if its machine was suspended
 * @param kills the caller dies; only runners and clients do, and others take over
 * @param skew how far the clock of a machine may be off
 */
record Faults(int lost, int givenUp, int conflicts, int pauses, int kills, Duration skew) {

    static final Faults NONE = new Faults(0, 0, 0, 0, 0, Duration.ZERO);
    static final Faults MANY = new Faults(40, 15, 30, 15, 10, Duration.ofSeconds(5));
}
