package bout.store.table;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The parts of transactions that enforce an owner's quotas: each open match or tournament takes a slot and frees it at
 * the end, each bot takes one until it is deleted, and a number counts the matches of a day.
 *
 * <p>Each slot is its own item, so a hundred matches that end at the same moment do not contend, as they would for one
 * counter.
 *
 * <p>{@code pk} = {@code matches-of#OWNER}, of tournaments {@code tournaments-of#OWNER}, of bots {@code bots-of#OWNER}.
 * A registered bot has slots, too: {@code matches-of#BOT} are for matches that others than its owner asked for.
 *
 * <p>{@code sk} = {@code slot#N}, with N from 00001, is a slot: {@code slot} (N) and, while it is taken, {@code match}
 * (its id). There are as many as were ever taken at the same time. {@code sk} = {@code day#DATE} has {@code count}, the
 * matches accepted on that day (UTC), and {@code expires} (a day later).
 *
 * @param of the attribute that names who has a slot: {@value TableLayout#MATCH}, {@value TableLayout#TOURNAMENT} or
 *     {@value TableLayout#BOT}
 */
public record Slots(Table table, String of) {

    /** How long a day's count is kept after its end: longer than clocks differ. */
    private static final Duration DAY_KEPT = Duration.ofDays(1);

    /** The taken slots of an owner with the ids of what takes them, from a consistent read. */
    public Map<Integer, String> taken(String owner) {
        Map<Integer, String> taken = new HashMap<>();
        new Partition(table)
                .items("#pk = :pk AND begins_with(#sk, :slots)", TableLayout.slotsOf(of, owner)).stream()
                        .filter(item -> item.containsKey(of))
                        .forEach(item -> taken.put(
                                Integer.parseInt(item.get(TableLayout.SLOT).n()),
                                item.get(of).s()));
        return taken;
    }

    /** A random free slot, so that concurrent requests seldom take the same one; empty if all are taken. */
    public static Optional<Integer> free(Map<Integer, String> taken, int limit) {
        if (taken.size() >= limit) {
            // Also works if the limit was lowered and taken slots have higher numbers.
            return Optional.empty();
        }
        int[] free = IntStream.rangeClosed(1, limit)
                .filter(slot -> !taken.containsKey(slot))
                .toArray();
        return Optional.of(free[Machine.current().random(free.length)]);
    }

    public TransactWriteItem take(String owner, int slot, String id) {
        return table.update(TableLayout.slotKey(of, owner, slot))
                .when("attribute_not_exists(#" + of + ")")
                .set(of, id)
                .set(TableLayout.SLOT, slot)
                .part();
    }

    /** Succeeds even if the slot is already free. */
    public TransactWriteItem giveBack(String owner, int slot, String id) {
        return table.update(TableLayout.slotKey(of, owner, slot))
                .when("attribute_not_exists(#" + of + ") OR #" + of + " = :id")
                .with(":id", id)
                .remove(of)
                .part();
    }

    TransactWriteItem countToday(String owner, int limit, Instant now) {
        return table.update(TableLayout.dayKey(owner, day(now)))
                .when("attribute_not_exists(#count) OR #count < :limit")
                .with(":limit", limit)
                .set("#count = if_not_exists(#count, :zero) + :one")
                .with(":zero", 0)
                .with(":one", 1)
                .set(TableLayout.EXPIRES, tomorrow(now).plus(DAY_KEPT).getEpochSecond())
                .part();
    }

    /** The day (UTC) of this time. */
    public static LocalDate day(Instant now) {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    /** How many the owner has created today. */
    public int today(String owner, Instant now) {
        return table.item(TableLayout.dayKey(owner, day(now)))
                .map(item -> Integer.parseInt(item.get(TableLayout.COUNT).n()))
                .orElse(0);
    }

    /** When the next day (UTC) begins. */
    public static Instant tomorrow(Instant now) {
        return day(now).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
