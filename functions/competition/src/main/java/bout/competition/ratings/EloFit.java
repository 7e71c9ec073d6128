package bout.competition.ratings;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The Elo ratings under which the results of many matches are likeliest, all matches at once and in no order:
 * Davidson's model of paired comparisons with draws ("On Extending the Bradley-Terry Model to Accommodate Ties in
 * Paired Comparison Experiments", Journal of the American Statistical Association 65, 1970). Players i and j of
 * strengths s_i and s_j win, draw and lose in the proportions
 *
 * <pre>s_i : nu sqrt(s_i s_j) : s_j</pre>
 *
 * and an Elo rating is 400 log10 s. A draw weighs as half a win and half a loss, as in a table of points: of players
 * who met the same opponents equally often, who has more points has the higher rating. Without draws nu is 0 and this
 * is the model of Bradley and Terry (1952). The seats are not in the model: let every pair play each board from both.
 *
 * <p>Likeliest ratings exist only when no group of players won all its matches against all others (Ford, "Solution of a
 * Ranking Problem from Binary Comparisons", American Mathematical Monthly 64, 1957), and some but not all matches were
 * draws. So each player may be given {@code prior} virtual matches against one fictitious average player, half of them
 * drawn, the others won and lost in equal parts: this draws ratings towards each other by little, and gives a player
 * who won everything, or groups that never met, finite ratings with wide intervals.
 *
 * <p>The maximum is found by Newton's method; the logarithm of the likelihood is concave. Intervals come from the
 * inverse of the information matrix.
 */
public final class EloFit {

    public static final double USUAL_PRIOR = 0.5;

    private static final double ELO_PER_LOGIT = 400 / StrictMath.log(10);
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double TWO_SIDED_95 = NORMAL.inverseSurvivalProbability(0.025);
    private static final double CONVERGED = 1e-11;

    /** With steps below this, each is about the square of the one before, but rounding may hide its gain. */
    private static final double NEARLY_CONVERGED = 1e-3;

    private static final int MOST_STEPS = 200;
    private static final int MOST_HALVINGS = 60;

    private final int players;
    private final List<PairRecord> records;
    private final int anchor;
    private final double prior;

    /**
     * The index of each player's parameter; -1 for the anchor, whose strength is 1. The last is the fictitious player.
     */
    private final int[] parameterOf;

    private final int parameters;

    /** The index of the parameter log nu, or -1 if nu is 0. */
    private final int drawParameter;

    /**
     * The maximum-likelihood ratings. The draw weight is the model's nu. Groups of players are those that no match
     * connects: only the prior makes their ratings comparable.
     */
    public record Ratings(double[] elo, double[][] covariance, int anchor, double drawWeight, int groups) {

        public double elo(int player) {
            return elo[player];
        }

        /** The standard error of a player's Elo relative to the anchor's; 0 for the anchor. */
        public double error(int player) {
            return differenceError(player, anchor);
        }

        /** Half the width of the 95 % interval around a player's Elo, relative to the anchor's. */
        public double interval95(int player) {
            return TWO_SIDED_95 * error(player);
        }

        /** The probability that one player is stronger than another, from 0 to 1. */
        public double superiority(int player, int other) {
            double error = differenceError(player, other);
            return error == 0 ? 0.5 : NORMAL.cumulativeProbability((elo[player] - elo[other]) / error);
        }

        private double differenceError(int player, int other) {
            double variance = covariance[player][player] + covariance[other][other] - 2 * covariance[player][other];
            return StrictMath.sqrt(Math.max(0, variance));
        }
    }

    private EloFit(int players, List<PairRecord> records, int anchor, double prior, boolean draws) {
        this.players = players;
        this.records = records;
        this.anchor = anchor;
        this.prior = prior;
        int next = 0;
        parameterOf = new int[players + 1];
        for (int player = 0; player <= players; player++) {
            parameterOf[player] = player == anchor || player == players && prior == 0 ? -1 : next++;
        }
        drawParameter = draws ? next++ : -1;
        parameters = next;
    }

    /**
     * Fits the ratings of players 0 to {@code players - 1}; several records of one pair add up.
     *
     * @param anchor the player whose rating is fixed
     * @param prior how many virtual matches each player gets, such as {@link #USUAL_PRIOR}; 0 for none
     * @throws ArithmeticException if there is no prior, and without one no ratings maximise the likelihood
     */
    public static Ratings fit(int players, List<PairRecord> records, int anchor, double anchorElo, double prior) {
        if (players < 1 || anchor < 0 || anchor >= players) {
            throw new IllegalArgumentException("player " + anchor + " of " + players + " cannot be the anchor");
        }
        if (!(prior >= 0) || !Double.isFinite(prior)) {
            throw new IllegalArgumentException("the prior must be a number of matches, at least 0, not " + prior);
        }
        for (PairRecord record : records) {
            if (record.first() >= players || record.second() >= players) {
                throw new IllegalArgumentException(record + ": there are only " + players + " players");
            }
        }
        long draws = records.stream().mapToLong(PairRecord::draws).sum();
        return new EloFit(players, records, anchor, prior, draws > 0 || prior > 0).fit(anchorElo);
    }

    private Ratings fit(double anchorElo) {
        double[] at = new double[parameters];
        double likelihood = logLikelihood(at);
        SymmetricMatrix information = null;
        boolean converged = parameters == 0;
        double before = Double.POSITIVE_INFINITY;
        for (int step = 0; step < MOST_STEPS && !converged; step++) {
            information = information(at);
            double[] direction = information.solve(gradient(at));
            double largest = 0;
            for (double change : direction) {
                largest = Math.max(largest, Math.abs(change));
            }
            // Steps that shrink no more are those of rounding, which grow with the number of matches.
            converged = largest < CONVERGED || largest < NEARLY_CONVERGED && largest >= before;
            before = largest;
            double length = 1;
            for (int halving = 0; halving < MOST_HALVINGS; halving++) {
                double[] next = at.clone();
                for (int i = 0; i < parameters; i++) {
                    next[i] += length * direction[i];
                }
                double nextLikelihood = logLikelihood(next);
                if (nextLikelihood >= likelihood || largest < NEARLY_CONVERGED) {
                    at = next;
                    likelihood = nextLikelihood;
                    break;
                }
                length /= 2;
            }
        }
        if (!converged) {
            throw new ArithmeticException("no maximum of the likelihood found within " + MOST_STEPS + " steps");
        }
        double[][] inverse = parameters == 0 ? new double[0][] : information.inverse();
        double[] elo = new double[players];
        double[][] covariance = new double[players][players];
        for (int player = 0; player < players; player++) {
            int own = parameterOf[player];
            elo[player] = anchorElo + ELO_PER_LOGIT * (own < 0 ? 0 : at[own]);
            for (int other = 0; other < players; other++) {
                int others = parameterOf[other];
                covariance[player][other] =
                        own < 0 || others < 0 ? 0 : ELO_PER_LOGIT * ELO_PER_LOGIT * inverse[own][others];
            }
        }
        double drawWeight = drawParameter < 0 ? 0 : StrictMath.exp(at[drawParameter]);
        return new Ratings(elo, covariance, anchor, drawWeight, groups());
    }

    private interface Visitor {
        void record(int first, int second, double wins, double draws, double losses);
    }

    private void forEachRecord(Visitor visitor) {
        for (PairRecord record : records) {
            visitor.record(
                    parameterOf[record.first()],
                    parameterOf[record.second()],
                    record.wins(),
                    record.draws(),
                    record.losses());
        }
        if (prior > 0) {
            for (int player = 0; player < players; player++) {
                visitor.record(parameterOf[player], parameterOf[players], prior / 4, prior / 2, prior / 4);
            }
        }
    }

    /** The probabilities of the three results for two strengths, and the logarithm of their normaliser. */
    private record Chances(double win, double draw, double loss, double logSum) {}

    private Chances chances(double[] at, int first, int second) {
        double half = ((first < 0 ? 0 : at[first]) - (second < 0 ? 0 : at[second])) / 2;
        double nu = drawParameter < 0 ? Double.NEGATIVE_INFINITY : at[drawParameter];
        double largest = Math.max(Math.abs(half), nu);
        double win = StrictMath.exp(half - largest);
        double loss = StrictMath.exp(-half - largest);
        double draw = StrictMath.exp(nu - largest);
        double sum = win + draw + loss;
        return new Chances(win / sum, draw / sum, loss / sum, largest + StrictMath.log(sum));
    }

    private double logLikelihood(double[] at) {
        double[] sum = new double[1];
        forEachRecord((first, second, wins, draws, losses) -> {
            double half = ((first < 0 ? 0 : at[first]) - (second < 0 ? 0 : at[second])) / 2;
            double ofDraws = drawParameter < 0 ? 0 : draws * at[drawParameter];
            sum[0] += (wins - losses) * half
                    + ofDraws
                    - (wins + draws + losses) * chances(at, first, second).logSum();
        });
        return sum[0];
    }

    private double[] gradient(double[] at) {
        double[] gradient = new double[parameters];
        forEachRecord((first, second, wins, draws, losses) -> {
            Chances chances = chances(at, first, second);
            double matches = wins + draws + losses;
            double byDifference = (wins - losses - matches * (chances.win() - chances.loss())) / 2;
            add(gradient, first, byDifference);
            add(gradient, second, -byDifference);
            add(gradient, drawParameter, draws - matches * chances.draw());
        });
        return gradient;
    }

    private static void add(double[] vector, int index, double value) {
        if (index >= 0) {
            vector[index] += value;
        }
    }

    /** The negative second derivatives of the log-likelihood. */
    private SymmetricMatrix information(double[] at) {
        double[][] matrix = new double[parameters][parameters];
        forEachRecord((first, second, wins, draws, losses) -> {
            Chances chances = chances(at, first, second);
            double matches = wins + draws + losses;
            double lead = chances.win() - chances.loss();
            double ofDifference = matches * (chances.win() + chances.loss() - lead * lead) / 4;
            double mixed = -matches * chances.draw() * lead / 2;
            add(matrix, first, first, ofDifference);
            add(matrix, second, second, ofDifference);
            add(matrix, Math.max(first, second), Math.min(first, second), -ofDifference);
            add(matrix, drawParameter, first, mixed);
            add(matrix, drawParameter, second, -mixed);
            add(matrix, drawParameter, drawParameter, matches * chances.draw() * (1 - chances.draw()));
        });
        return SymmetricMatrix.of(matrix);
    }

    private static void add(double[][] matrix, int row, int column, double value) {
        if (row >= 0 && column >= 0) {
            matrix[row][column] += value;
        }
    }

    private int groups() {
        int[] group = IntStream.range(0, players).toArray();
        for (PairRecord record : records) {
            int first = group[record.first()];
            int second = group[record.second()];
            if (first != second && record.matches() > 0) {
                Arrays.setAll(group, player -> group[player] == second ? first : group[player]);
            }
        }
        return (int) Arrays.stream(group).distinct().count();
    }

    /** The results between two players, from either seat: how often the first won, drew and lost. */
    public record PairRecord(int first, int second, long wins, long draws, long losses) {

        public PairRecord {
            if (first == second || first < 0 || second < 0) {
                throw new IllegalArgumentException(
                        "a record needs two different players, not " + first + " and " + second);
            }
            if (wins < 0 || draws < 0 || losses < 0) {
                throw new IllegalArgumentException(
                        "counts must not be negative: " + wins + ", " + draws + ", " + losses);
            }
        }

        long matches() {
            return wins + draws + losses;
        }
    }

    /** A symmetric, positive definite matrix, stored as its Cholesky factor L, with A = L L^T. */
    static final class SymmetricMatrix {

        private final double[][] lower;

        private SymmetricMatrix(double[][] lower) {
            this.lower = lower;
        }

        /** Reads only the lower half; throws an ArithmeticException if it is not positive definite. */
        static SymmetricMatrix of(double[][] matrix) {
            int size = matrix.length;
            double[][] lower = new double[size][];
            for (int row = 0; row < size; row++) {
                lower[row] = new double[row + 1];
                for (int column = 0; column <= row; column++) {
                    double sum = matrix[row][column] - dot(lower[row], lower[column], column);
                    if (row > column) {
                        lower[row][column] = sum / lower[column][column];
                    } else if (sum > 0) {
                        lower[row][row] = StrictMath.sqrt(sum);
                    } else {
                        throw new ArithmeticException(
                                "the matrix is not positive definite: pivot " + row + " is " + sum);
                    }
                }
            }
            return new SymmetricMatrix(lower);
        }

        double[] solve(double[] right) {
            int size = lower.length;
            double[] solution = right.clone();
            for (int row = 0; row < size; row++) {
                solution[row] = (solution[row] - dot(lower[row], solution, row)) / lower[row][row];
            }
            for (int row = size - 1; row >= 0; row--) {
                solution[row] /= lower[row][row];
                for (int column = 0; column < row; column++) {
                    solution[column] -= lower[row][column] * solution[row];
                }
            }
            return solution;
        }

        double[][] inverse() {
            int size = lower.length;
            double[][] inverse = new double[size][];
            for (int row = 0; row < size; row++) {
                double[] unit = new double[size];
                unit[row] = 1;
                inverse[row] = solve(unit);
            }
            return inverse;
        }

        private static double dot(double[] left, double[] right, int length) {
            double sum = 0;
            for (int i = 0; i < length; i++) {
                sum += left[i] * right[i];
            }
            return sum;
        }
    }
}
