package bout.store.access;

import bout.table.Condition;
import bout.table.ConditionalWrite.Written;
import bout.table.Table;
import bout.table.TableLayout;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts each caller's requests per second, or per minute, across all instances of the function. One conditional write
 * counts a request or rejects it, so of any concurrent requests no more than the limit pass.
 *
 * <p>If an answer is lost and the SDK retries, a request counts twice: the limit is then a little too strict for the
 * rest of the period. An instance remembers which callers have nothing left in a period, so a flood costs no more
 * writes than the limit.
 *
 * <p>{@code pk} = {@code requests#CALLER#PERIOD}, {@code sk} = {@code requests}.
 *
 * <p>CALLER is a word (token, address; for minutes tickets, wrong-secrets) and the token's id or the address; PERIOD is
 * the second or minute since 1970. Attributes: {@code count}, and {@code expires} (a minute after the period).
 */
public final class RequestCounts {

    /** Long enough for clocks that differ; the items are deleted some time later. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private static final int MOST_REMEMBERED = 1000;

    private final Table table;
    private final Clock clock;
    private final Duration period;

    private final Map<String, Long> spent = new ConcurrentHashMap<>();

    public RequestCounts(Table table, Clock clock, Duration period) {
        this.table = table;
        this.clock = clock;
        this.period = period;
    }

    /**
     * @param caller whose request it is: an owner or an address, of at most 1000 characters
     * @param limit the maximum per period, at least 1
     * @return how many more requests the caller may send in this period; empty if it has reached the limit, and then
     *     the request was not counted
     */
    public OptionalInt count(String caller, int limit) {
        Instant now = clock.instant();
        long current = now.getEpochSecond() / period.toSeconds();
        if (Long.valueOf(current).equals(spent.get(caller))) {
            return OptionalInt.empty();
        }
        Written counted = table.update(TableLayout.requestsKey(caller, current))
                .when(Condition.absent(TableLayout.COUNT).or(Condition.below(TableLayout.COUNT, limit)))
                .add(TableLayout.COUNT, 1)
                .set(TableLayout.EXPIRES, now.plus(period).plus(KEPT).getEpochSecond())
                .writeAndRead();
        if (counted.done()) {
            return OptionalInt.of(limit - counted.item().count(TableLayout.COUNT));
        }
        if (spent.size() >= MOST_REMEMBERED) {
            spent.clear();
        }
        spent.put(caller, current);
        return OptionalInt.empty();
    }

    /** In how many whole seconds the next period begins, at least 1. */
    public long secondsLeft() {
        return period.toSeconds() - clock.instant().getEpochSecond() % period.toSeconds();
    }
}
