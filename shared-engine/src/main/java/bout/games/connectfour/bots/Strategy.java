package bout.games.connectfour.bots;

import bout.games.connectfour.ConnectFourPosition;

/** How a house bot plays. */
@FunctionalInterface
interface Strategy {
    /**
     * Chooses a column.
     *
     * @param board a board with at least one column that is not full; unchanged when the method returns
     * @return the column to drop a disc into
     */
    int choose(ConnectFourPosition board);
}
