package bout.competition.pairings;

import java.util.Objects;

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
        return fixture.involves(0) && fixture.board() < boards && Math.max(fixture.first(), fixture.second()) < players;
    }
}
