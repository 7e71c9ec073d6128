package bout.games.iceandfire;

import bout.engine.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of A Code of Ice and Fire in the order of the bots' guide (guide.md), each under its sentence there. "You" is
 * the player whose turn it is; the guide's players 1 and 2 are 0 and 1 here.
 */
public final class IceAndFireRules {

    private static final int START_GOLD = 20;
    private static final int ROUNDS = 100;

    /** In gold a turn: for an active cell, for a mine on one, and for a unit by its level. */
    private static final int CELL_INCOME = 1;

    private static final int MINE_INCOME = 4;
    private static final int[] UPKEEP = {0, 1, 4, 20};

    /** In gold: for a unit by its level, and for a building. */
    private static final int[] UNIT_COST = {0, 10, 20, 30};

    public static final int BUILDING_COST = 15;

    private static final int STRONGEST = 3;

    /** The score of a player that is out. */
    private static final int OUT = -1;

    /** By player: the order in which its units look at their neighbours. */
    private static final int[][] LOOK_ORDER = {
        {Grid.UP, Grid.RIGHT, Grid.DOWN, Grid.LEFT}, {Grid.DOWN, Grid.LEFT, Grid.UP, Grid.RIGHT}
    };

    /** What has become of an order as long as it is not carried out. */
    private static final String DROPPED = "dropped";

    private IceAndFireRules() {}

    // ---- The map

    /**
     * Player 1's headquarters (HQ) stands at (0,0) and player 2's at (11,11). Player 1 owns the cell of its HQ. Player 2
     * owns that of its own, and, because it moves second, (11,10), too. Both have 20 gold.
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

    /** Player 1 moves first, then the players alternate. Each has 100 turns. */
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

    /** Before you are asked, in this order; computing the income is step 3. */
    private static void startTurn(IceAndFireState state) {
        activate(state, state.player);
        killUnitsOnInactiveCells(state);
        computeIncome(state);
        collectIncome(state);
        letUnitsAct(state);
    }

    /** Your cells that are connected to your HQ through your own cells are active, your others inactive. */
    private static void activate(IceAndFireState state, int player) {
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (state.owner[cell] == player) {
                state.active[cell] = false;
            }
        }
        // An HQ's cell that has just been lost still feeds those around it: the match ends with them active.
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

    /** Your units on inactive cells die. Only yours: units that you cut off live until their owner's turn begins. */
    private static void killUnitsOnInactiveCells(IceAndFireState state) {
        for (Unit unit : state.unitsOf(state.player)) {
            if (!state.active[unit.cell]) {
                kill(state, unit);
            }
        }
    }

    /**
     * The income of both players is computed: 1 gold for each active cell, 4 more for each mine on an active cell, less the
     * upkeep of units on active cells.
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

    /** 1, 4 or 20 gold for one of level 1, 2 or 3. */
    public static int upkeep(int level) {
        return UPKEEP[level];
    }

    /**
     * Your income is added to your gold. If you would have less than 0, your gold is 0 and all your units die. Your
     * buildings stay. What you are shown as your income is still the figure from step 3.
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
     * Your answer is one line of commands. They are carried out one after the other, each on what the ones before have left.
     * The whole line is read before the first order is carried out. A command that is not recognised: its player is out.
     * Nothing of that line is carried out, not even what stands before it.
     */
    static void play(IceAndFireState state, List<Command> line) {
        List<String> outcomes = new ArrayList<>(line.size());
        state.outcomes = outcomes;
        boolean recognised = true;
        for (Command command : line) {
            outcomes.add(recognised ? readCommand(state, command) : DROPPED);
            recognised &= !(command instanceof Command.Unrecognised);
        }
        if (!recognised) {
            out(state, state.player, "command");
            return;
        }
        for (int i = 0; i < line.size() && state.result == null; i++) {
            if (line.get(i) instanceof Command.Order order && outcomes.get(i).equals(DROPPED)) {
                outcomes.set(i, carryOut(state, order));
            }
        }
        if (state.result == null) {
            nextTurn(state);
        }
    }

