package bout.table;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * The items with something to be done about them at a given time, from an index that contains nothing else. So finding
 * what is overdue costs the same however much is not.
 */
public record Due(Table table) {

    /** Messages are sent right after the end; one that is unsent after this time was lost. */
    public static final Duration SENT_WITHIN = Duration.ofMinutes(1);

    public enum Work {
        /** A match has an unsent webhook. */
        WEBHOOKS,
        /** A tournament has an unsent webhook. */
        TOURNAMENT_WEBHOOKS,
        /** The result of a match is not yet in the journal of its competition. */
        RESULTS
    }

    /**
     * The partition keys of what is due at that time, the most overdue first. They are read as far as they are used.
     *
     * @param atOnce how many are read with one request
     */
    public Stream<String> until(Work work, Instant time, int atOnce) {
        Condition due = Condition.equal(TableLayout.DUE, work).and(Condition.atMost(TableLayout.DUE_AT, time));
        return table
                .dynamoDb()
                .queryPaginator(table.query(due, null)
                        .indexName(TableLayout.DUE_INDEX)
                        .limit(atOnce)
                        .build())
                .items()
                .stream()
                .map(item -> item.get(TableLayout.PK).s());
    }
}
