package bout.games.ajaxtiles.bots;

import bout.engine.SeededRandom;

/** The best of the tiles that were offered; of equally good ones each is as likely to be it. */
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

    /** The tile, or {@link Strategy#PASS} if none was offered. */
    int best() {
        return tile;
    }

    /** How much the best tile is worth. */
    int worth() {
        return worth;
    }
}
