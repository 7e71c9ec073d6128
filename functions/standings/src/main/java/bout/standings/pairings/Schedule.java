package bout.standings.pairings;

/**
 * All fixtures that are known from the start: those of a format, or of a round. They are computed when asked for, in
 * constant time, so that a schedule of a hundred million matches takes no more memory than one of two.
 */
public sealed interface Schedule permits RoundRobin, Gauntlet, Swiss.Round {

    int players();

    /** How many fixtures there are. */
    long fixtures();

    /** @param index from 0 to {@link #fixtures} - 1 */
    Fixture fixture(long index);

    /** Where a fixture is in the schedule; -1 if it is not. */
    long index(Fixture fixture);
}
