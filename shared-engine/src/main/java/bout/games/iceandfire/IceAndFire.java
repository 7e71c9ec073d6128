package bout.games.iceandfire;

import bout.engine.Action;
import bout.engine.Ask;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.StateHash;
import bout.engine.TimeLimits;
import bout.engine.ToMove;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import bout.games.iceandfire.bots.IceAndFireBots;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Code of Ice and Fire: two players train units, build and take cells, until one loses its HQ. A move is the line of
 * commands as the bot answered it. The game's players 0 and 1 are the seats 1 and 2.
 */
public final class IceAndFire implements Game<IceAndFireState, String> {

    /**
     * How long an answer's line may be, in characters. A match keeps every line, so they bound what a match takes; a unit on
     * every cell could be ordered about with less.
     */
    static final int MAX_LINE = 3000;

    private static final String EXPECTED_ANSWER =
            "an object with the string commands, such as {\"commands\":\"MOVE 1 2 3; TRAIN 1 1 0\"}";

    private static final GameCard CARD = new GameCard(
            "ice-and-fire",
            "A Code of Ice and Fire",
            "Train units, take cells, and capture the enemy's HQ.",
            List.of(
                    "The map has 12 by 12 cells, (0,0) in the upper left corner, and is the same seen from both sides."
                            + " Player 1's HQ stands at (0,0), player 2's at (11,11). Both start with 20 gold.",
                    "Each turn your cells that are connected to your HQ through your own cells are active. An active"
                            + " cell brings 1 gold, a mine on one 4 more; units on active cells cost 1, 4 or 20 by"
                            + " level. Who cannot pay loses all units. Units on inactive cells die at the start of their"
                            + " owner's turn.",
                    "TRAIN level x y (10, 20 or 30 gold), BUILD MINE x y and BUILD TOWER x y (15 gold), MOVE id x y,"
                            + " WAIT, MSG text; several on one line, separated by semicolons.",
                    "A unit goes one cell a turn towards its target. It takes cells, and enemies of a lower level; level"
                            + " 3 takes all. Cells with a tower and those beside one are for level 3 only.",
                    "You train and build on your active cells, and train on the cells beside them too.",
                    "An unknown command, or no answer, and you are out. The match ends when an HQ is taken or after 100"
                            + " turns each; then gold and the price of living units decide."),
            List.of(),
            new TimeLimits(2000, 500),
            Ask.Form.JSON,
            "mineSpots: [[x, y], ...]; gold, income, opponentGold, opponentIncome; rows: 12 strings of 12 cells, # void,"
                    + " . neutral, O and o your active and inactive cells, X and x the opponent's; buildings: {owner,"
                    + " type (HQ, MINE or TOWER), x, y}; units: {owner, id, level, x, y}; owner 0 is you.",
            "A JSON object whose string commands is one line of commands.",
            Collections.singletonMap("commands", "TRAIN 1 1 0; MSG hello"),
            "military power");

    @Override
    public GameCard card() {
        return CARD;
    }

    @Override
    public List<HouseBot> houseBots() {
        return IceAndFireBots.ALL;
    }

    /** The original's seeds are those of its own generator. */
    @Override
    public SeededRandom setUpRandom(String seed) {
        return new SeededRandom(seed);
    }

    /** {@code {rows: 12 strings of # and ., mineSpots: [[x, y], ...]}}, the mine spots by y, then x. */
    @Override
    public Object setUp(SeededRandom random, Options options) {
        Grid grid = MapGenerator.draw(random);
        Map<String, Object> setUp = new LinkedHashMap<>();
        setUp.put("rows", rows(grid));
        setUp.put("mineSpots", mineSpots(grid));
        return setUp;
    }

    @Override
    public IceAndFireState start(Plain setUp, Options options) {
        return new IceAndFireState(readGrid(setUp.onlyFields("rows", "mineSpots"), "."));
    }

    /**
     * The map in {@code rows} and {@code mineSpots}, of a set-up or of what a bot is sent.
     *
     * @param landLetters what a cell of land may be in a row; void is {@code #}
     */
    public static Grid readGrid(Plain map, String landLetters) {
        boolean[] land = new boolean[Grid.CELLS];
        Plain rows = map.get("rows").size(Grid.SIZE);
        for (int y = 0; y < Grid.SIZE; y++) {
            Plain row = rows.at(y);
            if (row.text().length() != Grid.SIZE) {
                throw new UnexpectedValue(row.pointer(), "a row of " + Grid.SIZE + " cells", row.value());
            }
            for (int x = 0; x < Grid.SIZE; x++) {
                char letter = row.text().charAt(x);
                land[Grid.cell(x, y)] = letter != '#';
                if (letter != '#' && landLetters.indexOf(letter) < 0) {
                    throw new UnexpectedValue(row.pointer(), "only # and " + landLetters, row.value());
                }
            }
        }
        if (!land[Grid.HQ[0]] || !land[Grid.HQ[1]] || !land[Grid.SECOND_OWNED]) {
            throw new UnexpectedValue(rows.pointer(), "land where the players start", rows.value());
        }
        boolean[] mineSpot = new boolean[Grid.CELLS];
        for (Plain spot : map.get("mineSpots").entries()) {
            spot.size(2);
            mineSpot[Grid.cell(spot.at(0).integer(0, Grid.SIZE - 1), spot.at(1).integer(0, Grid.SIZE - 1))] = true;
        }
        return new Grid(land, mineSpot);
    }

    @Override
    public ToMove toMove(IceAndFireState state) {
        return state.result() != null ? ToMove.NOBODY : ToMove.of(state.toMove());
    }

