package bout.competition.pairings;

/**
 * All fixtures of a format or of a round that are known from the start. They are computed on request, in constant time,
 * so a schedule of a hundred million matches takes no more memory than one of two. Two players meet in the order of the
 * boards.
 */
public sealed interface Schedule permits RoundRobin, Gauntlet, Swiss.Round {

    int players();

    long fixtures();

    /** @param index from 0 to {@link #fixtures} - 1 */
    Fixture fixture(long index);

    boolean has(Fixture fixture);
}
