package bout.games.battlesnake;

import java.util.List;

/** A move, with y growing upwards. */
public enum Direction {
    UP("up", 0, 1),
    DOWN("down", 0, -1),
    LEFT("left", -1, 0),
    RIGHT("right", 1, 0);

    public static final List<Direction> ALL = List.of(values());

    /** The first letters, as replays store moves. */
    static final List<String> LETTERS = ALL.stream().map(Direction::letter).toList();

    private final String word;
    final int dx;
    final int dy;

    Direction(String word, int dx, int dy) {
        this.word = word;
        this.dx = dx;
        this.dy = dy;
    }

    public String word() {
        return word;
    }

    String letter() {
        return word.substring(0, 1);
    }

    static Direction ofLetter(String letter) {
        return ALL.get(LETTERS.indexOf(letter));
    }

    /** The direction with exactly this name, or {@code null}. */
    public static Direction of(Object word) {
        for (Direction direction : ALL) {
            if (direction.word.equals(word)) {
                return direction;
            }
        }
        return null;
    }
}
