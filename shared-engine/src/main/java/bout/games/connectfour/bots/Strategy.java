package bout.games.connectfour.bots;

import bout.games.connectfour.ConnectFourState;

/** How a house bot plays. */
@FunctionalInterface
interface Strategy {
    /**
     * @param board with a column that is not full; the strategy leaves it as it was
     * @return the column
     */
    int choose(ConnectFourState board);
}
