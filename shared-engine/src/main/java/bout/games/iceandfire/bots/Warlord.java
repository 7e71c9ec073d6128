package bout.games.iceandfire.bots;

import bout.games.iceandfire.Building;
import bout.games.iceandfire.Grid;
import bout.games.iceandfire.IceAndFireRules;

/**
 * First looks whether the gold buys a chain of trained units all the way to the enemy's HQ; else expands, cuts off what
 * hangs on a single enemy cell, keeps its upkeep below its income, and puts towers up before it can be struck itself.
 */
final class Warlord implements Strategy {

    /**
     * When cells are compared, a neutral one is worth 1. This is what comes to it for an enemy's cell, for each gold that
     * the units cost which the enemy loses with it, for each further cell that it cuts off, and for each step nearer to
     * the enemy's HQ. These numbers, like those below, won most of the matches that were tried.
     */
    private static final double ENEMY_CELL = 1;

    private static final double ENEMY_GOLD = 0.05;
    private static final double CUT_OFF_CELL = 1.7;
    private static final double NEARNESS = 0.04;

    /** By level, from 1: what a unit costs when it is compared, upkeep included, in units of level 1. */
    private static final double[] LEVEL_PRICE = {0, 1, 2, 8};

    /** Nearer to the own HQ than this, an enemy unit is fought before anything else. */
    private static final int THREAT_STEPS = 4;

    private static final double THREAT = 50;

    /** How much more than its gold the opponent is feared to have. */
    private static final int CAUTION = 66;

    /** An enemy cell so near to the own HQ calls for a tower beside it. */
    private static final int SHELTER_STEPS = 9;

    /** Mines pay for themselves only in time; later than this they are not worth their way any more. */
    private static final int MINE_INCOME_LIMIT = 32;

    @Override
    public void order(View view) {
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
        Orders.trainOn(view, 3, cell -> {
            int level = view.levelNeeded(cell);
            boolean threat = view.unitLevel(cell) > 0 && toMe[cell] <= THREAT_STEPS;
            if (view.incomeWith(level) < 0 && !threat) {
                return 0;
            }
            return (worth(view, cell, toEnemy) + (threat ? THREAT : 0)) / LEVEL_PRICE[level];
        });
        if (view.income < MINE_INCOME_LIMIT) {
            Orders.buildMines(view);
        }
    }

    /** Puts a tower beside the HQ when the opponent has come near and none protects it: then only level 3 can take it. */
    private static void shelter(View view) {
        int[] steps = view.grid.stepsTo(view.myHq);
        boolean near = false;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            near |= view.owner(cell) == View.OPPONENT && steps[cell] <= SHELTER_STEPS;
        }
        if (!near || view.gold < IceAndFireRules.BUILDING_COST || view.levelNeeded(View.OPPONENT, view.myHq) == 3) {
            return;
        }
        for (int cell : view.grid.neighbours(view.myHq)) {
            if (view.isMine(cell) && view.isEmpty(cell) && !view.grid.isMineSpot(cell)) {
                view.build(Building.TOWER, cell);
                return;
            }
        }
    }

    /** As long as the opponent could strike at the HQ on its next turn, puts the tower that makes it most expensive. */
    private static void guard(View view) {
        int price = Chain.ofTurn(view, View.OPPONENT).price();
        while (price <= view.opponentsGold + CAUTION && view.gold >= IceAndFireRules.BUILDING_COST) {
            int best = -1;
            for (int cell = 0; cell < Grid.CELLS; cell++) {
                if (view.isMine(cell) && view.isEmpty(cell) && view.isPlayable(cell) && !view.grid.isMineSpot(cell)) {
                    view.suppose(cell, Building.TOWER);
                    int then = Chain.ofTurn(view, View.OPPONENT).price();
                    view.suppose(cell, null);
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

    /** What taking a foreign cell is worth. */
    private static double worth(View view, int cell, int[] toEnemy) {
        View.Loss loss = view.lossOf(cell);
        return 1
                + (view.owner(cell) == View.OPPONENT ? ENEMY_CELL : 0)
                + CUT_OFF_CELL * loss.cells()
                + ENEMY_GOLD * (loss.price() + (view.unitLevel(cell) > 0 ? View.cost(view.unitLevel(cell)) : 0))
                + NEARNESS * (Grid.SIZE * 2 - toEnemy[cell]);
    }

    /** The strongest units first, those nearest to the enemy before others, so that none stands in another's way. */
    private static void advance(View view) {
        int[] toEnemy = view.grid.stepsTo(view.enemyHq);
        view.units.sort((one, other) -> toEnemy[one.cell()] != toEnemy[other.cell()]
                ? Integer.compare(toEnemy[one.cell()], toEnemy[other.cell()])
                : Integer.compare(one.id(), other.id()));
        for (View.Unit unit : view.units) {
            int next = bestNeighbour(view, unit, toEnemy);
            if (next < 0) {
                next = Orders.firstStepTo(
                        view, unit, cell -> !view.isMine(cell) && view.levelNeeded(cell) <= unit.level());
            }
            if (next >= 0) {
                view.move(unit, next);
            }
        }
    }

    /** The foreign neighbour that is worth most to take now, or -1. */
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

    /** Trains a chain of units up to the enemy's HQ if the gold is there; then the match is won. */
    private static boolean strike(View view) {
        Chain chain = Chain.ofTraining(view, View.ME);
        if (chain.price() > view.gold) {
            return false;
        }
        chain.train();
        return true;
    }
}
