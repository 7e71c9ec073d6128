package bout.games.iceandfire;

/** A parsed command of a bot's line. The rules decide whether it can be executed. */
sealed interface Command {

    record Wait() implements Command {}

    record Message() implements Command {}

    record Unrecognised() implements Command {}

    /** A command that changes the state. */
    sealed interface Order extends Command {

        /** The target cell, or {@link Grid#NONE} if it is off the map. */
        int cell();
    }

    /** Moves a unit towards a cell, which can be any distance away. */
    record Move(int id, int cell) implements Order {}

    record Train(int level, int cell) implements Order {}

    record Build(Building building, int cell) implements Order {}
}
