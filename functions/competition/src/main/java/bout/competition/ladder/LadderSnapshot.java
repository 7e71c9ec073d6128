package bout.competition.ladder;

import java.util.List;

/**
 * All that a {@link Ladder} knows, to be stored as JSON; the ladder made from it is the same to the last bit.
 *
 * @param sequence the number of journal entries
 * @param rated how many of them were rated
 * @param players in the order of their first matches
 */
public record LadderSnapshot(int format, String game, long sequence, long rated, List<LadderPlayer.State> players) {

    /** Increase it with every change of this record, or of one within. */
    private static final int FORMAT = 6;

    public LadderSnapshot {
        players = List.copyOf(players);
        if (format != FORMAT) {
            throw new IllegalArgumentException("expected format " + FORMAT + ", found " + format);
        }
    }

    public static LadderSnapshot of(Ladder ladder) {
        return new LadderSnapshot(
                FORMAT,
                ladder.game(),
                ladder.sequence(),
                ladder.rated(),
                ladder.players().values().stream().map(LadderPlayer::state).toList());
    }

    public Ladder ladder() {
        Ladder ladder = new Ladder(game, sequence, rated);
        players.forEach(player -> ladder.put(LadderPlayer.of(player)));
        return ladder;
    }
}
