package bout.games.iceandfire;

import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts A Code of Ice and Fire to and from plain values: requests, answers, set-ups and pictures. */
public final class IceAndFireWire {

    /**
     * The maximum length of an answer's line, in characters. It limits the size of a replay, which contains all lines.
     * It is long enough to move a unit on every cell.
     */
    private static final int MAX_LINE = 3000;

    private static final String EXPECTED_ANSWER =
            "an object with the string commands, such as {\"commands\":\"MOVE 1 2 3; TRAIN 1 1 0\"}";

    /** The result of {@link #number} for a text that is not a number. */
    private static final int NO_NUMBER = -1;

    private IceAndFireWire() {}

    // ---- The map

    /** {@code {rows: 12 strings of # and ., mineSpots: [[x, y], ...]}}, with the mine spots sorted by y, then x. */
    static Map<String, Object> setUp(Grid grid) {
        Map<String, Object> setUp = new LinkedHashMap<>();
        setUp.put("rows", rows(new IceAndFireState(grid), 0));
        setUp.put("mineSpots", mineSpots(grid));
        return setUp;
    }

    /** The inverse of {@link #setUp}. */
    static Grid readSetUp(Plain setUp) {
        return readGrid(setUp.onlyFields("rows", "mineSpots"), ".");
    }

