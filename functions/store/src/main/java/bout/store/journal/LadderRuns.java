package bout.store.journal;

import bout.store.match.MatchRecord;
import bout.table.Condition;
import bout.table.ConditionalWrite;
import bout.table.Item;
import bout.table.Item.Packed;
import bout.table.Partition;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TableUpdate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

/**
 * The matchmaker's decisions, at most one per second, stored before it starts any match. One transaction counts and
 * stores the matches of a decision. So of several runs for the same time only one decides, no hour exceeds its limit,
 * and after a crash the next run knows which matches it has yet to start.
 *
 * <p>{@code pk} = {@code matchmaker#LADDER}, which is the id of a game or contest.
 *
 * <p>{@code sk} = {@code hour#TIME}: {@code count}, the number of matches decided in that hour, {@code seconds}, the
 * seconds of the hour for which they were decided, and {@code expires} (a day later). {@code sk} = {@code open#TIME},
 * until all matches of that decision have ended: {@code matches}, which are put when they start.
 */
public record LadderRuns(Table table) {

    /**
     * The most matches of a decision. They are one item, which may have 400 KB: with long names only as it is packed.
     */
    public static final int MOST_AT_ONCE = 200;

    /** How long an hour's count is kept after its end: longer than any event can be late. */
    private static final Duration HOUR_KEPT = Duration.ofDays(1);

    public record Run(Instant at, List<MatchRecord> matches) {}

    public sealed interface Decision {

        /** It was stored; the caller has yet to start the matches. */
        record Made() implements Decision {}

        /** There already was one for that time; nothing was written. */
        record MadeBefore() implements Decision {}

        /**
         * It would exceed the limit of the hour; nothing was written.
         *
         * @param left how many matches the hour has left
         */
        record TooMany(int left) implements Decision {}
    }

    /**
     * @param at a whole second
     * @param matches as {@link MatchRecord#queued} makes them, 1 to {@value #MOST_AT_ONCE}
     * @param perHour the most matches in an hour (UTC)
     */
    public Decision decide(String ladder, Instant at, List<MatchRecord> matches, int perHour) {
        if (!at.equals(at.truncatedTo(ChronoUnit.SECONDS)) || matches.isEmpty() || matches.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException("no decision: " + matches.size() + " matches at " + at);
        }
        if (matches.size() > perHour) {
            return new Decision.TooMany(Math.max(0, perHour - count(ladder, at)));
        }
        List<ConditionalWrite<?>> parts = List.of(
                counted(ladder, at, matches.size(), perHour),
                table.put(TableLayout.ladderRunKey(ladder, at)).set(TableLayout.MATCHES, new Packed(matches)));
        Item hour = table.transact(parts).get(0);
        if (hour == null) {
            return new Decision.Made();
        }
        return hour.strings(TableLayout.SECONDS).contains(second(at))
                ? new Decision.MadeBefore()
                : new Decision.TooMany(Math.max(0, perHour - hour.count(TableLayout.COUNT)));
    }

    private TableUpdate counted(String ladder, Instant at, int matches, int perHour) {
        Instant end = hour(at).plus(1, ChronoUnit.HOURS);
        return table.update(TableLayout.ladderHourKey(ladder, hour(at)))
                .when(Condition.absent(TableLayout.COUNT).or(Condition.atMost(TableLayout.COUNT, perHour - matches)))
                .when(Condition.absent(TableLayout.SECONDS).or(Condition.without(TableLayout.SECONDS, second(at))))
                .add(TableLayout.COUNT, matches)
                .add(TableLayout.SECONDS, Set.of(second(at)))
                .set(TableLayout.EXPIRES, end.plus(HOUR_KEPT).getEpochSecond());
    }

    private record Decided(List<MatchRecord> matches) {}

    /** The runs with matches that are not known to be over, oldest first, from a consistent read. */
    public List<Run> open(String ladder) {
        return new Partition(table, TableLayout.matchmaker(ladder))
                .items(TableLayout.RUNS).stream()
                        .map(item -> new Run(
                                TableLayout.timeOfLadderRun(item.string(TableLayout.SK)),
                                item.as(Decided.class).matches()))
                        .toList();
    }

    public void over(String ladder, Run run) {
        table.delete(TableLayout.ladderRunKey(ladder, run.at())).write();
    }

    public int count(String ladder, Instant time) {
        return table.item(TableLayout.ladderHourKey(ladder, hour(time)))
                .map(item -> item.count(TableLayout.COUNT))
                .orElse(0);
    }

    private static Instant hour(Instant time) {
        return time.truncatedTo(ChronoUnit.HOURS);
    }

    private static String second(Instant at) {
        return Long.toString(Duration.between(hour(at), at).toSeconds());
    }
}
