package bout.pictures;

import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Options;
import bout.engine.Replay;
import java.util.List;

final class HouseMatches {

    private static final String SEED = "7";

    private HouseMatches() {}

    static Replay played(Game<?> game) {
        List<HouseBot> bots = game.houseBots();
        HouseBot first = bots.getLast();
        HouseBot second = bots.get(bots.size() / 2);
        return Replay.of(
                HouseMatch.play(game, SEED, Options.defaults(game.card().options()), first, second),
                List.of(Replay.Player.house("One", first.name()), Replay.Player.house("Two", second.name())));
    }
}
