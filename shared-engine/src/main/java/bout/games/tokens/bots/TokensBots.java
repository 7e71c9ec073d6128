package bout.games.tokens.bots;

import bout.engine.HouseBot;
import bout.engine.HouseBot.Strategy;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.games.tokens.Eater;
import bout.games.tokens.Move;
import bout.games.tokens.bots.View.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

public final class TokensBots {

    /** More than a single token can score on the largest board. */
    private static final double MORE_THAN_ANY_WORTH = 1000;

    public static final List<HouseBot> ALL = List.of(
            bot("lazy", "Never walks; eats the token it starts on.", random -> view -> Move.EAT),
            bot("mirror", "Does the opposite of its opponent's last step.", random -> new Mirror()),
            bot("kinda-random", "Eats the token on its cell; otherwise walks at random.", TokensBots::kindaRandom),
            bot(
                    "quantity",
                    "Goes to the nearest token, whatever it is worth.",
                    random -> view -> view.towards(best(view, token -> -token.stepsFrom(view.me())))),
            bot(
                    "naive",
                    "Goes to the nearest token; of several, to the one that scores most.",
                    random -> view -> view.towards(best(
                            view,
                            token -> token.worthFor(view.me()) - MORE_THAN_ANY_WORTH * token.stepsFrom(view.me())))),
            bot(
                    "best-per-step",
                    "Goes for the most points per step, and prefers a row of one colour.",
                    random -> view -> view.towards(best(view, token -> likingRows(token, view.me())))),
            bot(
                    "path",
                    "Searches paths through the next few tokens and takes the one with the most points per move.",
                    random -> new Path()),
            bot(
                    "hungry",
                    "Weighs points, rows, distance, nearby tokens and the race against its opponent.",
                    random -> new Hungry()),
            bot(
                    "gourmet",
                    "Plans four tokens ahead and prefers those that it reaches before its opponent. The strongest"
                            + " house bot.",
                    random -> new Gourmet()));

    private TokensBots() {}

    private static HouseBot bot(String name, String sentence, Function<SeededRandom, Strategy<View, Move>> maker) {
        return HouseBot.of(name, sentence, View::of, maker, move -> Plain.object("move", move.name()));
    }

    static Token best(View view, ToDoubleFunction<Token> value) {
        Token best = null;
        double highest = 0;
        for (Token token : view.tokens()) {
            double worth = value.applyAsDouble(token);
            if (best == null || worth > highest) {
                best = token;
                highest = worth;
            }
        }
        return best;
    }

    private static double likingRows(Token token, Eater me) {
        int row = token.colour() == me.lastColour ? 2 * me.colourBonus + 1 : 0;
        return (double) (token.points() + row) / (token.stepsFrom(me) + 1);
    }

    private static Strategy<View, Move> kindaRandom(SeededRandom random) {
        return view -> {
            if (view.here() != null) {
                return Move.EAT;
            }
            List<Move> inside = new ArrayList<>(4);
            Eater me = view.me();
            if (me.x > 0) inside.add(Move.LEFT);
            if (me.y > 0) inside.add(Move.UP);
            if (me.y < view.size() - 1) inside.add(Move.DOWN);
            if (me.x < view.size() - 1) inside.add(Move.RIGHT);
            return inside.get(random.nextInt(inside.size()));
        };
    }

    private static final class Mirror implements Strategy<View, Move> {
        private Eater before;

        @Override
        public Move choose(View view) {
            Eater now = view.other();
            Eater was = before == null ? now : before;
            before = now;
            if (now.y != was.y) {
                return now.y < was.y ? Move.DOWN : Move.UP;
            }
            if (now.x != was.x) {
                return now.x < was.x ? Move.RIGHT : Move.LEFT;
            }
            return Move.EAT;
        }
    }
}
