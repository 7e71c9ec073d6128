package bout.cli.match;

import bout.cli.text.DidYouMean;
import bout.cli.text.Typed;
import bout.cli.text.WrongUse;
import bout.engine.Game;
import bout.games.Games;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

public class GameArgument {

    public static final class Ids extends ArrayList<String> {
        public Ids() {
            super(ids());
        }
    }

    @Parameters(index = "0", paramLabel = "GAME", completionCandidates = Ids.class, description = "The id of a game.")
    private String id;

    public final Game<?> game() {
        return read(id);
    }

    public final String id() {
        return game().card().id();
    }

    public static Game<?> read(String id) {
        return Games.byId(Typed.word(id)).orElseThrow(() -> new WrongUse(DidYouMean.message("game", id, ids())));
    }

    static List<String> ids() {
        return Games.ALL.stream().map(game -> game.card().id()).toList();
    }
}
