package bout.competition.tables;

import bout.competition.Outcome;
import bout.engine.Result;
import bout.engine.Seat;
import java.util.List;

/**
 * The results of a tournament, summed for each pair of players: each two seats of a match are compared by their places.
 * All sums are whole numbers (half points, parts of a score), so they do not depend on the order of the results. The
 * score of a player who played alone is kept as if it had met itself.
 */
public final class CrossTable {

    /** Scores are rounded to six decimals. */
    private static final double PARTS_OF_A_SCORE = 1e6;

    /** A number that one to seven opponents can share without a rest. */
    private static final long SHARES = 420;

    private final int players;
    private final int[][] matches;
    private final int[][] wins;
    private final int[][] draws;
    private final long[][] scores;
    private final int[] byeHalfPoints;
    private final boolean[] annulled;

    public CrossTable(int players) {
        this.players = players;
        matches = new int[players][players];
        wins = new int[players][players];
        draws = new int[players][players];
        scores = new long[players][players];
        byeHalfPoints = new int[players];
        annulled = new boolean[players];
    }

    public int players() {
        return players;
    }

    /** Adds a match of these players, by seat. */
    public void add(List<Integer> players, Result result, Outcome outcome) {
        add(players, result, outcome, 1);
    }

    /** Removes a match that was added. */
    public void remove(List<Integer> players, Result result, Outcome outcome) {
        add(players, result, outcome, -1);
    }

    private void add(List<Integer> players, Result result, Outcome outcome, int times) {
        for (int seat = 0; seat < players.size(); seat++) {
            int player = players.get(seat);
            long parts = times * Math.round(result.score(Seat.of(seat + 1)) * PARTS_OF_A_SCORE) * SHARES;
            if (players.size() == 1) {
                scores[player][player] += parts;
            }
            for (int other = 0; other < players.size(); other++) {
                if (other != seat) {
                    int against = players.get(other);
                    matches[player][against] += times;
                    wins[player][against] += outcome.halfPoints(seat, other) == 2 ? times : 0;
                    draws[player][against] += outcome.halfPoints(seat, other) == 1 ? times : 0;
                    scores[player][against] += parts / (players.size() - 1);
                }
            }
        }
    }

    /** Adds a bye, with the points that the player gets for it. */
    public void bye(int player, int halfPoints) {
        byeHalfPoints[player] += halfPoints;
    }

    /** Removes a player's matches from the sums of all others, because it withdrew before it had met everyone. */
    public void annul(int player) {
        annulled[player] = true;
    }

    public boolean annulled(int player) {
        return annulled[player];
    }

    public int matches(int player) {
        return sum(player, matches);
    }

    public int wins(int player) {
        return sum(player, wins);
    }

    public int draws(int player) {
        return sum(player, draws);
    }

    public int losses(int player) {
        return matches(player) - wins(player) - draws(player);
    }

    public int wins(int player, int against) {
        return wins[player][against];
    }

    public int draws(int player, int against) {
        return draws[player][against];
    }

    /** The share of the player's scores: in each match, every opponent has the same share of it. */
    public double score(int player, int against) {
        return scores[player][against] / SHARES / PARTS_OF_A_SCORE;
    }

    /** The sum of the mean scores of its opponents. */
    public double scoreAgainst(int player) {
        long sum = 0;
        for (int other = 0; other < players; other++) {
            sum += other != player && counts(player, other) ? scores[other][player] : 0;
        }
        return sum / SHARES / PARTS_OF_A_SCORE;
    }

    public double score(int player) {
        long sum = 0;
        for (int other = 0; other < players; other++) {
            sum += counts(player, other) ? scores[player][other] : 0;
        }
        return sum / SHARES / PARTS_OF_A_SCORE;
    }

    int halfPoints(int player) {
        return byeHalfPoints[player] + 2 * wins(player) + draws(player);
    }

    int halfPoints(int player, int against) {
        return counts(player, against) ? 2 * wins[player][against] + draws[player][against] : 0;
    }

    boolean met(int player, int other) {
        return counts(player, other) && matches[player][other] > 0;
    }

    boolean hadBye(int player) {
        return byeHalfPoints[player] > 0;
    }

    private int sum(int player, int[][] counts) {
        int sum = 0;
        for (int other = 0; other < players; other++) {
            sum += counts(player, other) ? counts[player][other] : 0;
        }
        return sum;
    }

    /** An annulled player's own row still shows its results. */
    private boolean counts(int player, int other) {
        return annulled[player] || !annulled[other];
    }
}
