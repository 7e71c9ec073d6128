package bout.standings.pairings;

import bout.engine.Seat;

/**
 * A match that is to be played. In no format do two fixtures of a tournament agree in all three.
 *
 * @param board on which board, from 0
 * @param first who has seat 1
 * @param second who has seat 2
 */
public record Fixture(int board, int first, int second) {

    public Fixture {
        if (board < 0 || first < 0 || second < 0 || first == second) {
            throw new IllegalArgumentException("no match: players " + first + " and " + second + " on board " + board);
        }
    }

    public int player(Seat seat) {
        return seat == Seat.FIRST ? first : second;
    }

    public boolean involves(int player) {
        return player == first || player == second;
    }
}
