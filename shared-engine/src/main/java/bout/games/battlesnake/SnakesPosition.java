package bout.games.battlesnake;

import bout.engine.Action;
import bout.engine.Call;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Position;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.StateHash;
import bout.engine.Told;
import bout.engine.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A match of Snakes: the board, the chance events, and the end. */
public final class SnakesPosition extends Position<Direction> {

    static final int MOST_TURNS = 1000;

    private static final int PERCENT = 100;

    /** For bots that another process asks again, and who must be asked the same then. */
    private static final Told UNTOLD = new Told("", Snakes.TIMEOUT, List.of(), new Call[0]);

    private final Board board;
    private final Options options;
    private final String chance;
    private final int minimumFood;
    private final int foodSpawnChance;

    /** The sides of the area without hazards, in royale. */
    private int left = 0;

    private int right;
    private int bottom = 0;
    private int top;

    SnakesPosition(Board board, Options options, String chance) {
        this.board = board;
        this.options = options;
        this.chance = chance;
        minimumFood = options.integer("minimumFood");
        foodSpawnChance = options.integer("foodSpawnChance");
        right = board.width() - 1;
        top = board.height() - 1;
    }

    public Board board() {
        return board;
    }

    @Override
    protected boolean isToMove(Seat seat) {
        return snake(seat).inPlay();
    }

    private Snake snake(Seat seat) {
        return board.snakes().get(seat.index());
    }

    @Override
    public void play(Turn<Direction> actions) {
        Direction[] moves = new Direction[board.snakes().size()];
        for (Seat seat : Seat.first(moves.length)) {
            moves[seat.index()] =
                    actions.by(seat) == null ? null : actions.by(seat).move();
        }
        board.play(moves);
        if (board.over() || board.turn() == MOST_TURNS) {
            end();
        } else {
            feed();
            shrink();
        }
    }

    /** Missing food appears; if there is enough, one more appears with the chance that the options say. */
    private void feed() {
        if (board.ruleset() == Board.Ruleset.CONSTRICTOR) {
            return;
        }
        SeededRandom random = draws("food");
        int missing = minimumFood - board.foods();
        int more = missing > 0 ? missing : random.nextInt(PERCENT) < foodSpawnChance ? 1 : 0;
        List<Integer> free = more == 0 ? List.of() : board.free();
        for (; more > 0 && !free.isEmpty(); more--) {
            board.addFood(free.remove(random.nextInt(free.size())));
        }
    }

    /** In royale one side, drawn at random, moves in by one row or column every some turns. */
    private void shrink() {
        if (board.ruleset() != Board.Ruleset.ROYALE
                || board.turn() % options.integer("shrinkEveryNTurns") != 0
                || left > right
                || bottom > top) {
            return;
        }
        switch (draws("hazards").nextInt(4)) {
            case 0 -> left++;
            case 1 -> right--;
            case 2 -> bottom++;
            default -> top--;
        }
        for (int x = 0; x < board.width(); x++) {
            for (int y = 0; y < board.height(); y++) {
                board.setHazards(board.cell(x, y), x < left || x > right || y < bottom || y > top ? 1 : 0);
            }
        }
    }

    /** Chance events follow from set-up and turn only, never from earlier draws. */
    private SeededRandom draws(String what) {
        return SeededRandom.of(chance, what + " in turn " + board.turn());
    }

    /**
     * The last one wins; if nobody is left, those who went out in the last turn share the place. The others have places
     * in the order in which they went out. After the most turns, the longer of two in play has the better place.
     */
    private void end() {
        List<Double> ranks = new ArrayList<>();
        List<Double> survived = new ArrayList<>();
        for (Snake snake : board.snakes()) {
            double turns = snake.inPlay() ? board.turn() : snake.out().turn();
            ranks.add(snake.inPlay() ? turns + snake.length() : turns);
            survived.add(turns);
        }
        result = new Result(Result.places(ranks), survived, board.over() ? "last" : "turns");
    }

    @Override
    public Map<String, Object> request(Seat seat) {
        return request(seat, UNTOLD);
    }

    @Override
    public Map<String, Object> request(Seat seat, Told told) {
        return Wire.request(board, options, seat, told);
    }

    @Override
    public Action<Direction> read(Seat seat, Object answer) {
        return Action.named(answer, Direction::of, Snakes.EXPECTED_ANSWER);
    }

    @Override
    public Object picture() {
        List<Object> snakes = new ArrayList<>();
        for (Snake snake : board.snakes()) {
            Map<String, Object> plain =
                    Plain.object("body", places(snake.cells()), "health", snake.health(), "inPlay", snake.inPlay());
            if (!snake.inPlay()) {
                plain.put("out", snake.out().cause().code());
                plain.put("outInTurn", snake.out().turn());
                plain.put("outBy", snake.out().by() < 0 ? null : snake.out().by() + 1);
            }
            snakes.add(plain);
        }
        return Plain.object(
                "turn", board.turn(),
                "width", board.width(),
                "height", board.height(),
                "wrapped", board.ruleset() == Board.Ruleset.WRAPPED,
                "snakes", snakes,
                "food", places(board.food()),
                "hazards", places(board.hazards()));
    }

    private List<Object> places(List<Integer> cells) {
        return cells.stream()
                .<Object>map(cell -> List.of(board.x(cell), board.y(cell)))
                .toList();
    }

    @Override
    public void hash(StateHash hash) {
        hash.add(board.turn());
        for (Snake snake : board.snakes()) {
            hash.add(snake.health()).add(snake.length());
            if (snake.inPlay()) {
                hash.add(snake.head()).add(snake.tail());
            }
        }
        for (int i = 0; i < board.foods(); i++) {
            hash.add(board.food(i));
        }
        hash.add(left).add(right).add(bottom).add(top).add(result == null ? 0 : 1);
    }
}