    /**
     * Reads the fields {@code rows} and {@code mineSpots} of a set-up or of a request.
     *
     * @param landLetters the characters for land that are allowed in the rows; void is {@code #}
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
        if (!land[Grid.hq(0)] || !land[Grid.hq(1)] || !land[Grid.SECOND_OWNED]) {
            throw new UnexpectedValue(rows.pointer(), "land where the players start", rows.value());
        }
        boolean[] mineSpot = new boolean[Grid.CELLS];
        for (Plain spot : map.get("mineSpots").entries()) {
            spot.size(2);
            mineSpot[Grid.cell(spot.at(0).integer(0, Grid.SIZE - 1), spot.at(1).integer(0, Grid.SIZE - 1))] = true;
        }
        return new Grid(land, mineSpot);
    }

    private static List<Object> mineSpots(Grid grid) {
        List<Object> spots = new ArrayList<>();
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (grid.isMineSpot(cell)) {
                spots.add(List.of(Grid.x(cell), Grid.y(cell)));
            }
        }
        return spots;
    }

    // ---- What a bot is sent, and what is drawn

    /** The fields of a request, from the point of view of the player. */
    static Map<String, Object> ask(IceAndFireState state, int me) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mineSpots", mineSpots(state.grid));
        fields.put("gold", state.gold[me]);
        fields.put("income", state.income[me]);
        fields.put("opponentGold", state.gold[1 - me]);
        fields.put("opponentIncome", state.income[1 - me]);
        fields.put("rows", rows(state, me));
        fields.put("buildings", buildings(state, me));
        fields.put("units", units(state, me));
        return fields;
    }

    /** The state from the point of view of player 0, and the outcome of each command of the last line. */
    static Map<String, Object> picture(IceAndFireState state) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("round", state.round);
        picture.put("player", state.player + 1);
        picture.put("mineSpots", mineSpots(state.grid));
        picture.put("rows", rows(state, 0));
        picture.put("gold", List.of(state.gold[0], state.gold[1]));
        picture.put("income", List.of(state.income[0], state.income[1]));
        picture.put("buildings", buildings(state, 0));
        picture.put("units", units(state, 0));
        picture.put("outcomes", List.copyOf(state.outcomes));
        return picture;
    }

    private static List<Object> rows(IceAndFireState state, int me) {
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
        int owner = state.owner[cell];
        if (owner == IceAndFireState.NEUTRAL) {
            return '.';
        }
        return owner == me ? state.active[cell] ? 'O' : 'o' : state.active[cell] ? 'X' : 'x';
    }

    /** All buildings, sorted: own ones first, then by type, then x, then y. */
    private static List<Object> buildings(IceAndFireState state, int me) {
        List<Object> buildings = new ArrayList<>();
        for (int relation = 0; relation < 2; relation++) {
            for (Building type : Building.values()) {
                for (int x = 0; x < Grid.SIZE; x++) {
                    for (int y = 0; y < Grid.SIZE; y++) {
                        int cell = Grid.cell(x, y);
                        if (state.building[cell] == type && (buildingOwner(state, cell) == me) == (relation == 0)) {
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

    /** The owner of a building. An HQ belongs to its player even if the cell has been taken. */
    private static int buildingOwner(IceAndFireState state, int cell) {
        return cell == Grid.hq(0) ? 0 : cell == Grid.hq(1) ? 1 : state.owner[cell];
    }

    /** All living units, sorted: own ones first, then by id. */
    private static List<Object> units(IceAndFireState state, int me) {
        List<Object> units = new ArrayList<>();
        for (int relation = 0; relation < 2; relation++) {
            for (Unit unit : state.unitsOf(relation == 0 ? me : 1 - me)) {
                Map<String, Object> plain = new LinkedHashMap<>();
                plain.put("owner", relation);
                plain.put("id", unit.id);
                plain.put("level", unit.level);
                plain.put("x", Grid.x(unit.cell));
                plain.put("y", Grid.y(unit.cell));
                units.add(plain);
            }
        }
        return units;
    }

    // ---- What a bot answers

    /** Reads the first line of {@code commands}. The replay stores it unchanged. */
    static Action<String> readAnswer(Object answer) {
        if (answer instanceof Map<?, ?> fields && fields.get("commands") instanceof String commands) {
            String line = firstLine(commands);
            return line.length() <= MAX_LINE
                    ? Action.moved(line)
                    : Action.failed(Failure.notExpectedBut(
                            "one line of at most " + MAX_LINE + " characters",
                            "commands with " + line.length() + " characters"));
        }
        return Action.failed(Failure.notExpected(EXPECTED_ANSWER, answer));
    }

    /** Everything after the first line break is ignored. */
    private static String firstLine(String text) {
        int lineBreak = text.indexOf('\n');
        return lineBreak < 0 ? text : text.substring(0, lineBreak);
    }

    /**
     * Commands are separated by semicolons. Spaces around a command and semicolons at the end of the line are ignored.
     * An empty line, or nothing between two semicolons, is an unrecognised command.
     */
    static List<Command> readLine(String text) {
        String line = firstLine(text);
        List<String> pieces = split(line, ';');
        while (!line.isEmpty() && !pieces.isEmpty() && pieces.getLast().isEmpty()) {
            pieces.removeLast();
        }
        List<Command> commands = new ArrayList<>(pieces.size());
        for (String piece : pieces) {
            commands.add(readCommand(piece.trim()));
        }
        return commands;
    }

    /** Commands are in upper case. Exactly one space separates their parts. */
    private static Command readCommand(String text) {
        if (text.equals("WAIT")) {
            return new Command.Wait();
        }
        if (text.startsWith("MSG ")) {
            return new Command.Message();
        }
        List<String> parts = split(text, ' ');
        Command.Order order = parts.size() == 4 ? readOrder(parts) : null;
        return order == null ? new Command.Unrecognised() : order;
    }

    private static Command.Order readOrder(List<String> parts) {
        int number = number(parts.get(1));
        int x = number(parts.get(2));
        int y = number(parts.get(3));
        if (x == NO_NUMBER || y == NO_NUMBER) {
            return null;
        }
        int cell = Grid.cell(x, y);
        return switch (parts.get(0)) {
            case "MOVE" -> number == NO_NUMBER ? null : new Command.Move(number, cell);
            case "TRAIN" -> number == NO_NUMBER ? null : new Command.Train(number, cell);
            case "BUILD" ->
                switch (parts.get(1)) {
                    case "MINE" -> new Command.Build(Building.MINE, cell);
                    case "TOWER" -> new Command.Build(Building.TOWER, cell);
                    default -> null;
                };
            default -> null;
        };
    }

    /** Numbers consist of digits only, without a sign, and are at most 2147483647. Leading zeros are allowed. */
    private static int number(String digits) {
        int number = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9 || number > (Integer.MAX_VALUE - digit) / 10) {
                return NO_NUMBER;
            }
            number = number * 10 + digit;
        }
        return digits.isEmpty() ? NO_NUMBER : number;
    }

    /** The parts between the separators, including empty ones. */
    private static List<String> split(String text, char separator) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            pieces.add(text.substring(from, at));
            from = at + 1;
        }
        pieces.add(text.substring(from));
        return pieces;
    }
}
