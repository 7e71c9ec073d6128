package bout.games.iceandfire;

import bout.engine.Action;
import bout.engine.Plain;
import bout.engine.Position;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import bout.engine.Turn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A match of A Code of Ice and Fire and its rules, in the order of guide.md. Each method has the sentences that it
 * implements as its comment. "You" is the player whose turn it is. The guide's players 1 and 2 are 0 and 1 here.
 */
public final class IceAndFirePosition extends Position<String> {

    private static final int START_GOLD = 20;
    private static final int ROUNDS = 100;

    private static final int CELL_INCOME = 1;

    /** Additional income per turn for a mine on an active cell, in gold. */
    private static final int MINE_INCOME = 4;

    /** Upkeep per turn of a unit by its level, in gold. */
    private static final int[] UPKEEP = {0, 1, 4, 20};

    /** Cost of a unit by its level, in gold. */
    private static final int[] UNIT_COST = {0, 10, 20, 30};

    public static final int BUILDING_COST = 15;

    private static final int STRONGEST = 3;

    private static final int OUT = -1;

    /** For each player, the order in which its units try their neighbours. */
    private static final int[][] LOOK_ORDER = {
        {Grid.UP, Grid.RIGHT, Grid.DOWN, Grid.LEFT}, {Grid.DOWN, Grid.LEFT, Grid.UP, Grid.RIGHT}
    };

    static final String TIME_OUT = "timeout";

    /** Why a match ended in which a player gave no line, or one with an unknown command. */
    static final String COMMAND = "command";

    private static final String DROPPED = "dropped";

    static final int NEUTRAL = -1;

    final Grid grid;

    final byte[] owner = new byte[Grid.CELLS];

    /** For each cell, whether it is active. Only owned cells can be active. */
    final boolean[] active = new boolean[Grid.CELLS];

    final Building[] building = new Building[Grid.CELLS];

    final Unit[] unit = new Unit[Grid.CELLS];

    /** The living units, sorted by id. */
    final List<Unit> units = new ArrayList<>();

    /** The number of units trained so far, which is also the last id. */
    int trained;

    final int[] gold = new int[2];

    /** For each player, the income that its next turn would bring, in gold. */
    final int[] income = new int[2];

    /** The round, from 1; 0 before the first turn. In each round, both players have one turn. */
    int round;

    /** The player that is to move; if the match is over, the player that moved last. */
    int player = 1;

    /** The outcome of each command of the last line. */
    List<String> outcomes = List.of();

    IceAndFirePosition(Grid grid) {
        this.grid = grid;
        Arrays.fill(owner, (byte) NEUTRAL);
    }

    @Override
    protected Seat mover() {
        return player == 0 ? Seat.FIRST : Seat.SECOND;
    }

    Unit unit(int id) {
        return units.stream().filter(unit -> unit.id == id).findFirst().orElse(null);
    }

    List<Unit> unitsOf(int player) {
        return units.stream().filter(unit -> unit.owner == player).toList();
    }

