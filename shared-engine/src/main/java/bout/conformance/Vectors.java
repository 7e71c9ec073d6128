package bout.conformance;

import bout.conformance.VectorKind.Outcome;
import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The vector files of all games: recorded games and situations that the engine must reproduce. */
public final class Vectors {

    private static final List<VectorKind> KINDS =
            kindsOf(AjaxTilesVectors.KINDS, TokensVectors.KINDS, IceAndFireVectors.KINDS, RoboTagVectors.KINDS);

    @SafeVarargs
    private static List<VectorKind> kindsOf(List<VectorKind>... games) {
        return Arrays.stream(games).flatMap(List::stream).toList();
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
