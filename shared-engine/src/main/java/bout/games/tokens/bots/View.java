package bout.games.tokens.bots;

import bout.engine.Plain;
import bout.games.tokens.Colour;
import bout.games.tokens.Eater;
import bout.games.tokens.Move;
import bout.games.tokens.TokensPosition;
import java.util.ArrayList;
import java.util.List;

/** A request, as a house bot sees it. The tokens are sorted by x, then y; there is one while the match is running. */
record View(int size, Eater me, Eater other, List<Token> tokens) {

    record Token(int x, int y, byte colour, int points) {

        int stepsFrom(int fromX, int fromY) {
            return Math.abs(x - fromX) + Math.abs(y - fromY);
        }

        int stepsFrom(Eater eater) {
            return stepsFrom(eater.x, eater.y);
        }

        int worthFor(Eater eater) {
            return points + (colour == eater.lastColour ? eater.colourBonus + 1 : 0);
        }
    }

    static View of(Plain ask) {
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
                            token.get("points").integer(1, TokensPosition.MAX_POINTS)));
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

    Token here() {
        for (Token token : tokens) {
            if (token.stepsFrom(me) == 0) {
                return token;
            }
        }
        return null;
    }

    /** The next move towards a token, along x first; EAT if the bot is already there. */
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
