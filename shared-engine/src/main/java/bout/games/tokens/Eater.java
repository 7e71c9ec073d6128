package bout.games.tokens;

/** A player on the board. */
public final class Eater {
    public int x;
    public int y;
    public int score;

    /** How many tokens of {@link #lastColour} were eaten in a row, less one; the next of that colour adds one more. */
    public int colourBonus;

    public byte lastColour = Colour.NONE;

    public Eater(int x, int y) {
        this.x = x;
        this.y = y;
    }
}
