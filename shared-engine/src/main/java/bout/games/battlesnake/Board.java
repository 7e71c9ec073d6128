package bout.games.battlesnake;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/**
 * The board of a match and the effects of a turn on it, in the order of the rules: move, hunger, hazards, food, out.
 * Chance is not here: the caller that plays a turn adds the food and the hazards that were drawn.
 *
 * <p>A cell is one number. The board has a margin of one cell around it, for the heads that leave it.
 */
public final class Board {

    /** How the official rule sets differ. */
    public enum Ruleset {
        STANDARD,
        ROYALE,
        /** The edges are connected. */
        WRAPPED,
        /** Nobody is ever hungry, and all grow in each turn. */
        CONSTRICTOR,
        /** The match goes on until nobody is left. */
        SOLO;

        public static final List<String> NAMES = List.of("standard", "royale", "wrapped", "constrictor", "solo");

        public static Ruleset of(String name) {
            return values()[NAMES.indexOf(name)];
        }
    }

    /** The body that each cell of the margin counts as: more than all snakes together can be long. */
    private static final int EDGE = 1 << 16;

    private final Ruleset ruleset;
    private final int width;
    private final int height;
    private final int hazardDamage;

    /** The cell one step on, for each cell of the board and each direction. */
    private final int[] steps;

    private final List<Snake> snakes = new ArrayList<>();

    /** How many cells of bodies of snakes in play are here, without heads. */
    private final int[] bodies;

    private final boolean[] food;

    /** The cells with food, in the order in which it came; the first {@link #foods} of them. */
    private final int[] foodCells;

    /** How often each cell is in the list of hazards. */
    private final int[] hazards;

    private int foods;
    private int turn;
    private int inPlay;

