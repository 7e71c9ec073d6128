package bout.competition.pairings;

import bout.engine.Seat;

/** A match to be played on a board, from 0, by the players in seat 1 and 2. A tournament has no other like it. */
public record Fixture(int board, int first, int second) {

    public Fixture {
        if (board < 0 || first < 0 || second < 0 || first == second) {
            throw new IllegalArgumentException(
                    "not a match: players " + first + " and " + second + " on board " + board);
        }
    }

    public Fixture swapped() {
        return new Fixture(board, second, first);
    }

    public int player(Seat seat) {
        return seat == Seat.FIRST ? first : second;
    }

    public boolean involves(int player) {
        return player == first || player == second;
    }
}
