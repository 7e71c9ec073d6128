package bout.competition.ratings;

/** The results between two players, from either seat: how often the first won, drew and lost. */
public record PairRecord(int first, int second, long wins, long draws, long losses) {

    public PairRecord {
        if (first == second || first < 0 || second < 0) {
            throw new IllegalArgumentException("a record needs two different players, not " + first + " and " + second);
        }
        if (wins < 0 || draws < 0 || losses < 0) {
            throw new IllegalArgumentException("counts must not be negative: " + wins + ", " + draws + ", " + losses);
        }
    }

    long matches() {
        return wins + draws + losses;
    }
}
