package bout.conformance;

import bout.conformance.VectorKind.Outcome;
import bout.engine.Game;
import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import bout.games.Games;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The vector files of all games: recorded games and situations that the engine must reproduce. */
public final class Vectors {

    /** Games with records of an original, in the forms of these records. */
    private static final List<VectorKind> OF_ORIGINALS = Stream.of(
                    AjaxTilesVectors.KINDS, TokensVectors.KINDS, IceAndFireVectors.KINDS, RoboTagVectors.KINDS)
            .flatMap(List::stream)
            .toList();

    private static final List<VectorKind> KINDS =
            Stream.concat(OF_ORIGINALS.stream(), others().stream()).toList();

    private static List<VectorKind> others() {
        List<VectorKind> others = new ArrayList<>();
        for (Game<?, ?> game : Games.ALL) {
            if (OF_ORIGINALS.stream()
                    .noneMatch(kind -> kind.name().equals(game.card().id()))) {
                others.add(MatchVectors.kindOf(game));
            }
        }
        return others;
    }

    private Vectors() {}

    /** The kinds of all games. */
    public static List<VectorKind> kinds() {
        return KINDS;
    }

    /** The kind of that name. */
    public static Optional<VectorKind> kind(String name) {
        for (VectorKind kind : kinds()) {
            if (kind.name().equals(name)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /**
     * Replays a vector file; its field {@code game} says of which kind it is.
     *
     * @return an entry for each recorded game or situation of the file, in its order
     * @throws UnexpectedValue when no game has such a kind, or the file is not of the kind's form
     */
    public static List<Outcome> check(Plain file) {
        List<String> names = new ArrayList<>();
        for (VectorKind kind : kinds()) {
            names.add(kind.name());
        }
        VectorKind kind = file.get("game").oneOf(names, name -> kind(name).orElseThrow());
        return kind.check().of(file);
    }
}
