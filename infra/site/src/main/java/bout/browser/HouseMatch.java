package bout.browser;

import bout.engine.Action;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.Turn;
import java.util.List;

/** A match between two house bots that needs only the engine, so it runs in a browser too. */
public final class HouseMatch {

    private HouseMatch() {}

    /** Plays a whole match. The same arguments always give the same replay. */
    public static <M> Replay play(Game<M> game, String seed, Options options, HouseBot first, HouseBot second) {
        Match<M> match = Match.draw(game, seed, options);
        HouseBot.Bot firstBot = first.at(Seat.FIRST, seed);
        HouseBot.Bot secondBot = second.at(Seat.SECOND, seed);
        while (!match.over()) {
            match.play(new Turn<>(action(match, Seat.FIRST, firstBot), action(match, Seat.SECOND, secondBot)));
        }
        return Replay.of(match, List.of(player(first), player(second)));
    }

    private static <M> Action<M> action(Match<M> match, Seat seat, HouseBot.Bot bot) {
        return match.toMove().includes(seat)
                ? match.read(seat, bot.answer(match.ask(seat).fields()))
                : null;
    }

    private static Replay.Player player(HouseBot bot) {
        return new Replay.Player(bot.name(), bot.name());
    }
}
