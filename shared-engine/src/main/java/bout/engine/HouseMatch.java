package bout.engine;

import java.util.List;

/** Matches between two house bots. The same arguments always give the same match. */
public final class HouseMatch {

    private HouseMatch() {}

    public static <M> Match<M> play(Game<M> game, String seed, Options options, HouseBot first, HouseBot second) {
        Match<M> match = Match.draw(game, seed, options);
        HouseBot.Bot firstBot = first.at(Seat.FIRST, seed);
        HouseBot.Bot secondBot = second.at(Seat.SECOND, seed);
        while (!match.over()) {
            match.play(Turn.of(
                    match,
                    seat -> match.read(seat, (seat == Seat.FIRST ? firstBot : secondBot).answer(match.request(seat)))));
        }
        return match;
    }

    public static Replay replay(Game<?> game, String seed, Options options, HouseBot first, HouseBot second) {
        return Replay.of(play(game, seed, options, first, second), List.of(player(first), player(second)));
    }

    private static Replay.Player player(HouseBot bot) {
        return new Replay.Player(bot.name(), bot.name());
    }
}
