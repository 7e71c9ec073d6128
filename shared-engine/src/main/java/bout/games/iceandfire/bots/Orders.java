package bout.games.iceandfire.bots;

import bout.games.iceandfire.Building;
import bout.games.iceandfire.Grid;
import bout.games.iceandfire.IceAndFirePosition;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

final class Orders {

    private Orders() {}

    static void spreadOut(View view) {
        for (View.Unit unit : view.units) {
            int next = firstStepTo(view, unit, cell -> !view.isMine(cell) && view.levelNeeded(cell) <= unit.level());
            if (next >= 0) {
                view.move(unit, next);
            }
        }
    }

    /**
     * The first step of the shortest path to a suitable cell, through cells that the unit can enter; -1 if there is
     * none.
     */
    static int firstStepTo(View view, View.Unit unit, IntPredicate fits) {
        int[] first = new int[Grid.CELLS];
        int[] queue = new int[Grid.CELLS];
        boolean[] seen = new boolean[Grid.CELLS];
        int head = 0;
        int tail = 0;
        seen[unit.cell()] = true;
        queue[tail++] = unit.cell();
        while (head < tail) {
            int cell = queue[head++];
            for (int neighbour : view.grid.neighbours(cell)) {
                if (seen[neighbour] || view.levelNeeded(neighbour) > unit.level()) {
                    continue;
                }
                seen[neighbour] = true;
                first[neighbour] = cell == unit.cell() ? neighbour : first[cell];
                if (fits.test(neighbour)) {
                    return first[neighbour];
                }
                queue[tail++] = neighbour;
            }
        }
        return -1;
    }

    /**
     * Trains units on the best foreign cells in reach while there is enough gold, always of the lowest sufficient
     * level. Only cells of positive worth are considered.
     */
    static void trainOn(View view, int highestLevel, IntToDoubleFunction worth) {
        int best;
        do {
            best = -1;
            double highest = 0;
            for (int cell = 0; cell < Grid.CELLS; cell++) {
                if (!view.grid.isLand(cell) || view.isMine(cell)) {
                    continue;
                }
                int level = view.levelNeeded(cell);
                if (level <= highestLevel && View.cost(level) <= view.gold && view.isPlayable(cell)) {
                    double value = worth.applyAsDouble(cell);
                    if (value > highest) {
                        highest = value;
                        best = cell;
                    }
                }
            }
            if (best >= 0) {
                view.train(view.levelNeeded(best), best);
            }
        } while (best >= 0);
    }

    /** Builds mines on free own mine spots while there is enough gold. */
    static void buildMines(View view) {
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (view.gold >= IceAndFirePosition.BUILDING_COST
                    && view.grid.isMineSpot(cell)
                    && view.isMine(cell)
                    && view.isEmpty(cell)
                    && view.isPlayable(cell)) {
                view.build(Building.MINE, cell);
            }
        }
    }
}
