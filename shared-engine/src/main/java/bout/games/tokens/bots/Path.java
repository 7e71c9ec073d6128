package bout.games.tokens.bots;

import bout.engine.HouseBot.Strategy;
import bout.games.tokens.Eater;
import bout.games.tokens.Move;
import bout.games.tokens.bots.View.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Searches paths through the next four tokens, and only considers the tokens with the most points per move. */
final class Path implements Strategy<View, Move> {

    private static final int DEPTH = 4;
    private static final int BRANCHES = 4;

    @Override
    public Move choose(View view) {
        List<Token> left = new ArrayList<>(view.tokens());
        Token first = null;
        double highest = -1;
        for (Token token : promising(left, view.me())) {
            double rate = bestRate(left, view.me(), token, 0, 0, DEPTH);
            if (rate > highest) {
                highest = rate;
                first = token;
            }
        }
        return view.towards(first);
    }

    /** The most points per move of all paths that start with a token. */
    private static double bestRate(List<Token> left, Eater from, Token token, int points, int moves, int depth) {
        int newPoints = points + token.worthFor(from);
        int newMoves = moves + token.stepsFrom(from) + 1;
        double best = (double) newPoints / newMoves;
        if (depth == 1 || left.size() == 1) {
            return best;
        }
        List<Token> rest = new ArrayList<>(left);
        rest.remove(token);
        Eater there = after(from, token);
        for (Token next : promising(rest, there)) {
            best = Math.max(best, bestRate(rest, there, next, newPoints, newMoves, depth - 1));
        }
        return best;
    }

    static Eater after(Eater from, Token token) {
        Eater there = new Eater(token.x(), token.y());
        there.lastColour = token.colour();
        there.colourBonus = token.colour() == from.lastColour ? from.colourBonus + 1 : 0;
        return there;
    }

    private static List<Token> promising(List<Token> tokens, Eater from) {
        return promising(tokens, BRANCHES, token -> rate(token, from));
    }

    private record Rated(Token token, double rate) {}

    /** The tokens with the highest rates, best first. */
    static List<Token> promising(List<Token> tokens, int most, ToDoubleFunction<Token> rate) {
        List<Rated> rated = new ArrayList<>();
        tokens.forEach(token -> rated.add(new Rated(token, rate.applyAsDouble(token))));
        rated.sort((one, other) -> Double.compare(other.rate, one.rate));
        return rated.stream().limit(most).map(Rated::token).toList();
    }

    private static double rate(Token token, Eater from) {
        return (double) token.worthFor(from) / (token.stepsFrom(from) + 1);
    }
}
