package bout.pictures;

import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Options;
import bout.engine.Replay;
import java.util.List;

/** Matches between house bots, to be drawn. */
final class HouseMatches {

    private static final String SEED = "7";

    private HouseMatches() {}

    /** The strongest house bot against one of the others. */
    static Replay played(Game<?> game) {
        List<HouseBot> bots = game.houseBots();
        HouseBot first = bots.getLast();
        HouseBot second = bots.get(bots.size() / 2);
        return Replay.of(
                HouseMatch.play(game, SEED, Options.defaults(game.card().options()), first, second),
                List.of(new Replay.Player("One", first.name()), new Replay.Player("Two", second.name())));
    }
}
