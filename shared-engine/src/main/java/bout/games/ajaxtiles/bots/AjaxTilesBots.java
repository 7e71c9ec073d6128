package bout.games.ajaxtiles.bots;

import bout.engine.HouseBot;
import bout.engine.HouseBot.Strategy;
import bout.engine.SeededRandom;
import bout.games.ajaxtiles.AjaxTiles;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Event;
import java.util.List;
import java.util.function.Function;

public final class AjaxTilesBots {

    /** Chosen instead of a tile: click off the board. */
    static final int PASS = -1;

    public static final List<HouseBot> ALL = List.of(
            bot("random", "Paints a random empty tile.", random -> view -> Choice.of(random, view::isEmpty, tile -> 0)),
            bot(
                    "expand",
                    "Paints an empty tile next to its own tiles, if it does not lose a battle there.",
                    AjaxTilesBots::expand),
            bot(
                    "fearful",
                    "Grows away from the enemy, and nukes its own border where losing a battle would cost more.",
                    FearfulBot::new),
            bot(
                    "contain",
                    "Grows towards the enemy, and nukes its own tiles to cut the enemy off from empty tiles.",
                    ContainBot::new),
            bot(
                    "warden",
                    "Shuts in a larger enemy blob with a fence of nukes; otherwise paints where it gains the most"
                            + " territory. The strongest house bot.",
                    WardenBot::new));

    /** A request: the board, which bots must not change, and the colour that is to move. */
    record View(Board board, byte colour) {

        byte enemy() {
            return Board.opponent(colour);
        }

        boolean isEmpty(int tile) {
            return board.tiles[tile] == Board.EMPTY;
        }

        /** Whether the tile is one's own and there are empty tiles around it. */
        boolean isBorder(int tile) {
            return board.tiles[tile] == colour && board.touches(tile, Board.EMPTY);
        }

        /** Whether a tile can be painted without losing a battle. */
        boolean isPaintable(int tile, Blobs blobs) {
            return isEmpty(tile) && blobs.painting(tile, colour) != Event.LOST;
        }

        boolean touchesOwn(int tile) {
            return board.touches(tile, colour);
        }
    }

    private AjaxTilesBots() {}

    private static HouseBot bot(String name, String sentence, Function<SeededRandom, Strategy<View, Integer>> maker) {
        return HouseBot.of(
                name,
                sentence,
                ask -> new View(
                        new Board(AjaxTiles.readColumns(ask.get("board"))), AjaxTiles.readColour(ask.get("color"))),
                maker,
                tile -> tile == PASS ? AjaxTiles.answer(-1, -1) : AjaxTiles.answer(Board.x(tile), Board.y(tile)));
    }

    private static Strategy<View, Integer> expand(SeededRandom random) {
        Blobs blobs = new Blobs();
        return view -> {
            blobs.look(view.board());
            return Choice.of(random, tile -> view.isPaintable(tile, blobs), tile -> view.touchesOwn(tile) ? 1 : 0);
        };
    }
}
