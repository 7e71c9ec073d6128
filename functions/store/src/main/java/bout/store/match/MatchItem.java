package bout.store.match;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.engine.Plain;
import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.store.table.Item;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import bout.wire.Json;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A match's item in the table.
 *
 * <p>{@code pk} = {@code match#ID}, {@code sk} = {@code match}.
 *
 * <table>
 * <caption>Attributes</caption>
 * <tr><td>{@code id}</td><td>a {@code MatchIds} id; it sorts by time</td></tr>
 * <tr><td>{@code list}</td><td>{@code GAME#STATUS}, the partition of the index</td></tr>
 * <tr><td>{@code listWhenRunning}</td><td>{@code GAME#running}. With it, an update that knows only the id can move
 *     the match within the index without reading it first. Removed when the match ends</td></tr>
 * <tr><td>{@code settings}, {@code origin}</td><td>JSON text of {@link MatchSettings} and {@link MatchOrigin}. They
 *     are text so that numbers stay exact: DynamoDB's numbers have 38 decimal digits, a smaller range than a double, and
 *     no negative zero</td></tr>
 * <tr><td>{@code slot}</td><td>the slot it takes, while it is open and its owner has limits</td></tr>
 * <tr><td>{@code status}</td><td>{@code Status.code}</td></tr>
 * <tr><td>{@code turn}</td><td>turns played, as last reported by the runner; all turns when finished</td></tr>
 * <tr><td>{@code createdAt}, {@code startedAt}, {@code finishedAt}</td><td>ms since 1970; the last two are missing
 *     until they happen</td></tr>
 * <tr><td>{@code fence}</td><td>the number of leases so far; it only grows</td></tr>
 * <tr><td>{@code holder}, {@code leaseUntil} (ms)</td><td>while running: a random name of the call that took the
 *     lease, and when the lease expires</td></tr>
 * <tr><td>{@code watchedUntil} (ms)</td><td>while queued or running: how long the runner publishes a live replay;
 *     missing if nobody has watched. A lost or repeated write does no harm</td></tr>
 * <tr><td>{@code outbox}</td><td>{@code webhooks} from the end of the match until its webhook is queued, or {@code
 *     results} until its result is in the journal of its competition. It is the partition key of the index {@code
 *     by-outbox}, which holds only such matches</td></tr>
 * <tr><td>{@code journalled}</td><td>the number of its entry in that journal, once it has one</td></tr>
 * <tr><td>{@code checkpoint}</td><td>the name of the last checkpoint in {@code Checkpoints}; most matches end before
 *     the first</td></tr>
 * <tr><td>{@code faults}, {@code expiredLeases}</td><td>the number of server errors and of expired leases; missing
 *     before the first</td></tr>
 * <tr><td>{@code requeueAt} (ms), {@code requeues}</td><td>while queued: when the sweeper sends the id again, and how
 *     often it has done so; see {@code RequeueBackoff}</td></tr>
 * <tr><td>{@code result}, {@code failures}, {@code tallies}, {@code failureCount}</td><td>when finished: three JSON
 *     texts
 *     (the second with the first {@code MatchOutcome.STORED_FAILURES} failed calls, the third of each seat's
 *     {@code SeatTally}) and how many calls failed in all</td></tr>
 * <tr><td>{@code reason}</td><td>when failed</td></tr>
 * </table>
 */
public record MatchItem(Map<String, AttributeValue> attributes) implements Item {

    /** What never changes after the match was accepted. */
    private static final List<String> LASTING =
            List.of(TableLayout.PK, TableLayout.SETTINGS, TableLayout.ORIGIN, TableLayout.CREATED_AT);

    /**
     * The item of a new match.
     *
     * @param slot which of its owner's slots it takes, or {@code null} without a limit
     */
    public static MatchItem accepted(MatchRecord match, Instant requeueAt, Integer slot) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.matchKey(match.id()));
        item.put(TableLayout.ID, text(match.id()));
        item.put(TableLayout.LIST, text(list(match.game(), Status.QUEUED)));
        item.put(TableLayout.LIST_WHEN_RUNNING, text(list(match.game(), Status.RUNNING)));
        item.put(TableLayout.SETTINGS, json(match.settings()));
        item.put(TableLayout.ORIGIN, json(match.origin()));
        if (slot != null) {
            item.put(TableLayout.SLOT, number(slot));
        }
        item.put(TableLayout.STATUS, text(Status.QUEUED.code()));
        item.put(TableLayout.TURN, number(0));
        item.put(TableLayout.CREATED_AT, number(match.createdAt().toEpochMilli()));
        item.put(TableLayout.FENCE, number(0));
        item.put(TableLayout.REQUEUE_AT, number(requeueAt.toEpochMilli()));
        item.put(TableLayout.REQUEUES, number(0));
        return new MatchItem(item);
    }

    /** An update of a match, which returns the item if its condition rejects it. */
    static TableUpdate update(Table table, String id) {
        return table.update(TableLayout.matchKey(id)).itemIfRefused();
    }

    /** The partition of the index that holds the matches of a game that have a status. */
    static String list(String game, Status status) {
        return TableLayout.list(game, status.code());
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
                has(TableLayout.RESULT) ? Result.read(document(TableLayout.RESULT)) : null,
                list(TableLayout.FAILURES, FailedCall::read),
                has(TableLayout.FAILURE_COUNT) ? (int) whole(TableLayout.FAILURE_COUNT) : 0,
                list(TableLayout.TALLIES, SeatTally::read),
                stringOrNull(TableLayout.REASON),
                time(TableLayout.FINISHED_AT),
                has(TableLayout.JOURNALLED) ? whole(TableLayout.JOURNALLED) : null);
    }

    private <T> List<T> list(String name, Function<Plain, T> entry) {
        return has(name) ? document(name).entries().stream().map(entry).toList() : List.of();
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

    /** Whether the item is running under the lease that the call of this name took. */
    boolean heldBy(String holder) {
        return status() == Status.RUNNING && string(TableLayout.HOLDER).equals(holder);
    }

    /** Which of its owner's slots for open matches it takes, or {@code null}. */
    Integer slot() {
        return has(TableLayout.SLOT) ? (int) whole(TableLayout.SLOT) : null;
    }

    Instant leaseUntil() {
        return time(TableLayout.LEASE_UNTIL);
    }

    /** Until when it counts as watched, or {@code null} if it was never watched. */
    Instant watchedUntil() {
        return timeOrNull(TableLayout.WATCHED_UNTIL);
    }

    /** Whether it counts as watched. */
    boolean watched(Instant now) {
        Instant until = watchedUntil();
        return until != null && until.isAfter(now);
    }

    /** Whether a watcher must be recorded: the match is open, and does not count as watched beyond that time. */
    boolean mayBeWatched(Instant soon) {
        return !status().over() && !(watchedUntil() != null && !watchedUntil().isBefore(soon));
    }

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

    int expiredLeases() {
        return has(TableLayout.EXPIRED_LEASES) ? (int) whole(TableLayout.EXPIRED_LEASES) : 0;
    }

    /** Whether the item is running under an expired lease. */
    boolean leaseExpired(Instant now) {
        return status() == Status.RUNNING && !leaseUntil().isAfter(now);
    }

    int requeues() {
        return (int) whole(TableLayout.REQUEUES);
    }

    static AttributeValue resultText(Result result) {
        return json(result.toPlain());
    }

    /** The first {@value MatchOutcome#STORED_FAILURES} of the failures. */
    static AttributeValue failuresText(List<FailedCall> failures) {
        return json(failures.stream()
                .limit(MatchOutcome.STORED_FAILURES)
                .map(FailedCall::toPlain)
                .toList());
    }

    static AttributeValue talliesText(List<SeatTally> tallies) {
        return json(tallies.stream().map(SeatTally::toPlain).toList());
    }

    private static AttributeValue json(Object value) {
        return text(Json.text(value));
    }
}
