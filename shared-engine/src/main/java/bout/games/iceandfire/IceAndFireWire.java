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

    private IceAndFireWire() {}

    // ---- The map

    /** {@code {rows: 12 strings of # and ., mineSpots: [[x, y], ...]}}, with the mine spots sorted by y, then x. */
    static Map<String, Object> setUp(Grid grid) {
        Map<String, Object> setUp = new LinkedHashMap<>();
        setUp.put("rows", rows(new IceAndFirePosition(grid), 0));
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
    static Map<String, Object> ask(IceAndFirePosition position, int me) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mineSpots", mineSpots(position.grid));
        fields.put("gold", position.gold[me]);
        fields.put("income", position.income[me]);
        fields.put("opponentGold", position.gold[1 - me]);
        fields.put("opponentIncome", position.income[1 - me]);
        fields.put("rows", rows(position, me));
        fields.put("buildings", buildings(position, me));
        fields.put("units", units(position, me));
        return fields;
    }

    /** The position from the point of view of player 0, and the outcome of each command of the last line. */
    static Map<String, Object> picture(IceAndFirePosition position) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("round", position.round);
        picture.put("player", position.player + 1);
        picture.put("mineSpots", mineSpots(position.grid));
        picture.put("rows", rows(position, 0));
        picture.put("gold", List.of(position.gold[0], position.gold[1]));
        picture.put("income", List.of(position.income[0], position.income[1]));
        picture.put("buildings", buildings(position, 0));
        picture.put("units", units(position, 0));
        picture.put("outcomes", List.copyOf(position.outcomes));
        return picture;
    }

    private static List<Object> rows(IceAndFirePosition position, int me) {
        List<Object> rows = new ArrayList<>(Grid.SIZE);
        for (int y = 0; y < Grid.SIZE; y++) {
            StringBuilder row = new StringBuilder(Grid.SIZE);
            for (int x = 0; x < Grid.SIZE; x++) {
                row.append(letter(position, Grid.cell(x, y), me));
            }
            rows.add(row.toString());
        }
        return rows;
    }

    private static char letter(IceAndFirePosition position, int cell, int me) {
        if (!position.grid.isLand(cell)) {
            return '#';
        }
        int owner = position.owner[cell];
        if (owner == IceAndFirePosition.NEUTRAL) {
            return '.';
        }
        return owner == me ? position.active[cell] ? 'O' : 'o' : position.active[cell] ? 'X' : 'x';
    }

    /** All buildings, sorted: own ones first, then by type, then x, then y. */
    private static List<Object> buildings(IceAndFirePosition position, int me) {
        List<Object> buildings = new ArrayList<>();
        for (int relation = 0; relation < 2; relation++) {
            for (Building type : Building.values()) {
                for (int x = 0; x < Grid.SIZE; x++) {
                    for (int y = 0; y < Grid.SIZE; y++) {
                        int cell = Grid.cell(x, y);
                        if (position.building[cell] == type
                                && (buildingOwner(position, cell) == me) == (relation == 0)) {
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
    private static int buildingOwner(IceAndFirePosition position, int cell) {
        return cell == Grid.hq(0) ? 0 : cell == Grid.hq(1) ? 1 : position.owner[cell];
    }

    /** All living units, sorted: own ones first, then by id. */
    private static List<Object> units(IceAndFirePosition position, int me) {
        List<Object> units = new ArrayList<>();
        for (int relation = 0; relation < 2; relation++) {
            for (Unit unit : position.unitsOf(relation == 0 ? me : 1 - me)) {
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
            String line = Command.firstLine(commands);
            return line.length() <= MAX_LINE
                    ? Action.moved(line)
                    : Action.failed(Failure.notExpectedBut(
                            "one line of at most " + MAX_LINE + " characters",
                            "commands with " + line.length() + " characters"));
        }
        return Action.failed(Failure.notExpected(EXPECTED_ANSWER, answer));
    }
}
