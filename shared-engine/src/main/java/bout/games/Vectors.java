package bout.games;

import bout.engine.Game;
import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import bout.engine.VectorKind;
import bout.engine.VectorKind.Outcome;
import java.util.ArrayList;
import java.util.List;

/** The vector files of all games: recorded games and situations that the engine must reproduce. */
public final class Vectors {

    private Vectors() {}

    /**
     * Replays a vector file; its field {@code game} says of which kind it is.
     *
     * @return an entry for each recorded game or situation of the file, in its order
     * @throws UnexpectedValue when no game has such a kind, or the file is not of the kind's form
     */
    public static List<Outcome> check(Plain file) {
        Plain name = file.get("game");
        List<String> known = new ArrayList<>();
        for (Game<?, ?> game : Games.ALL) {
            for (VectorKind kind : game.vectors()) {
                if (kind.name().equals(name.value())) {
                    return kind.check().of(file);
                }
                known.add(kind.name());
            }
        }
        throw new UnexpectedValue(name.pointer(), "one of " + String.join(", ", known), name.value());
    }
}
