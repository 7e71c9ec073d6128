package bout.games.iceandfire;

/** Positions for tests that are drawn instead of played. */
final class Drawing {

    /** What player 0 has in a drawn position, which is enough for any order. */
    static final int GOLD = 100;

    private Drawing() {}

    /**
     * The first turn of player 0 on an open map.
     *
     * @param things what is on the cells of the upper row from the left, as {@link #set} has it, with a blank between them
     */
    static IceAndFireState row(String things) {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
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
     * @param thing whose it is as bots see it ({@code O}, {@code o}, {@code X}, {@code x} or {@code .}) and what stands
     *     there: {@code H}, {@code M}, {@code T}, the level of a unit that can act, or anything else for nothing
     */
    static void set(IceAndFireState state, int x, int y, String thing) {
        int cell = Grid.cell(x, y);
        int owner =
                switch (thing.charAt(0)) {
                    case 'O', 'o' -> 0;
                    case 'X', 'x' -> 1;
                    default -> IceAndFireState.NEUTRAL;
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
}
