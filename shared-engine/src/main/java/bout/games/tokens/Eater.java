package bout.games.tokens;

/** A player on the board. */
final class Eater {
    int x;
    int y;
    int score;

    /** How many tokens of {@link #lastColour} were eaten in a row, less one; the next of that colour adds one more. */
    int colourBonus;

    byte lastColour = Colour.NONE;

    Eater(int x, int y) {
        this.x = x;
        this.y = y;
    }
}
