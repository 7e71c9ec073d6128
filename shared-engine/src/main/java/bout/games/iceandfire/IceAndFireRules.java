package bout.games.iceandfire;

import bout.engine.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of A Code of Ice and Fire, in the order of guide.md. Each method has the sentences that it implements as
 * its comment. "You" is the player whose turn it is. The guide's players 1 and 2 are 0 and 1 here.
 */
public final class IceAndFireRules {

    private static final int START_GOLD = 20;
    private static final int ROUNDS = 100;

    /** Income per turn for an active cell, in gold. */
    private static final int CELL_INCOME = 1;

    /** Additional income per turn for a mine on an active cell, in gold. */
    private static final int MINE_INCOME = 4;

    /** Upkeep per turn of a unit by its level, in gold. */
    private static final int[] UPKEEP = {0, 1, 4, 20};

    /** Cost of a unit by its level, in gold. */
    private static final int[] UNIT_COST = {0, 10, 20, 30};

    /** Cost of a mine or a tower, in gold. */
    public static final int BUILDING_COST = 15;

    private static final int STRONGEST = 3;

    /** The score of a player that is out. */
    private static final int OUT = -1;

    /** For each player, the order in which its units try their neighbours. */
    private static final int[][] LOOK_ORDER = {
        {Grid.UP, Grid.RIGHT, Grid.DOWN, Grid.LEFT}, {Grid.DOWN, Grid.LEFT, Grid.UP, Grid.RIGHT}
    };

    /** Why a match ended in which a player did not answer in time. */
    static final String TIME_OUT = "timeout";

    /** Why a match ended in which a player gave no line, or one with an unknown command. */
    static final String COMMAND = "command";

    /** The outcome of an order that has not been executed. */
    private static final String DROPPED = "dropped";

    private IceAndFireRules() {}

    // ---- The map

    /**
     * Player 1's headquarters (HQ) is at (0,0), player 2's at (11,11). Each player owns the cell of its HQ. Player 2
     * also owns (11,10), because it moves second. Both players start with 20 gold.
     */
    static IceAndFireState start(Grid grid) {
        IceAndFireState state = new IceAndFireState(grid);
        for (int player = 0; player < 2; player++) {
            state.owner[Grid.hq(player)] = (byte) player;
            state.building[Grid.hq(player)] = Building.HQ;
            state.gold[player] = START_GOLD;
        }
        state.owner[Grid.SECOND_OWNED] = 1;
        activate(state, 1);
        nextTurn(state);
        return state;
    }

    /** Player 1 moves first. The players take turns and have 100 turns each. */
    private static void nextTurn(IceAndFireState state) {
        int next = 1 - state.player;
        if (next == 0 && state.round == ROUNDS) {
            end(state, militaryPower(state, 0), militaryPower(state, 1), "turns");
            return;
        }
        state.player = next;
        state.round += next == 0 ? 1 : 0;
        startTurn(state);
    }

    // ---- The start of your turn

    /** Before your bot is asked, these steps happen in this order. */
    private static void startTurn(IceAndFireState state) {
        activate(state, state.player);
        killUnitsOnInactiveCells(state);
        computeIncome(state);
        collectIncome(state);
        letUnitsAct(state);
    }

