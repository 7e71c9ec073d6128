package bout.games.iceandfire.bots;

import bout.engine.Plain;
import bout.games.iceandfire.Building;
import bout.games.iceandfire.Grid;
import bout.games.iceandfire.IceAndFire;
import bout.games.iceandfire.IceAndFirePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/**
 * A request, as a house bot sees it, and its planned orders. Each order updates the view at once, as far as the bots
 * need it. Cells and distances are those of {@link Grid}.
 */
final class View {

    static final int ME = 0;
    static final int OPPONENT = 1;
    private static final int NEUTRAL = -1;

    final Grid grid;

    /** The gold that is left after the orders so far. */
    int gold;

    /** The income of the next turn after the orders so far, if the opponent changes nothing. */
    int income;

    /** The gold that the opponent can spend in its next turn, from the current figures. */
    final int opponentsGold;

    final int myHq;
    final int enemyHq;
    final List<Unit> units = new ArrayList<>();

    final byte[] owner = new byte[Grid.CELLS];
    private final boolean[] active = new boolean[Grid.CELLS];
    final Building[] building = new Building[Grid.CELLS];
    /** The level of the unit on each cell, or 0. */
    final byte[] level = new byte[Grid.CELLS];

    private final StringBuilder commands = new StringBuilder();

    record Unit(int id, int level, int cell) {}

    View(Plain ask) {
        this.grid = IceAndFire.readGrid(ask, ".OoXx");
        this.gold = ask.get("gold").integer(0, Integer.MAX_VALUE);
        this.income = ask.get("income").integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
        this.opponentsGold = ask.get("opponentGold").integer(0, Integer.MAX_VALUE)
                + Math.max(0, ask.get("opponentIncome").integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
        Plain rows = ask.get("rows");
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            char letter = rows.at(Grid.y(cell)).text().charAt(Grid.x(cell));
            owner[cell] =
                    (byte) (letter == 'O' || letter == 'o' ? ME : letter == 'X' || letter == 'x' ? OPPONENT : NEUTRAL);
            active[cell] = letter == 'O' || letter == 'X';
        }
        int hq = Grid.hq(0);
        for (Plain plain : ask.get("buildings").entries()) {
            int cell = cell(plain);
            building[cell] = Building.valueOf(plain.get("type").text());
            if (building[cell] == Building.HQ && plain.get("owner").integer(0, 1) == ME) {
                hq = cell;
            }
        }
        this.myHq = hq;
        this.enemyHq = hq == Grid.hq(0) ? Grid.hq(1) : Grid.hq(0);
        for (Plain plain : ask.get("units").entries()) {
            int cell = cell(plain);
            level[cell] = (byte) plain.get("level").integer(1, 3);
            if (plain.get("owner").integer(0, 1) == ME) {
                units.add(new Unit(plain.get("id").integer(1, Integer.MAX_VALUE), level[cell], cell));
            }
        }
    }

    private static int cell(Plain thing) {
        return Grid.cell(
                thing.get("x").integer(0, Grid.SIZE - 1), thing.get("y").integer(0, Grid.SIZE - 1));
    }

    boolean isMine(int cell) {
        return owner[cell] == ME;
    }

    boolean isEmpty(int cell) {
        return level[cell] == 0 && building[cell] == null;
    }

    /** Whether the cell is in reach: an active cell of the player, or next to one. */
    boolean isPlayable(int player, int cell) {
        IntPredicate isActive = near -> owner[near] == player && active[near];
        return isActive.test(cell) || grid.anyNeighbour(cell, isActive);
    }

    boolean isPlayable(int cell) {
        return isPlayable(ME, cell);
    }

    /** The lowest level of a unit that can take the cell; 4 if none can, because the player's own thing is there. */
    int levelNeeded(int player, int cell) {
        if (owner[cell] == player) {
            return isEmpty(cell) ? 1 : 4;
        }
        return isGuarded(cell) ? 3 : Math.min(level[cell] + 1, 3);
    }

    int levelNeeded(int cell) {
        return levelNeeded(ME, cell);
    }

    /** Whether a tower on the cell, or on an active neighbour of the same owner, protects the cell. */
    private boolean isGuarded(int cell) {
        return building[cell] == Building.TOWER
                || active[cell]
                        && grid.anyNeighbour(
                                cell,
                                near -> owner[near] == owner[cell] && active[near] && building[near] == Building.TOWER);
    }

    void move(Unit unit, int next) {
        command("MOVE " + unit.id() + " " + Grid.x(next) + " " + Grid.y(next));
        level[unit.cell()] = 0;
        take(next, unit.level());
    }

