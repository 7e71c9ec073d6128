package bout.games.ajaxtiles;

import bout.engine.Ask;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Option.IntegerOption;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.SeededRandom;
import bout.engine.TimeLimits;
import bout.games.ajaxtiles.bots.AjaxTilesBots;
import java.util.Arrays;
import java.util.List;

/** Ajax Tiles: two players paint, fight over and nuke the tiles of a board of 24 by 12 tiles. Seat 1 is red. */
public final class AjaxTiles extends Game<Click> {

    private static final GameCard CARD = new GameCard(
            "ajax-tiles",
            "Ajax Tiles",
            "Paint tiles, win battles with the larger blob, and nuke what you cannot hold.",
            List.of(
                    "The board has 24 columns and 12 rows. A tile is empty (\"\"), red (\"r\"), blue (\"b\"),"
                            + " contaminated (\"d\") or nuked (\"n\"). Some tiles are nuked at the start, and the"
                            + " tiles around them are contaminated. The tiles around a tile are those that share an"
                            + " edge with it.",
                    "Player 1 is red and moves first. The players take turns; a move is a click on a tile.",
                    "A click on an empty tile paints it. If there are enemy tiles around it, there is a battle: its"
                            + " blob (all tiles of its colour that are connected by edges) must be larger than the"
                            + " blob of each of them. If so, these enemy tiles become empty; otherwise the new tile"
                            + " does.",
                    "A click on one of your own tiles nukes it and contaminates all tiles around it, even your own.",
                    "Any other click, including one off the board, is a pass.",
                    "The match ends when no tile is empty, or after maxTurns clicks. The player with more tiles wins.",
                    "A player that gives no valid answer in time loses at once."),
            List.of(
                    new IntegerOption("nukes", "The number of tiles that are nuked at the start.", 0, 40, 6),
                    new IntegerOption(
                            "maxTurns", "The match ends after this many clicks of both players.", 1, 10_000, 1000)),
            TimeLimits.same(30_000),
            Ask.Form.FORM,
            "color: your colour, r or b; board: a JSON array of 24 columns with 12 tiles each, board[x][y].",
            "A JSON object with the integers x and y, the position of the tile to click.",
            AjaxTilesWire.answer(3, 0),
            "tiles");

    public AjaxTiles() {
        super(CARD, AjaxTilesBots.ALL, 450, List.of("event"));
    }

    /**
     * The columns of the board in the form that bots see. Draws the nuked tiles and contaminates the tiles around them.
     */
    @Override
    public Object setUp(SeededRandom random, Options options) {
        byte[] tiles = new byte[Board.TILES];
        Arrays.fill(tiles, Board.EMPTY);
        for (int nukes = options.integer("nukes"); nukes > 0; ) {
            int tile = random.nextInt(Board.TILES);
            if (tiles[tile] != Board.NUKED) {
                tiles[tile] = Board.NUKED;
                nukes--;
            }
        }
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (tiles[tile] == Board.NUKED) {
                for (int neighbour : Board.around(tile)) {
                    if (tiles[neighbour] == Board.EMPTY) {
                        tiles[neighbour] = Board.CONTAMINATED;
                    }
                }
            }
        }
        return AjaxTilesWire.columns(tiles);
    }

    @Override
    public AjaxTilesPosition start(Plain setUp, Options options) {
        return new AjaxTilesPosition(AjaxTilesWire.readSetUp(setUp), options.integer("maxTurns"));
    }

    @Override
    public boolean endedByFailure(Result result) {
        return result.reason().equals(AjaxTilesPosition.FORFEIT);
    }

    @Override
    public Object store(Click click) {
        return AjaxTilesWire.store(click);
    }

    @Override
    public Click restore(Plain stored) {
        return AjaxTilesWire.restore(stored);
    }
}
