package bout.store.match;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.engine.Plain;
import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.store.table.Item;
import bout.store.table.TableLayout;
import bout.wire.Json;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A match's item as it was read from the table.
 */
public record MatchItem(Map<String, AttributeValue> attributes) implements Item {

    /** What never changes after a match was accepted. */
    private static final List<String> LASTING = List.of(
            TableLayout.PK,
            TableLayout.GAME,
            TableLayout.PLAYERS,
            TableLayout.SEED,
            TableLayout.OPTIONS,
            TableLayout.TIME_LIMIT,
            TableLayout.OWNER,
            TableLayout.NOTIFY_URL,
            TableLayout.NOTIFY_SECRET,
            TableLayout.COMPETITION,
            TableLayout.CREATED_AT);

    /**
     * The item of a match that is accepted now.
     *
     * @param place which of its owner's places it takes, or {@code null} where they are not counted
     */
    public static MatchItem accepted(MatchRecord match, Instant resendAt, Integer place) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.matchKey(match.id()));
        item.put(TableLayout.ID, text(match.id()));
        item.put(TableLayout.LIST, text(list(match.game(), Status.QUEUED)));
        item.put(TableLayout.LIST_WHEN_RUNNING, text(list(match.game(), Status.RUNNING)));
        item.put(TableLayout.GAME, text(match.game()));
        item.put(
                TableLayout.PLAYERS,
                json(match.players().stream().map(MatchItem::plain).toList()));
        item.put(TableLayout.SEED, text(match.seed()));
        item.put(TableLayout.OPTIONS, json(match.options()));
        if (match.timeLimit() != null) {
            item.put(TableLayout.TIME_LIMIT, number(match.timeLimit()));
        }
        if (match.owner() != null) {
            item.put(TableLayout.OWNER, text(match.owner()));
        }
        if (match.notified() != null) {
            item.put(TableLayout.NOTIFY_URL, text(match.notified().url()));
            item.put(TableLayout.NOTIFY_SECRET, text(match.notified().secret()));
        }
        if (match.competition() != null) {
            item.put(TableLayout.COMPETITION, json(match.competition().toPlain()));
        }
        if (place != null) {
            item.put(TableLayout.PLACE, number(place));
        }
        item.put(TableLayout.STATUS, text(Status.QUEUED.code()));
        item.put(TableLayout.TURN, number(0));
        item.put(TableLayout.CREATED_AT, number(match.createdAt().toEpochMilli()));
        item.put(TableLayout.FENCE, number(0));
        item.put(TableLayout.RESEND_AT, number(resendAt.toEpochMilli()));
        item.put(TableLayout.RESENDS, number(0));
        return new MatchItem(item);
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
                game(),
                document(TableLayout.PLAYERS).entries().stream()
                        .map(MatchItem::player)
                        .toList(),
                string(TableLayout.SEED),
                fields(TableLayout.OPTIONS),
                has(TableLayout.TIME_LIMIT) ? (int) whole(TableLayout.TIME_LIMIT) : null,
                has(TableLayout.OWNER) ? string(TableLayout.OWNER) : null,
                has(TableLayout.NOTIFY_URL)
                        ? new Notify(string(TableLayout.NOTIFY_URL), string(TableLayout.NOTIFY_SECRET))
                        : null,
                has(TableLayout.COMPETITION) ? Competition.read(document(TableLayout.COMPETITION)) : null,
                status(),
                (int) whole(TableLayout.TURN),
                has(TableLayout.RESULT) ? Result.read(document(TableLayout.RESULT)) : null,
                has(TableLayout.FAILURES)
                        ? document(TableLayout.FAILURES).entries().stream()
                                .map(FailedCall::read)
                                .toList()
                        : List.of(),
                has(TableLayout.FAILURE_COUNT) ? (int) whole(TableLayout.FAILURE_COUNT) : 0,
                has(TableLayout.TALLIES)
                        ? document(TableLayout.TALLIES).entries().stream()
                                .map(SeatTally::read)
                                .toList()
                        : List.of(),
                has(TableLayout.REASON) ? string(TableLayout.REASON) : null,
                time(TableLayout.CREATED_AT),
                has(TableLayout.STARTED_AT) ? time(TableLayout.STARTED_AT) : null,
                has(TableLayout.FINISHED_AT) ? time(TableLayout.FINISHED_AT) : null,
                has(TableLayout.JOURNALLED) ? whole(TableLayout.JOURNALLED) : null);
    }

    String id() {
        return string(TableLayout.ID);
    }

    String game() {
        return string(TableLayout.GAME);
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

    /** Which of its owner's places for open matches it takes, or {@code null}. */
    Integer place() {
        return has(TableLayout.PLACE) ? (int) whole(TableLayout.PLACE) : null;
    }

    Instant leaseUntil() {
        return time(TableLayout.LEASE_UNTIL);
    }

    /** Until when it counts as watched, or {@code null} where nobody has ever looked. */
    Instant watchedUntil() {
        return has(TableLayout.WATCHED_UNTIL) ? time(TableLayout.WATCHED_UNTIL) : null;
    }

    /** Whether it counts as watched. */
    boolean watched(Instant now) {
        Instant until = watchedUntil();
        return until != null && until.isAfter(now);
    }

    /** Whether somebody who looks at it is to be noted: it goes on, and does not count as watched beyond that time. */
    boolean mayBeWatched(Instant soon) {
        return !status().over() && !(watchedUntil() != null && !watchedUntil().isBefore(soon));
    }

    Instant resendAt() {
        return time(TableLayout.RESEND_AT);
    }

    /** Where the moves lie that were saved last, or {@code null}. */
    String checkpoint() {
        return has(TableLayout.CHECKPOINT) ? string(TableLayout.CHECKPOINT) : null;
    }

    int faults() {
        return has(TableLayout.FAULTS) ? (int) whole(TableLayout.FAULTS) : 0;
    }

    int lapses() {
        return has(TableLayout.LAPSES) ? (int) whole(TableLayout.LAPSES) : 0;
    }

    /** Whether the item is running under a lease that has run out. */
    boolean lapsed(Instant now) {
        return status() == Status.RUNNING && !leaseUntil().isAfter(now);
    }

    int resends() {
        return (int) whole(TableLayout.RESENDS);
    }

    static AttributeValue resultText(Result result) {
        return json(result.toPlain());
    }

    /** The first {@value MatchRecord#STORED_FAILURES} of the failures. */
    static AttributeValue failuresText(List<FailedCall> failures) {
        return json(failures.stream()
                .limit(MatchRecord.STORED_FAILURES)
                .map(FailedCall::toPlain)
                .toList());
    }

    static AttributeValue talliesText(List<SeatTally> tallies) {
        return json(tallies.stream().map(SeatTally::toPlain).toList());
    }

    private static AttributeValue json(Object plain) {
        return text(Json.text(plain));
    }

    public static Map<String, Object> plain(PlayerRecord player) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("name", player.name());
        if (player.house() != null) {
            plain.put("house", player.house());
        } else if (player.bot() != null) {
            plain.put("bot", player.bot());
        } else {
            plain.put("url", player.url());
        }
        return plain;
    }

    public static PlayerRecord player(Plain plain) {
        String name = plain.get("name").text();
        if (plain.has("house")) {
            return PlayerRecord.house(name, plain.get("house").text());
        }
        return plain.has("bot")
                ? PlayerRecord.registered(name, plain.get("bot").text())
                : PlayerRecord.url(name, plain.get("url").text());
    }
}
