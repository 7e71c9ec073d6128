package bout.games.ajaxtiles;

import bout.engine.Result;

/** The state of a match of Ajax Tiles. */
final class Position {

    final Board board;
    final int maxTurns;
    int turn;
    Result result;

    /** What the last turn did, for pictures; {@code null} before the first and after a forfeit. */
    Board.Event lastEvent;

    /** The tile that was clicked last, negative for a place off the board or none. */
    int lastTile = -1;

    Position(Board board, int maxTurns) {
        this.board = board;
        this.maxTurns = maxTurns;
    }

    /** The colour that is to move: red first, then strictly in turn. */
    byte toMove() {
        return turn % 2 == 0 ? Board.RED : Board.BLUE;
    }
}
