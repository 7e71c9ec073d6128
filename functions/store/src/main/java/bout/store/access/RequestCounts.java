package bout.store.access;

import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * Counts the requests of each caller in each second of the clock, over all instances of the function: one conditional
 * write counts a request or refuses it, so of any number that come at the same moment no more than the limit pass.
 *
 * <p>A count whose answer was lost is sent again by the SDK and then counts twice. It errs to the stricter side, for the
 * rest of a second. An instance remembers who has nothing left in a second, so a flood costs the table no more than the
 * limit.
 *
 * <p>Safe for use by many threads. Needs the action {@code UpdateItem}.
 *
 * <p>{@code pk} = {@code requests#CALLER#SECOND}, {@code sk} = {@code requests}.
 *
 * <p>CALLER is the word token and its id, or the word address and the address; SECOND counts from 1970. Attributes: {@code count}, and {@code expires} (a minute
 * later).
 */
public final class RequestCounts {

    /** Long enough for clocks that differ; the items go at some time after that. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private static final int MOST_REMEMBERED = 1000;

    private final Table table;
    private final Clock clock;

    /** Who has nothing left, with the second in which that is so. */
    private final Map<String, Long> spent = new ConcurrentHashMap<>();

    public RequestCounts(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /** What came of counting a request. */
    public sealed interface Counted {}

    /** @param left how many more the caller may send in this second */
    public record Within(int left) implements Counted {}

    /** The caller has sent as many as may be in this second; the request was not counted. */
    public record Over() implements Counted {}

    /**
     * @param caller whose request it is: an owner or an address, of at most 1000 characters
     * @param limit how many are allowed in a second, at least 1
     */
    public Counted count(String caller, int limit) {
        Instant now = clock.instant();
        long second = now.getEpochSecond();
        if (Long.valueOf(second).equals(spent.get(caller))) {
            return new Over();
        }
        try {
            int count = Integer.parseInt(table.update(TableLayout.requestsKey(caller, second))
                    .when("attribute_not_exists(#count) OR #count < :limit")
                    .with(":limit", limit)
                    .set("#count = if_not_exists(#count, :zero) + :one")
                    .with(":zero", 0)
                    .with(":one", 1)
                    .set(TableLayout.EXPIRES, now.plus(KEPT).getEpochSecond())
                    .writeAndRead()
                    .get(TableLayout.COUNT)
                    .n());
            return new Within(limit - count);
        } catch (ConditionalCheckFailedException over) {
            if (spent.size() >= MOST_REMEMBERED) {
                spent.clear();
            }
            spent.put(caller, second);
            return new Over();
        }
    }
}
