package bout.games.tokens;

import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.engine.TimeLimits;
import bout.games.tokens.bots.TokensBots;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Everybody Loves Tokens: two players walk over a board and eat tokens. A row of one colour earns a growing bonus. */
public final class Tokens extends Game<Move> {

    private static final int MIN_SIZE = 5;

    private static final int MAX_SIZE = 15;

    private static final GameCard CARD = new GameCard(
            "tokens",
            "Everybody Loves Tokens",
            "Score more points than your opponent. Eating tokens of one colour in a row earns a growing bonus.",
            GameCard.Seats.TWO,
            List.of(
                    "The board has n by n cells, with n drawn from 5 to 15. (0,0) is the upper left cell. Both players"
                            + " start on the same random cell. 2n tokens of 1 to 3 points in red, green or blue are"
                            + " drawn; a later token replaces an earlier one on the same cell.",
                    "Player 1 moves first. The players take turns and make one move each: UP, RIGHT, DOWN or LEFT (you"
                            + " stay if the step would leave the board), EAT, or PASS.",
                    "EAT takes the token on your cell and scores its points. If your last eaten token had the same"
                            + " colour, your bonus grows by 1 and is scored too. Otherwise your bonus goes back to 0.",
                    "A missing or invalid answer is a pass; the match continues.",
                    "The match ends when all tokens are eaten, or with the (4n+1)-th move in a row that ate nothing."
                            + " The player with more points wins. Tournaments add up the points of all matches."),
            List.of(),
            TimeLimits.same(1000),
            GameCard.Form.JSON,
            "player1: whether you are player 1; board: {player1, player2, tokens}, with each player as {pos: [x, y],"
                    + " score, colorBonus, lastColor}, and tokens[x][y] as {color, points}, or false for no token.",
            "A JSON object with the field move: UP, RIGHT, DOWN, LEFT, EAT or PASS.",
            Collections.singletonMap("move", "EAT"),
            "points",
            GameCard.Calls.MOVES);

    static final String EXPECTED_ANSWER =
            "an object with the field move, one of UP, RIGHT, DOWN, LEFT, EAT and PASS, such as {\"move\":\"EAT\"}";

    public Tokens() {
        super(CARD, TokensBots.ALL, 100, List.of("ate"), List.of());
    }

    /**
     * {@code {size, start: [x, y], tokens: [{x, y, color, points}]}}, with the tokens sorted by x, then y. Draws the
     * size, the start, and 2n tokens for a board of n by n. A later token replaces an earlier one.
     */
    @Override
    public Object setUp(SeededRandom random, Options options, int seats) {
        int size = MIN_SIZE + below(random, MAX_SIZE - MIN_SIZE + 1);
        TokensPosition drawn = new TokensPosition(size, below(random, size), below(random, size));
        for (int i = 0; i < 2 * size; i++) {
            int x = below(random, size);
            int points = 1 + below(random, TokensPosition.MAX_POINTS);
            byte colour = (byte) (Colour.RED + below(random, 3));
            int y = below(random, size);
            drawn.lay(x, y, colour, points);
        }
        List<Object> tokens = new ArrayList<>();
        for (int cell = 0; cell < size * size; cell++) {
            if (drawn.hasToken(cell)) {
                Map<String, Object> token = Plain.object("x", cell / size, "y", cell % size);
                token.putAll(drawn.token(cell));
                tokens.add(token);
            }
        }
        return Plain.object("size", size, "start", List.of(drawn.first.x, drawn.first.y), "tokens", tokens);
    }

    /** Draws {@code floor(random * bound)}, as in the original. */
    private static int below(SeededRandom random, int bound) {
        return (int) (random.nextDouble() * bound);
    }

    @Override
    public TokensPosition start(Plain setUp, Options options) {
        setUp.onlyFields("size", "start", "tokens");
        int size = setUp.get("size").integer(MIN_SIZE, MAX_SIZE);
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

    /** As in {@code nextGameFair} of the original. */
    @Override
    public TournamentStyle tournamentStyle() {
        return TournamentStyle.SCORES_OF_ORDERED_PAIRS;
    }

    @Override
    public Object store(Move move) {
        return move.name();
    }

    @Override
    public Move restore(Plain stored) {
        return stored.oneOf(Move.WORDS, Move::of);
    }
}
