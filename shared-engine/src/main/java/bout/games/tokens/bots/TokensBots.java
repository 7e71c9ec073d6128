package bout.games.tokens.bots;

import bout.engine.HouseBot;
import bout.engine.HouseBot.Strategy;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.games.tokens.Colour;
import bout.games.tokens.Eater;
import bout.games.tokens.Move;
import bout.games.tokens.TokensPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

public final class TokensBots {

    /** More than a single token can score on the largest board. */
    private static final double MORE_THAN_ANY_WORTH = 1000;

    /** How many tokens {@code path} looks ahead, and how many it considers as the next one. */
    private static final int PATH_TOKENS = 4;

    private static final int PATH_BRANCHES = 4;

    /** The weight of continuing a row for {@code hungry}, in points. It is doubled for a token on its own cell. */
    private static final double ROW = 1.6;

    /** What {@code hungry} subtracts for a token that the opponent is standing on. */
    private static final double TAKEN = 100;

    public static final List<HouseBot> ALL = List.of(
            bot("lazy", "Never walks; eats the token it starts on.", random -> view -> Move.EAT),
            bot("mirror", "Does the opposite of its opponent's last step.", random -> new Mirror()),
            bot("kinda-random", "Eats the token on its cell; otherwise walks at random.", TokensBots::kindaRandom),
            bot(
                    "quantity",
                    "Goes to the nearest token, whatever it is worth.",
                    random -> view -> view.towards(best(view.tokens(), token -> -token.stepsFrom(view.me())))),
            bot(
                    "naive",
                    "Goes to the nearest token; of several, to the one that scores most.",
                    random -> view -> view.towards(best(
                            view.tokens(),
                            token -> token.worthFor(view.me()) - MORE_THAN_ANY_WORTH * token.stepsFrom(view.me())))),
            bot(
                    "best-per-step",
                    "Goes for the most points per step, and prefers a row of one colour.",
                    random -> view -> view.towards(best(view.tokens(), token -> likingRows(token, view.me())))),
            bot(
                    "path",
                    "Searches paths through the next few tokens and takes the one with the most points per move.",
                    random -> TokensBots::path),
            bot(
                    "hungry",
                    "Weighs points, rows, distance, nearby tokens and the race against its opponent.",
                    random -> TokensBots::hungry),
            bot(
                    "gourmet",
                    "Plans four tokens ahead and prefers those that it reaches before its opponent. The strongest"
                            + " house bot.",
                    random -> view -> new Gourmet(view.other()).choose(view)));

    /**
     * A request, as a house bot sees it. The tokens are sorted by x, then y; there is one while the match is running.
     */
    record View(int size, Eater me, Eater other, List<Token> tokens) {

        static View of(Plain ask) {
            Plain board = ask.get("board");
            boolean first = ask.get("player1").bool();
            Eater player1 = eater(board.get("player1"));
            Eater player2 = eater(board.get("player2"));
            List<Token> tokens = new ArrayList<>();
            Plain columns = board.get("tokens");
            int size = columns.length();
            columns.readColumns(size, size, (token, cell) -> {
                if (!Boolean.FALSE.equals(token.value())) {
                    tokens.add(new Token(
                            cell / size,
                            cell % size,
                            Colour.ofToken(token.get("color")),
                            token.get("points").integer(1, TokensPosition.MAX_POINTS)));
                }
            });
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

        /** The next move towards a token, along x first; EAT if the bot is already there. */
        Move towards(Token token) {
            return step(token.x() - me.x, token.y() - me.y);
        }
    }

    /** A step along x if {@code dx} is not 0, else along y; EAT if both are 0. */
    private static Move step(int dx, int dy) {
        return dx > 0 ? Move.RIGHT : dx < 0 ? Move.LEFT : dy > 0 ? Move.DOWN : dy < 0 ? Move.UP : Move.EAT;
    }

    record Token(int x, int y, byte colour, int points) {

        int stepsFrom(Eater eater) {
            return Math.abs(x - eater.x) + Math.abs(y - eater.y);
        }

        int worthFor(Eater eater) {
            return points + (colour == eater.lastColour ? eater.colourBonus + 1 : 0);
        }
    }

    private TokensBots() {}

    private static HouseBot bot(String name, String sentence, Function<SeededRandom, Strategy<View, Move>> maker) {
        return HouseBot.of(name, sentence, View::of, maker, move -> Plain.object("move", move.name()));
    }

    private static Token best(List<Token> tokens, ToDoubleFunction<Token> value) {
        Token best = null;
        double highest = 0;
        for (Token token : tokens) {
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
            if (view.tokens().stream().anyMatch(token -> token.stepsFrom(view.me()) == 0)) {
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
            return step(now.y == was.y ? was.x - now.x : 0, was.y - now.y);
        }
    }

    /** Searches paths through the next four tokens, and only considers the tokens with the most points per move. */
    private static Move path(View view) {
        List<Token> left = view.tokens();
        return view.towards(
                best(promising(left, view.me()), token -> bestRate(left, view.me(), token, 0, 0, PATH_TOKENS)));
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
        return promising(tokens, PATH_BRANCHES, token -> (double) token.worthFor(from) / (token.stepsFrom(from) + 1));
    }

    private record Rated(Token token, double rate) {}

    /** The tokens with the highest rates, best first. */
    static List<Token> promising(List<Token> tokens, int most, ToDoubleFunction<Token> rate) {
        List<Rated> rated = new ArrayList<>();
        tokens.forEach(token -> rated.add(new Rated(token, rate.applyAsDouble(token))));
        rated.sort((one, other) -> Double.compare(other.rate, one.rate));
        return rated.stream().limit(most).map(Rated::token).toList();
    }

    /** Each turn, gives every token a weight made up of several criteria, and goes for the heaviest token. */
    private static Move hungry(View view) {
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
        Token goal = best(view.tokens(), token -> {
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
        return step(Math.abs(dx) >= Math.abs(dy) ? dx : 0, dy);
    }

    /**
     * Plans a path through the next four tokens. A path is worth the points that it scores. Later points count less
     * than earlier ones, and tokens that the opponent can reach first or at the same time count a little less.
     */
    private record Gourmet(Eater other) {

        private static final int DEPTH = 4;
        private static final int BRANCHES = 6;

        /** The factor by which the value of a point shrinks with each move. */
        private static final double PATIENCE = 0.97;

        /** The factor for the value of a token that the opponent can reach first. */
        private static final double LOST_RACE = 0.8;

        /** The factor for the value of a token that both players reach at the same time. */
        private static final double EVEN_RACE = 0.9;

        Move choose(View view) {
            return view.towards(best(
                    promising(view.tokens(), view.me(), 0),
                    token -> worth(view.tokens(), view.me(), token, 0, 1, DEPTH)));
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
                Eater there = after(from, token);
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
            return TokensBots.promising(left, BRANCHES, token -> {
                int needed = token.stepsFrom(from) + 1;
                return chance(token, moves + needed) * token.worthFor(from) / needed;
            });
        }
    }
}
