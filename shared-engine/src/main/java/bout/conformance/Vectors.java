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

/** Checks vector files: recorded matches and situations that the engine must reproduce. */
public final class Vectors {

    /** The kinds of vector files that were recorded from the original games. */
    private static final List<VectorKind> OF_ORIGINALS = Stream.of(
                    AjaxTilesVectors.KINDS, TokensVectors.KINDS, IceAndFireVectors.KINDS, RoboTagVectors.KINDS)
            .flatMap(List::stream)
            .toList();

    private static final List<VectorKind> KINDS =
            Stream.concat(OF_ORIGINALS.stream(), others().stream()).toList();

    private static List<VectorKind> others() {
        List<VectorKind> others = new ArrayList<>();
        for (Game<?> game : Games.ALL) {
            if (OF_ORIGINALS.stream()
                    .noneMatch(kind -> kind.name().equals(game.card().id()))) {
                others.add(MatchVectors.kindOf(game));
            }
        }
        return others;
    }

    private Vectors() {}

    /** All kinds of vector files. */
    public static List<VectorKind> kinds() {
        return KINDS;
    }

    /** Finds a kind by its name. */
    public static Optional<VectorKind> kind(String name) {
        for (VectorKind kind : kinds()) {
            if (kind.name().equals(name)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /**
     * Replays a vector file. Its field {@code game} names its kind.
     *
     * @return one outcome for each match or situation, in the order of the file
     * @throws UnexpectedValue if the kind is unknown, or the file does not have the form of its kind
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
