package bout.games.iceandfire;

import java.util.Arrays;

/** Creates positions for tests from a drawing. */
final class Drawing {

    /** The gold of player 0 in a drawn position, which is enough for any order. */
    static final int GOLD = 100;

    private Drawing() {}

    /**
     * The first turn of player 0 on an open map.
     *
     * @param things the cells of the top row from the left, in the form of {@link #set}, separated by spaces
     */
    static IceAndFirePosition row(String things) {
        IceAndFirePosition state = IceAndFirePosition.start(open());
        state.gold[0] = GOLD;
        String[] cells = things.split(" ");
        for (int x = 0; x < cells.length; x++) {
            set(state, x, 0, cells[x]);
        }
        return state;
    }

    /**
     * Draws a cell.
     *
     * @param thing two characters: the owner as in requests ({@code O}, {@code o}, {@code X}, {@code x} or {@code .}),
     *     and {@code H}, {@code M}, {@code T}, the level of a unit that can act, or any other character for an empty
     *     cell
     */
    static void set(IceAndFirePosition state, int x, int y, String thing) {
        int cell = Grid.cell(x, y);
        int owner =
                switch (thing.charAt(0)) {
                    case 'O', 'o' -> 0;
                    case 'X', 'x' -> 1;
                    default -> IceAndFirePosition.NEUTRAL;
                };
        state.owner[cell] = (byte) owner;
        state.active[cell] = Character.isUpperCase(thing.charAt(0));
        switch (thing.charAt(1)) {
            case 'H' -> state.building[cell] = Building.HQ;
            case 'M' -> state.building[cell] = Building.MINE;
            case 'T' -> state.building[cell] = Building.TOWER;
            case '1', '2', '3' -> {
                Unit unit = new Unit(owner, ++state.trained, thing.charAt(1) - '0');
                unit.cell = cell;
                unit.canAct = true;
                state.unit[cell] = unit;
                state.units.add(unit);
            }
            default -> state.building[cell] = null;
        }
    }

    /** A map without void cells, with mine spots at (1,0), (10,11) and the given cells. */
    static Grid open(int... mineSpots) {
        return map(".".repeat(Grid.SIZE).repeat(Grid.SIZE), mineSpots);
    }

    /** A map from 12 times 12 characters, row by row; {@code #} is void. */
    static Grid map(String cells, int... mineSpots) {
        boolean[] land = new boolean[Grid.CELLS];
        Arrays.fill(land, true);
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            land[cell] = cells.charAt(cell) != '#';
        }
        boolean[] mineSpot = new boolean[Grid.CELLS];
        mineSpot[Grid.cell(1, 0)] = true;
        mineSpot[Grid.cell(10, 11)] = true;
        for (int cell : mineSpots) {
            mineSpot[cell] = true;
        }
        return new Grid(land, mineSpot);
    }
}
