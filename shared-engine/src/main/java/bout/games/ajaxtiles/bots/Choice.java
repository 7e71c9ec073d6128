package bout.games.ajaxtiles.bots;

import bout.engine.SeededRandom;
import bout.games.ajaxtiles.Board;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

final class Choice {

    private Choice() {}

    /**
     * The best of the tiles that are considered, or {@link AjaxTilesBots#PASS}. Ties are broken at random, with equal
     * chances.
     */
    static int of(SeededRandom random, IntPredicate considered, IntUnaryOperator worth) {
        int best = AjaxTilesBots.PASS;
        int highest = 0;
        int equals = 0;
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (considered.test(tile)) {
                int itsWorth = worth.applyAsInt(tile);
                if (best == AjaxTilesBots.PASS || itsWorth > highest) {
                    equals = 1;
                    best = tile;
                    highest = itsWorth;
                } else if (itsWorth == highest && random.nextInt(++equals) == 0) {
                    best = tile;
                }
            }
        }
        return best;
    }

    /** Like {@link #of}, but only a tile with a positive worth is chosen. */
    static int gain(SeededRandom random, IntPredicate considered, IntUnaryOperator worth) {
        int[] worths = new int[Board.TILES];
        return of(
                random,
                tile -> considered.test(tile) && (worths[tile] = worth.applyAsInt(tile)) > 0,
                tile -> worths[tile]);
    }
}
