package bout.games.iceandfire;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The state of a match of A Code of Ice and Fire. Seats 1 and 2 are players 0 and 1. */
public final class IceAndFireState {

    /** The value of {@link #owner} for a cell that nobody owns. */
    static final int NEUTRAL = -1;

    final Grid grid;

    /** For each cell, the player that owns it, or {@link #NEUTRAL}. */
    final byte[] owner = new byte[Grid.CELLS];

    /** For each cell, whether it is active. Only owned cells can be active. */
    final boolean[] active = new boolean[Grid.CELLS];

    /** For each cell, its building, or {@code null}. */
    final Building[] building = new Building[Grid.CELLS];

    /** For each cell, its unit, or {@code null}. */
    final Unit[] unit = new Unit[Grid.CELLS];

    /** The living units, sorted by id. */
    final List<Unit> units = new ArrayList<>();

    /** The number of units trained so far, which is also the last id. */
    int trained;

    /** For each player, its gold. */
    final int[] gold = new int[2];

    /** For each player, the income that its next turn would bring, in gold. */
    final int[] income = new int[2];

    /** The round, from 1; 0 before the first turn. In each round, both players have one turn. */
    int round;

    /** The player that is to move; if the match is over, the player that moved last. */
    int player = 1;

    /** {@code null} while the match is running. */
    Result result;

    /** The outcome of each command of the last line. */
    List<String> outcomes = List.of();

    IceAndFireState(Grid grid) {
        this.grid = grid;
        Arrays.fill(owner, (byte) NEUTRAL);
    }

    Seat toMove() {
        return player == 0 ? Seat.FIRST : Seat.SECOND;
    }

    /** The living unit with this id, or {@code null} if there is none. */
    Unit unit(int id) {
        for (Unit candidate : units) {
            if (candidate.id == id) {
                return candidate;
            }
        }
        return null;
    }

    /** The living units of a player, sorted by id. */
    List<Unit> unitsOf(int player) {
        List<Unit> theirs = new ArrayList<>(units.size());
        for (Unit candidate : units) {
            if (candidate.owner == player) {
                theirs.add(candidate);
            }
        }
        return theirs;
    }

    /** Adds everything that can affect later turns. */
    void hash(StateHash hash) {
        hash.add(round << 1 | player)
                .add(gold[0])
                .add(gold[1])
                .add(income[0])
                .add(income[1])
                .add(trained);
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            if (owner[cell] != NEUTRAL) {
                hash(hash, cell);
            }
        }
        hash.add(result == null ? 0 : 1);
    }

    private void hash(StateHash hash, int cell) {
        int type = building[cell] == null ? 0 : 1 + building[cell].ordinal();
        int level = unit[cell] == null ? 0 : unit[cell].level;
        hash.add(cell << 16 | owner[cell] << 5 | type << 3 | level << 1 | (active[cell] ? 1 : 0));
        if (unit[cell] != null) {
            hash.add(unit[cell].id << 1 | (unit[cell].canAct ? 1 : 0));
        }
    }
}
