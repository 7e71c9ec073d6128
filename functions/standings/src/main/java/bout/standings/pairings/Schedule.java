package bout.standings.pairings;

/**
 * All fixtures of a format that are known from the start. They are computed when asked for, in constant time, so that a
 * schedule of a hundred million matches takes no more memory than one of two.
 */
public sealed interface Schedule permits RoundRobin, Gauntlet {

    int players();

    /** How many fixtures there are. */
    long fixtures();

    /** @param index from 0 to {@link #fixtures} - 1 */
    Fixture fixture(long index);
}
