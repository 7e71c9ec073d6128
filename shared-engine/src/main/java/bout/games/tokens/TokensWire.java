package bout.games.tokens;

import bout.engine.Action;
import bout.engine.Ask;
import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Seat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts Everybody Loves Tokens to and from plain values: requests, answers, stored moves, set-ups and pictures. */
final class TokensWire {

    private static final String EXPECTED_ANSWER =
            "an object with the field move, one of UP, RIGHT, DOWN, LEFT, EAT and PASS, such as {\"move\":\"EAT\"}";

    private TokensWire() {}

    static Ask ask(TokensPosition position, Seat seat) {
        Map<String, Object> board = new LinkedHashMap<>();
        board.put("player1", player(position.first));
        board.put("player2", player(position.second));
        board.put("tokens", columns(position));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("player1", seat == Seat.FIRST);
        fields.put("board", board);
        return new Ask(Ask.Form.JSON, fields);
    }

    static Action<Move> readAnswer(Object answer) {
        Move move = answer instanceof Map<?, ?> fields ? Move.of(fields.get("move")) : null;
        return move != null ? Action.moved(move) : Action.failed(Failure.notExpected(EXPECTED_ANSWER, answer));
    }

    static Object store(Move move) {
        return move.name();
    }

    static Move restore(Plain stored) {
        return stored.oneOf(Move.WORDS, Move::of);
    }

    static Object picture(TokensPosition position) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("turn", position.turn);
        picture.put("size", position.size);
        picture.put("players", List.of(player(position.first), player(position.second)));
        picture.put("tokens", columns(position));
        picture.put("idle", position.idle);
        picture.put("move", position.lastMove == null ? null : position.lastMove.name());
        picture.put("ate", position.lastMoveAte);
        return picture;
    }

    /** {@code {size, start: [x, y], tokens: [{x, y, color, points}]}}, with the tokens sorted by x, then y. */
    static Object setUp(TokensPosition drawn) {
        Map<String, Object> setUp = new LinkedHashMap<>();
        setUp.put("size", drawn.size);
        setUp.put("start", pos(drawn.first));
        List<Object> tokens = new ArrayList<>();
        for (int x = 0; x < drawn.size; x++) {
            for (int y = 0; y < drawn.size; y++) {
                if (drawn.hasToken(x, y)) {
                    Map<String, Object> token = new LinkedHashMap<>();
                    token.put("x", x);
                    token.put("y", y);
                    token.putAll(token(drawn, x, y));
                    tokens.add(token);
                }
            }
        }
        setUp.put("tokens", tokens);
        return setUp;
    }

    static TokensPosition readSetUp(Plain setUp, int minSize, int maxSize) {
        setUp.onlyFields("size", "start", "tokens");
        int size = setUp.get("size").integer(minSize, maxSize);
        Plain start = setUp.get("start").size(2);
        TokensPosition position = new TokensPosition(
                size, start.at(0).integer(0, size - 1), start.at(1).integer(0, size - 1));
        for (Plain token : setUp.get("tokens").entries()) {
            token.onlyFields("x", "y", "color", "points");
            position.lay(
                    token.get("x").integer(0, size - 1),
                    token.get("y").integer(0, size - 1),
                    Colour.ofToken(token.get("color")),
                    token.get("points").integer(1, TokensPosition.MAX_POINTS));
        }
        return position;
    }

    private static List<Object> pos(Eater eater) {
        return List.of(eater.x, eater.y);
    }

    private static Map<String, Object> player(Eater eater) {
        Map<String, Object> player = new LinkedHashMap<>();
        player.put("pos", pos(eater));
        player.put("score", eater.score);
        player.put("colorBonus", eater.colourBonus);
        player.put("lastColor", Colour.code(eater.lastColour));
        return player;
    }

    private static List<Object> columns(TokensPosition position) {
        List<Object> columns = new ArrayList<>(position.size);
        for (int x = 0; x < position.size; x++) {
            List<Object> column = new ArrayList<>(position.size);
            for (int y = 0; y < position.size; y++) {
                column.add(position.hasToken(x, y) ? token(position, x, y) : (Object) false);
            }
            columns.add(column);
        }
        return columns;
    }

    private static Map<String, Object> token(TokensPosition position, int x, int y) {
        Map<String, Object> token = new LinkedHashMap<>();
        token.put("color", Colour.code(position.colour(x, y)));
        token.put("points", position.points(x, y));
        return token;
    }
}
