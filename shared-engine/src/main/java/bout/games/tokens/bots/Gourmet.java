package bout.games.tokens.bots;

import bout.engine.HouseBot.Strategy;
import bout.games.tokens.Eater;
import bout.games.tokens.Move;
import bout.games.tokens.bots.View.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans a path through the next four tokens. A path is worth the points that it scores. Later points count less than
 * earlier ones, and tokens that the opponent can reach first or at the same time count a little less.
 */
final class Gourmet implements Strategy<View, Move> {

    private static final int DEPTH = 4;
    private static final int BRANCHES = 6;

    /** The factor by which the value of a point shrinks with each move. */
    private static final double PATIENCE = 0.97;

    /** The factor for the value of a token that the opponent can reach first. */
    private static final double LOST_RACE = 0.8;

    /** The factor for the value of a token that both players reach at the same time. */
    private static final double EVEN_RACE = 0.9;

    private Eater other;

    @Override
    public Move choose(View view) {
        other = view.other();
        Token first = null;
        double highest = -1;
        for (Token token : promising(view.tokens(), view.me(), 0)) {
            double worth = worth(view.tokens(), view.me(), token, 0, 1, DEPTH);
            if (worth > highest) {
                highest = worth;
                first = token;
            }
        }
        return view.towards(first);
    }

    /**
     * The value of the best path that starts with a token, after so many moves, which make a point worth
     * {@code patience}.
     */
    private double worth(List<Token> left, Eater from, Token token, int moves, double patience, int depth) {
        int needed = token.stepsFrom(from) + 1;
        int arrival = moves + needed;
        double then = patience * power(needed);
        double worth = then * chance(token, arrival) * token.worthFor(from);
        if (depth > 1) {
            List<Token> rest = new ArrayList<>(left);
            rest.remove(token);
            Eater there = Path.after(from, token);
            double best = 0;
            for (Token next : promising(rest, there, arrival)) {
                best = Math.max(best, worth(rest, there, next, arrival, then, depth - 1));
            }
            worth += best;
        }
        return worth;
    }

    private static double power(int moves) {
        double power = 1;
        for (int i = 0; i < moves; i++) {
            power *= PATIENCE;
        }
        return power;
    }

    private double chance(Token token, int arrival) {
        int others = token.stepsFrom(other) + 1;
        return arrival < others ? 1 : arrival == others ? EVEN_RACE : LOST_RACE;
    }

    /** The tokens with the most points per move that are likely to be there. */
    private List<Token> promising(List<Token> left, Eater from, int moves) {
        return Path.promising(left, BRANCHES, token -> {
            int needed = token.stepsFrom(from) + 1;
            return chance(token, moves + needed) * token.worthFor(from) / needed;
        });
    }
}
