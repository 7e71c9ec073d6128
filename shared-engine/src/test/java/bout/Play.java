package bout;

import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.Turn;

/** Plays matches between house bots, for tests. */
public final class Play {

    private Play() {}

    /** Plays a whole match between two house bots with the default options. */
    public static <M> Match<M> match(Game<M> game, String seed, String first, String second) {
        return match(game, seed, Options.defaults(game.card().options()), first, second);
    }

    /** Plays a whole match between two house bots. */
    public static <M> Match<M> match(Game<M> game, String seed, Options options, String first, String second) {
        Match<M> match = Match.draw(game, seed, options);
        HouseBot.Bot one = game.houseBot(first).orElseThrow().at(Seat.FIRST, seed);
        HouseBot.Bot two = game.houseBot(second).orElseThrow().at(Seat.SECOND, seed);
        while (!match.over()) {
            match.play(new Turn<>(action(match, Seat.FIRST, one), action(match, Seat.SECOND, two)));
        }
        return match;
    }

    private static <M> bout.engine.Action<M> action(Match<M> match, Seat seat, HouseBot.Bot bot) {
        return match.toMove().includes(seat)
                ? match.read(seat, bot.answer(match.ask(seat).fields()))
                : null;
    }
}
