package bout.games.ajaxtiles;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;

/** The state of a match of Ajax Tiles. */
public final class AjaxTilesState {

    final Board board;
    final int maxTurns;
    int turn;
    Result result;

    /** What the last turn did, for pictures; {@code null} before the first turn and after a forfeit. */
    Event lastEvent;

    /** The index of the tile that was clicked last; negative if the click was off the board or there was none. */
    int lastTile = -1;

    AjaxTilesState(Board board, int maxTurns) {
        this.board = board;
        this.maxTurns = maxTurns;
    }

    public Board board() {
        return board;
    }

    public Event lastEvent() {
        return lastEvent;
    }

    /** Player 1 is red and moves first. The players take turns. */
    Seat toMove() {
        return turn % 2 == 0 ? Seat.FIRST : Seat.SECOND;
    }

    public static byte colour(Seat seat) {
        return seat == Seat.FIRST ? Board.RED : Board.BLUE;
    }

    void hash(StateHash hash) {
        hash.add(turn).add(board.tiles).add(result == null ? 0 : 1);
    }
}
