package bout.games.ajaxtiles;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.Turn;

/** The rules of Ajax Tiles, in the order of the guide. */
public final class AjaxTilesRules {

    /** Why a match ended in which a player gave no valid answer. */
    static final String FORFEIT = "forfeit";

    private AjaxTilesRules() {}

    /** The players take turns; a move is a click on a tile. */
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
     * A click on one of your own tiles nukes it, and a click on an empty tile paints it. Any other click, including one
     * off the board, is a pass.
     *
     * @param tile the index of the tile, or a negative number for a position off the board
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

    /** The tile is nuked, and all tiles around it that are not nuked are contaminated, even your own. */
    private static Event nuke(Board board, int tile) {
        board.set(tile, Board.NUKED);
        for (int neighbour : Board.around(tile)) {
            if (board.tiles[neighbour] != Board.NUKED) {
                board.set(neighbour, Board.CONTAMINATED);
            }
        }
        return Event.NUKE;
    }

    /** The empty tile takes the player's colour. If there are enemy tiles around it, there is a battle. */
    private static Event paint(Board board, int tile, byte colour) {
        board.set(tile, colour);
        byte enemy = Board.opponent(colour);
        return board.touches(tile, enemy) ? battle(board, tile, colour, enemy) : Event.PAINT;
    }

    /**
     * The blob of the new tile must be larger than the blob of each enemy tile around it. If so, those enemy tiles
     * become empty, and the rest of their blobs stays. Otherwise, even if the sizes are equal, the new tile becomes
     * empty.
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

    /** The match ends when no tile is empty, or after maxTurns clicks. The player with more tiles wins. */
    private static void end(AjaxTilesState state) {
        Board board = state.board;
        String reason = board.empty() == 0 ? "full" : state.turn >= state.maxTurns ? "turns" : null;
        if (reason != null) {
            state.result = Result.byScore(board.owned(Board.RED), board.owned(Board.BLUE), reason);
        }
    }

    /** A player that gives no valid answer in time loses at once, whatever the score. */
    private static void forfeit(AjaxTilesState state, Seat loser) {
        state.lastTile = -1;
        state.lastEvent = null;
        state.result = new Result(loser.other(), state.board.owned(Board.RED), state.board.owned(Board.BLUE), FORFEIT);
    }
}
