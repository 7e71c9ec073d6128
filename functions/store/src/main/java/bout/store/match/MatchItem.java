package bout.store.match;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.store.id.MatchIds;
import bout.store.table.Item;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import bout.wire.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A match's item in the table.
 *
 * <p>{@code pk} = {@code match#ID}, {@code sk} = {@code match}.
 *
 * <table>
 * <caption>Attributes</caption>
 * <tr><td>{@code id}</td><td>a {@code MatchIds} id; it sorts by time</td></tr>
 * <tr><td>{@code list}</td><td>the partition of the index: {@code GAME#STATUS}, or {@code running#RUNNER} while a
 *     runner plays it, so that no partition has the matches of all runners, and a dead runner's are one query</td></tr>
 * <tr><td>{@code settings}, {@code origin}</td><td>JSON text of {@link MatchSettings} and {@link MatchOrigin}. They
 *     are text so that numbers stay exact: DynamoDB's numbers have 38 decimal digits, a smaller range than a double, and
 *     no negative zero</td></tr>
 * <tr><td>{@code quotasOf}</td><td>while it is open: in whose quotas of open matches it counts, a set. These are its
 *     owner if that has limits, and each registered bot that someone else asked to play. The end of the match removes
 *     it, so a match that is put back after it has failed counts in none</td></tr>
 * <tr><td>{@code status}</td><td>{@code Status.code}</td></tr>
 * <tr><td>{@code turn}</td><td>turns played, as last reported by the runner; all turns when finished</td></tr>
 * <tr><td>{@code createdAt}, {@code startedAt}, {@code finishedAt}</td><td>ms since 1970; the last two are missing
 *     until they happen</td></tr>
 * <tr><td>{@code fence}</td><td>the number of leases so far; it only grows</td></tr>
 * <tr><td>{@code holder}</td><td>while running: the id of its runner</td></tr>
 * <tr><td>{@code change}</td><td>a random name of the last change under a lease, or of the one that took the lease, so
 *     that a change that is sent twice is recognized</td></tr>
 * <tr><td>{@code watchedUntil} (ms)</td><td>how long it counts as watched, if somebody watched it while it was queued;
 *     for a running match, its runner's item has that. A lost or repeated write does no harm</td></tr>
 * <tr><td>{@code due}, {@code dueAt} (ms)</td><td>what the sweeper does about a match that has ended, and when, in the
 *     index {@code by-due}: {@code webhooks} until its webhook is queued, or {@code results} until its result is in the
 *     journal of its competition</td></tr>
 * <tr><td>{@code journalled}</td><td>the number of its entry in that journal, once it has one</td></tr>
 * <tr><td>{@code checkpoint}</td><td>the name of the last checkpoint in {@code Checkpoints}; most matches end before
 *     the first</td></tr>
 * <tr><td>{@code absences}</td><td>how often it was put back because a bot was not there; missing = never</td></tr>
 * <tr><td>{@code faults}, {@code expiredLeases}</td><td>the number of server errors and of expired leases; missing
 *     before the first</td></tr>
 * <tr><td>{@code requeues}, {@code requeueAt} (ms)</td><td>while queued: how often the sweeper has sent the id again, and
 *     when its message counts as lost; see {@code RequeueBackoff}</td></tr>
 * <tr><td>{@code result}, {@code failures}, {@code tallies}, {@code failureCount}</td><td>when finished: three JSON
 *     texts
 *     (the second with the first {@code MatchOutcome.STORED_FAILURES} failed calls, the third of each seat's
 *     {@code SeatTally}) and how many calls failed in all</td></tr>
 * <tr><td>{@code reason}</td><td>when failed or cancelled</td></tr>
 * </table>
 */
public record MatchItem(Map<String, AttributeValue> attributes) implements Item {

    /** What never changes after the match was accepted. */
    private static final List<String> LASTING =
            List.of(TableLayout.PK, TableLayout.SETTINGS, TableLayout.ORIGIN, TableLayout.CREATED_AT);

    /**
     * The item of a new match.
     *
     * @param quotasOf in whose quotas it counts
     */
    public static MatchItem accepted(MatchRecord match, Instant requeueAt, Set<String> quotasOf) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.matchKey(match.id()));
        item.put(TableLayout.ID, text(match.id()));
        item.put(TableLayout.LIST, text(list(match.game(), Status.QUEUED)));
        item.put(TableLayout.SETTINGS, json(match.settings()));
        item.put(TableLayout.ORIGIN, json(match.origin()));
        if (!quotasOf.isEmpty()) {
            item.put(TableLayout.QUOTAS_OF, AttributeValue.fromSs(List.copyOf(quotasOf)));
        }
        item.put(TableLayout.STATUS, text(Status.QUEUED.code()));
        item.put(TableLayout.TURN, number(0));
        item.put(TableLayout.CREATED_AT, number(match.createdAt().toEpochMilli()));
        item.put(TableLayout.FENCE, number(0));
        item.put(TableLayout.REQUEUES, number(0));
        item.put(TableLayout.REQUEUE_AT, number(requeueAt.toEpochMilli()));
        return new MatchItem(item);
    }

    /** The match with this id, if there is one, from a consistent read; also for a text that is no id. */
    static Optional<MatchItem> find(Table table, String id) {
        return MatchIds.isId(id) ? table.item(TableLayout.matchKey(id)).map(MatchItem::new) : Optional.empty();
    }

    /** An update of a match, which returns the item if its condition rejects it. */
    static TableUpdate update(Table table, String id) {
        return table.update(TableLayout.matchKey(id)).itemIfRefused();
    }

    /** The partition of the index that holds the matches of a game that have a status, except running ones. */
    static String list(String game, Status status) {
        return TableLayout.list(game, status.code());
    }

    /**
     * Makes a match wait for a runner.
     *
     * @param requeues how often the sweeper has sent it since it last became queued
     */
    static TableUpdate queue(TableUpdate update, String game, int requeues, Instant now) {
        return update.set(TableLayout.STATUS, Status.QUEUED.code())
                .set(TableLayout.LIST, list(game, Status.QUEUED))
                .set(TableLayout.REQUEUES, requeues)
                .set(TableLayout.REQUEUE_AT, now.plus(RequeueBackoff.after(requeues)))
                .remove(TableLayout.HOLDER);
    }

    /** Whether both are of the match that was accepted with the same id, players, options and so on. */
    boolean sameMatch(MatchItem other) {
        for (String name : LASTING) {
            AttributeValue mine = attributes.get(name);
            AttributeValue others = other.attributes.get(name);
            if (mine == null ? others != null : !mine.equals(others)) {
                return false;
            }
        }
        return true;
    }

    public MatchRecord match() {
        return new MatchRecord(
                id(),
                settings(),
                read(TableLayout.ORIGIN, MatchOrigin.class),
                time(TableLayout.CREATED_AT),
                new MatchProgress(status(), (int) whole(TableLayout.TURN), timeOrNull(TableLayout.STARTED_AT)),
                has(TableLayout.FINISHED_AT) ? outcome() : MatchOutcome.NONE);
    }

    private MatchOutcome outcome() {
        return new MatchOutcome(
                has(TableLayout.RESULT) ? read(TableLayout.RESULT, Result.class) : null,
                list(TableLayout.FAILURES, FailedCall[].class),
                has(TableLayout.FAILURE_COUNT) ? (int) whole(TableLayout.FAILURE_COUNT) : 0,
                list(TableLayout.TALLIES, SeatTally[].class),
                stringOrNull(TableLayout.REASON),
                time(TableLayout.FINISHED_AT),
                has(TableLayout.JOURNALLED) ? whole(TableLayout.JOURNALLED) : null);
    }

    private <T> List<T> list(String name, Class<T[]> type) {
        return has(name) ? List.of(read(name, type)) : List.of();
    }

    private MatchSettings settings() {
        return read(TableLayout.SETTINGS, MatchSettings.class);
    }

    String id() {
        return string(TableLayout.ID);
    }

    String game() {
        return settings().game().id();
    }

    Status status() {
        String code = string(TableLayout.STATUS);
        return Status.of(code).orElseThrow(() -> wrong(TableLayout.STATUS, "is " + code));
    }

    long fence() {
        return whole(TableLayout.FENCE);
    }

    /** Which runner plays it, while it is running. */
    String holder() {
        return string(TableLayout.HOLDER);
    }

    /** Whether the last change was the one of this name. */
    boolean changedBy(String change) {
        return has(TableLayout.CHANGE) && string(TableLayout.CHANGE).equals(change);
    }

    /** In whose quotas it counts until it ends. */
    Set<String> quotasOf() {
        return has(TableLayout.QUOTAS_OF)
                ? Set.copyOf(attributes.get(TableLayout.QUOTAS_OF).ss())
                : Set.of();
    }

    /** Until when it counts as watched by those who watched it while it was queued, or {@code null}. */
    Instant watchedUntil() {
        return timeOrNull(TableLayout.WATCHED_UNTIL);
    }

    /** When its message counts as lost, while it is queued. */
    Instant requeueAt() {
        return time(TableLayout.REQUEUE_AT);
    }

    /** The key of the last checkpoint, or {@code null}. */
    String checkpoint() {
        return stringOrNull(TableLayout.CHECKPOINT);
    }

    int faults() {
        return has(TableLayout.FAULTS) ? (int) whole(TableLayout.FAULTS) : 0;
    }

    int absences() {
        return has(TableLayout.ABSENCES) ? (int) whole(TableLayout.ABSENCES) : 0;
    }

    int expiredLeases() {
        return has(TableLayout.EXPIRED_LEASES) ? (int) whole(TableLayout.EXPIRED_LEASES) : 0;
    }

    int requeues() {
        return (int) whole(TableLayout.REQUEUES);
    }

    /**
     * The first {@value MatchOutcome#STORED_FAILURES} of the failures. The first for want of time decides who loses, so
     * it takes the place of the last of them if it came later.
     */
    static AttributeValue failuresText(List<FailedCall> failures) {
        List<FailedCall> kept = new ArrayList<>(
                failures.stream().limit(MatchOutcome.STORED_FAILURES).toList());
        failures.stream()
                .filter(call -> call.failure().kind() == Failure.Kind.OUT_OF_TIME)
                .findFirst()
                .filter(late -> !kept.contains(late))
                .ifPresent(late -> kept.set(kept.size() - 1, late));
        return json(kept);
    }

    /** A value or a record as JSON text. */
    static AttributeValue json(Object value) {
        return text(Json.text(value));
    }
}
