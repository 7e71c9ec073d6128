package bout.store.runner;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.store.table.Item;
import bout.store.table.TableLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A runner's item in the table.
 *
 * <p>{@code pk} = {@code runners}, {@code sk} = the runner's id. All runners are in one partition, so that a consistent
 * query finds them: a thousand of them write 200 times a second, and a partition takes 1,000.
 *
 * <table>
 * <caption>Attributes</caption>
 * <tr><td>{@code state}</td><td>{@code active}, {@code ended} or {@code dead}</td></tr>
 * <tr><td>{@code leaseUntil} (ms)</td><td>when its lease expires</td></tr>
 * <tr><td>{@code finishedAt} (ms)</td><td>when it ended or was declared dead</td></tr>
 * <tr><td>{@code watched}</td><td>a map from a match's id to the time (ms) until which it counts as watched</td></tr>
 * <tr><td>{@code stopped}</td><td>a map from the id of a match that it must stop to {@code true}</td></tr>
 * <tr><td>{@code expires}</td><td>a day after its start, in case no sweeper removes it</td></tr>
 * </table>
 */
record RunnerItem(Map<String, AttributeValue> attributes) implements Item {

    /** Longer than any runner lives and any sweeper looks at it. */
    private static final Duration KEPT = Duration.ofDays(1);

    static RunnerItem started(String id, Instant now, Instant leaseUntil) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.runnerKey(id));
        item.put(TableLayout.STATE, text(RunnerState.ACTIVE.code()));
        item.put(TableLayout.LEASE_UNTIL, number(leaseUntil.toEpochMilli()));
        item.put(TableLayout.EXPIRES, number(now.plus(KEPT).getEpochSecond()));
        // Written now, because an update can add an entry only to a map that is there.
        item.put(TableLayout.WATCHED, AttributeValue.fromM(Map.of()));
        item.put(TableLayout.STOPPED, AttributeValue.fromM(Map.of()));
        return new RunnerItem(item);
    }

    RunnerRecord runner() {
        Map<String, Instant> watched = new HashMap<>();
        map(TableLayout.WATCHED)
                .forEach((match, until) -> watched.put(match, Instant.ofEpochMilli(Long.parseLong(until.n()))));
        return new RunnerRecord(
                string(TableLayout.SK),
                state(),
                time(TableLayout.LEASE_UNTIL),
                timeOrNull(TableLayout.FINISHED_AT),
                watched,
                map(TableLayout.STOPPED).keySet());
    }

    RunnerState state() {
        String code = string(TableLayout.STATE);
        return RunnerState.of(code).orElseThrow(() -> wrong(TableLayout.STATE, "is " + code));
    }

    private Map<String, AttributeValue> map(String name) {
        AttributeValue value = attributes.get(name);
        if (value == null || !value.hasM()) {
            throw wrong(name, "is not a map");
        }
        return value.m();
    }
}
