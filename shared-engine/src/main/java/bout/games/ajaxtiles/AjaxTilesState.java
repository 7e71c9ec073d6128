package bout.games.ajaxtiles;

import bout.engine.Result;

/** The state of a match of Ajax Tiles. */
public final class AjaxTilesState {

    public final Board board;
    public final int maxTurns;
    public int turn;
    public Result result;

    /** What the last turn did, for pictures; {@code null} before the first and after a forfeit. */
    public Board.Event lastEvent;

    /** The tile that was clicked last, negative for a place off the board or none. */
    public int lastTile = -1;

    public AjaxTilesState(Board board, int maxTurns) {
        this.board = board;
        this.maxTurns = maxTurns;
    }

    /** The colour that is to move: red first, then strictly in turn. */
    public byte toMove() {
        return turn % 2 == 0 ? Board.RED : Board.BLUE;
    }
}
