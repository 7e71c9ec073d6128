package bout.store.journal;

import bout.store.match.MatchItem;
import bout.store.match.MatchRecord;
import bout.store.table.Partition;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The matchmaker's decisions, at most one per second, stored before it starts any match. One transaction counts and
 * stores the matches of a decision. So of several runs for the same time only one decides, no hour exceeds its limit,
 * and after a crash the next run knows which matches it has yet to start.
 *
 * <p>Safe for use by many threads. The actions that a function must be allowed: {@link #decide} {@code UpdateItem} and
 * {@code PutItem} of the table, {@link #open} {@code Query} of it, {@link #over} {@code DeleteItem}, {@link #count}
 * {@code GetItem}.
 *
 * <p>{@code pk} = {@code matchmaker#GAME}.
 *
 * <p>{@code sk} = {@code hour#TIME}: {@code count}, the number of matches decided in that hour, {@code seconds}, the
 * seconds of the hour for which they were decided, and {@code expires} (a day later). {@code sk} = {@code open#TIME},
 * until all matches of that decision have ended: {@code matches}, the list of items that are put when the matches
 * start.
 */
public final class LadderRuns {

    /** The most matches of a decision: they are one item, which may have 400 KB. */
    public static final int MOST_AT_ONCE = 200;

    /** How long an hour's count is kept after its end: longer than any event can be late. */
    private static final Duration HOUR_KEPT = Duration.ofDays(1);

    private static final int ATTEMPTS = 8;

    private final Table table;
    private final Transactions transactions;

    public LadderRuns(Table table) {
        this.table = table;
        this.transactions = new Transactions(table, ATTEMPTS);
    }

    /** The matches chosen at a time, as they were accepted. */
    public record Run(Instant at, List<MatchRecord> matches) {}

    /** The result of a decision. */
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
     * Decides on matches.
     *
     * @param at a whole second
     * @param matches as {@link MatchRecord#queued} makes them, 1 to {@value #MOST_AT_ONCE}
     * @param perHour the maximum of matches per hour (UTC)
     */
    public Decision decide(String game, Instant at, List<MatchRecord> matches, int perHour) {
        if (!at.equals(at.truncatedTo(ChronoUnit.SECONDS)) || matches.isEmpty() || matches.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException("no decision: " + matches.size() + " matches at " + at);
        }
        if (matches.size() > perHour) {
            return new Decision.TooMany(Math.max(0, perHour - count(game, at)));
        }
        List<TransactWriteItem> parts = List.of(counted(game, at, matches.size(), perHour), written(game, at, matches));
        Optional<Map<String, AttributeValue>> full = transactions.write(parts, 0);
        if (full.isEmpty()) {
            return new Decision.Made();
        }
        Map<String, AttributeValue> hour = full.get();
        return seconds(hour).contains(text(at))
                ? new Decision.MadeBefore()
                : new Decision.TooMany(Math.max(0, perHour - count(hour)));
    }

    private TransactWriteItem counted(String game, Instant at, int matches, int perHour) {
        Instant end = hour(at).plus(1, ChronoUnit.HOURS);
        return table.update(TableLayout.ladderHourKey(game, hour(at)))
                .when("(attribute_not_exists(#count) OR #count <= :room) AND "
                        + "(attribute_not_exists(#seconds) OR NOT contains(#seconds, :second))")
                .with(":room", perHour - matches)
                .with(":second", text(at))
                .set("#count = if_not_exists(#count, :zero) + :matches")
                .with(":zero", 0)
                .with(":matches", matches)
                .set(TableLayout.EXPIRES, end.plus(HOUR_KEPT).getEpochSecond())
                .add("#seconds :justThis")
                .with(":justThis", AttributeValue.fromSs(List.of(text(at))))
                .itemIfRefused()
                .part();
    }

    private TransactWriteItem written(String game, Instant at, List<MatchRecord> matches) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.ladderRunKey(game, at));
        item.put(
                TableLayout.MATCHES,
                AttributeValue.fromL(matches.stream()
                        .map(match -> AttributeValue.fromM(
                                MatchItem.accepted(match, at, Set.of()).attributes()))
                        .toList()));
        return table.put(item).part();
    }

    /** The runs with matches that are not known to be over, oldest first, from a consistent read. */
    public List<Run> open(String game) {
        return new Partition(table)
                .items("#pk = :pk AND begins_with(#sk, :runs)", TableLayout.ladderRuns(game)).stream()
                        .map(LadderRuns::run)
                        .toList();
    }

    private static Run run(Map<String, AttributeValue> item) {
        return new Run(
                TableLayout.timeOfLadderRun(item.get(TableLayout.SK).s()),
                item.get(TableLayout.MATCHES).l().stream()
                        .map(match -> new MatchItem(match.m()).match())
                        .toList());
    }

    /** Records that all matches of a run are over. */
    public void over(String game, Run run) {
        table.delete(TableLayout.ladderRunKey(game, run.at())).write();
    }

    /** How many matches were chosen in the hour (UTC) of a time. */
    public int count(String game, Instant time) {
        return table.item(TableLayout.ladderHourKey(game, hour(time)))
                .map(LadderRuns::count)
                .orElse(0);
    }

    private static int count(Map<String, AttributeValue> hour) {
        return hour.containsKey(TableLayout.COUNT)
                ? Integer.parseInt(hour.get(TableLayout.COUNT).n())
                : 0;
    }

    private static List<String> seconds(Map<String, AttributeValue> hour) {
        return hour.containsKey(TableLayout.SECONDS)
                ? hour.get(TableLayout.SECONDS).ss()
                : List.of();
    }

    private static Instant hour(Instant time) {
        return time.truncatedTo(ChronoUnit.HOURS);
    }

    private static String text(Instant at) {
        return Long.toString(Duration.between(hour(at), at).toSeconds());
    }
}