    private static String carryOut(IceAndFireState state, Command.Order order) {
        String outcome =
                switch (order) {
                    case Command.Train train -> train(state, train.level(), train.cell());
                    case Command.Build build -> build(state, build.building(), build.cell());
                    case Command.Move move -> move(state, state.unit(move.id()), move.cell());
                };
        lookAtHq(state);
        return outcome;
    }

    /** A cell is in reach for training and building if it is one of your active cells, or a neighbour of one. */
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

    /** A unit of level L can take a cell by these rules, the first that fits. */
    private static boolean canTake(IceAndFireState state, int cell, int level) {
        boolean yours = state.owner[cell] == state.player;
        // The cell is not yours and is protected, and L is 1 or 2: no.
        if (!yours && level < STRONGEST && isProtected(state, cell)) {
            return false;
        }
        // There is neither a unit nor a building on it: yes.
        if (isEmpty(state, cell)) {
            return true;
        }
        // It is your own cell: no. You cannot enter a cell with a unit or building of your own, your HQ included.
        if (yours) {
            return false;
        }
        // An enemy unit is on it: yes if L is 3, or greater than the unit's level.
        if (state.unit[cell] != null) {
            return level == STRONGEST || level > state.unit[cell].level;
        }
        // Only an enemy building is on it: yes. A mine and the HQ fall to any level.
        return true;
    }

    /**
     * A cell is protected if it has a tower, active or not, or if it is active and an active neighbour of the same owner
     * has a tower.
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
     * TRAIN puts a new unit of that level on a cell. The cell must be in reach, you must have the gold, and the unit must be
     * able to take the cell. Units have ids from 1, given in the order of training to both players alike.
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
     * BUILD puts a building on an empty cell of yours that is in reach, for 15 gold. A mine needs a mine spot, a tower cannot
     * stand on one.
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
     * MOVE sends one of your units one cell towards a target, which may be any land cell, near or far. A unit acts once a
     * turn. A unit whose order is refused can still act later on the line.
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
     * The way is measured over land alone, whoever owns it and whatever stands there. Of the unit's neighbours that are
     * nearer to the target by that measure, it goes to the first that it can take; player 1's units look up, right, down,
     * left, and player 2's down, left, up, right. It never steps aside or goes round.
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
     * What the enemy has there is removed, the cell is yours, and the unit cannot act before your next turn. Active cells
     * and both incomes are computed anew.
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

    /** An HQ stays: its fall ends the match. */
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
        // A unit comes from an active cell, so this one is active, too, and may connect others to your HQ.
        activateAround(state, state.player, cell);
    }

    // ---- Orders that are refused

    /** {@code bounds}, {@code level}, {@code no-unit} and {@code not-yours} are found before any order is carried out. */
    private static String readCommand(IceAndFireState state, Command command) {
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

    /** An HQ's cell is taken: its owner is out, and the match ends at once; what is left of the line is dropped. */
    private static void lookAtHq(IceAndFireState state) {
        int opponent = 1 - state.player;
        if (state.owner[Grid.hq(opponent)] != opponent) {
            out(state, opponent, "hq");
        }
    }

    /** No answer in time: the player is out; any other answer that cannot be used: out. */
    static void noLine(IceAndFireState state, String reason) {
        state.outcomes = List.of();
        out(state, state.player, reason);
    }

    /** A player who is out scores -1. */
    private static void out(IceAndFireState state, int loser, String reason) {
        int power = militaryPower(state, 1 - loser);
        end(state, loser == 0 ? OUT : power, loser == 0 ? power : OUT, reason);
    }

    /** The higher score wins, equal scores are a draw. */
    private static void end(IceAndFireState state, int firstScore, int secondScore, String reason) {
        state.result = Result.byScore(firstScore, secondScore, reason);
    }

    /** A player's gold and the price of each of its living units; cells and buildings count nothing. */
    private static int militaryPower(IceAndFireState state, int player) {
        int power = state.gold[player];
        for (Unit unit : state.unitsOf(player)) {
            power += unitCost(unit.level);
        }
        return power;
    }
}
