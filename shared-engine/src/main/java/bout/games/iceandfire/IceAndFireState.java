package bout.games.iceandfire;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The state of a match of A Code of Ice and Fire, and its rules in the order in which a turn goes through them. Players
 * are 0 and 1.
 */
public final class IceAndFireState {

    public static final int NEUTRAL = -1;

    static final int ROUNDS = 100;
    static final int START_GOLD = 20;

    /** What an own active cell and an own mine on an active cell bring, in gold a turn. */
    private static final int CELL_INCOME = 1;

    private static final int MINE_INCOME = 4;
    public static final int BUILDING_COST = 15;

    /** By level, from 1. */
    public static final int[] UNIT_COST = {0, 10, 20, 30};

    public static final int[] UPKEEP = {0, 1, 4, 20};
    private static final int STRONGEST = 3;

    /** The score of a player that is out. */
    private static final int OUT = -1;

    /** The directions in which a unit's owner looks for its next cell; that of player 1 is the mirror of player 0's. */
    private static final int[][] LOOK_ORDER = {
        {Grid.UP, Grid.RIGHT, Grid.DOWN, Grid.LEFT}, {Grid.DOWN, Grid.LEFT, Grid.UP, Grid.RIGHT}
    };

    public final Grid grid;

    /** By cell: the owner, whether it is active, the building's type plus one, the unit's id and level (0: none). */
    private final byte[] owner = new byte[Grid.CELLS];

    private final boolean[] active = new boolean[Grid.CELLS];
    private final byte[] building = new byte[Grid.CELLS];
    private final int[] unit = new int[Grid.CELLS];
    private final byte[] level = new byte[Grid.CELLS];

    /** By unit id: its cell, or -1 when it is dead; and whether it can act. */
    private int[] cellOfUnit = new int[64];

    private boolean[] canAct = new boolean[64];
    private int units;

    private final int[] gold = {START_GOLD, START_GOLD};
    private final int[] income = new int[2];
    private final int[] pending = new int[Grid.CELLS];

    /** From 1 to {@link #ROUNDS}; a round is a turn of each player. */
    private int round;

    private int player = 1;
    private Result result;
    private List<String> outcomes = List.of();

    /** A state before the first turn. */
    IceAndFireState(Grid grid) {
        this.grid = grid;
        Arrays.fill(owner, (byte) NEUTRAL);
        for (int p = 0; p < 2; p++) {
            owner[Grid.HQ[p]] = (byte) p;
            place(Building.HQ, Grid.HQ[p]);
        }
        owner[Grid.SECOND_OWNED] = 1;
        activate(0);
        activate(1);
        beginTurn();
    }

    // ---- What bots and pictures see

    public int owner(int cell) {
        return owner[cell];
    }

    public boolean isActive(int cell) {
        return active[cell];
    }

    /** The building on the cell, or {@code null}. */
    public Building building(int cell) {
        return building[cell] == 0 ? null : BUILDINGS[building[cell] - 1];
    }

    private static final Building[] BUILDINGS = Building.values();

    /** The player that a building belongs to; an HQ stays its player's also on a cell that was lost. */
    public int buildingOwner(int cell) {
        return cell == Grid.HQ[0] ? 0 : cell == Grid.HQ[1] ? 1 : owner[cell];
    }

    /** The largest id that a unit has had. */
    public int units() {
        return units;
    }

    /** The cell of a living unit, or -1. */
    public int cellOfUnit(int id) {
        return id >= 1 && id <= units ? cellOfUnit[id] : -1;
    }

    public int level(int cell) {
        return level[cell];
    }

    public int gold(int p) {
        return gold[p];
    }

    public int income(int p) {
        return income[p];
    }

    public int round() {
        return round;
    }

    /** The player that is to move, or that moved last when the match is over. */
    public int player() {
        return player;
    }

    public Result result() {
        return result;
    }

    /** What became of each piece of the last line. */
    public List<String> outcomes() {
        return outcomes;
    }

    // ---- A turn

    /** All that happens before a player is asked; or the end, when the rounds are over. */
    private void beginTurn() {
        int next = 1 - player;
        if (next == 0 && round == ROUNDS) {
            end(militaryPower(0), militaryPower(1), "turns");
            return;
        }
        player = next;
        round += player == 0 ? 1 : 0;
        activate(player);
        killUnitsOnInactiveCells();
        computeIncome();
        gold[player] += income[player];
        if (gold[player] < 0) {
            gold[player] = 0;
            killAllUnits();
        }
        for (int id = 1; id <= units; id++) {
            if (cellOfUnit[id] >= 0 && owner[cellOfUnit[id]] == player) {
                canAct[id] = true;
            }
        }
    }

