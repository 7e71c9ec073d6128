package bout.games.tokens;

public final class Eater {
    public int x;
    public int y;
    public int score;

    /** The number of tokens of {@link #lastColour} eaten in a row, minus 1. The next one scores one more than this. */
    public int colourBonus;

    public byte lastColour = Colour.NONE;

    public Eater(int x, int y) {
        this.x = x;
        this.y = y;
    }
}
