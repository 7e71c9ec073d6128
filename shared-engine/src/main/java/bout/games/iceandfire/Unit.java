package bout.games.iceandfire;

/** A living unit; its owner owns the cell, too. */
final class Unit {

    final int owner;

    /** From 1, in the order of training; one count for both players. */
    final int id;

    /** 1 to 3. */
    final int level;

    int cell;

    /** Whether it can act in this turn of its owner. */
    boolean canAct;

    Unit(int owner, int id, int level) {
        this.owner = owner;
        this.id = id;
        this.level = level;
    }
}
