package bout.games.iceandfire;

/** A command of a bot's line, as it was written; whether it can be carried out is for the rules to say. */
sealed interface Command {

    record Wait() implements Command {}

    record Message() implements Command {}

    record Unrecognised() implements Command {}

    /** A command that changes the state. */
    sealed interface Order extends Command {

        /** Where to, or {@link Grid#NONE}. */
        int cell();
    }

    /** @param cell the target, near or far */
    record Move(int id, int cell) implements Order {}

    record Train(int level, int cell) implements Order {}

    record Build(Building building, int cell) implements Order {}
}
