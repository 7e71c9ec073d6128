package bout.competition.pairings;

import java.util.Objects;

/**
 * All fixtures of a format or of a round that are known from the start. They are computed on request, in constant time,
 * so a schedule of a hundred million matches takes no more memory than one of two. Two players meet in the order of the
 * boards.
 */
public sealed interface Schedule permits RoundRobin, Schedule.Gauntlet, Swiss.Round {

    int players();

    long fixtures();

    /** @param index from 0 to {@link #fixtures} - 1 */
    Fixture fixture(long index);

    boolean has(Fixture fixture);

    /** Player 0 plays every other player on each board, from both seats. The opponents take turns. */
    public record Gauntlet(int players, int boards) implements Schedule {

        public Gauntlet {
            if (players < 2 || boards < 1) {
                throw new IllegalArgumentException(
                        "a gauntlet needs at least 2 players and 1 board, not " + players + " and " + boards);
            }
        }

        @Override
        public long fixtures() {
            return 2L * boards * (players - 1);
        }

        @Override
        public Fixture fixture(long index) {
            Objects.checkIndex(index, fixtures());
            int opponents = players - 1;
            long pair = index / 2;
            Fixture fixture = new Fixture((int) (pair / opponents), 0, 1 + (int) (pair % opponents));
            return index % 2 == 0 ? fixture : fixture.swapped();
        }

        @Override
        public boolean has(Fixture fixture) {
            return fixture.involves(0)
                    && fixture.board() < boards
                    && Math.max(fixture.first(), fixture.second()) < players;
        }
    }
}
