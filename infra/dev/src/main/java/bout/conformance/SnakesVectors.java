package bout.conformance;

import bout.engine.Plain;
import bout.games.battlesnake.Board;
import bout.games.battlesnake.Direction;
import bout.games.battlesnake.Snake;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Matches of Snakes, recorded turn by turn with the chance events. */
final class SnakesVectors {

    private static final int MOST = 100;

    private final Plain file;
    private final List<String> ids = new ArrayList<>();
    private final Board board;

    private SnakesVectors(Plain file) {
        this.file = file;
        board = new Board(
                file.get("ruleset").oneOf(Board.Ruleset.NAMES, Board.Ruleset::of),
                file.get("width").integer(1, MOST),
                file.get("height").integer(1, MOST),
                file.get("settings").get("hazardDamagePerTurn").integer(0, MOST));
        for (Plain snake : file.get("snakes").entries()) {
            ids.add(snake.text("id"));
            int[] body =
                    snake.get("body").entries().stream().mapToInt(this::cell).toArray();
            board.add(body, snake.get("health").integer(0, MOST));
        }
        addFood(file.get("food"));
        hazards(file.get("hazards"));
    }

    static void match(Plain file) {
        new SnakesVectors(file).match();
    }

    private void match() {
        List<Plain> turns = file.get("turns").entries();
        for (int turn = 0; turn < turns.size(); turn++) {
            if (board.over()) {
                Vectors.differs("the match is over after " + turn + " turns, but " + turns.size() + " are recorded");
            }
            play(turns.get(turn));
            String where = "after turn " + turn + ": ";
            Vectors.same(
                    where + "out",
                    out(),
                    turns.get(turn).has("out") ? turns.get(turn).get("out").value() : List.of());
            Vectors.same(where + "snakes", inPlay(), turns.get(turn).get("after"));
            Vectors.same(
                    where + "food",
                    places(board.food()),
                    places(cells(turns.get(turn).get("food"))));
        }
        Vectors.same("final", board.snakes().stream().map(this::left).toList(), file.get("final"));
        Vectors.same("winner", winner(), file.get("winner"));
    }

    private void play(Plain turn) {
        Direction[] moves = new Direction[ids.size()];
        for (int seat = 0; seat < moves.length; seat++) {
            moves[seat] = Direction.of(turn.get("moves").get(ids.get(seat)).value());
        }
        board.play(moves);
        if (turn.has("spawned")) {
            addFood(turn.get("spawned"));
        }
        if (turn.has("hazards")) {
            hazards(turn.get("hazards"));
        }
    }

    private void addFood(Plain places) {
        places.entries().forEach(place -> board.addFood(cell(place)));
    }

    private void hazards(Plain listed) {
        for (int cell = 0; cell < board.cells(); cell++) {
            board.setHazards(cell, 0);
        }
        for (int cell : cells(listed)) {
            board.setHazards(cell, board.hazards(cell) + 1);
        }
    }

    private List<Object> out() {
        List<Object> out = new ArrayList<>();
        for (Snake snake : board.snakes()) {
            if (!snake.inPlay() && snake.out().turn() == board.turn()) {
                Map<String, Object> plain = Plain.object(
                        "id", id(snake), "cause", snake.out().cause().code());
                if (snake.out().by() >= 0) {
                    plain.put("by", ids.get(snake.out().by()));
                }
                out.add(plain);
            }
        }
        return out;
    }

    private Map<String, Object> inPlay() {
        Map<String, Object> inPlay = new LinkedHashMap<>();
        for (Snake snake : board.snakes()) {
            if (snake.inPlay()) {
                inPlay.put(
                        id(snake),
                        Plain.object("head", place(snake.head()), "length", snake.length(), "health", snake.health()));
            }
        }
        return inPlay;
    }

    private Map<String, Object> left(Snake snake) {
        List<Object> body = new ArrayList<>();
        for (int i = 0; i < snake.length(); i++) {
            body.add(place(snake.cell(i)));
        }
        return Plain.object("id", id(snake), "health", snake.health(), "body", body);
    }

    private String winner() {
        List<Snake> left = board.snakes().stream().filter(Snake::inPlay).toList();
        return left.size() == 1 ? id(left.getFirst()) : null;
    }

    private String id(Snake snake) {
        return ids.get(snake.seat());
    }

    private List<Integer> cells(Plain places) {
        return places.entries().stream().map(this::cell).sorted().toList();
    }

    private List<Object> places(List<Integer> cells) {
        return cells.stream().map(this::place).toList();
    }

    private Object place(int cell) {
        return List.of(board.x(cell), board.y(cell));
    }

    private int cell(Plain place) {
        return board.cell(place.at(0).integer(0, board.width() - 1), place.at(1).integer(0, board.height() - 1));
    }
}
