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
            match.play(turn(match, seated));
        }
        return match;
    }

    /**
     * Plays a match on from where it stands, to see what chances its seats have there. It records and hashes nothing,
     * so it takes half the time; the match is of no use any more.
     *
     * @param bots of whom one is drawn for each move, so that no two playouts are the same
     * @param seed of the draws and of the bots
     */
    public static <M> Result playOut(Match<M> match, List<HouseBot> bots, String seed) {
        SeededRandom random = SeededRandom.of(seed, "playout");
        List<HouseBot.Bot> all = new ArrayList<>();
        for (Seat seat : match.seats()) {
            for (HouseBot bot : bots) {
                all.add(bot.at(seat, seed));
            }
        }
        while (!match.over()) {
            List<HouseBot.Bot> seated = new ArrayList<>();
            for (Seat seat : match.seats()) {
                seated.add(all.get(seat.index() * bots.size() + random.nextInt(bots.size())));
            }
            match.position().play(turn(match, seated));
        }
        return match.result();
    }

    private static <M> Turn<M> turn(Match<M> match, List<HouseBot.Bot> seated) {
        return Turn.of(match, seat -> match.read(seat, seated.get(seat.index()).answer(match.request(seat))));
    }

    public static Replay replay(Game<?> game, String seed, Options options, HouseBot... bots) {
        List<Replay.Player> players = new ArrayList<>();
        for (HouseBot bot : bots) {
            players.add(Replay.Player.house(bot.name(), bot.name()));
        }
        return Replay.of(play(game, seed, options, bots), players);
    }
}
