package bout.games.ajaxtiles.bots;

import bout.engine.SeededRandom;

/** Chooses the best of the offered tiles. Ties are broken at random, with equal chances. */
final class Choice {

    private final SeededRandom random;
    private int tile = Strategy.PASS;
    private int worth;
    private int equals;

    Choice(SeededRandom random) {
        this.random = random;
    }

    void offer(int offered, int itsWorth) {
        if (tile == Strategy.PASS || itsWorth > worth) {
            equals = 1;
            tile = offered;
            worth = itsWorth;
        } else if (itsWorth == worth && random.nextInt(++equals) == 0) {
            tile = offered;
        }
    }

    boolean isEmpty() {
        return tile == Strategy.PASS;
    }

    /** The best tile, or {@link Strategy#PASS} if none was offered. */
    int best() {
        return tile;
    }

    /** The value of the best tile. */
    int worth() {
        return worth;
    }
}
