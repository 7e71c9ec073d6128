package bout.wire;

import bout.engine.Action;
import bout.engine.Aside;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.Turn;
import bout.games.Games;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class Replays {

    private static final List<Replay.Player> PLAYERS =
            List.of(Replay.Player.named("Ada"), Replay.Player.house("the house", "expand"));

    private Replays() {}

    static Replay of(String seed, String first, String second) {
        return played(Games.byId("ajax-tiles").orElseThrow(), seed, first, second);
    }

    private static <M> Replay played(Game<M> game, String seed, String first, String second) {
        SeededRandom times = SeededRandom.of(seed, "times");
        Match<M> match = match(game, seed);
        HouseBot.Bot one = game.houseBot(first).orElseThrow().at(Seat.FIRST, seed);
        HouseBot.Bot two = game.houseBot(second).orElseThrow().at(Seat.SECOND, seed);
        while (!match.over()) {
            Seat seat = match.mover();
            Object answer = (seat == Seat.FIRST ? one : two).answer(match.request(seat));
            match.play(Turn.of(seat, match.read(seat, answer)), moved -> Aside.took(times.nextInt(401)));
        }
        return Replay.of(match, PLAYERS);
    }

    static Replay forfeited(Failure.Kind kind) {
        return forfeited(Games.byId("ajax-tiles").orElseThrow(), kind);
    }

    private static <M> Replay forfeited(Game<M> game, Failure.Kind kind) {
        Match<M> match = match(game, "1");
        match.play(
                Turn.of(Seat.FIRST, Action.failed(new Failure(kind, "It went wrong: “ä” \u0001."))),
                seat -> Aside.took(30_000));
        return Replay.of(match, PLAYERS);
    }

    private static <M> Match<M> match(Game<M> game, String seed) {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("maxTurns", 300);
        return Match.draw(game, seed, Options.read(game.card().options(), Plain.of(options)));
    }
}
