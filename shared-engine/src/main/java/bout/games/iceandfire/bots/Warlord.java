package bout.games.iceandfire.bots;

import bout.games.iceandfire.Building;
import bout.games.iceandfire.Grid;
import bout.games.iceandfire.IceAndFirePosition;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Consumer;

/**
 * Wins at once if its gold is enough to train a chain of units all the way to the enemy's HQ. Otherwise it expands,
 * takes cells that cut off others, keeps upkeep below income, and builds towers before the enemy can strike in the same
 * way.
 */
final class Warlord implements Consumer<View> {

    /**
     * The additional value of an enemy cell over a neutral one, which is 1. This and the next numbers were tuned in
     * matches.
     */
    private static final double ENEMY_CELL = 1;

    /** The additional value for each gold that the lost enemy units cost. */
    private static final double ENEMY_GOLD = 0.05;

    private static final double CUT_OFF_CELL = 1.7;

    /** The additional value for each step closer to the enemy's HQ. */
    private static final double NEARNESS = 0.04;

    /** The relative price of a unit by its level, including upkeep; a unit of level 1 is 1. */
    private static final double[] LEVEL_PRICE = {0, 1, 2, 8};

    /** Enemy units within this many steps of the own HQ are fought first. */
    private static final int THREAT_STEPS = 4;

    private static final double THREAT = 50;

    /** The safety margin added to the opponent's gold, because the estimate can be too low. */
    private static final int CAUTION = 66;

    /** If an enemy cell is within this many steps of the own HQ, the HQ gets a tower next to it. */
    private static final int SHELTER_STEPS = 9;

    private static final int MINE_INCOME_LIMIT = 32;

    @Override
    public void accept(View view) {
        if (strike(view)) {
            return;
        }
        advance(view);
        if (strike(view)) {
            return;
        }
        guard(view);
        shelter(view);
        int[] toMe = view.grid.stepsTo(view.myHq);
        int[] toEnemy = view.grid.stepsTo(view.enemyHq);
        view.trainOn(3, cell -> {
            int level = view.levelNeeded(cell);
            boolean threat = view.level[cell] > 0 && toMe[cell] <= THREAT_STEPS;
            // A new cell earns 1.
            if (view.income + 1 < IceAndFirePosition.upkeep(level) && !threat) {
                return 0;
            }
            return (worth(view, cell, toEnemy) + (threat ? THREAT : 0)) / LEVEL_PRICE[level];
        });
        if (view.income < MINE_INCOME_LIMIT) {
            view.buildMines();
        }
    }

