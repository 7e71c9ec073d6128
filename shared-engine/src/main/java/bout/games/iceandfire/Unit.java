package bout.games.iceandfire;

/** A unit of the player that owns the cell it stands on. */
final class Unit {

    /** From 1, in the order of training; one count for both players. */
    final int id;

    /** 1 to 3. */
    final int level;

    /** {@link Grid#NONE} when it is dead. */
    int cell = Grid.NONE;

    /** Whether it can act in this turn of its owner. */
    boolean canAct;

    Unit(int id, int level) {
        this.id = id;
        this.level = level;
    }

    boolean isAlive() {
        return cell != Grid.NONE;
    }
}
