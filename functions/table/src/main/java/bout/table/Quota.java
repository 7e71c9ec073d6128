package bout.table;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An owner's use of a quota, in one item: the ids of the open ones, and how many were created today. Matches and
 * tournaments are open until they end, bots until they are deleted.
 *
 * <p>Room is taken by one conditional update. So of any concurrent requests no more pass than there is room for, at the
 * price of one write. An id in the item is only a reservation; whether something is open, its own record says. A crash
 * may leave the id of something that is over or was never created. A request that finds the quota full looks for such
 * ids, at most once a minute ({@link #freeCapacity}). The number of a day may be too high by one after a crash, never
 * too low.
 *
 * <p>{@code pk} = {@code matches-of#OWNER}, of tournaments {@code tournaments-of#OWNER}, of bots {@code bots-of#OWNER};
 * {@code sk} = {@code quota}. A registered bot has one, too: {@code matches-of#BOT} is for matches that others than its
 * owner asked for, {@code matches-of#BOT#OWNER} for those of them that one other owner asked for, and
 * {@code matches-of#BOT#tournaments} for those of tournaments of others.
 *
 * <p>Attributes: {@code open}, a set of ids; {@code day} (UTC, such as 2026-01-31) and {@code count}, how many were
 * created on it, if that is limited; {@code lookedAt} (ms), when a request last looked for ids that a crash left
 * behind. An id has 36 to 40 bytes, so a write costs one write unit for each 27 or 25 that are open, and one with
 * {@value #MOST_OPEN} would have 41 KB; an item may have 400 KB.
 *
 * @param of what is counted: {@value TableLayout#MATCH}, {@value TableLayout#TOURNAMENT} or {@value TableLayout#BOT}
 * @param owner whose it is: the id of an owner or of a bot
 */
public record Quota(Table table, String of, String owner) {

    /** The most that may be open at once: writes would cost 40 write units. */
    public static final int MOST_OPEN = 1000;

    /** How often stale ids are looked for: it reads all that are open. */
    private static final Duration LOOKED_EVERY = Duration.ofMinutes(1);

    /**
     * Room that something needs in a quota.
     *
     * @param whose the owner of the quota
     * @param mostOpen how many may be open at once, 1 to {@value #MOST_OPEN}
     * @param mostToday how many may be created per day (UTC); 0 = no limit
     */
    public record Claim(String whose, int mostOpen, int mostToday) {

        public Claim {
            if (mostOpen < 1 || mostOpen > MOST_OPEN || mostToday < 0) {
                throw new IllegalArgumentException("a quota is 1 to " + MOST_OPEN + " at once, not " + mostOpen
                        + ", and 0 (no limit) or more in a day, not " + mostToday);
            }
        }
    }

    public enum Taken {
        CAPACITY,
        FULL,
        NO_MORE_TODAY
    }

    @FunctionalInterface
    public interface Stale {

        /** Which of these in the owner's quota are over, or were never created and never will be. */
        Set<String> of(String owner, Set<String> open);
    }

    /** The ids of the open ones, from a consistent read; some may be over after a crash. */
    public Set<String> open() {
        return table.item(key()).map(item -> item.strings(TableLayout.OPEN)).orElse(Set.of());
    }

    public int today(Instant now) {
        return table.item(key())
                .filter(item -> !isBefore(item, day(now)))
                .map(item -> item.count(TableLayout.COUNT))
                .orElse(0);
    }

    /** Whether the count is of a day before this one, or of none. */
    private static boolean isBefore(Item item, LocalDate day) {
        return !item.has(TableLayout.DAY) || item.string(TableLayout.DAY).compareTo(day.toString()) < 0;
    }

    public static LocalDate day(Instant now) {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    public static Instant tomorrow(Instant now) {
        return day(now).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /**
     * Takes room, unless this id has it. Where there is none, it looks once for stale ids.
     *
     * <p>The first id of a day begins its count, each other one continues it. A machine whose clock is behind counts
     * for the later day, so that no count begins twice.
     */
    Taken take(Claim claim, String id, Stale stale, Instant now) {
        boolean firstOfDay = false;
        boolean looked = false;
        // It terminates because a day begins only once, and no request looks twice.
        while (true) {
            TableUpdate taking = update().when(Condition.without(TableLayout.OPEN, id))
                    .when(Condition.sizeBelow(TableLayout.OPEN, claim.mostOpen()))
                    .add(TableLayout.OPEN, Set.of(id));
            String day = day(now).toString();
            if (claim.mostToday() > 0 && firstOfDay) {
                taking.when(Condition.absent(TableLayout.DAY).or(Condition.below(TableLayout.DAY, day)))
                        .set(TableLayout.DAY, day)
                        .set(TableLayout.COUNT, 1);
            } else if (claim.mostToday() > 0) {
                taking.when(Condition.atLeast(TableLayout.DAY, day))
                        .when(Condition.below(TableLayout.COUNT, claim.mostToday()))
                        .add(TableLayout.COUNT, 1);
            }
            ConditionalWrite.Written written = taking.write();
            Item found = written.item();
            Set<String> open = written.done() ? Set.of() : found.strings(TableLayout.OPEN);
            if (written.done() || open.contains(id)) {
                return Taken.CAPACITY;
            } else if (open.size() >= claim.mostOpen()) {
                if (looked || !freeCapacity(found, stale, now)) {
                    return Taken.FULL;
                }
                looked = true;
            } else if (claim.mostToday() == 0) {
                throw new IllegalStateException("room was refused for no reason: " + claim + ", " + id);
            } else if (!isBefore(found, day(now)) && found.count(TableLayout.COUNT) >= claim.mostToday()) {
                return Taken.NO_MORE_TODAY;
            } else {
                firstOfDay = !firstOfDay;
            }
        }
    }

    /**
     * Takes room for all of these, which are always taken together, or for none. Where there is none, it looks for
     * stale ids.
     */
    public boolean takeTogether(List<String> ids, int mostOpen, Stale stale, Instant now) {
        ConditionalWrite.Written taken = update().when(Condition.sizeBelow(TableLayout.OPEN, mostOpen - ids.size() + 1)
                        .or(Condition.contains(TableLayout.OPEN, ids.getFirst())))
                .add(TableLayout.OPEN, Set.copyOf(ids))
                .write();
        // It terminates because no request looks twice in a minute.
        return taken.done() || freeCapacity(taken.item(), stale, now) && takeTogether(ids, mostOpen, stale, now);
    }

    /** Removes stale ids, unless a request has looked for them within the last minute. */
    private boolean freeCapacity(Item found, Stale stale, Instant now) {
        Instant before = now.minus(LOOKED_EVERY);
        // Repeated requests with a full quota cost one look a minute, and no writes here.
        if (found.has(TableLayout.LOOKED_AT)
                && found.time(TableLayout.LOOKED_AT).isAfter(before)) {
            return false;
        }
        boolean looks = update().when(
                        Condition.absent(TableLayout.LOOKED_AT).or(Condition.atMost(TableLayout.LOOKED_AT, before)))
                .set(TableLayout.LOOKED_AT, now)
                .write()
                .done();
        Set<String> gone = looks ? stale.of(owner, found.strings(TableLayout.OPEN)) : Set.of();
        if (!gone.isEmpty()) {
            free(gone);
        }
        return !gone.isEmpty();
    }

    /** Takes room for what exists already, beyond any limit. */
    public void add(Collection<String> ids) {
        update().add(TableLayout.OPEN, Set.copyOf(ids)).write();
    }

    /** Frees room. Has no effect on ids that take none. */
    public void free(Collection<String> ids) {
        update().delete(TableLayout.OPEN, Set.copyOf(ids)).write();
    }

    public TableUpdate freed(String id) {
        return update().delete(TableLayout.OPEN, Set.of(id));
    }

    /** Frees room for which nothing was created, and takes it back from the count of the day when it was taken. */
    void takeBack(Claim claim, String id, Instant taken) {
        // If it is refused, it was taken back by this write, whose answer was lost, or another day has begun.
        boolean counted = claim.mostToday() > 0
                && update().when(Condition.contains(TableLayout.OPEN, id))
                        .when(Condition.equal(TableLayout.DAY, day(taken).toString()))
                        .delete(TableLayout.OPEN, Set.of(id))
                        .add(TableLayout.COUNT, -1)
                        .write()
                        .done();
        if (!counted) {
            free(Set.of(id));
        }
    }

    private TableUpdate update() {
        return table.update(key());
    }

    private Map<String, AttributeValue> key() {
        return TableLayout.quotaKey(of, owner);
    }
}
