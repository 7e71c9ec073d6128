package bout.pictures;

import bout.engine.Action;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.Turn;
import java.util.List;

/** Matches between house bots, to be drawn. */
final class HouseMatches {

    private static final String SEED = "7";

    private HouseMatches() {}

    /** The strongest house bot against one of the others. */
    static <M> Replay played(Game<M> game) {
        List<HouseBot> bots = game.houseBots();
        HouseBot first = bots.getLast();
        HouseBot second = bots.get(bots.size() / 2);
        Match<M> match = Match.draw(game, SEED, Options.defaults(game.card().options()));
        HouseBot.Bot one = first.at(Seat.FIRST, SEED);
        HouseBot.Bot two = second.at(Seat.SECOND, SEED);
        while (!match.over()) {
            match.play(new Turn<>(action(match, Seat.FIRST, one), action(match, Seat.SECOND, two)));
        }
        return Replay.of(
                match, List.of(new Replay.Player("One", first.name()), new Replay.Player("Two", second.name())));
    }

    private static <M> Action<M> action(Match<M> match, Seat seat, HouseBot.Bot bot) {
        return match.toMove().includes(seat)
                ? match.read(seat, bot.answer(match.ask(seat).fields()))
                : null;
    }
}
