package bout.games.iceandfire;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The state of a match of A Code of Ice and Fire; the rules change it. The seats 1 and 2 are the players 0 and 1. */
public final class IceAndFireState {

    /** The owner of a cell that nobody owns. */
    static final int NEUTRAL = -1;

    final Grid grid;

    /** By cell: its owner, and whether it is active, which only owned cells are. */
    final byte[] owner = new byte[Grid.CELLS];

    final boolean[] active = new boolean[Grid.CELLS];

    /** By cell: what stands on it, or {@code null}. */
    final Building[] building = new Building[Grid.CELLS];

    final Unit[] unit = new Unit[Grid.CELLS];

    /** The living units, by id, and how many there ever were. */
    final List<Unit> units = new ArrayList<>();

    int trained;

    /** By player: the gold it has, and what its next turn would bring. */
    final int[] gold = new int[2];

    final int[] income = new int[2];

    /** From 1; a round is a turn of each player. 0 before the first turn. */
    int round;

    /** The player that is to move, or that moved last when the match is over. */
    int player = 1;

    /** {@code null} while the match goes on. */
    Result result;

    /** What became of each command of the last line. */
    List<String> outcomes = List.of();

    IceAndFireState(Grid grid) {
        this.grid = grid;
        Arrays.fill(owner, (byte) NEUTRAL);
    }

    Seat toMove() {
        return player == 0 ? Seat.FIRST : Seat.SECOND;
    }

    /** The living unit of that id, or {@code null}. */
    Unit unit(int id) {
        for (Unit candidate : units) {
            if (candidate.id == id) {
                return candidate;
            }
        }
        return null;
    }

    /** The living units of a player, by id. */
    List<Unit> unitsOf(int player) {
        List<Unit> theirs = new ArrayList<>(units.size());
        for (Unit candidate : units) {
            if (candidate.owner == player) {
                theirs.add(candidate);
            }
        }
        return theirs;
    }

    /** Feeds all that decides how the match goes on. */
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
