package bout.store.bot;

import bout.store.table.Condition;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Counts how often an owner publishes code on a day: code is kept for ever, so without a limit one token could fill the
 * bucket.
 *
 * <p>{@code pk} = {@code publications#OWNER#DAY}, {@code sk} = {@code publications}. Attributes: {@code count}, and
 * {@code expires} (two days later).
 */
public final class Publications {

    /** For an owner and day; twelve megabytes of the largest code. */
    public static final int MOST_A_DAY = 200;

    /** Longer than the day, for clocks that differ; the items are deleted some time later. */
    private static final Duration KEPT = Duration.ofDays(2);

    private final Table table;
    private final Clock clock;

    public Publications(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /** Counts a publication; false if it would be one too many, and then it is not counted. */
    public boolean count(String owner) {
        Instant now = clock.instant();
        return table.update(TableLayout.publicationsKey(owner, LocalDate.ofInstant(now, ZoneOffset.UTC)))
                .when(Condition.absent(TableLayout.COUNT).or(Condition.below(TableLayout.COUNT, MOST_A_DAY)))
                .add(TableLayout.COUNT, 1)
                .set(TableLayout.EXPIRES, now.plus(KEPT).getEpochSecond())
                .write()
                .done();
    }
}
