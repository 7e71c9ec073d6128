package bout.store.table;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * What an owner uses of a quota, in one item: the ids of what is open, and how many were created today. Matches and
 * tournaments are open until they end, bots until they are deleted.
 *
 * <p>Room is taken by one conditional update. So of any concurrent requests no more pass than there is room for, at the
 * price of one write. An id in the item is only a reservation; whether something is open, its own record says. Where
 * room is taken or freed outside of the transaction that writes this record, a crash may leave the id of something that
 * is over or was never created. Whoever finds no room looks for such ids, at most once a minute ({@link #makeRoom}).
 * The number of a day may be too high by one after a crash, never too low.
 *
 * <p>{@code pk} = {@code matches-of#OWNER}, of tournaments {@code tournaments-of#OWNER}, of bots {@code bots-of#OWNER};
 * {@code sk} = {@code quota}. A registered bot has one, too: {@code matches-of#BOT} is for matches that others than its
 * owner asked for, {@code matches-of#BOT#OWNER} for those of them that one other owner asked for, and
 * {@code matches-of#BOT#tournaments} for those of tournaments of others.
 *
 * <p>Attributes: {@code open}, a set of ids, missing if there is none; {@code day} (UTC, such as 2026-01-31) and
 * {@code count}, how many were created on it, if that is limited; {@code lookedAt} (ms), when somebody last looked for
 * ids that a crash left behind. An id has 36 to 40 bytes, so a write costs one write unit for each 27 or 25 that are
 * open, and one with {@value #MOST_OPEN} would have 41 KB; an item may have 400 KB.
 *
 * @param of what is counted: {@value TableLayout#MATCH}, {@value TableLayout#TOURNAMENT} or {@value TableLayout#BOT}
 * @param owner whose it is: the id of an owner or of a bot
 */
public record Quota(Table table, String of, String owner) {

    /** The most that may be open at once: writes would cost 40 write units. */
    public static final int MOST_OPEN = 1000;

    /** How often somebody looks for stale ids: it reads all that are open. */
    private static final Duration LOOKED_EVERY = Duration.ofMinutes(1);

    /** About five seconds including pauses. */
    private static final int ATTEMPTS = 12;

    /**
     * Room that something needs in a quota.
     *
     * @param whose the owner of the quota
     * @param mostOpen how many may be open at once, up to {@value #MOST_OPEN}; 0 = no limit
     * @param mostToday how many may be created per day (UTC); 0 = no limit
     */
    public record Claim(String whose, int mostOpen, int mostToday) {
        public Claim {
            if (mostOpen < 0 || mostOpen > MOST_OPEN || mostToday < 0) {
                throw new IllegalArgumentException("a quota is 0 (no limit) to " + MOST_OPEN + " at once, not "
                        + mostOpen + ", and 0 or more in a day, not " + mostToday);
            }
        }
    }

    /** Why room was not taken. */
    enum Refusal {
        /** It was: by this request, whose answer was lost. */
        TAKEN_BEFORE,
        FULL,
        NO_MORE_TODAY,
        /** The update assumed the wrong day: a new one has begun, or had already begun. */
        ANOTHER_DAY
    }

    /** What came of an attempt to take room. */
    public enum Taken {
        ROOM,
        FULL,
        NO_MORE_TODAY
    }

    /** Finds the ids of what is over, or was never created. */
    @FunctionalInterface
    public interface Stale {

        /** Whatever takes room is created and ends in one transaction with its quota, so no id is left behind. */
        Stale NEVER = (owner, open) -> Set.of();

        /**
         * Which of these are over, or were never created and never will be.
         *
         * @param owner in whose quota they are
         */
        Set<String> of(String owner, Set<String> open);
    }

    /** The ids of what is open, from a consistent read; some may be over after a crash. */
    public Set<String> open() {
        return table.item(key()).map(Quota::open).orElse(Set.of());
    }

    private static Set<String> open(Map<String, AttributeValue> item) {
        return item.containsKey(TableLayout.OPEN)
                ? Set.copyOf(item.get(TableLayout.OPEN).ss())
                : Set.of();
    }

    /** How many the owner has created today. */
    public int today(Instant now) {
        return table.item(key())
                .filter(item -> !isBefore(item, day(now)))
                .map(Quota::count)
                .orElse(0);
    }

    private static int count(Map<String, AttributeValue> item) {
        return Integer.parseInt(item.get(TableLayout.COUNT).n());
    }

    /** Whether the count is of a day before this one, or of none. */
    private static boolean isBefore(Map<String, AttributeValue> item, LocalDate day) {
        return !item.containsKey(TableLayout.DAY)
                || item.get(TableLayout.DAY).s().compareTo(day.toString()) < 0;
    }

    /** The day (UTC) of this time. */
    public static LocalDate day(Instant now) {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    /** When the next day (UTC) begins. */
    public static Instant tomorrow(Instant now) {
        return day(now).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /**
     * Takes room. Where there is none, it looks once for stale ids. To be called by whoever does not create the thing
     * in the same transaction.
     *
     * @param claim with a limit of what may be open: without one, nothing would tell whether an attempt whose answer
     *     was lost has been counted
     */
    public Taken take(Claim claim, String id, Stale stale, Instant now) {
        if (claim.mostOpen() == 0) {
            throw new IllegalArgumentException("only a transaction can count what is not limited at once: " + claim);
        }
        boolean firstOfDay = false;
        boolean looked = false;
        // Ends: a day begins only once, and nobody looks twice.
        while (true) {
            TableUpdate taking = taking(claim, id, now, firstOfDay);
            try {
                write(taking);
                return Taken.ROOM;
            } catch (ConditionalCheckFailedException refused) {
                switch (refusal(refused.item(), claim, id, now)) {
                    case TAKEN_BEFORE -> {
                        return Taken.ROOM;
                    }
                    case NO_MORE_TODAY -> {
                        return Taken.NO_MORE_TODAY;
                    }
                    case FULL -> {
                        if (looked || !makeRoom(refused.item(), stale, now)) {
                            return Taken.FULL;
                        }
                        looked = true;
                    }
                    case ANOTHER_DAY -> firstOfDay = !firstOfDay;
                }
            }
        }
    }

    /**
     * Takes room for all of these, which are always taken together, or for none. Where there is none, it looks for
     * stale ids.
     *
     * @param mostOpen how many may be open at once, with these
     */
    public boolean takeTogether(List<String> ids, int mostOpen, Stale stale, Instant now) {
        TableUpdate taking = update().itemIfRefused()
                .when("attribute_not_exists(#open) OR size(#open) <= :before OR contains(#open, :id)")
                .with(":before", mostOpen - ids.size())
                .with(":id", ids.getFirst())
                .add("#open :ids")
                .with(":ids", ids(ids));
        try {
            write(taking);
            return true;
        } catch (ConditionalCheckFailedException full) {
            // Ends: nobody looks twice in a minute.
            return makeRoom(full.item(), stale, now) && takeTogether(ids, mostOpen, stale, now);
        }
    }

    /** The part of a transaction that takes room; see {@link #refusal}. */
    TransactWriteItem taken(Claim claim, String id, Instant now, boolean firstOfDay) {
        return taking(claim, id, now, firstOfDay).part();
    }

    /**
     * The update that takes room. The first one of a day begins its count, each other one continues it. A machine whose
     * clock is behind counts for the later day, so that no count begins twice.
     */
    private TableUpdate taking(Claim claim, String id, Instant now, boolean firstOfDay) {
        TableUpdate update = update().itemIfRefused();
        List<String> conditions = new ArrayList<>();
        if (claim.mostOpen() > 0) {
            conditions.add("NOT contains(#open, :id)");
            conditions.add("(attribute_not_exists(#open) OR size(#open) < :mostOpen)");
            update.with(":id", id).with(":mostOpen", claim.mostOpen());
            update.add("#open :ids").with(":ids", ids(Set.of(id)));
        }
        if (claim.mostToday() > 0) {
            update.with(":day", day(now).toString()).with(":one", 1);
            if (firstOfDay) {
                conditions.add("(attribute_not_exists(#day) OR #day < :day)");
                update.set("#day = :day, #count = :one");
            } else {
                conditions.add("#day >= :day AND #count < :mostToday");
                update.with(":mostToday", claim.mostToday()).set("#count = #count + :one");
            }
        }
        return update.when(String.join(" AND ", conditions));
    }

    /** @param found the item as it was when it refused the update; empty if there was none */
    static Refusal refusal(Map<String, AttributeValue> found, Claim claim, String id, Instant now) {
        if (claim.mostOpen() > 0 && open(found).contains(id)) {
            return Refusal.TAKEN_BEFORE;
        }
        if (claim.mostOpen() > 0 && open(found).size() >= claim.mostOpen()) {
            return Refusal.FULL;
        }
        if (claim.mostToday() == 0) {
            throw new IllegalStateException("room was refused for no reason: " + claim + ", " + id);
        }
        return !isBefore(found, day(now)) && count(found) >= claim.mostToday()
                ? Refusal.NO_MORE_TODAY
                : Refusal.ANOTHER_DAY;
    }

    /**
     * Removes stale ids, unless somebody has looked for them within the last minute.
     *
     * @param found the item that has no room
     * @return whether there were any
     */
    boolean makeRoom(Map<String, AttributeValue> found, Stale stale, Instant now) {
        Instant before = now.minus(LOOKED_EVERY);
        // Whoever asks again and again without room pays for one look a minute, and for no writes here.
        boolean lookedLately = found.containsKey(TableLayout.LOOKED_AT)
                && Long.parseLong(found.get(TableLayout.LOOKED_AT).n()) > before.toEpochMilli();
        if (lookedLately) {
            return false;
        }
        TableUpdate look = update().when("attribute_not_exists(#lookedAt) OR #lookedAt <= :before")
                .with(":before", before)
                .set(TableLayout.LOOKED_AT, now);
        if (!Transactions.afterOthers(ATTEMPTS, look::writeIfAllowed)) {
            return false;
        }
        Set<String> gone = stale.of(owner, open(found));
        if (gone.isEmpty()) {
            return false;
        }
        free(gone);
        return true;
    }

    /** Takes room for what exists already, beyond any limit. */
    public void add(Collection<String> ids) {
        write(update().add("#open :ids").with(":ids", ids(ids)));
    }

    /** Frees room. Has no effect on ids that take none. */
    public void free(Collection<String> ids) {
        write(freeing(ids));
    }

    /** The part of a transaction that frees room. Has no effect if the id takes none. */
    public TransactWriteItem freed(String id) {
        return freeing(Set.of(id)).part();
    }

    private TableUpdate freeing(Collection<String> ids) {
        return update().delete("#open :ids").with(":ids", ids(ids));
    }

    /**
     * Frees room for which nothing was created, and takes it back from the day's count.
     *
     * @param taken when the room was taken
     */
    public void takeBack(Claim claim, String id, Instant taken) {
        if (claim.mostToday() > 0) {
            TableUpdate update = freeing(Set.of(id))
                    .when("contains(#open, :id) AND #day = :day")
                    .with(":id", id)
                    .with(":day", day(taken).toString())
                    .set("#count = #count - :one")
                    .with(":one", 1);
            if (Transactions.afterOthers(ATTEMPTS, update::writeIfAllowed)) {
                return;
            }
            // It was taken back by this write, whose answer was lost, or another day has begun.
        }
        free(Set.of(id));
    }

    private static void write(TableUpdate update) {
        Transactions.afterOthers(ATTEMPTS, () -> {
            update.write();
            return true;
        });
    }

    private TableUpdate update() {
        return table.update(key());
    }

    private Map<String, AttributeValue> key() {
        return TableLayout.quotaKey(of, owner);
    }

    private static AttributeValue ids(Collection<String> ids) {
        return AttributeValue.fromSs(List.copyOf(ids));
    }
}
