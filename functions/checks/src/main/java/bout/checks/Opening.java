package bout.checks;

import bout.engine.Action;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.Turn;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** A match of one bot against a house bot, to be played turn by turn. For one thread. */
final class Opening<M> {

    private final Match<M> match;
    private final Seat seat;
    private final HouseBot.Bot house;

    /** @param seat the bot's, not the house bot's */
    Opening(Game<M> game, Seat seat, String seed) {
        this.match = Match.draw(game, seed, Options.defaults(game.card().options()));
        this.seat = seat;
        this.house = game.houseBots().getFirst().at(seat.other(), seed);
    }

    boolean isOver() {
        return match.over();
    }

    /** How many turns have been played. */
    int turns() {
        return match.turn();
    }

    /** Plays the house bot's turns until the bot is to move; empty if the match has ended. */
    Optional<Situation<M>> next() {
        while (!match.over()) {
            Map<Seat, Action<M>> others = new EnumMap<>(Seat.class);
            if (match.toMove().includes(seat.other())) {
                others.put(
                        seat.other(),
                        match.read(
                                seat.other(),
                                house.answer(match.ask(seat.other()).fields())));
            }
            if (match.toMove().includes(seat)) {
                return Optional.of(new Situation<>(match, seat, others));
            }
            match.play(new Turn<>(others.get(Seat.FIRST), others.get(Seat.SECOND)));
        }
        return Optional.empty();
    }
}
