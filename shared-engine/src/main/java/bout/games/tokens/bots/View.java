package bout.games.tokens.bots;

import bout.engine.Plain;
import bout.games.tokens.Colour;
import bout.games.tokens.Eater;
import bout.games.tokens.Move;
import bout.games.tokens.TokensState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a house bot sees on its turn.
 *
 * @param size the board's width
 * @param tokens all tokens that are left, by x, then y; never empty while a match goes on
 */
record View(int size, Eater me, Eater other, List<Token> tokens) {

    /** A token on the board. */
    record Token(int x, int y, byte colour, int points) {

        /** How many steps it takes to get to its cell. */
        int stepsFrom(int fromX, int fromY) {
            return Math.abs(x - fromX) + Math.abs(y - fromY);
        }

        int stepsFrom(Eater eater) {
            return stepsFrom(eater.x, eater.y);
        }

        /** What eating it as the next token would score. */
        int worthFor(Eater eater) {
            return points + (colour == eater.lastColour ? eater.colourBonus + 1 : 0);
        }
    }

    static View of(Map<String, Object> fields) {
        Plain ask = Plain.of(fields);
        Plain board = ask.get("board");
        boolean first = ask.get("player1").bool();
        Eater player1 = eater(board.get("player1"));
        Eater player2 = eater(board.get("player2"));
        List<Token> tokens = new ArrayList<>();
        Plain columns = board.get("tokens");
        int size = columns.length();
        for (int x = 0; x < size; x++) {
            Plain column = columns.at(x).size(size);
            for (int y = 0; y < size; y++) {
                Plain token = column.at(y);
                if (!Boolean.FALSE.equals(token.value())) {
                    tokens.add(new Token(
                            x,
                            y,
                            Colour.ofToken(token.get("color")),
                            token.get("points").integer(1, TokensState.MAX_POINTS)));
                }
            }
        }
        return new View(size, first ? player1 : player2, first ? player2 : player1, tokens);
    }

    private static Eater eater(Plain player) {
        Plain pos = player.get("pos").size(2);
        Eater eater =
                new Eater(pos.at(0).integer(0, Integer.MAX_VALUE), pos.at(1).integer(0, Integer.MAX_VALUE));
        eater.score = player.get("score").integer(0, Integer.MAX_VALUE);
        eater.colourBonus = player.get("colorBonus").integer(0, Integer.MAX_VALUE);
        eater.lastColour = Colour.lastEaten(player.get("lastColor"));
        return eater;
    }

    /** The token under the bot, or {@code null}. */
    Token here() {
        for (Token token : tokens) {
            if (token.stepsFrom(me) == 0) {
                return token;
            }
        }
        return null;
    }

    /** The move that brings the bot to a token, along x first; EAT when it is there. */
    Move towards(Token token) {
        if (token.x() != me.x) {
            return token.x() > me.x ? Move.RIGHT : Move.LEFT;
        }
        if (token.y() != me.y) {
            return token.y() > me.y ? Move.DOWN : Move.UP;
        }
        return Move.EAT;
    }
}
