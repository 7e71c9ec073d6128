package bout.games.battlesnake.bots;

import bout.engine.HouseBot;
import bout.engine.HouseBot.Strategy;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.games.battlesnake.Board;
import bout.games.battlesnake.Direction;
import bout.games.battlesnake.Snake;
import bout.games.battlesnake.Wire;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;

/** The house bots, from weakest to strongest. */
public final class SnakesBots {

    public static final List<HouseBot> ALL = List.of(
            bot(
                    "random",
                    "Steps at random, but not into a wall or a body.",
                    random -> view -> best(view, next -> random.nextDouble())),
            bot("hungry", "Takes the shortest way to food.", random -> {
                Space space = new Space();
                return view -> best(view, next -> -space.stepsToFood(view.board(), next));
            }),
            bot("careful", "Keeps room for its body, and away from longer heads.", random -> {
                Space space = new Space();
                return view -> best(view, next -> careful(view.board(), view.own(), next, space));
            }),
            bot("duellist", "Looks ahead against its nearest opponent.", random -> {
                Duellist duellist = new Duellist();
                return view -> duellist.choose(view.board(), view.me());
            }));

    private SnakesBots() {}

    private static HouseBot bot(
            String name, String sentence, Function<SeededRandom, Strategy<Wire.View, Direction>> maker) {
        return HouseBot.of(name, sentence, Wire::read, maker, move -> Plain.object("move", move.word()));
    }

    /** The direction whose next cell has the highest value, of those that are not blocked. */
    private static Direction best(Wire.View view, IntToDoubleFunction value) {
        Direction best = Direction.UP;
        double most = Double.NEGATIVE_INFINITY;
        for (Direction direction : Direction.ALL) {
            int next = view.board().next(view.own().head(), direction);
            double its = view.board().isBlocked(next) ? Double.NEGATIVE_INFINITY : value.applyAsDouble(next);
            if (its > most) {
                most = its;
                best = direction;
            }
        }
        return best;
    }

    private static double careful(Board board, Snake own, int next, Space space) {
        int room = space.room(board, next, 2 * own.length());
        double value = -5 * board.hazardDamage(next) - 1_000 * Math.max(0, own.length() - room);
        for (Snake other : board.snakes()) {
            for (Direction direction : Direction.ALL) {
                boolean meets = other != own && other.inPlay() && board.next(other.head(), direction) == next;
                value -= meets && other.length() >= own.length() ? 500 : 0;
            }
        }
        return value - space.stepsToFood(board, next) * (own.health() < 30 ? 10 : 1);
    }
}
