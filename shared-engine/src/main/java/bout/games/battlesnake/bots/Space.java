package bout.games.battlesnake.bots;

import bout.games.battlesnake.Board;
import bout.games.battlesnake.Direction;
import bout.games.battlesnake.Snake;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** Distances and space on a board: searches in breadth, with arrays that are used again. */
final class Space {

    private static final int SHARED = -2;

    private int[] queue = new int[0];
    private int[] distance;
    private int[] owner;
    private int written;

    private void clear(Board board) {
        if (queue.length != board.cells()) {
            queue = new int[board.cells()];
            distance = new int[board.cells()];
            owner = new int[board.cells()];
        }
        Arrays.fill(distance, -1);
        written = 0;
    }

    private void visit(int cell, int steps, int seat) {
        distance[cell] = steps;
        owner[cell] = seat;
        queue[written++] = cell;
    }

    /** How many cells can be reached from this one, without it; at most as many as asked. */
    int room(Board board, int from, int most) {
        search(board, from, cell -> written > most);
        return Math.min(most, written - 1);
    }

    /** The number of steps from a cell to the nearest food, or as many as there are cells if none can be reached. */
    int stepsToFood(Board board, int from) {
        int food = search(board, from, board::isFood);
        return food < 0 ? board.cells() : distance[food];
    }

    /** Visits the cells that can be reached, the nearest first, and returns the one to stop at, or -1. */
    private int search(Board board, int from, IntPredicate stop) {
        clear(board);
        visit(from, 0, 0);
        for (int read = 0; read < written; read++) {
            int cell = queue[read];
            if (stop.test(cell)) {
                return cell;
            }
            for (Direction direction : Direction.ALL) {
                int next = board.next(cell, direction);
                if (distance[next] < 0 && !board.isBody(next)) {
                    visit(next, distance[cell] + 1, 0);
                }
            }
        }
        return -1;
    }

    /**
     * How many cells each snake reaches before all others; of two that come at the same time, the longer one has the
     * cell. A snake that is out has none.
     */
    int[] areas(Board board) {
        clear(board);
        int[] areas = new int[board.snakes().size()];
        for (Snake snake : board.snakes()) {
            if (snake.inPlay()) {
                visit(snake.head(), 0, snake.seat());
            }
        }
        for (int read = 0; read < written; read++) {
            int cell = queue[read];
            if (owner[cell] >= 0) {
                areas[owner[cell]]++;
            }
            for (Direction direction : Direction.ALL) {
                int next = board.next(cell, direction);
                if (board.isBody(next)) {
                    continue;
                } else if (distance[next] < 0) {
                    visit(next, distance[cell] + 1, owner[cell]);
                } else if (distance[next] == distance[cell] + 1 && owner[next] != owner[cell]) {
                    owner[next] = longer(board, owner[next], owner[cell]);
                }
            }
        }
        return areas;
    }

    private static int longer(Board board, int one, int other) {
        if (one < 0 || other < 0) {
            return SHARED;
        }
        int lead = board.snakes().get(one).length() - board.snakes().get(other).length();
        return lead > 0 ? one : lead < 0 ? other : SHARED;
    }
}
