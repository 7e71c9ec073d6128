package bout.store.tournament;

/**
 * A started tournament match whose result is not in the journal yet.
 *
 * @param board the index of the board, from 0
 * @param first the index of the player in seat 1
 * @param second the index of the player in seat 2
 */
public record OpenFixture(int board, int first, int second) {

    public OpenFixture {
        if (board < 0 || first < 0 || second < 0 || first == second) {
            throw new IllegalArgumentException("no match: players " + first + " and " + second + " on board " + board);
        }
    }
}
