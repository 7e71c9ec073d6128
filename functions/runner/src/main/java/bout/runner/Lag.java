package bout.runner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Remembers how far a match was some time ago, so that it can be shown with a delay. Times are those of
 * {@link System#nanoTime}. Not thread-safe.
 */
final class Lag {

    /**
     * It remembers at most twice as many turns. Fast bots play thousands a second; to remember each would take more
     * memory than the match.
     */
    private static final int MARKS = 150;

    private final long nanos;
    private final List<Mark> marks = new ArrayList<>();

    Lag(Duration delay) {
        this.nanos = delay.toNanos();
    }

    /** How far a match was: so many turns were played, with so many calls. */
    record Mark(int turn, int calls, long at) {}

    boolean none() {
        return nanos == 0;
    }

    void note(int turn, int calls, long now) {
        if (crowded(now)) {
            marks.removeLast();
        }
        marks.addLast(new Mark(turn, calls, now));
        while (marks.size() > 1 && ripe(marks.get(1), now)) {
            marks.removeFirst();
        }
    }

    /** Whether the last mark but one is so young that the last one is not needed beside a new one. */
    private boolean crowded(long now) {
        return marks.size() > 1 && now - marks.get(marks.size() - 2).at() < nanos / MARKS;
    }

    private boolean ripe(Mark mark, long now) {
        return now - mark.at() >= nanos;
    }

    /**
     * How far the match may be shown now; empty if not at all.
     *
     * @param calls how many calls the caller that shows it knows of
     */
    Optional<Mark> shown(long now, int calls) {
        Mark shown = null;
        for (Mark mark : marks) {
            if (ripe(mark, now) && mark.calls() <= calls) {
                shown = mark;
            }
        }
        return Optional.ofNullable(shown);
    }

    /** Until more may be shown than now; {@link Long#MAX_VALUE} if nothing more has happened. */
    long untilNext(long now) {
        for (Mark mark : marks) {
            if (!ripe(mark, now)) {
                return nanos - (now - mark.at());
            }
        }
        return Long.MAX_VALUE;
    }
}
