package bout.engine;

import java.util.ArrayList;
import java.util.List;

/** Matches between house bots, one at each seat. The same arguments always give the same match. */
public final class HouseMatch {

    private HouseMatch() {}

    public static <M> Match<M> play(Game<M> game, String seed, Options options, HouseBot... bots) {
        Match<M> match = Match.draw(game, seed, options, bots.length);
        List<HouseBot.Bot> seated = new ArrayList<>();
        for (Seat seat : match.seats()) {
            seated.add(bots[seat.index()].at(seat, seed));
        }
        while (!match.over()) {
            match.play(Turn.of(
                    match, seat -> match.read(seat, seated.get(seat.index()).answer(match.request(seat)))));
        }
        return match;
    }

    public static Replay replay(Game<?> game, String seed, Options options, HouseBot... bots) {
        List<Replay.Player> players = new ArrayList<>();
        for (HouseBot bot : bots) {
            players.add(Replay.Player.house(bot.name(), bot.name()));
        }
        return Replay.of(play(game, seed, options, bots), players);
    }
}
