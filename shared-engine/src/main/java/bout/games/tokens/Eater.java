package bout.games.tokens;

import bout.engine.Plain;
import java.util.List;
import java.util.Map;

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

    Map<String, Object> toPlain() {
        String colour = Colour.code(lastColour);
        return Plain.object("pos", List.of(x, y), "score", score, "colorBonus", colourBonus, "lastColor", colour);
    }
}
