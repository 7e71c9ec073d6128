package bout.games.battlesnake;

import java.util.ArrayList;
import java.util.List;

/** One snake: its cells from head to tail, in a ring so that a step writes only one of them, and its health. */
public final class Snake {

    /** Why a snake went out. */
    public enum Cause {
        HAZARD("hazard"),
        OUT_OF_HEALTH("out-of-health"),
        WALL("wall-collision"),
        SELF("snake-self-collision"),
        SNAKE("snake-collision"),
        HEAD("head-collision");

        private final String code;

        Cause(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }

    /**
     * How a snake went out.
     *
     * @param by the index of the seat whose snake it ran into, itself too; -1 for a wall, hunger or a hazard
     * @param turn counted from 1
     */
    public record Out(Cause cause, int by, int turn) {}

    static final int MAX_HEALTH = 100;

    private static final int FIRST_ROOM = 16;

    private final int seat;

    /** A power of two long. The head is at {@link #start}, the next cells behind it. */
    private int[] cells = new int[FIRST_ROOM];

    private int start;
    private int length;

    int health;
    Out out;

    /** @param body the cells from head to tail, at least one */
    Snake(int seat, int[] body, int health) {
        this.seat = seat;
        this.health = health;
        for (int i = body.length - 1; i >= 0; i--) {
            pushHead(body[i]);
        }
    }

    Snake(Snake snake) {
        seat = snake.seat;
        health = snake.health;
        cells = snake.cells.clone();
        start = snake.start;
        length = snake.length;
        out = snake.out;
    }

    /** The index of its seat. */
    public int seat() {
        return seat;
    }

    /** How it went out; {@code null} while it is in play. */
    public Out out() {
        return out;
    }

    public boolean inPlay() {
        return out == null;
    }

    public int health() {
        return health;
    }

    public int length() {
        return length;
    }

    /** @param index 0 for the head, {@code length - 1} for the end of the tail */
    public int cell(int index) {
        return cells[start + index & cells.length - 1];
    }

    /** From head to tail. */
    List<Integer> cells() {
        List<Integer> list = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            list.add(cell(i));
        }
        return list;
    }

    public int head() {
        return cells[start];
    }

    int tail() {
        return cell(length - 1);
    }

    boolean hasBodyAt(int cell) {
        for (int i = 1; i < length; i++) {
            if (cell(i) == cell) {
                return true;
            }
        }
        return false;
    }

    void pushHead(int cell) {
        makeRoom();
        start = start - 1 & cells.length - 1;
        cells[start] = cell;
        length++;
    }

    int dropTail() {
        return cell(--length);
    }

    /** The last cell of the tail is there twice from now on. */
    void grow() {
        makeRoom();
        cells[start + length & cells.length - 1] = tail();
        length++;
    }

    private void makeRoom() {
        if (length == cells.length) {
            int[] longer = new int[2 * length];
            for (int i = 0; i < length; i++) {
                longer[i] = cell(i);
            }
            cells = longer;
            start = 0;
        }
    }
}
