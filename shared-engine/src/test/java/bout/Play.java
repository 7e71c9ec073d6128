package bout;

import bout.engine.Game;
import bout.engine.HouseMatch;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import java.util.stream.IntStream;

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

    /** How many matches a bot wins against an opponent if they play from both seats with each seed. */
    public static int wins(Game<?> game, Options options, IntStream seeds, String bot, String opponent) {
        return seeds.map(seed -> won(match(game, "" + seed, options, bot, opponent), Seat.FIRST)
                        + won(match(game, "" + seed, options, opponent, bot), Seat.SECOND))
                .sum();
    }

    private static int won(Match<?> match, Seat seat) {
        return match.result().winner() == seat ? 1 : 0;
    }
}