    /** Builds a tower next to an unprotected HQ if the opponent is near, so that only level 3 can take the HQ. */
    private static void shelter(View view) {
        int[] steps = view.grid.stepsTo(view.myHq);
        boolean near = false;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            near |= view.owner[cell] == View.OPPONENT && steps[cell] <= SHELTER_STEPS;
        }
        if (!near || view.gold < IceAndFirePosition.BUILDING_COST || view.levelNeeded(View.OPPONENT, view.myHq) == 3) {
            return;
        }
        for (int cell : view.grid.neighbours(view.myHq)) {
            if (view.isTowerSite(cell)) {
                view.build(Building.TOWER, cell);
                return;
            }
        }
    }

    /** While the opponent could strike at the HQ in its next turn, builds the tower that raises the cost the most. */
    private static void guard(View view) {
        int price = new Chain(view, View.OPPONENT, true).price();
        while (price <= view.opponentsGold + CAUTION && view.gold >= IceAndFirePosition.BUILDING_COST) {
            int best = -1;
            for (int cell = 0; cell < Grid.CELLS; cell++) {
                if (view.isTowerSite(cell)) {
                    view.building[cell] = Building.TOWER;
                    int then = new Chain(view, View.OPPONENT, true).price();
                    view.building[cell] = null;
                    if (then > price) {
                        price = then;
                        best = cell;
                    }
                }
            }
            if (best < 0) {
                return;
            }
            view.build(Building.TOWER, best);
        }
    }

    private static double worth(View view, int cell, int[] toEnemy) {
        View.Loss loss = view.lossOf(cell);
        return 1
                + (view.owner[cell] == View.OPPONENT ? ENEMY_CELL : 0)
                + CUT_OFF_CELL * loss.cells()
                + ENEMY_GOLD * (loss.price() + IceAndFirePosition.unitCost(view.level[cell]))
                + NEARNESS * (Grid.SIZE * 2 - toEnemy[cell]);
    }

    /** Moves the units closest to the enemy's HQ first, so that they do not block those behind them. */
    private static void advance(View view) {
        int[] toEnemy = view.grid.stepsTo(view.enemyHq);
        view.units.sort(Comparator.comparingInt((View.Unit unit) -> toEnemy[unit.cell()])
                .thenComparingInt(View.Unit::id));
        for (View.Unit unit : view.units) {
            int next = bestNeighbour(view, unit, toEnemy);
            if (next < 0) {
                view.stepTo(unit, cell -> !view.isMine(cell));
            } else {
                view.move(unit, next);
            }
        }
    }

    /** The foreign neighbour with the highest value that the unit can take, or -1 if there is none. */
    private static int bestNeighbour(View view, View.Unit unit, int[] toEnemy) {
        int best = -1;
        double highest = 0;
        for (int cell : view.grid.neighbours(unit.cell())) {
            if (!view.isMine(cell) && view.levelNeeded(cell) <= unit.level()) {
                double worth = worth(view, cell, toEnemy);
                if (worth > highest) {
                    highest = worth;
                    best = cell;
                }
            }
        }
        return best;
    }

    /** Trains a chain of units up to the enemy's HQ if there is enough gold. This wins the match. */
    private static boolean strike(View view) {
        Chain chain = new Chain(view, View.ME, false);
        if (chain.price() > view.gold) {
            return false;
        }
        chain.train();
        return true;
    }

    /**
     * The cheapest way to reach the enemy's HQ within one turn: units move one step, and then a chain of units is
     * trained, each next to the previous one. Uses Dijkstra's algorithm on the costs of the cells.
     */
    private static final class Chain {

        private final View view;
        private final int player;
        private final int target;
        private final int[] price = new int[Grid.CELLS];
        private final int[] before = new int[Grid.CELLS];

        /** @param withSteps whether all units can still move in the turn in which the chain is trained */
        Chain(View view, int player, boolean withSteps) {
            this.view = view;
            this.player = player;
            this.target = player == View.ME ? view.enemyHq : view.myHq;
            Arrays.fill(price, Integer.MAX_VALUE);
            Arrays.fill(before, -1);
            for (int cell = 0; cell < Grid.CELLS; cell++) {
                if (view.grid.isLand(cell) && view.owner[cell] != player && view.isPlayable(player, cell)) {
                    price[cell] = withSteps && isInReach(cell)
                            ? 0
                            : IceAndFirePosition.unitCost(view.levelNeeded(player, cell));
                }
            }
            follow();
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
            return view.grid.anyNeighbour(
                    cell, near -> view.owner[near] == player && view.level[near] >= view.levelNeeded(player, cell));
        }

        private void follow() {
            boolean[] done = new boolean[Grid.CELLS];
            for (int next = cheapest(done); next >= 0 && next != target; next = cheapest(done)) {
                done[next] = true;
                for (int neighbour : view.grid.neighbours(next)) {
                    if (!done[neighbour] && view.owner[neighbour] != player) {
                        int total = price[next] + IceAndFirePosition.unitCost(view.levelNeeded(player, neighbour));
                        if (total < price[neighbour]) {
                            price[neighbour] = total;
                            before[neighbour] = next;
                        }
                    }
                }
            }
        }

        private int cheapest(boolean[] done) {
            int cheapest = -1;
            int lowest = Integer.MAX_VALUE;
            for (int cell = 0; cell < Grid.CELLS; cell++) {
                if (!done[cell] && price[cell] < lowest) {
                    lowest = price[cell];
                    cheapest = cell;
                }
            }
            return cheapest;
        }
    }
}