    public Board(Ruleset ruleset, int width, int height, int hazardDamage) {
        this.ruleset = ruleset;
        this.width = width;
        this.height = height;
        this.hazardDamage = hazardDamage;
        int cells = (width + 2) * (height + 2);
        bodies = new int[cells];
        food = new boolean[cells];
        foodCells = new int[cells];
        hazards = new int[cells];
        steps = new int[cells * Direction.ALL.size()];
        Arrays.fill(bodies, EDGE);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                bodies[cell(x, y)] = 0;
                for (Direction direction : Direction.ALL) {
                    int nextX = x + direction.dx;
                    int nextY = y + direction.dy;
                    steps[cell(x, y) * Direction.ALL.size() + direction.ordinal()] = ruleset == Ruleset.WRAPPED
                            ? cell((nextX + width) % width, (nextY + height) % height)
                            : cell(nextX, nextY);
                }
            }
        }
    }

    /** A copy to look ahead with. */
    public Board(Board board) {
        ruleset = board.ruleset;
        width = board.width;
        height = board.height;
        hazardDamage = board.hazardDamage;
        steps = board.steps;
        bodies = board.bodies.clone();
        food = board.food.clone();
        foodCells = board.foodCells.clone();
        hazards = board.hazards.clone();
        foods = board.foods;
        turn = board.turn;
        inPlay = board.inPlay;
        board.snakes.forEach(snake -> snakes.add(new Snake(snake)));
    }

    /** Adds the snake of the next seat, in play; its body is from head to tail. */
    public void add(int[] body, int health) {
        Snake snake = new Snake(snakes.size(), body, health);
        snakes.add(snake);
        count(snake, 1);
        inPlay++;
    }

    public void addFood(int cell) {
        if (!food[cell]) {
            food[cell] = true;
            foodCells[foods++] = cell;
        }
    }

    /** @param count how often the cell is in the list of hazards from now on */
    public void setHazards(int cell, int count) {
        hazards[cell] = count;
    }

    Ruleset ruleset() {
        return ruleset;
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    /** In the order of the seats, also those that are out. */
    public List<Snake> snakes() {
        return snakes;
    }

    /** @param x from 0 on the left; -1 and {@code width} are in the margin, and so for y, which grows upwards */
    public int cell(int x, int y) {
        return (y + 1) * (width + 2) + x + 1;
    }

    public int x(int cell) {
        return cell % (width + 2) - 1;
    }

    public int y(int cell) {
        return cell / (width + 2) - 1;
    }

    /** How many cells there are with the margin. */
    public int cells() {
        return food.length;
    }

    /** The cell beside this one, in the margin beyond an edge; where the edges are connected, on the other side. */
    public int next(int cell, Direction direction) {
        return steps[cell * Direction.ALL.size() + direction.ordinal()];
    }

    public boolean isFood(int cell) {
        return food[cell];
    }

    /** Whether a body is here, without its head, or the margin. */
    public boolean isBody(int cell) {
        return bodies[cell] > 0;
    }

    /** Whether a snake that steps here next is out: a body will be here when all have moved, or this is the margin. */
    public boolean isBlocked(int cell) {
        int left = bodies[cell];
        for (Snake snake : snakes) {
            left += !snake.inPlay() ? 0 : (snake.head() == cell ? 1 : 0) - (snake.tail() == cell ? 1 : 0);
        }
        return left > 0;
    }

    public int hazards(int cell) {
        return hazards[cell];
    }

    public int hazardDamage(int cell) {
        return hazards[cell] * hazardDamage;
    }

    public int turn() {
        return turn;
    }

    /** A match ends when at most one snake is in play; of one snake, or where the rules say so, when none is. */
    public boolean over() {
        return inPlay <= (ruleset == Ruleset.SOLO || snakes.size() == 1 ? 0 : 1);
    }

    public int foods() {
        return foods;
    }

    /** @param index from 0, in the order in which the food came */
    int food(int index) {
        return foodCells[index];
    }

    /** The cells with food, from the lower left one, row by row. */
    public List<Integer> food() {
        return cells(cell -> food[cell] ? 1 : 0);
    }

    /** The cells that are hazards, each as often as it counts. */
    List<Integer> hazards() {
        return cells(cell -> hazards[cell]);
    }

    /** The cells where a map may put food: nothing is on them but hazards. */
    List<Integer> free() {
        List<Integer> heads =
                snakes.stream().map(snake -> snake.inPlay() ? snake.head() : -1).toList();
        return cells(cell -> food[cell] || bodies[cell] > 0 || heads.contains(cell) ? 0 : 1);
    }

    private List<Integer> cells(IntUnaryOperator count) {
        List<Integer> cells = new ArrayList<>();
        for (int cell = 0; cell < food.length; cell++) {
            for (int i = count.applyAsInt(cell); i > 0; i--) {
                cells.add(cell);
            }
        }
        return cells;
    }

    /** @param moves one for each seat; {@code null} for the default move, and not read for snakes that are out */
    public void play(Direction[] moves) {
        turn++;
        for (Snake snake : snakes) {
            if (snake.inPlay()) {
                move(snake, moves[snake.seat()]);
                snake.health--;
            }
        }
        hurt();
        feed();
        leave();
        collide();
        if (ruleset == Ruleset.CONSTRICTOR) {
            constrict();
        }
    }

    private void move(Snake snake, Direction move) {
        int head = snake.head();
        Direction direction = move == null ? straightOn(snake) : move;
        bodies[head]++;
        bodies[snake.dropTail()]--;
        snake.pushHead(next(head, direction));
    }

    /** On as from the neck to the head, across an edge too; up if the two are in one cell, as at the start. */
    private Direction straightOn(Snake snake) {
        for (Direction direction : Direction.ALL) {
            if (next(snake.cell(1), direction) == snake.head()) {
                return direction;
            }
        }
        return Direction.UP;
    }

    /** A hazard costs health, once for each time that it is in the list, except where there is food. */
    private void hurt() {
        for (Snake snake : snakes) {
            int cell = snake.head();
            if (snake.inPlay() && hazards[cell] > 0 && !food[cell]) {
                snake.health = Math.max(0, Math.min(Snake.MAX_HEALTH, snake.health - hazardDamage(cell)));
                if (snake.health == 0) {
                    leave(snake, Snake.Cause.HAZARD, null);
                }
            }
        }
    }

    /** Two heads on the same food both eat. */
    private void feed() {
        for (Snake snake : snakes) {
            if (snake.inPlay() && food[snake.head()]) {
                snake.health = Snake.MAX_HEALTH;
                grow(snake);
            }
        }
        for (Snake snake : snakes) {
            if (snake.inPlay() && food[snake.head()]) {
                remove(snake.head());
            }
        }
    }

    private void remove(int eaten) {
        food[eaten] = false;
        int left = 0;
        for (int i = 0; i < foods; i++) {
            if (foodCells[i] != eaten) {
                foodCells[left++] = foodCells[i];
            }
        }
        foods = left;
    }

    private void grow(Snake snake) {
        snake.grow();
        bodies[snake.tail()] += snake.inPlay() ? 1 : 0;
    }

    private void leave() {
        for (Snake snake : snakes) {
            if (snake.inPlay() && snake.health <= 0) {
                leave(snake, Snake.Cause.OUT_OF_HEALTH, null);
            } else if (snake.inPlay() && bodies[snake.head()] >= EDGE) {
                leave(snake, Snake.Cause.WALL, null);
            }
        }
    }

    /** All collisions are decided from the same picture; then all who collided go out. */
    private void collide() {
        Snake[] by = new Snake[snakes.size()];
        Snake.Cause[] causes = new Snake.Cause[by.length];
        for (Snake snake : snakes) {
            int head = snake.head();
            int seat = snake.seat();
            if (!snake.inPlay()) {
                continue;
            } else if (bodies[head] == 0) {
                by[seat] = longest(other -> other != snake && other.head() == head && other.length() >= snake.length());
                causes[seat] = by[seat] == null ? null : Snake.Cause.HEAD;
            } else if (snake.hasBodyAt(head)) {
                by[seat] = snake;
                causes[seat] = Snake.Cause.SELF;
            } else {
                by[seat] = longest(other -> other.hasBodyAt(head));
                causes[seat] = Snake.Cause.SNAKE;
            }
        }
        for (Snake snake : snakes) {
            if (causes[snake.seat()] != null) {
                leave(snake, causes[snake.seat()], by[snake.seat()]);
            }
        }
    }

    /** The longest snake in play of those that fit, or {@code null}. */
    private Snake longest(Predicate<Snake> fits) {
        Snake longest = null;
        for (Snake snake : snakes) {
            if (snake.inPlay() && (longest == null || snake.length() > longest.length()) && fits.test(snake)) {
                longest = snake;
            }
        }
        return longest;
    }

    private void leave(Snake snake, Snake.Cause cause, Snake by) {
        snake.out = new Snake.Out(cause, by == null ? -1 : by.seat(), turn);
        count(snake, -1);
        inPlay--;
    }

    private void constrict() {
        Arrays.fill(food, false);
        foods = 0;
        for (Snake snake : snakes) {
            snake.health = Snake.MAX_HEALTH;
            if (snake.tail() != snake.cell(snake.length() - 2)) {
                grow(snake);
            }
        }
    }

    private void count(Snake snake, int by) {
        for (int i = 1; i < snake.length(); i++) {
            bodies[snake.cell(i)] += by;
        }
    }
}