    @Override
    public void hash(StateHash hash) {
        hash.add(round << 1 | player).add(gold[0]).add(gold[1]);
        hash.add(income[0]).add(income[1]).add(trained);
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (owner[cell] != NEUTRAL) {
                hash(hash, cell);
            }
        }
        hash.add(result == null ? 0 : 1);
    }

    private void hash(StateHash hash, int cell) {
        int type = building[cell] == null ? 0 : 1 + building[cell].ordinal();
        int level = unit[cell] == null ? 0 : unit[cell].level;
        hash.add(cell << 16 | owner[cell] << 5 | type << 3 | level << 1 | (active[cell] ? 1 : 0));
        if (unit[cell] != null) {
            hash.add(unit[cell].id << 1 | (unit[cell].canAct ? 1 : 0));
        }
    }

    // ---- The map

    /**
     * Player 1's headquarters (HQ) is at (0,0), player 2's at (11,11). Each player owns the cell of its HQ. Player 2
     * also owns (11,10), because it moves second. Both players start with 20 gold.
     */
    static IceAndFirePosition start(Grid grid) {
        IceAndFirePosition start = new IceAndFirePosition(grid);
        for (int player = 0; player < 2; player++) {
            start.owner[Grid.hq(player)] = (byte) player;
            start.building[Grid.hq(player)] = Building.HQ;
            start.gold[player] = START_GOLD;
        }
        start.owner[Grid.SECOND_OWNED] = 1;
        start.activate(1);
        start.nextTurn();
        return start;
    }

    /** Player 1 moves first. The players take turns and have 100 turns each. */
    private void nextTurn() {
        int next = 1 - player;
        if (next == 0 && round == ROUNDS) {
            end(militaryPower(0), militaryPower(1), "turns");
            return;
        }
        player = next;
        round += next == 0 ? 1 : 0;
        startTurn();
    }

    // ---- The start of your turn

    /** Before your bot is asked, these steps happen in this order. */
    private void startTurn() {
        activate(player);
        killUnitsOnInactiveCells();
        computeIncome();
        collectIncome();
        letUnitsAct();
    }

    /**
     * Your cells that are connected to your HQ through your own cells become active. Your other cells become inactive.
     */
    private void activate(int player) {
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (owner[cell] == player) {
                active[cell] = false;
            }
        }
        // A captured HQ still activates the cells around it: they are active when the match ends.
        int hq = Grid.hq(player);
        if (owner[hq] == player) {
            active[hq] = true;
        }
        activateAround(player, hq);
    }

    private void activateAround(int player, int cell) {
        for (int neighbour : grid.neighbours(cell)) {
            if (owner[neighbour] == player && !active[neighbour]) {
                active[neighbour] = true;
                activateAround(player, neighbour);
            }
        }
    }

    /**
     * Your units on inactive cells die. Only your own units die: units that you cut off live until their owner's turn
     * starts.
     */
    private void killUnitsOnInactiveCells() {
        for (Unit unit : unitsOf(player)) {
            if (!active[unit.cell]) {
                kill(unit);
            }
        }
    }

    /**
     * The income of both players is computed. It is 1 gold for each active cell, plus 4 for each mine on an active
     * cell, minus the upkeep of units on active cells.
     */
    private void computeIncome() {
        income[0] = 0;
        income[1] = 0;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (active[cell]) {
                int mine = building[cell] == Building.MINE ? MINE_INCOME : 0;
                int upkeep = unit[cell] == null ? 0 : upkeep(unit[cell].level);
                income[owner[cell]] += CELL_INCOME + mine - upkeep;
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
    private void collectIncome() {
        gold[player] += income[player];
        if (gold[player] < 0) {
            gold[player] = 0;
            unitsOf(player).forEach(this::kill);
        }
    }

    /** All your living units can act. */
    private void letUnitsAct() {
        unitsOf(player).forEach(unit -> unit.canAct = true);
    }

    private void kill(Unit unit) {
        units.remove(unit);
        this.unit[unit.cell] = null;
    }

    // ---- What you can order

    @Override
    public void play(Turn<String> actions) {
        Action<String> action = actions.by(mover());
        if (action.failure() == null) {
            play(Command.readLine(action.move()));
        } else {
            noLine(action.failure().late() ? TIME_OUT : COMMAND);
        }
    }

    /**
     * Your answer is one line of commands. They are executed in order, and each sees the effects of those before it.
     * The whole line is parsed before the first order is executed. If a command is not recognised, its player is out.
     * No command of that line is executed, not even those before it.
     */
    void play(List<Command> line) {
        List<String> outcomes = new ArrayList<>(line.size());
        this.outcomes = outcomes;
        boolean recognised = true;
        for (Command command : line) {
            outcomes.add(recognised ? checkCommand(command) : DROPPED);
            recognised &= command != Command.UNRECOGNISED;
        }
        if (!recognised) {
            out(player, COMMAND);
            return;
        }
        for (int i = 0; i < line.size() && result == null; i++) {
            if (line.get(i) instanceof Command.Order order && outcomes.get(i).equals(DROPPED)) {
                outcomes.set(i, execute(order));
            }
        }
        if (result == null) {
            nextTurn();
        }
    }

    private String execute(Command.Order order) {
        String outcome =
                switch (order) {
                    case Command.Train train -> train(train.level(), train.cell());
                    case Command.Build build -> build(build.building(), build.cell());
                    case Command.Move move -> move(unit(move.id()), move.cell());
                };
        checkHq();
        return outcome;
    }

    /** A cell is in reach for training and building if it is one of your active cells or a neighbour of one. */
    private boolean isInReach(int cell) {
        return isYoursAndActive(cell) || grid.anyNeighbour(cell, this::isYoursAndActive);
    }

    private boolean isYoursAndActive(int cell) {
        return owner[cell] == player && active[cell];
    }

    /** Whether a unit of level L can take a cell is decided by the first of these rules that applies. */
    private boolean canTake(int cell, int level) {
        boolean yours = owner[cell] == player;
        // The cell is not yours, it is protected, and L is 1 or 2: no.
        if (!yours && level < STRONGEST && isProtected(cell)) {
            return false;
        }
        // The cell has neither a unit nor a building: yes.
        if (isEmpty(cell)) {
            return true;
        }
        // The cell is yours: no. You cannot enter a cell with one of your own units or buildings.
        if (yours) {
            return false;
        }
        // The cell has an enemy unit: yes if L is 3 or greater than the level of that unit.
        if (unit[cell] != null) {
            return level == STRONGEST || level > unit[cell].level;
        }
        // The cell has only an enemy building: yes. A unit of any level can take a mine or the HQ.
        return true;
    }

    /**
     * A cell is protected if it has a tower, active or not. It is also protected if it is active and an active
     * neighbour of the same owner has a tower.
     */
    private boolean isProtected(int cell) {
        return building[cell] == Building.TOWER
                || active[cell]
                        && grid.anyNeighbour(
                                cell,
                                near -> building[near] == Building.TOWER && owner[near] == owner[cell] && active[near]);
    }

    private boolean isEmpty(int cell) {
        return unit[cell] == null && building[cell] == null;
    }

    /**
     * TRAIN puts a new unit of the given level on a cell. The cell must be in reach, you must have enough gold, and the
     * unit must be able to take the cell. Ids start at 1 and are given in the order of training, with one count for
     * both players.
     */
    private String train(int level, int cell) {
        if (!isInReach(cell)) {
            return "unplayable";
        }
        if (gold[player] < unitCost(level)) {
            return "gold";
        }
        if (!canTake(cell, level)) {
            return "occupied";
        }
        gold[player] -= unitCost(level);
        Unit unit = new Unit(player, ++trained, level);
        units.add(unit);
        enter(unit, cell);
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
    private String build(Building building, int cell) {
        if (!isInReach(cell)) {
            return "unplayable";
        }
        if (!isEmpty(cell)) {
            return "occupied";
        }
        if (owner[cell] != player) {
            return "not-owned";
        }
        if (gold[player] < BUILDING_COST) {
            return "gold";
        }
        if (building == Building.MINE && !grid.isMineSpot(cell)) {
            return "not-mine-spot";
        }
        if (building == Building.TOWER && grid.isMineSpot(cell)) {
            return "mine-spot";
        }
        gold[player] -= BUILDING_COST;
        this.building[cell] = building;
        computeIncome();
        return "built";
    }

    /**
     * MOVE sends one of your units one cell towards a target. The target can be any land cell, near or far. A unit acts
     * once per turn. After a refused order, the unit can still act later on the same line.
     */
    private String move(Unit unit, int target) {
        if (!unit.canAct) {
            return "tired";
        }
        boolean beside = Grid.adjacent(unit.cell, target);
        if (beside && !canTake(target, unit.level)) {
            return "occupied";
        }
        int next = beside ? target : nextCell(unit, target);
        if (next == Grid.NONE) {
            return "stuck";
        }
        this.unit[unit.cell] = null;
        enter(unit, next);
        return "moved " + Grid.x(next) + " " + Grid.y(next);
    }

    /**
     * Distances are measured over all land, no matter who owns it or what is on it. The unit goes to the first
     * neighbour that is nearer to the target and that it can take. Player 1's units try up, right, down, left; player
     * 2's units try down, left, up, right. A unit never makes a detour.
     */
    private int nextCell(Unit unit, int target) {
        int[] steps = grid.stepsTo(target);
        for (int direction : LOOK_ORDER[player]) {
            int neighbour = grid.neighbour(unit.cell, direction);
            if (neighbour != Grid.NONE && steps[neighbour] < steps[unit.cell] && canTake(neighbour, unit.level)) {
                return neighbour;
            }
        }
        return Grid.NONE;
    }

    /**
     * The enemy's unit and building on the cell are removed, the cell becomes yours, and the unit cannot act before
     * your next turn. Active cells and both incomes are computed again.
     */
    private void enter(Unit unit, int cell) {
        if (owner[cell] != player) {
            capture(cell);
        }
        this.unit[cell] = unit;
        unit.cell = cell;
        unit.canAct = false;
        computeIncome();
    }

    /** Makes the cell yours. An HQ is not removed: taking its cell ends the match. */
    private void capture(int cell) {
        int former = owner[cell];
        if (unit[cell] != null) {
            kill(unit[cell]);
        }
        if (building[cell] != Building.HQ) {
            building[cell] = null;
        }
        owner[cell] = (byte) player;
        active[cell] = true;
        if (former != NEUTRAL) {
            activate(former);
        }
        // Units come from active cells, so this cell is active too, and it may connect other cells to your HQ.
        activateAround(player, cell);
    }

    // ---- Orders that are refused

    /** {@code bounds}, {@code level}, {@code no-unit} and {@code not-yours} are found before any order is executed. */
    private String checkCommand(Command command) {
        return switch (command) {
            case Command.Other other -> other.outcome();
            case Command.Order order when !grid.isLand(order.cell()) -> "bounds";
            case Command.Train train when train.level() < 1 || train.level() > STRONGEST -> "level";
            case Command.Move move when unit(move.id()) == null -> "no-unit";
            case Command.Move move when unit(move.id()).owner != player -> "not-yours";
            case Command.Order order -> DROPPED;
        };
    }

    // ---- The end

    /** If the cell of an HQ is taken, its owner is out and the match ends at once. The rest of the line is dropped. */
    private void checkHq() {
        int opponent = 1 - player;
        if (owner[Grid.hq(opponent)] != opponent) {
            out(opponent, "hq");
        }
    }

    /** If there is no answer in time, or after any other failed call, the player is out. */
    void noLine(String reason) {
        outcomes = List.of();
        out(player, reason);
    }

    /** A player that is out scores -1. */
    private void out(int loser, String reason) {
        int power = militaryPower(1 - loser);
        end(loser == 0 ? OUT : power, loser == 0 ? power : OUT, reason);
    }

    /** The higher score wins; equal scores are a draw. */
    private void end(int firstScore, int secondScore, String reason) {
        result = Result.byScore(firstScore, secondScore, reason);
    }

    /** A player's gold plus the cost of each of its living units. Cells and buildings do not count. */
    private int militaryPower(int player) {
        return gold[player]
                + unitsOf(player).stream()
                        .mapToInt(unit -> unitCost(unit.level))
                        .sum();
    }

    /** From the point of view of the player. */
    @Override
    public Map<String, Object> request(Seat seat) {
        int me = seat.index();
        Map<String, Object> fields = Plain.object("mineSpots", grid.mineSpots());
        fields.put("gold", gold[me]);
        fields.put("income", income[me]);
        fields.put("opponentGold", gold[1 - me]);
        fields.put("opponentIncome", income[1 - me]);
        fields.put("rows", rows(me));
        fields.put("buildings", buildings(me));
        fields.put("units", units(me));
        return fields;
    }

    @Override
    public Action<String> read(Seat seat, Object answer) {
        return IceAndFire.readAnswer(answer);
    }

    /** The position from the point of view of player 0, and the outcome of each command of the last line. */
    @Override
    public Object picture() {
        return Plain.object(
                "round", round,
                "player", player + 1,
                "mineSpots", grid.mineSpots(),
                "rows", rows(0),
                "gold", List.of(gold[0], gold[1]),
                "income", List.of(income[0], income[1]),
                "buildings", buildings(0),
                "units", units(0),
                "outcomes", List.copyOf(outcomes));
    }

    List<Object> rows(int me) {
        List<Object> rows = new ArrayList<>(Grid.SIZE);
        for (int y = 0; y < Grid.SIZE; y++) {
            StringBuilder row = new StringBuilder(Grid.SIZE);
            for (int x = 0; x < Grid.SIZE; x++) {
                row.append(letter(Grid.cell(x, y), me));
            }
            rows.add(row.toString());
        }
        return rows;
    }

    private char letter(int cell, int me) {
        if (!grid.isLand(cell)) {
            return '#';
        }
        if (owner[cell] == NEUTRAL) {
            return '.';
        }
        return owner[cell] == me ? active[cell] ? 'O' : 'o' : active[cell] ? 'X' : 'x';
    }

    /** All buildings, sorted: own ones first, then by type, then x, then y. */
    private List<Object> buildings(int me) {
        List<Object> buildings = new ArrayList<>();
        for (int relation = 0; relation < 2; relation++) {
            for (Building type : Building.values()) {
                for (int x = 0; x < Grid.SIZE; x++) {
                    for (int y = 0; y < Grid.SIZE; y++) {
                        int cell = Grid.cell(x, y);
                        if (building[cell] == type && (buildingOwner(cell) == me) == (relation == 0)) {
                            buildings.add(Plain.object("owner", relation, "type", type.name(), "x", x, "y", y));
                        }
                    }
                }
            }
        }
        return buildings;
    }

    /** The owner of a building. An HQ belongs to its player even if the cell has been taken. */
    private int buildingOwner(int cell) {
        return cell == Grid.hq(0) ? 0 : cell == Grid.hq(1) ? 1 : owner[cell];
    }

    /** All living units, sorted: own ones first, then by id. */
    private List<Object> units(int me) {
        List<Object> units = new ArrayList<>();
        for (int relation = 0; relation < 2; relation++) {
            for (Unit unit : unitsOf(relation == 0 ? me : 1 - me)) {
                int x = Grid.x(unit.cell);
                int y = Grid.y(unit.cell);
                units.add(Plain.object("owner", relation, "id", unit.id, "level", unit.level, "x", x, "y", y));
            }
        }
        return units;
    }

    /** A player that is out scores -1. */
    @Override
    public boolean isOut(Seat seat) {
        return result != null && result.score(seat) < 0;
    }
}
