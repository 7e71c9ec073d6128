package bout;

import bout.engine.Game;
import bout.engine.HouseMatch;
import bout.engine.Match;
import bout.engine.Options;

/** Plays matches between house bots, for tests. */
public final class Play {

    private Play() {}

    /** Plays a whole match between two house bots with the default options. */
    public static <M> Match<M> match(Game<M> game, String seed, String first, String second) {
        return match(game, seed, Options.defaults(game.card().options()), first, second);
    }

    /** Plays a whole match between two house bots. */
    public static <M> Match<M> match(Game<M> game, String seed, Options options, String first, String second) {
        return HouseMatch.play(
                game,
                seed,
                options,
                game.houseBot(first).orElseThrow(),
                game.houseBot(second).orElseThrow());
    }
}
