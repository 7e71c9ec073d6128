package bout.games.tokens;

import bout.engine.Result;
import bout.engine.Turn;

/** The rules of Everybody Loves Tokens, in the order of the guide. */
final class TokensRules {

    /** The match ends after more moves without an eaten token than this number times the width of the board. */
    private static final int IDLE_WIDTHS = 4;

    private TokensRules() {}

    /** The players take turns and make one move each. A missing or invalid answer is a pass; the match continues. */
    static void play(TokensState state, Turn<Move> turn) {
        Move move = turn.by(state.toMove()).move();
        Eater eater = state.eater(state.toMove());
        boolean ate = move == Move.EAT && eat(state, eater);
        if (move != null && !ate) {
            step(state, eater, move);
        }
        state.idle = ate ? 0 : state.idle + 1;
        state.turn++;
        state.lastMove = move;
        state.lastMoveAte = ate;
        end(state);
    }

    /** UP, RIGHT, DOWN or LEFT goes one cell. If the step would leave the board, you stay on your cell. */
    private static void step(TokensState state, Eater eater, Move move) {
        int edge = state.size - 1;
        switch (move) {
            case UP -> eater.y = Math.max(eater.y - 1, 0);
            case RIGHT -> eater.x = Math.min(eater.x + 1, edge);
            case DOWN -> eater.y = Math.min(eater.y + 1, edge);
            case LEFT -> eater.x = Math.max(eater.x - 1, 0);
            case EAT, PASS -> {}
        }
    }

    /**
     * EAT takes the token on your cell and scores its points.
     *
     * @return whether there was a token
     */
    private static boolean eat(TokensState state, Eater eater) {
        if (!state.hasToken(eater.x, eater.y)) {
            return false;
        }
        row(eater, state.colour(eater.x, eater.y));
        eater.score += state.points(eater.x, eater.y);
        state.remove(eater.x, eater.y);
        return true;
    }

    /**
     * If your last eaten token had the same colour, your bonus grows by 1 and is scored too. Otherwise your bonus goes
     * back to 0.
     */
    private static void row(Eater eater, byte colour) {
        if (colour == eater.lastColour) {
            eater.colourBonus++;
            eater.score += eater.colourBonus;
        } else {
            eater.lastColour = colour;
            eater.colourBonus = 0;
        }
    }

    /** The match ends when all tokens are eaten, or with the (4n+1)-th move in a row that ate nothing. */
    private static void end(TokensState state) {
        String reason = state.tokens() == 0 ? "all-eaten" : state.idle > IDLE_WIDTHS * state.size ? "idle" : null;
        if (reason != null) {
            state.result = Result.byScore(state.first.score, state.second.score, reason);
        }
    }
}
