package bout.competition.ladder;

import bout.competition.ratings.EloFit;
import bout.competition.ratings.PairRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The maximum-likelihood Elo of the listed players of a ladder, with 95 % intervals, from all matches between their
 * current versions, in no order. The ladder's own ratings depend on the order of the matches; this shows how certain
 * the table is.
 */
public final class LadderElo {

    /** The rating of the anchor. */
    public static final double ANCHOR = 1000;

    private final long sequence;
    private final Map<String, Integer> index;
    private final EloFit.Fitted fit;

    /** @param low the lower end of the 95 % interval around the Elo, relative to the anchor's */
    public record Interval(double elo, double low, double high) {}

    private LadderElo(long sequence, Map<String, Integer> index, EloFit.Fitted fit) {
        this.sequence = sequence;
        this.index = index;
        this.fit = fit;
    }

    /**
     * @param keys the players to fit; players without a rated match are left out
     * @param anchor the key of the player whose Elo is {@value #ANCHOR}
     * @return empty if the anchor is not among them
     */
    public static Optional<LadderElo> of(Ladder ladder, Set<String> keys, String anchor) {
        // Sorted by key, so that the result does not depend on the order of the players.
        Map<String, Integer> index = new TreeMap<>();
        keys.stream()
                .filter(key -> ladder.player(key)
                        .filter(player -> player.matches() > 0)
                        .isPresent())
                .sorted()
                .forEach(key -> index.put(key, index.size()));
        if (!index.containsKey(anchor)) {
            return Optional.empty();
        }
        return switch (EloFit.fit(
                index.size(), records(ladder, index), index.get(anchor), ANCHOR, EloFit.USUAL_PRIOR)) {
            case EloFit.Fitted fit -> Optional.of(new LadderElo(ladder.sequence(), index, fit));
            case EloFit.Undetermined why ->
                throw new IllegalStateException("a fit with a prior has a maximum, but: " + why.reason());
        };
    }

    private static List<PairRecord> records(Ladder ladder, Map<String, Integer> index) {
        List<PairRecord> records = new ArrayList<>();
        index.forEach((key, player) -> ladder.players().get(key).opponents().forEach((other, meeting) -> {
            Integer opponent = index.get(other);
            // The opponent's entry has the same results. An older version of the opponent is another player.
            if (opponent != null
                    && player < opponent
                    && meeting.version() == ladder.players().get(other).version()) {
                records.add(new PairRecord(
                        player, opponent, meeting.latestWins(), meeting.latestDraws(), meeting.latestLosses()));
            }
        }));
        records.sort(Comparator.comparingInt(PairRecord::first).thenComparingInt(PairRecord::second));
        return records;
    }

    /** The {@link Ladder#sequence} of the ladder at the time of the fit. */
    public long sequence() {
        return sequence;
    }

    /** Whether the player was fitted. */
    public boolean has(String key) {
        return index.containsKey(key);
    }

    /** The Elo of a player who was fitted. */
    public Interval interval(String key) {
        int player = index.get(key);
        double half = fit.interval95(player);
        return new Interval(fit.elo(player), fit.elo(player) - half, fit.elo(player) + half);
    }

    /** The probability that one player is stronger than another, from 0 to 1; both must have been fitted. */
    public double superiority(String key, String other) {
        return fit.superiority(index.get(key), index.get(other));
    }
}
