package bout.games.tokens;

import bout.engine.Action;
import bout.engine.Ask;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.StateHash;
import bout.engine.TimeLimits;
import bout.engine.ToMove;
import bout.engine.TournamentStyle;
import bout.engine.Turn;
import bout.games.tokens.bots.TokensBots;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everybody Loves Tokens: two players walk over a board and eat tokens; a row of one colour earns a growing bonus. */
public final class Tokens implements Game<TokensState, Move> {

    private static final int MIN_SIZE = 5;
    private static final int MAX_SIZE = 15;

    private static final String EXPECTED_ANSWER =
            "an object with the field move, one of UP, RIGHT, DOWN, LEFT, EAT and PASS, such as {\"move\":\"EAT\"}";

    private static final GameCard CARD = new GameCard(
            "tokens",
            "Everybody Loves Tokens",
            "Eat more points than your opponent; tokens of one colour in a row earn a growing bonus.",
            List.of(
                    "The board is n by n, n drawn from 5 to 15; (0,0) is the upper left cell. Both players start on the"
                            + " same drawn cell. 2n tokens of 1 to 3 points in red, green or blue are drawn, a later one"
                            + " replacing an earlier one on its cell.",
                    "Player 1 moves first, then the players alternate, a single move each: UP, RIGHT, DOWN or LEFT (off"
                            + " the edge: you stay), EAT, or PASS.",
                    "EAT takes the token on your cell and scores its points. If your last eaten token had the same"
                            + " colour, your bonus grows by one and is scored too; another colour sets it back to 0.",
                    "A missing or unknown answer is a pass; the match goes on.",
                    "The match ends when all tokens are eaten, or with the (4n+1)-th single move in a row that ate"
                            + " nothing. More points win; tournaments count the points."),
            List.of(),
            TimeLimits.same(1000),
            Ask.Form.JSON,
            "player1: whether you are player 1; board: {player1, player2, tokens}, each player as {pos: [x, y], score,"
                    + " colorBonus, lastColor}, and tokens[x][y] as {color, points} or false where there is none.",
            "A JSON object whose field move is one of UP, RIGHT, DOWN, LEFT, EAT and PASS.",
            Collections.singletonMap("move", "EAT"),
            "points");

    @Override
    public GameCard card() {
        return CARD;
    }

    @Override
    public List<HouseBot> houseBots() {
        return TokensBots.ALL;
    }

    /** {@code {size, start: [x, y], tokens: [{x, y, color, points}]}}, the tokens by x, then y. */
    @Override
    public Object setUp(SeededRandom random, Options options) {
        int size = MIN_SIZE + below(random, MAX_SIZE - MIN_SIZE + 1);
        TokensState drawn = new TokensState(size, below(random, size), below(random, size));
        for (int i = 0; i < 2 * size; i++) {
            int x = below(random, size);
            int points = 1 + below(random, TokensState.MAX_POINTS);
            byte colour = (byte) (Colour.RED + below(random, 3));
            int y = below(random, size);
            drawn.lay(x, y, colour, points);
        }
        Map<String, Object> setUp = new LinkedHashMap<>();
        setUp.put("size", size);
        setUp.put("start", pos(drawn.eater(Seat.FIRST)));
        List<Object> tokens = new ArrayList<>();
        for (int x = 0; x < size; x++) {
            for (int y = 0; y < size; y++) {
                if (drawn.hasToken(x, y)) {
                    Map<String, Object> token = new LinkedHashMap<>();
                    token.put("x", x);
                    token.put("y", y);
                    token.put("color", Colour.code(drawn.colour(x, y)));
                    token.put("points", drawn.points(x, y));
                    tokens.add(token);
                }
            }
        }
        setUp.put("tokens", tokens);
        return setUp;
    }

    /** {@code floor(random * bound)}, as the original draws. */
    private static int below(SeededRandom random, int bound) {
        return (int) (random.nextDouble() * bound);
    }

    @Override
    public TokensState start(Plain setUp, Options options) {
        setUp.onlyFields("size", "start", "tokens");
        int size = setUp.get("size").integer(MIN_SIZE, MAX_SIZE);
        Plain start = setUp.get("start").size(2);
        TokensState position = new TokensState(
                size, start.at(0).integer(0, size - 1), start.at(1).integer(0, size - 1));
        for (Plain token : setUp.get("tokens").entries()) {
            token.onlyFields("x", "y", "color", "points");
            position.lay(
                    token.get("x").integer(0, size - 1),
                    token.get("y").integer(0, size - 1),
                    Colour.ofToken(token.get("color")),
                    token.get("points").integer(1, TokensState.MAX_POINTS));
        }
        return position;
    }

    @Override
    public ToMove toMove(TokensState position) {
        return position.result() != null ? ToMove.NOBODY : ToMove.of(position.toMove());
    }

    @Override
    public Ask ask(TokensState position, Seat seat) {
        Map<String, Object> board = new LinkedHashMap<>();
        board.put("player1", player(position.eater(Seat.FIRST)));
        board.put("player2", player(position.eater(Seat.SECOND)));
        board.put("tokens", tokens(position));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("player1", seat == Seat.FIRST);
        fields.put("board", board);
        return new Ask(Ask.Form.JSON, fields);
    }

    @Override
    public Action<Move> read(TokensState position, Seat seat, Object answer) {
        Move move = answer instanceof Map<?, ?> fields ? Move.of(fields.get("move")) : null;
        return move != null ? Action.moved(move) : Action.failed(Failure.notExpected(EXPECTED_ANSWER, answer));
    }

    /** A failure is a pass; the replay keeps it. */
    @Override
    public void play(TokensState position, Turn<Move> turn) {
        position.play(turn.by(position.toMove()).move());
    }

    @Override
    public Result result(TokensState position) {
        return position.result();
    }

    @Override
    public Object picture(TokensState position) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("turn", position.turn());
        picture.put("size", position.size);
        picture.put("players", List.of(player(position.eater(Seat.FIRST)), player(position.eater(Seat.SECOND))));
        picture.put("tokens", tokens(position));
        picture.put("idle", position.idle());
        picture.put(
                "move", position.lastMove() == null ? null : position.lastMove().name());
        picture.put("ate", position.lastMoveAte());
        return picture;
    }

    @Override
    public List<String> effects() {
        return List.of("ate");
    }

    /** {@code nextGameFair} of the original. */
    @Override
    public TournamentStyle tournamentStyle() {
        return TournamentStyle.SCORES_OF_ORDERED_PAIRS;
    }

    @Override
    public void hash(TokensState position, StateHash hash) {
        position.hash(hash);
    }

    @Override
    public Object store(Move move) {
        return move.name();
    }

    @Override
    public Move restore(Plain stored) {
        return stored.oneOf(Move.WORDS, Move::of);
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

    private static List<Object> tokens(TokensState position) {
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

    private static Map<String, Object> token(TokensState position, int x, int y) {
        Map<String, Object> token = new LinkedHashMap<>();
        token.put("color", Colour.code(position.colour(x, y)));
        token.put("points", position.points(x, y));
        return token;
    }
}
