package bout.competition.ladder;

/** All that a {@link Ladder} knows, to be stored as JSON; the ladder read from it is the same to the last bit. */
public record LadderSnapshot(int format, Ladder ladder) {

    /** Increase it with every change of what a ladder consists of. */
    private static final int FORMAT = 7;

    public LadderSnapshot {
        if (format != FORMAT) {
            throw new IllegalArgumentException("expected format " + FORMAT + ", found " + format);
        }
    }

    public static LadderSnapshot of(Ladder ladder) {
        return new LadderSnapshot(FORMAT, ladder);
    }
}
