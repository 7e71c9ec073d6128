package bout.games.iceandfire.bots;

import bout.games.iceandfire.Grid;
import java.util.Arrays;

/**
 * The cheapest way to reach the enemy's HQ within one turn: units move one step, and then a chain of units is trained,
 * each next to the previous one. Uses Dijkstra's algorithm on the costs of the cells.
 */
final class Chain {

    private final View view;
    private final int player;
    private final int target;
    private final int[] price = new int[Grid.CELLS];
    private final int[] before = new int[Grid.CELLS];

    private Chain(View view, int player, boolean withSteps) {
        this.view = view;
        this.player = player;
        this.target = player == View.ME ? view.enemyHq : view.myHq;
        Arrays.fill(price, Integer.MAX_VALUE);
        Arrays.fill(before, -1);
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (view.grid.isLand(cell) && view.owner(cell) != player && view.isPlayable(player, cell)) {
                price[cell] = withSteps && isInReach(cell) ? 0 : View.cost(view.levelNeeded(player, cell));
            }
        }
        follow();
    }

    /** The chain that can be trained now, without any moves. */
    static Chain ofTraining(View view, int player) {
        return new Chain(view, player, false);
    }

    /** The chain that can be trained in a turn in which all units can still move. */
    static Chain ofTurn(View view, int player) {
        return new Chain(view, player, true);
    }

    /** The cost in gold; {@code Integer.MAX_VALUE} if there is no path. */
    int price() {
        return price[target];
    }

    void train() {
        train(target);
    }

    private void train(int cell) {
        if (before[cell] >= 0) {
            train(before[cell]);
        }
        view.train(view.levelNeeded(cell), cell);
    }

    private boolean isInReach(int cell) {
        for (int neighbour : view.grid.neighbours(cell)) {
            if (view.owner(neighbour) == player && view.unitLevel(neighbour) >= view.levelNeeded(player, cell)) {
                return true;
            }
        }
        return false;
    }

    private void follow() {
        boolean[] done = new boolean[Grid.CELLS];
        int next = cheapest(done);
        while (next >= 0 && next != target) {
            done[next] = true;
            for (int neighbour : view.grid.neighbours(next)) {
                if (!done[neighbour] && view.owner(neighbour) != player) {
                    int total = price[next] + View.cost(view.levelNeeded(player, neighbour));
                    if (total < price[neighbour]) {
                        price[neighbour] = total;
                        before[neighbour] = next;
                    }
                }
            }
            next = cheapest(done);
        }
    }

    private int cheapest(boolean[] done) {
        int cheapest = -1;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (!done[cell] && price[cell] != Integer.MAX_VALUE && (cheapest < 0 || price[cell] < price[cheapest])) {
                cheapest = cell;
            }
        }
        return cheapest;
    }
}
