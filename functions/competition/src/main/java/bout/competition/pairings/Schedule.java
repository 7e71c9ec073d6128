package bout.competition.pairings;

import java.util.Collections;
import java.util.Objects;

/**
 * All fixtures of a format or of a round that are known from the start. They are computed on request, in constant time,
 * so a schedule of a hundred million matches takes no more memory than one of two. The same players meet in the order
 * of the boards.
 */
public sealed interface Schedule permits RoundRobin, GroupRoundRobin, Schedule.Gauntlet, Swiss.Round {

    int players();

    long fixtures();

    /** @param index from 0 to {@link #fixtures} - 1 */
    Fixture fixture(long index);

    /** The index of a fixture, or -1 if it is not in the schedule. */
    long index(Fixture fixture);

    default boolean has(Fixture fixture) {
        return index(fixture) >= 0;
    }

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
        public long index(Fixture fixture) {
            if (fixture.players().size() != 2
                    || !fixture.involves(0)
                    || fixture.board() >= boards
                    || Collections.max(fixture.players()) >= players) {
                return -1;
            }
            long pair = (long) fixture.board() * (players - 1) + Collections.max(fixture.players()) - 1;
            return 2 * pair + (fixture.first() == 0 ? 0 : 1);
        }
    }
}