    /** Sets the cells of a player active that are connected to its HQ through its own cells, all its others inactive. */
    private void activate(int p) {
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (owner[cell] == p) {
                active[cell] = false;
            }
        }
        spread(Grid.HQ[p], p);
    }

    /**
     * Activates a cell and the inactive own cells that are connected to it. An HQ's cell that was lost in this very turn
     * still feeds the cells around it.
     */
    private void spread(int from, int p) {
        int waiting = 0;
        pending[waiting++] = from;
        if (owner[from] == p) {
            active[from] = true;
        }
        while (waiting > 0) {
            for (int neighbour : grid.neighbours(pending[--waiting])) {
                if (neighbour >= 0 && owner[neighbour] == p && !active[neighbour]) {
                    active[neighbour] = true;
                    pending[waiting++] = neighbour;
                }
            }
        }
    }

    private void killUnitsOnInactiveCells() {
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (unit[cell] != 0 && owner[cell] == player && !active[cell]) {
                kill(cell);
            }
        }
    }

    private void killAllUnits() {
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (unit[cell] != 0 && owner[cell] == player) {
                kill(cell);
            }
        }
    }

    private void kill(int cell) {
        cellOfUnit[unit[cell]] = -1;
        unit[cell] = 0;
        level[cell] = 0;
    }

    /** Of both players: active cells and mines on them, less the upkeep of units on them. */
    private void computeIncome() {
        income[0] = 0;
        income[1] = 0;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (active[cell]) {
                income[owner[cell]] += CELL_INCOME
                        + (building[cell] == 1 + Building.MINE.ordinal() ? MINE_INCOME : 0)
                        - UPKEEP[level[cell]];
            }
        }
    }

    /** The player that is to move answers with a line. */
    void play(Line line) {
        outcomes = new ArrayList<>(line.outcomes());
        if (!line.recognised()) {
            out(player, "command");
            return;
        }
        for (int i = 0; i < outcomes.size(); i++) {
            Order order = line.orders().get(i);
            if (order != null) {
                outcomes.set(i, result == null ? carryOut(order) : Line.DROPPED);
            }
        }
        if (result == null) {
            beginTurn();
        }
    }

    /** The player that is to move gave no line. */
    void fail(String reason) {
        outcomes = List.of();
        out(player, reason);
    }

    private String carryOut(Order order) {
        String outcome =
                switch (order) {
                    case Order.Train train -> train(train.level(), train.cell());
                    case Order.Build build -> build(build.building(), build.cell());
                    case Order.Move move -> move(move.id(), move.cell());
                };
        lookAtHqs();
        return outcome;
    }

    private String train(int unitLevel, int cell) {
        if (!isPlayable(cell)) {
            return "unplayable";
        }
        if (gold[player] < UNIT_COST[unitLevel]) {
            return "gold";
        }
        if (!isCapturable(cell, unitLevel)) {
            return "occupied";
        }
        gold[player] -= UNIT_COST[unitLevel];
        int id = ++units;
        if (id == cellOfUnit.length) {
            cellOfUnit = Arrays.copyOf(cellOfUnit, 2 * id);
            canAct = Arrays.copyOf(canAct, 2 * id);
        }
        capture(cell);
        enter(cell, id, unitLevel);
        computeIncome();
        return "trained";
    }

    private String build(Building type, int cell) {
        if (!isPlayable(cell)) {
            return "unplayable";
        }
        if (unit[cell] != 0 || building[cell] != 0) {
            return "occupied";
        }
        if (owner[cell] != player) {
            return "not-owned";
        }
        if (gold[player] < BUILDING_COST) {
            return "gold";
        }
        if (type == Building.MINE && !grid.isMineSpot(cell)) {
            return "not-mine-spot";
        }
        if (type == Building.TOWER && grid.isMineSpot(cell)) {
            return "mine-spot";
        }
        gold[player] -= BUILDING_COST;
        place(type, cell);
        computeIncome();
        return "built";
    }

    private String move(int id, int target) {
        int from = cellOfUnit[id];
        int unitLevel = level[from];
        if (!canAct[id]) {
            return "tired";
        }
        if (Grid.adjacent(from, target) && !isCapturable(target, unitLevel)) {
            return "occupied";
        }
        int to = nextCell(from, target, unitLevel);
        if (to < 0) {
            return "stuck";
        }
        unit[from] = 0;
        level[from] = 0;
        capture(to);
        enter(to, id, unitLevel);
        computeIncome();
        return "moved " + Grid.x(to) + " " + Grid.y(to);
    }

    /** The first neighbour, in the player's order, that is nearer to the target and can be taken; -1 if there is none. */
    private int nextCell(int from, int target, int unitLevel) {
        int[] steps = grid.stepsTo(target);
        for (int direction : LOOK_ORDER[player]) {
            int neighbour = grid.neighbours(from)[direction];
            if (neighbour >= 0 && steps[neighbour] < steps[from] && isCapturable(neighbour, unitLevel)) {
                return neighbour;
            }
        }
        return -1;
    }

    /** An own active cell, or a neighbour of one. */
    private boolean isPlayable(int cell) {
        if (isOwnActive(cell)) {
            return true;
        }
        for (int neighbour : grid.neighbours(cell)) {
            if (neighbour >= 0 && isOwnActive(neighbour)) {
                return true;
            }
        }
        return false;
    }

    private boolean isOwnActive(int cell) {
        return owner[cell] == player && active[cell];
    }

    /** Whether a unit of that level can take the cell for the player whose turn it is. */
    private boolean isCapturable(int cell, int unitLevel) {
        boolean foreign = owner[cell] != player;
        if (foreign && unitLevel < STRONGEST && (isProtected(cell) || hasTower(cell))) {
            return false;
        }
        if (unit[cell] == 0 && building[cell] == 0) {
            return true;
        }
        if (!foreign) {
            return false;
        }
        if (unit[cell] != 0) {
            return unitLevel == STRONGEST || unitLevel > level[cell];
        }
        return true;
    }

    /** An active cell with a tower, or beside an active cell of the same owner that has one. */
    private boolean isProtected(int cell) {
        if (!active[cell]) {
            return false;
        }
        for (int neighbour : grid.neighbours(cell)) {
            if (neighbour >= 0 && owner[neighbour] == owner[cell] && active[neighbour] && hasTower(neighbour)) {
                return true;
            }
        }
        return hasTower(cell);
    }

    private boolean hasTower(int cell) {
        return building[cell] == 1 + Building.TOWER.ordinal();
    }

    /** The cell becomes the player's; what the enemy had on it is removed, an HQ is not. */
    private void capture(int cell) {
        int former = owner[cell];
        if (former != player) {
            if (unit[cell] != 0) {
                kill(cell);
            }
            if (building[cell] != 1 + Building.HQ.ordinal()) {
                building[cell] = 0;
            }
            owner[cell] = (byte) player;
            active[cell] = false;
            if (former != NEUTRAL) {
                activate(former);
            }
        }
        // The cell touches an active cell of the player: a unit acts from one and is trained beside one.
        if (!active[cell]) {
            spread(cell, player);
        }
    }

    /** A unit that has just come here cannot act (again) before its owner's next turn. */
    private void enter(int cell, int id, int unitLevel) {
        unit[cell] = id;
        level[cell] = (byte) unitLevel;
        cellOfUnit[id] = cell;
        canAct[id] = false;
    }

    private void place(Building type, int cell) {
        building[cell] = (byte) (1 + type.ordinal());
    }

    // ---- The end

    private void lookAtHqs() {
        for (int p = 0; p < 2; p++) {
            if (owner[Grid.HQ[p]] != p) {
                out(p, "hq");
            }
        }
    }

    private void out(int loser, String reason) {
        int power = militaryPower(1 - loser);
        end(loser == 0 ? OUT : power, loser == 0 ? power : OUT, reason);
    }

    private void end(int firstScore, int secondScore, String reason) {
        result = Result.byScore(firstScore, secondScore, reason);
    }

    /** Gold and what the living units cost. */
    private int militaryPower(int p) {
        int power = gold[p];
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (unit[cell] != 0 && owner[cell] == p) {
                power += UNIT_COST[level[cell]];
            }
        }
        return power;
    }

    public Seat toMove() {
        return player == 0 ? Seat.FIRST : Seat.SECOND;
    }

    void hash(StateHash hash) {
        hash.add(round << 1 | player)
                .add(gold[0])
                .add(gold[1])
                .add(income[0])
                .add(income[1])
                .add(units);
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (owner[cell] != NEUTRAL) {
                hash.add(cell << 16
                        | (owner[cell] << 5 | building[cell] << 3 | level[cell] << 1 | (active[cell] ? 1 : 0)));
                if (unit[cell] != 0) {
                    hash.add(unit[cell] << 1 | (canAct[unit[cell]] ? 1 : 0));
                }
            }
        }
        hash.add(result == null ? 0 : 1);
    }
}
