package bout.games.ajaxtiles.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.engine.Action;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Turn;
import bout.games.ajaxtiles.AjaxTiles;
import bout.games.ajaxtiles.AjaxTilesPosition;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Click;
import bout.games.ajaxtiles.Event;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Compares the bots' prediction of battles with the rules. */
class BlobsPropertiesTest {

    private static final AjaxTiles GAME = new AjaxTiles();

    @Property(tries = 200)
    void the_blobs_predict_the_result_of_every_battle(@ForAll long seed, @ForAll("clicks") List<Click> clicks) {
        Match<Click> match =
                Match.draw(GAME, "" + seed, Options.defaults(GAME.card().options()));
        Blobs blobs = new Blobs();
        for (Click click : clicks) {
            if (match.over()) {
                break;
            }
            Board board = ((AjaxTilesPosition) match.position()).board();
            byte colour = AjaxTilesPosition.colour(match.mover());
            boolean empty = click.tile() >= 0 && board.tiles[click.tile()] == Board.EMPTY;
            Event foretold = empty ? blobs.look(board).painting(click.tile(), colour) : null;
            match.play(Turn.of(match.mover(), Action.moved(click)));
            if (empty) {
                assertEquals(foretold, ((AjaxTilesPosition) match.position()).lastEvent());
            }
        }
    }

    /** Clicks concentrated in a corner, so that battles, nukes and passes are common. */
    @Provide
    Arbitrary<List<Click>> clicks() {
        return Combinators.combine(
                        Arbitraries.integers().between(-1, 5),
                        Arbitraries.integers().between(-1, 5))
                .as(Click::new)
                .list()
                .ofMinSize(50)
                .ofMaxSize(400);
    }
}
