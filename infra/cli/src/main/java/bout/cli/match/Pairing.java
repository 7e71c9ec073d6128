package bout.cli.match;

import bout.botclient.BotClient;
import bout.botclient.player.Player;
import bout.engine.Forfeit;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.runner.HousePlayer;
import bout.runner.MatchLoop;
import bout.wire.id.SeatIds;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

record Pairing(Rules rules, BotClient client, List<PlayerArgument> players) {

    private static final SecureRandom RANDOM = new SecureRandom();

    record Rules(Game<?> game, Options options, TimeLimits limits) {}

    PlayedGame play(String seed) throws InterruptedException {
        return play(seed, turns -> {}, replay -> {});
    }

    /** @param replayed gets the replay, which nobody else keeps: there may be many thousands of matches */
    PlayedGame play(String seed, IntConsumer turnPlayed, Consumer<Replay> replayed) throws InterruptedException {
        Match<?> match = Match.draw(rules.game(), seed, rules.options(), players.size());
        MatchLoop loop = new MatchLoop(
                match.seats().stream().map(seat -> SeatIds.drawn(RANDOM)).toList(),
                match.seats().stream().map(seat -> player(seat, match.seed())).toList(),
                rules.limits(),
                played -> {
                    turnPlayed.accept(played.turn());
                    return !Thread.currentThread().isInterrupted();
                });
        long began = System.nanoTime();
        if (!loop.play(match)) {
            throw new InterruptedException("the match was stopped before its end");
        }
        long milliseconds = (System.nanoTime() - began) / 1_000_000;
        loop.ended(match);
        Replay replay =
                Replay.of(match, match.seats().stream().map(this::inReplay).toList());
        replayed.accept(replay);
        return new PlayedGame(
                match.seed(),
                match.result(),
                Forfeit.of(match).map(Forfeit::seat).orElse(null),
                match.turn(),
                replay.calls().moves().stream().map(List::size).toList(),
                replay.calls().failures(),
                milliseconds);
    }

    private PlayerArgument at(Seat seat) {
        return players.get(seat.index());
    }

    private Player player(Seat seat, String seed) {
        return switch (at(seat)) {
            case PlayerArgument.House house -> new HousePlayer(house.bot().at(seat, seed));
            case PlayerArgument.Url url -> client.player(url.callee());
        };
    }

    /** Replays are public and URLs are not, so a replay names a bot by its seat. */
    private Replay.Player inReplay(Seat seat) {
        return switch (at(seat)) {
            case PlayerArgument.House house ->
                Replay.Player.house(house.bot().name(), house.bot().name());
            case PlayerArgument.Url url -> Replay.Player.named("bot " + seat.number());
        };
    }
}
