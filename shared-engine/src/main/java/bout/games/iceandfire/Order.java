package bout.games.iceandfire;

/** An order of a line, read and found possible, waiting to be carried out. */
sealed interface Order {

    /** @param cell where the unit is to go */
    record Move(int id, int cell) implements Order {}

    /** @param level 1 to 3 */
    record Train(int level, int cell) implements Order {}

    record Build(Building building, int cell) implements Order {}
}
