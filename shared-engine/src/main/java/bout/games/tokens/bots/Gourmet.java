package bout.games.tokens.bots;

import bout.engine.HouseBot.Strategy;
import bout.games.tokens.Eater;
import bout.games.tokens.Move;
import bout.games.tokens.bots.View.Token;
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

    private List<Token> tokens;
    private Eater other;
    private boolean[] eaten;

    @Override
    public Move choose(View view) {
        tokens = view.tokens();
        other = view.other();
        eaten = new boolean[tokens.size()];
        int first = -1;
        double highest = -1;
        for (int token : promising(view.me(), 0)) {
            double worth = worth(view.me(), token, 0, 1, DEPTH);
            if (worth > highest) {
                highest = worth;
                first = token;
            }
        }
        return view.towards(tokens.get(first));
    }

    /**
     * The value of the best path that starts with a token, after so many moves, which make a point worth
     * {@code patience}.
     */
    private double worth(Eater from, int index, int moves, double patience, int depth) {
        Token token = tokens.get(index);
        int needed = token.stepsFrom(from) + 1;
        int arrival = moves + needed;
        double then = patience * power(needed);
        double worth = then * chance(token, arrival) * token.worthFor(from);
        if (depth > 1) {
            eaten[index] = true;
            Eater there = Path.after(from, token);
            double best = 0;
            for (int next : promising(there, arrival)) {
                best = Math.max(best, worth(there, next, arrival, then, depth - 1));
            }
            worth += best;
            eaten[index] = false;
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

    /** The remaining tokens with the most points per move, best first. */
    private int[] promising(Eater from, int moves) {
        int[] best = new int[BRANCHES];
        double[] rates = new double[BRANCHES];
        int count = 0;
        for (int index = 0; index < tokens.size(); index++) {
            if (eaten[index]) {
                continue;
            }
            Token token = tokens.get(index);
            int needed = token.stepsFrom(from) + 1;
            double rate = chance(token, moves + needed) * token.worthFor(from) / needed;
            int place = count;
            while (place > 0 && rates[place - 1] < rate) {
                place--;
            }
            if (place == BRANCHES) {
                continue;
            }
            count = Math.min(count + 1, BRANCHES);
            for (int i = count - 1; i > place; i--) {
                best[i] = best[i - 1];
                rates[i] = rates[i - 1];
            }
            best[place] = index;
            rates[place] = rate;
        }
        int[] found = new int[count];
        System.arraycopy(best, 0, found, 0, count);
        return found;
    }
}
