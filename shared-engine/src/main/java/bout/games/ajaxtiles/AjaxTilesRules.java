package bout.games.ajaxtiles;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.Turn;

/** The rules of Ajax Tiles, in the order of the rule book. */
public final class AjaxTilesRules {

    private AjaxTilesRules() {}

    /** The players move in turn, a click on a tile each. */
    static void play(AjaxTilesState state, Turn<Click> turn) {
        Seat seat = state.toMove();
        Click click = turn.by(seat).move();
        state.turn++;
        if (click == null) {
            forfeit(state, seat);
            return;
        }
        state.lastTile = click.tile();
        state.lastEvent = click(state.board, state.lastTile, AjaxTilesState.colour(seat));
        end(state);
    }

    /**
     * A click on an own tile nukes it, one on an empty tile paints it. Any other click is a pass, one off the board
     * included.
     *
     * @param tile an index, or a negative number for a place off the board
     */
    public static Event click(Board board, int tile, byte colour) {
        if (tile >= 0 && board.tiles[tile] == colour) {
            return nuke(board, tile);
        }
        if (tile >= 0 && board.tiles[tile] == Board.EMPTY) {
            return paint(board, tile, colour);
        }
        return Event.PASS;
    }

    /** The own tile is nuked, and the tiles around it are contaminated, own ones too; nuked tiles stay as they are. */
    private static Event nuke(Board board, int tile) {
        board.set(tile, Board.NUKED);
        for (int neighbour : Board.around(tile)) {
            if (board.tiles[neighbour] != Board.NUKED) {
                board.set(neighbour, Board.CONTAMINATED);
            }
        }
        return Event.NUKE;
    }

    /** The empty tile takes the player's colour. If enemy tiles are around it, there is a battle. */
    private static Event paint(Board board, int tile, byte colour) {
        board.set(tile, colour);
        byte enemy = Board.opponent(colour);
        return board.touches(tile, enemy) ? battle(board, tile, colour, enemy) : Event.PAINT;
    }

    /**
     * The blob of the new tile must be larger than the blob of each enemy tile around it. Then those enemy tiles become
     * empty, but not their blobs; else, a tie included, the new tile alone does.
     */
    private static Event battle(Board board, int tile, byte colour, byte enemy) {
        int attackers = board.blob(tile, colour);
        for (int neighbour : Board.around(tile)) {
            if (board.tiles[neighbour] == enemy && board.blob(neighbour, enemy) >= attackers) {
                board.set(tile, Board.EMPTY);
                return Event.LOST;
            }
        }
        for (int neighbour : Board.around(tile)) {
            if (board.tiles[neighbour] == enemy) {
                board.set(neighbour, Board.EMPTY);
            }
        }
        return Event.WON;
    }

    /** The match ends when no tile is empty or after maxTurns clicks. More tiles win. */
    private static void end(AjaxTilesState state) {
        Board board = state.board;
        String reason = board.empty() == 0 ? "full" : state.turn >= state.maxTurns ? "turns" : null;
        if (reason != null) {
            state.result = Result.byScore(board.owned(Board.RED), board.owned(Board.BLUE), reason);
        }
    }

    /** A player that gives no answer in time, or one that cannot be read, loses at once, whatever the score. */
    private static void forfeit(AjaxTilesState state, Seat loser) {
        state.lastTile = -1;
        state.lastEvent = null;
        state.result =
                new Result(loser.other(), state.board.owned(Board.RED), state.board.owned(Board.BLUE), "forfeit");
    }
}
