package bout.games.tokens.bots;

import bout.engine.HouseBot.Strategy;
import bout.games.tokens.Colour;
import bout.games.tokens.Eater;
import bout.games.tokens.Move;
import bout.games.tokens.bots.View.Token;

/** Each turn, gives every token a weight made up of several criteria, and goes for the heaviest token. */
final class Hungry implements Strategy<View, Move> {

    /** The weight of continuing a row, relative to points. It is doubled for a token on the bot's own cell. */
    private static final double ROW = 1.6;

    /** Subtracted for a token that the opponent is standing on. */
    private static final double TAKEN = 100;

    @Override
    public Move choose(View view) {
        double sum = 0;
        double middleX = 0;
        double middleY = 0;
        int[] ofColour = new int[Colour.BLUE + 1];
        for (Token token : view.tokens()) {
            sum += token.points();
            middleX += token.points() * token.x();
            middleY += token.points() * token.y();
            ofColour[token.colour()]++;
        }
        double centreX = middleX / sum;
        double centreY = middleY / sum;
        Token goal = TokensBots.best(view, token -> {
            Eater me = view.me();
            Eater other = view.other();
            int steps = token.stepsFrom(me);
            int othersSteps = token.stepsFrom(other);
            double weight = token.points() - steps;
            if (token.colour() == me.lastColour) {
                weight += (me.colourBonus + 1) * ROW * (steps == 0 ? 2 : 1);
            }
            if (token.colour() == other.lastColour) {
                weight += other.colourBonus + 1;
            }
            // If many tokens of a colour are left, a long row is possible.
            weight += ROW * ofColour[token.colour()] / view.tokens().size();
            // Near the centre of all points, the next token is close.
            weight -= (Math.abs(centreX - token.x()) + Math.abs(centreY - token.y())) / 2;
            if (steps + othersSteps > 0) {
                weight -= (double) (steps - othersSteps) / (steps + othersSteps) * steps;
            }
            if (othersSteps == 0 && steps > 0) {
                weight -= TAKEN;
            }
            return weight;
        });
        int dx = goal.x() - view.me().x;
        int dy = goal.y() - view.me().y;
        if (dx == 0 && dy == 0) {
            return Move.EAT;
        }
        if (Math.abs(dx) >= Math.abs(dy)) {
            return dx < 0 ? Move.LEFT : Move.RIGHT;
        }
        return dy < 0 ? Move.UP : Move.DOWN;
    }
}
