package bout.store.table;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * Creates something once for any number of equal requests, within its owner's limits.
 *
 * @param of the attribute that has its id, in idempotency keys and in slots: {@value TableLayout#MATCH} and so on
 * @param find finds what an earlier request created, as a repeated request gets it; empty if it has been deleted since
 */
public record Creator<T>(Table table, Clock clock, String of, Function<String, Optional<T>> find) {

    private static final int ATTEMPTS = 8;

    /**
     * What to create.
     *
     * @param id one that was never used
     * @param owner may be {@code null} without limits
     * @param items makes all items, the thing itself first, from the slots that it takes
     * @param isIn whether the item that lies under its key is this very one
     */
    public record Wanted<T>(
            T made,
            String id,
            String owner,
            Function<TakenSlots, List<TransactWriteItem>> items,
            Predicate<Map<String, AttributeValue>> isIn) {}

    /**
     * Someone of whose slots one is taken.
     *
     * @param most how many slots there are, at least 1
     */
    public record Claim(String whose, int most) {}

    /**
     * Creates it unless an equal request was accepted before or its owner has reached a limit.
     *
     * @param key {@code null} for a request without an idempotency key
     * @param mostOpen how many slots the owner has; 0 = no limit
     * @param mostToday how many the owner may create per day (UTC); 0 = no limit
     */
    public Creation<T> create(Wanted<T> wanted, IdempotencyKey key, int mostOpen, int mostToday) {
        return create(wanted, key, mostOpen, mostToday, List.of());
    }

    /**
     * Creates it unless an equal request was accepted before, its owner has reached a limit, or another has no slot.
     *
     * @param others whose slots it takes besides its owner's
     */
    public Creation<T> create(Wanted<T> wanted, IdempotencyKey key, int mostOpen, int mostToday, List<Claim> others) {
        List<Claim> claims = new ArrayList<>(others);
        if (mostOpen > 0) {
            claims.addFirst(new Claim(wanted.owner(), mostOpen));
        }
        Transactions transactions = new Transactions(table, ATTEMPTS);
        for (int attempt = 1; ; ) {
            Map<String, Integer> slots = new LinkedHashMap<>();
            for (Claim claim : claims) {
                Map<Integer, String> taken = slots().taken(claim.whose());
                Optional<Integer> free = Slots.free(taken, claim.most());
                if (free.isEmpty()) {
                    // One of those that are open may be that of an equal request, or this one, whose answer was lost.
                    return taken.containsValue(wanted.id())
                            ? new Creation.New<>(wanted.made())
                            : before(wanted, key).orElseGet(() -> new Creation.TooManyOpen<>(claim.whose()));
                }
                slots.put(claim.whose(), free.get());
            }
            Attempt made = new Attempt(wanted, key, slots, mostToday);
            try {
                transactions.once(made.parts);
                return new Creation.New<>(wanted.made());
            } catch (TransactionCanceledException cancelled) {
                Optional<Creation<T>> decided = made.decided(cancelled);
                if (decided.isPresent()) {
                    return decided.get();
                }
                if (made.slotWasTaken(cancelled)) {
                    // Another request for this slot was faster. One of them always succeeds, so this loop ends.
                    continue;
                }
                transactions.pauseAfter(attempt, cancelled);
            } catch (TransactionInProgressException inProgress) {
                transactions.pauseAfter(attempt, inProgress);
            }
            // Probably an equal request is being written right now; then this read finds it.
            attempt++;
            Optional<Creation<T>> before = before(wanted, key);
            if (before.isPresent()) {
                return before.get();
            }
        }
    }

    /** What an equal request created within the last 24 hours. */
    public Optional<T> earlier(IdempotencyKey key) {
        return keys().find(key).flatMap(item -> keys().made(key, item)).flatMap(find);
    }

    /** Whether a request of any kind has used this key within the last 24 hours. */
    public boolean knows(IdempotencyKey key) {
        return keys().find(key).isPresent();
    }

    /** The result of an equal request, if there was one. */
    private Optional<Creation<T>> before(Wanted<T> wanted, IdempotencyKey key) {
        return key == null ? Optional.empty() : keys().find(key).map(item -> madeBefore(wanted, key, item));
    }

    private Creation<T> madeBefore(Wanted<T> wanted, IdempotencyKey key, Map<String, AttributeValue> keyItem) {
        Optional<String> id = keys().made(key, keyItem);
        if (id.isEmpty()) {
            return new Creation.Conflicting<>();
        }
        if (id.get().equals(wanted.id())) {
            return new Creation.New<>(wanted.made());
        }
        return find.apply(id.get()).<Creation<T>>map(Creation.Repeated::new).orElseGet(Creation.Deleted::new);
    }

    private IdempotencyKeys keys() {
        return new IdempotencyKeys(table, clock, of);
    }

    private Slots slots() {
        return new Slots(table, of);
    }

    /** One transaction: the items, and the key, the slots and the count if there are any. */
    private final class Attempt {

        private final Wanted<T> wanted;
        private final IdempotencyKey key;
        private final Instant now = clock.instant();
        private final List<TransactWriteItem> parts = new ArrayList<>();
        private int ofKey = -1;
        private final int ofWanted;
        private final List<Integer> ofSlots = new ArrayList<>();
        private int ofDay = -1;

        private Attempt(Wanted<T> wanted, IdempotencyKey key, Map<String, Integer> slots, int mostToday) {
            this.wanted = wanted;
            this.key = key;
            if (key != null) {
                ofKey = add(keys().put(key, wanted.id()));
            }
            ofWanted = parts.size();
            Map<String, Integer> ofOthers = new LinkedHashMap<>(slots);
            Integer ofOwner = ofOthers.remove(wanted.owner());
            parts.addAll(wanted.items().apply(new TakenSlots(ofOwner, ofOthers)));
            slots.forEach((whose, slot) -> ofSlots.add(add(slots().take(whose, slot, wanted.id()))));
            if (mostToday > 0) {
                ofDay = add(slots().countToday(wanted.owner(), mostToday, now));
            }
        }

        private int add(TransactWriteItem part) {
            parts.add(part);
            return parts.size() - 1;
        }

        private boolean failed(TransactionCanceledException cancelled, int part) {
            return Transactions.failed(cancelled, parts, part);
        }

        private boolean slotWasTaken(TransactionCanceledException cancelled) {
            return ofSlots.stream().anyMatch(part -> failed(cancelled, part));
        }

        /** In this order: an equal request first, because it creates nothing; the daily limit last. */
        private Optional<Creation<T>> decided(TransactionCanceledException cancelled) {
            if (failed(cancelled, ofKey)) {
                return Optional.of(madeBefore(
                        wanted, key, cancelled.cancellationReasons().get(ofKey).item()));
            }
            if (failed(cancelled, ofWanted)) {
                // Our own write, if its answer was lost.
                if (!wanted.isIn()
                        .test(cancelled.cancellationReasons().get(ofWanted).item())) {
                    throw new IllegalStateException(
                            "there is another " + of + " with the id " + wanted.id(), cancelled);
                }
                return Optional.of(new Creation.New<>(wanted.made()));
            }
            return failed(cancelled, ofDay)
                    ? Optional.of(new Creation.TooManyToday<>(Slots.tomorrow(now)))
                    : Optional.empty();
        }
    }
}