    @Override
    public Ask ask(IceAndFireState state, Seat seat) {
        int me = seat.index();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mineSpots", mineSpots(state.grid));
        fields.put("gold", state.gold(me));
        fields.put("income", state.income(me));
        fields.put("opponentGold", state.gold(1 - me));
        fields.put("opponentIncome", state.income(1 - me));
        fields.put("rows", rows(state, me));
        fields.put("buildings", buildings(state, me));
        fields.put("units", units(state, me));
        return new Ask(Ask.Form.JSON, fields);
    }

    @Override
    public Action<String> read(IceAndFireState state, Seat seat, Object answer) {
        if (answer instanceof Map<?, ?> fields && fields.get("commands") instanceof String commands) {
            String line = Line.first(commands);
            return line.length() <= MAX_LINE
                    ? Action.moved(line)
                    : Action.failed(Failure.notExpectedBut(
                            "one line of at most " + MAX_LINE + " characters",
                            "commands with " + line.length() + " characters"));
        }
        return Action.failed(Failure.notExpected(EXPECTED_ANSWER, answer));
    }

    @Override
    public void play(IceAndFireState state, Turn<String> turn) {
        Action<String> action = turn.by(state.toMove());
        switch (action) {
            case Action.Moved<String>(String commands) -> state.play(Line.read(commands, state, state.player()));
            case Action.Failed<String>(Failure failure) ->
                state.fail(failure.kind() == Failure.Kind.TIME_OUT ? "timeout" : "command");
        }
    }

    @Override
    public Result result(IceAndFireState state) {
        return state.result();
    }

    @Override
    public Object picture(IceAndFireState state) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("round", state.round());
        picture.put("player", state.player() + 1);
        picture.put("mineSpots", mineSpots(state.grid));
        picture.put("rows", rows(state, 0));
        picture.put("gold", List.of(state.gold(0), state.gold(1)));
        picture.put("income", List.of(state.income(0), state.income(1)));
        picture.put("buildings", buildings(state, 0));
        picture.put("units", units(state, 0));
        picture.put("outcomes", List.copyOf(state.outcomes()));
        return picture;
    }

    @Override
    public List<String> effects() {
        return List.of("outcomes");
    }

    /** An unknown command scores below 0 at once. */
    @Override
    public boolean isOut(IceAndFireState state, Seat seat) {
        return state.result() != null && state.result().score(seat) < 0;
    }

    @Override
    public void hash(IceAndFireState state, StateHash hash) {
        state.hash(hash);
    }

    @Override
    public Object store(String commands) {
        return commands;
    }

    @Override
    public String restore(Plain stored) {
        return stored.text();
    }

    private static List<Object> rows(Grid grid) {
        List<Object> rows = new ArrayList<>(Grid.SIZE);
        for (int y = 0; y < Grid.SIZE; y++) {
            StringBuilder row = new StringBuilder(Grid.SIZE);
            for (int x = 0; x < Grid.SIZE; x++) {
                row.append(grid.isLand(Grid.cell(x, y)) ? '.' : '#');
            }
            rows.add(row.toString());
        }
        return rows;
    }

    static List<Object> mineSpots(Grid grid) {
        List<Object> spots = new ArrayList<>();
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (grid.isMineSpot(cell)) {
                spots.add(List.of(Grid.x(cell), Grid.y(cell)));
            }
        }
        return spots;
    }

    /** The rows as a player sees them. */
    static List<Object> rows(IceAndFireState state, int me) {
        List<Object> rows = new ArrayList<>(Grid.SIZE);
        for (int y = 0; y < Grid.SIZE; y++) {
            StringBuilder row = new StringBuilder(Grid.SIZE);
            for (int x = 0; x < Grid.SIZE; x++) {
                row.append(letter(state, Grid.cell(x, y), me));
            }
            rows.add(row.toString());
        }
        return rows;
    }

    private static char letter(IceAndFireState state, int cell, int me) {
        if (!state.grid.isLand(cell)) {
            return '#';
        }
        int owner = state.owner(cell);
        if (owner == IceAndFireState.NEUTRAL) {
            return '.';
        }
        boolean active = state.isActive(cell);
        return owner == me ? active ? 'O' : 'o' : active ? 'X' : 'x';
    }

    /** Own ones first, then by type, then x, then y. */
    static List<Object> buildings(IceAndFireState state, int me) {
        List<Object> buildings = new ArrayList<>();
        for (int relation = 0; relation < 2; relation++) {
            for (Building type : Building.values()) {
                for (int x = 0; x < Grid.SIZE; x++) {
                    for (int y = 0; y < Grid.SIZE; y++) {
                        int cell = Grid.cell(x, y);
                        if (state.building(cell) == type && (state.buildingOwner(cell) == me) == (relation == 0)) {
                            Map<String, Object> building = new LinkedHashMap<>();
                            building.put("owner", relation);
                            building.put("type", type.name());
                            building.put("x", x);
                            building.put("y", y);
                            buildings.add(building);
                        }
                    }
                }
            }
        }
        return buildings;
    }

    /** Own ones first, then by id. */
    static List<Object> units(IceAndFireState state, int me) {
        List<Object> units = new ArrayList<>();
        for (int relation = 0; relation < 2; relation++) {
            for (int id = 1; id <= state.units(); id++) {
                int cell = state.cellOfUnit(id);
                if (cell >= 0 && (state.owner(cell) == me) == (relation == 0)) {
                    Map<String, Object> unit = new LinkedHashMap<>();
                    unit.put("owner", relation);
                    unit.put("id", id);
                    unit.put("level", state.level(cell));
                    unit.put("x", Grid.x(cell));
                    unit.put("y", Grid.y(cell));
                    units.add(unit);
                }
            }
        }
        return units;
    }
}
