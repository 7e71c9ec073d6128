package bout.cli.match;

import bout.engine.Game;
import bout.games.Games;
import java.util.Iterator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The first argument of commands for one game. A wrong one ends with status 2. */
public final class GameArgument {

    /** The ids of all games, with which a shell completes an argument. */
    public static final class Ids implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Games.ALL.stream().map(game -> game.card().id()).iterator();
        }
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "GAME", completionCandidates = Ids.class, description = "The id of a game.")
    private String id;

    public Game<?> game() {
        return Arguments.game(spec.commandLine(), id);
    }

    /** The id of {@link #game}. */
    public String id() {
        return game().card().id();
    }
}