    /**
     * Your cells that are connected to your HQ through your own cells become active. Your other cells become inactive.
     */
    private static void activate(IceAndFireState state, int player) {
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (state.owner[cell] == player) {
                state.active[cell] = false;
            }
        }
        // A captured HQ still activates the cells around it: they are active when the match ends.
        int hq = Grid.hq(player);
        if (state.owner[hq] == player) {
            state.active[hq] = true;
        }
        activateAround(state, player, hq);
    }

    private static void activateAround(IceAndFireState state, int player, int cell) {
        for (int neighbour : state.grid.neighbours(cell)) {
            if (state.owner[neighbour] == player && !state.active[neighbour]) {
                state.active[neighbour] = true;
                activateAround(state, player, neighbour);
            }
        }
    }

    /**
     * Your units on inactive cells die. Only your own units die: units that you cut off live until their owner's turn
     * starts.
     */
    private static void killUnitsOnInactiveCells(IceAndFireState state) {
        for (Unit unit : state.unitsOf(state.player)) {
            if (!state.active[unit.cell]) {
                kill(state, unit);
            }
        }
    }

    /**
     * The income of both players is computed. It is 1 gold for each active cell, plus 4 for each mine on an active
     * cell, minus the upkeep of units on active cells.
     */
    private static void computeIncome(IceAndFireState state) {
        state.income[0] = 0;
        state.income[1] = 0;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (state.active[cell]) {
                int mine = state.building[cell] == Building.MINE ? MINE_INCOME : 0;
                int upkeep = state.unit[cell] == null ? 0 : upkeep(state.unit[cell].level);
                state.income[state.owner[cell]] += CELL_INCOME + mine - upkeep;
            }
        }
    }

    /** 1, 4 or 20 gold for level 1, 2 or 3. */
    public static int upkeep(int level) {
        return UPKEEP[level];
    }

    /**
     * Your income is added to your gold. If the result is below 0, your gold becomes 0 and all your units die. Your
     * buildings stay. The income that your bot is sent is still the number from step 3.
     */
    private static void collectIncome(IceAndFireState state) {
        int player = state.player;
        state.gold[player] += state.income[player];
        if (state.gold[player] < 0) {
            state.gold[player] = 0;
            for (Unit unit : state.unitsOf(player)) {
                kill(state, unit);
            }
        }
    }

    /** All your living units can act. */
    private static void letUnitsAct(IceAndFireState state) {
        for (Unit unit : state.unitsOf(state.player)) {
            unit.canAct = true;
        }
    }

    private static void kill(IceAndFireState state, Unit unit) {
        state.units.remove(unit);
        state.unit[unit.cell] = null;
    }

    // ---- What you can order

    /**
     * Your answer is one line of commands. They are executed in order, and each sees the effects of those before it.
     * The whole line is parsed before the first order is executed. If a command is not recognised, its player is out.
     * No command of that line is executed, not even those before it.
     */
    static void play(IceAndFireState state, List<Command> line) {
        List<String> outcomes = new ArrayList<>(line.size());
        state.outcomes = outcomes;
        boolean recognised = true;
        for (Command command : line) {
            outcomes.add(recognised ? checkCommand(state, command) : DROPPED);
            recognised &= !(command instanceof Command.Unrecognised);
        }
        if (!recognised) {
            out(state, state.player, COMMAND);
            return;
        }
        for (int i = 0; i < line.size() && state.result == null; i++) {
            if (line.get(i) instanceof Command.Order order && outcomes.get(i).equals(DROPPED)) {
                outcomes.set(i, execute(state, order));
            }
        }
        if (state.result == null) {
            nextTurn(state);
        }
    }

    private static String execute(IceAndFireState state, Command.Order order) {
        String outcome =
                switch (order) {
                    case Command.Train train -> train(state, train.level(), train.cell());
                    case Command.Build build -> build(state, build.building(), build.cell());
                    case Command.Move move -> move(state, state.unit(move.id()), move.cell());
                };
        checkHq(state);
        return outcome;
    }

    /** A cell is in reach for training and building if it is one of your active cells or a neighbour of one. */
    private static boolean isInReach(IceAndFireState state, int cell) {
        if (isYoursAndActive(state, cell)) {
            return true;
        }
        for (int neighbour : state.grid.neighbours(cell)) {
            if (isYoursAndActive(state, neighbour)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isYoursAndActive(IceAndFireState state, int cell) {
        return state.owner[cell] == state.player && state.active[cell];
    }

    /** Whether a unit of level L can take a cell is decided by the first of these rules that applies. */
    private static boolean canTake(IceAndFireState state, int cell, int level) {
        boolean yours = state.owner[cell] == state.player;
        // The cell is not yours, it is protected, and L is 1 or 2: no.
        if (!yours && level < STRONGEST && isProtected(state, cell)) {
            return false;
        }
        // The cell has neither a unit nor a building: yes.
        if (isEmpty(state, cell)) {
            return true;
        }
        // The cell is yours: no. You cannot enter a cell with one of your own units or buildings.
        if (yours) {
            return false;
        }
        // The cell has an enemy unit: yes if L is 3 or greater than the level of that unit.
        if (state.unit[cell] != null) {
            return level == STRONGEST || level > state.unit[cell].level;
        }
        // The cell has only an enemy building: yes. A unit of any level can take a mine or the HQ.
        return true;
    }

    /**
     * A cell is protected if it has a tower, active or not. It is also protected if it is active and an active
     * neighbour of the same owner has a tower.
     */
    private static boolean isProtected(IceAndFireState state, int cell) {
        if (state.building[cell] == Building.TOWER) {
            return true;
        }
        if (state.active[cell]) {
            for (int neighbour : state.grid.neighbours(cell)) {
                if (state.building[neighbour] == Building.TOWER
                        && state.owner[neighbour] == state.owner[cell]
                        && state.active[neighbour]) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isEmpty(IceAndFireState state, int cell) {
        return state.unit[cell] == null && state.building[cell] == null;
    }

    /**
     * TRAIN puts a new unit of the given level on a cell. The cell must be in reach, you must have enough gold, and the
     * unit must be able to take the cell. Ids start at 1 and are given in the order of training, with one count for
     * both players.
     */
    private static String train(IceAndFireState state, int level, int cell) {
        if (!isInReach(state, cell)) {
            return "unplayable";
        }
        if (state.gold[state.player] < unitCost(level)) {
            return "gold";
        }
        if (!canTake(state, cell, level)) {
            return "occupied";
        }
        state.gold[state.player] -= unitCost(level);
        Unit unit = new Unit(state.player, ++state.trained, level);
        state.units.add(unit);
        enter(state, unit, cell);
        return "trained";
    }

    /** 10, 20 or 30 gold for level 1, 2 or 3. */
    public static int unitCost(int level) {
        return UNIT_COST[level];
    }

    /**
     * BUILD puts a building on one of your cells that is in reach and empty, for 15 gold. A mine must be on a mine
     * spot; a tower must not be on one.
     */
    private static String build(IceAndFireState state, Building building, int cell) {
        if (!isInReach(state, cell)) {
            return "unplayable";
        }
        if (!isEmpty(state, cell)) {
            return "occupied";
        }
        if (state.owner[cell] != state.player) {
            return "not-owned";
        }
        if (state.gold[state.player] < BUILDING_COST) {
            return "gold";
        }
        if (building == Building.MINE && !state.grid.isMineSpot(cell)) {
            return "not-mine-spot";
        }
        if (building == Building.TOWER && state.grid.isMineSpot(cell)) {
            return "mine-spot";
        }
        state.gold[state.player] -= BUILDING_COST;
        state.building[cell] = building;
        computeIncome(state);
        return "built";
    }

    /**
     * MOVE sends one of your units one cell towards a target. The target can be any land cell, near or far. A unit acts
     * once per turn. After a refused order, the unit can still act later on the same line.
     */
    private static String move(IceAndFireState state, Unit unit, int target) {
        if (!unit.canAct) {
            return "tired";
        }
        boolean beside = Grid.adjacent(unit.cell, target);
        if (beside && !canTake(state, target, unit.level)) {
            return "occupied";
        }
        int next = beside ? target : nextCell(state, unit, target);
        if (next == Grid.NONE) {
            return "stuck";
        }
        state.unit[unit.cell] = null;
        enter(state, unit, next);
        return "moved " + Grid.x(next) + " " + Grid.y(next);
    }

    /**
     * Distances are measured over all land, no matter who owns it or what is on it. The unit goes to the first
     * neighbour that is nearer to the target and that it can take. Player 1's units try up, right, down, left; player
     * 2's units try down, left, up, right. A unit never makes a detour.
     */
    private static int nextCell(IceAndFireState state, Unit unit, int target) {
        int[] steps = state.grid.stepsTo(target);
        for (int direction : LOOK_ORDER[state.player]) {
            int neighbour = state.grid.neighbour(unit.cell, direction);
            if (neighbour != Grid.NONE
                    && steps[neighbour] < steps[unit.cell]
                    && canTake(state, neighbour, unit.level)) {
                return neighbour;
            }
        }
        return Grid.NONE;
    }

    /**
     * The enemy's unit and building on the cell are removed, the cell becomes yours, and the unit cannot act before
     * your next turn. Active cells and both incomes are computed again.
     */
    private static void enter(IceAndFireState state, Unit unit, int cell) {
        if (state.owner[cell] != state.player) {
            capture(state, cell);
        }
        state.unit[cell] = unit;
        unit.cell = cell;
        unit.canAct = false;
        computeIncome(state);
    }

    /** Makes the cell yours. An HQ is not removed: taking its cell ends the match. */
    private static void capture(IceAndFireState state, int cell) {
        int former = state.owner[cell];
        if (state.unit[cell] != null) {
            kill(state, state.unit[cell]);
        }
        if (state.building[cell] != Building.HQ) {
            state.building[cell] = null;
        }
        state.owner[cell] = (byte) state.player;
        state.active[cell] = true;
        if (former != IceAndFireState.NEUTRAL) {
            activate(state, former);
        }
        // Units come from active cells, so this cell is active too, and it may connect other cells to your HQ.
        activateAround(state, state.player, cell);
    }

    // ---- Orders that are refused

    /** {@code bounds}, {@code level}, {@code no-unit} and {@code not-yours} are found before any order is executed. */
    private static String checkCommand(IceAndFireState state, Command command) {
        return switch (command) {
            case Command.Wait() -> "wait";
            case Command.Message() -> "msg";
            case Command.Unrecognised() -> "unrecognised";
            case Command.Order order when !state.grid.isLand(order.cell()) -> "bounds";
            case Command.Train train when train.level() < 1 || train.level() > STRONGEST -> "level";
            case Command.Move move when state.unit(move.id()) == null -> "no-unit";
            case Command.Move move when state.unit(move.id()).owner != state.player -> "not-yours";
            case Command.Order order -> DROPPED;
        };
    }

    // ---- The end

    /** If the cell of an HQ is taken, its owner is out and the match ends at once. The rest of the line is dropped. */
    private static void checkHq(IceAndFireState state) {
        int opponent = 1 - state.player;
        if (state.owner[Grid.hq(opponent)] != opponent) {
            out(state, opponent, "hq");
        }
    }

    /** If there is no answer in time, or after any other failed call, the player is out. */
    static void noLine(IceAndFireState state, String reason) {
        state.outcomes = List.of();
        out(state, state.player, reason);
    }

    /** A player that is out scores -1. */
    private static void out(IceAndFireState state, int loser, String reason) {
        int power = militaryPower(state, 1 - loser);
        end(state, loser == 0 ? OUT : power, loser == 0 ? power : OUT, reason);
    }

    /** The higher score wins; equal scores are a draw. */
    private static void end(IceAndFireState state, int firstScore, int secondScore, String reason) {
        state.result = Result.byScore(firstScore, secondScore, reason);
    }

    /** A player's gold plus the cost of each of its living units. Cells and buildings do not count. */
    private static int militaryPower(IceAndFireState state, int player) {
        int power = state.gold[player];
        for (Unit unit : state.unitsOf(player)) {
            power += unitCost(unit.level);
        }
        return power;
    }
}
