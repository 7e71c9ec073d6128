package bout.games.ajaxtiles;

import bout.engine.Action;
import bout.engine.Plain;
import bout.engine.Position;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import bout.engine.Turn;
import java.util.List;
import java.util.Map;

/** A match of Ajax Tiles and its rules, in the order of the guide. */
public final class AjaxTilesPosition extends Position<Click> {

    static final String FORFEIT = "forfeit";

    final Board board;
    final int maxTurns;
    int turn;

    /** The effects of the last turn, for pictures; {@code null} before the first turn and after a forfeit. */
    Event lastEvent;

    /** The index of the tile that was clicked last; negative if the click was off the board or there was none. */
    int lastTile = -1;

    AjaxTilesPosition(Board board, int maxTurns) {
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
    @Override
    protected Seat mover() {
        return turn % 2 == 0 ? Seat.FIRST : Seat.SECOND;
    }

    public static byte colour(Seat seat) {
        return seat == Seat.FIRST ? Board.RED : Board.BLUE;
    }

    @Override
    public void hash(StateHash hash) {
        hash.add(turn).add(board.tiles).add(result == null ? 0 : 1);
    }

    /** The players take turns; a move is a click on a tile. */
    @Override
    public void play(Turn<Click> actions) {
        Seat seat = mover();
        Click click = actions.by(seat).move();
        turn++;
        if (click == null) {
            forfeit(seat);
            return;
        }
        lastTile = click.tile();
        lastEvent = click(board, lastTile, colour(seat));
        end();
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
    static Event nuke(Board board, int tile) {
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
    private void end() {
        String reason = board.empty() == 0 ? "full" : turn >= maxTurns ? "turns" : null;
        if (reason != null) {
            result = Result.byScore(board.owned(Board.RED), board.owned(Board.BLUE), reason);
        }
    }

    /** A player that gives no valid answer in time loses at once, whatever the score. */
    private void forfeit(Seat loser) {
        lastTile = -1;
        lastEvent = null;
        result = Result.of(loser.other(), board.owned(Board.RED), board.owned(Board.BLUE), FORFEIT);
    }

    @Override
    public Map<String, Object> request(Seat seat) {
        return Plain.object("color", AjaxTiles.tileText(colour(seat)), "board", AjaxTiles.columns(board.tiles));
    }

    @Override
    public Action<Click> read(Seat seat, Object answer) {
        return AjaxTiles.readAnswer(answer);
    }

    @Override
    public Object picture() {
        Map<String, Object> picture = Plain.object("turn", turn, "board", AjaxTiles.columns(board.tiles));
        picture.put("scores", List.of(board.owned(Board.RED), board.owned(Board.BLUE)));
        picture.put("event", lastEvent == null ? null : lastEvent.word());
        picture.put("tile", lastTile < 0 ? null : List.of(Board.x(lastTile), Board.y(lastTile)));
        return picture;
    }
}
