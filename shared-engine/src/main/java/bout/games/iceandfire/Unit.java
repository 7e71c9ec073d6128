package bout.games.iceandfire;

final class Unit {

    final int owner;

    /** The id, from 1, given in the order of training with one count for both players. */
    final int id;

    final int level;

    int cell;

    boolean canAct;

    Unit(int owner, int id, int level) {
        this.owner = owner;
        this.id = id;
        this.level = level;
    }
}
