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

    static Ask ask(TokensState state, Seat seat) {
        Map<String, Object> board = new LinkedHashMap<>();
        board.put("player1", player(state.first));
        board.put("player2", player(state.second));
        board.put("tokens", columns(state));
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

    static Object picture(TokensState state) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("turn", state.turn);
        picture.put("size", state.size);
        picture.put("players", List.of(player(state.first), player(state.second)));
        picture.put("tokens", columns(state));
        picture.put("idle", state.idle);
        picture.put("move", state.lastMove == null ? null : state.lastMove.name());
        picture.put("ate", state.lastMoveAte);
        return picture;
    }

    /** {@code {size, start: [x, y], tokens: [{x, y, color, points}]}}, with the tokens sorted by x, then y. */
    static Object setUp(TokensState drawn) {
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

    static TokensState readSetUp(Plain setUp, int minSize, int maxSize) {
        setUp.onlyFields("size", "start", "tokens");
        int size = setUp.get("size").integer(minSize, maxSize);
        Plain start = setUp.get("start").size(2);
        TokensState state = new TokensState(
                size, start.at(0).integer(0, size - 1), start.at(1).integer(0, size - 1));
        for (Plain token : setUp.get("tokens").entries()) {
            token.onlyFields("x", "y", "color", "points");
            state.lay(
                    token.get("x").integer(0, size - 1),
                    token.get("y").integer(0, size - 1),
                    Colour.ofToken(token.get("color")),
                    token.get("points").integer(1, TokensState.MAX_POINTS));
        }
        return state;
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

    private static List<Object> columns(TokensState state) {
        List<Object> columns = new ArrayList<>(state.size);
        for (int x = 0; x < state.size; x++) {
            List<Object> column = new ArrayList<>(state.size);
            for (int y = 0; y < state.size; y++) {
                column.add(state.hasToken(x, y) ? token(state, x, y) : (Object) false);
            }
            columns.add(column);
        }
        return columns;
    }

    private static Map<String, Object> token(TokensState state, int x, int y) {
        Map<String, Object> token = new LinkedHashMap<>();
        token.put("color", Colour.code(state.colour(x, y)));
        token.put("points", state.points(x, y));
        return token;
    }
}