    void train(int unitLevel, int cell) {
        command("TRAIN " + unitLevel + " " + Grid.x(cell) + " " + Grid.y(cell));
        gold -= IceAndFirePosition.unitCost(unitLevel);
        income -= IceAndFirePosition.upkeep(unitLevel);
        take(cell, unitLevel);
    }

    void build(Building type, int cell) {
        command("BUILD " + type.name() + " " + Grid.x(cell) + " " + Grid.y(cell));
        gold -= IceAndFirePosition.BUILDING_COST;
        building[cell] = type;
    }

    private void take(int cell, int unitLevel) {
        level[cell] = (byte) unitLevel;
        if (owner[cell] != ME) {
            boolean theirs = owner[cell] == OPPONENT;
            owner[cell] = ME;
            building[cell] = null;
            income++;
            if (theirs) {
                cutOff();
            }
        }
        active[cell] = true;
    }

    /** Makes the opponent's cells inactive that are no longer connected to its HQ. */
    private void cutOff() {
        boolean[] reached = reachedByOpponent(-1);
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            active[cell] &= owner[cell] != OPPONENT || reached[cell];
        }
    }

    /** The opponent's losses besides this cell: the cells and units that would be cut off. */
    Loss lossOf(int cell) {
        if (owner[cell] != OPPONENT || !active[cell]) {
            return new Loss(0, 0);
        }
        boolean[] reached = reachedByOpponent(cell);
        int cells = 0;
        int price = 0;
        for (int other = 0; other < Grid.CELLS; other++) {
            if (other != cell && owner[other] == OPPONENT && active[other] && !reached[other]) {
                cells++;
                price += IceAndFirePosition.unitCost(level[other]);
            }
        }
        return new Loss(cells, price);
    }

    /** The number of cells that would be cut off, and the cost in gold of the units on them. */
    record Loss(int cells, int price) {}

    /** The opponent's cells that would be connected to its HQ without a cell (-1: with all cells). */
    private boolean[] reachedByOpponent(int without) {
        boolean[] reached = new boolean[Grid.CELLS];
        reach(enemyHq, without, reached);
        return reached;
    }

    private void reach(int cell, int without, boolean[] reached) {
        if (owner[cell] == OPPONENT && cell != without && !reached[cell]) {
            reached[cell] = true;
            for (int neighbour : grid.neighbours(cell)) {
                reach(neighbour, without, reached);
            }
        }
    }

    void spreadOut() {
        units.forEach(unit -> stepTo(unit, cell -> !isMine(cell)));
    }

    void stepTo(Unit unit, IntPredicate fits) {
        int next = firstStepTo(unit, fits);
        if (next >= 0) {
            move(unit, next);
        }
    }

    /**
     * The first step of the shortest path to a suitable cell, through cells that the unit can enter; -1 if there is
     * none.
     */
    private int firstStepTo(Unit unit, IntPredicate fits) {
        int[] first = new int[Grid.CELLS];
        int[] queue = new int[Grid.CELLS];
        boolean[] seen = new boolean[Grid.CELLS];
        int head = 0;
        int tail = 0;
        seen[unit.cell()] = true;
        queue[tail++] = unit.cell();
        while (head < tail) {
            int cell = queue[head++];
            for (int neighbour : grid.neighbours(cell)) {
                if (seen[neighbour] || levelNeeded(neighbour) > unit.level()) {
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
    void trainOn(int highestLevel, IntToDoubleFunction worth) {
        int best;
        do {
            best = -1;
            double highest = 0;
            for (int cell = 0; cell < Grid.CELLS; cell++) {
                if (!grid.isLand(cell) || isMine(cell)) {
                    continue;
                }
                int level = levelNeeded(cell);
                if (level <= highestLevel && IceAndFirePosition.unitCost(level) <= gold && isPlayable(cell)) {
                    double value = worth.applyAsDouble(cell);
                    if (value > highest) {
                        highest = value;
                        best = cell;
                    }
                }
            }
            if (best >= 0) {
                train(levelNeeded(best), best);
            }
        } while (best >= 0);
    }

    /** Whether the player can build a tower there, if it has the gold. */
    boolean isTowerSite(int cell) {
        return isSite(cell) && !grid.isMineSpot(cell);
    }

    private boolean isSite(int cell) {
        return isMine(cell) && isEmpty(cell) && isPlayable(cell);
    }

    /** Builds mines on free own mine spots while there is enough gold. */
    void buildMines() {
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (gold >= IceAndFirePosition.BUILDING_COST && grid.isMineSpot(cell) && isSite(cell)) {
                build(Building.MINE, cell);
            }
        }
    }

    private void command(String command) {
        commands.append(commands.isEmpty() ? "" : ";").append(command);
    }

    String line() {
        return commands.isEmpty() ? "WAIT" : commands.toString();
    }
}
