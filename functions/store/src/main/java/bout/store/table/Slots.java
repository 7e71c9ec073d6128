package bout.store.table;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The parts of transactions by which an owner's matches or tournaments are counted: those that are open by slots, of
 * which each open one takes one and gives it back, the matches of a day by a number.
 *
 * <p>A slot is an item of its own, so the hundred matches that one runner ends at the same moment do not wait for each
 * other, as they would for one common counter.
 *
 * <p>{@code pk} = {@code matches-of#OWNER}, of tournaments {@code tournaments-of#OWNER}.
 *
 * <p>Where they are limited, {@code sk} = {@code slot#N} is a slot for an open match, N counting from 1 in five digits:
 * {@code slot} (N) and, while it is taken, {@code match} (its id). There are as many as were ever taken at once. And
 * {@code sk} = {@code day#DATE} has {@code count}, the matches accepted on that day of UTC, and {@code expires} (a day
 * after it).
 *
 * @param of the attribute that names who has a slot: {@value TableLayout#MATCH} or {@value TableLayout#TOURNAMENT}
 */
public record Slots(Table table, String of) {

    /** For how long after its end a day's count is kept: longer than clocks differ. */
    private static final Duration DAY_KEPT = Duration.ofDays(1);

    /** The slots of an owner that are taken, each with the id of who has it, as they are now. */
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

    /** A slot that is free, any of them, so that requests at the same moment seldom take the same; none if all are taken. */
    public static Optional<Integer> free(Map<Integer, String> taken, int limit) {
        if (taken.size() >= limit) {
            // Also where the limit was lowered and the taken slots have higher numbers.
            return Optional.empty();
        }
        int[] free = IntStream.rangeClosed(1, limit)
                .filter(slot -> !taken.containsKey(slot))
                .toArray();
        return Optional.of(free[ThreadLocalRandom.current().nextInt(free.length)]);
    }

    public TransactWriteItem take(String owner, int slot, String id) {
        return table.update(TableLayout.slotKey(of, owner, slot))
                .when("attribute_not_exists(#" + of + ")")
                .set(of, id)
                .set(TableLayout.SLOT, slot)
                .part();
    }

    /** Fails nothing where the slot is free already: that it is free is all that is wanted. */
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

    private static LocalDate day(Instant now) {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    /** When the next day begins. */
    public static Instant tomorrow(Instant now) {
        return day(now).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
