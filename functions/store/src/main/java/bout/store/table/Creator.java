package bout.store.table;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * Creates something once for any number of equal requests, within its owner's limits, in one transaction.
 *
 * @param of the attribute that has its id in idempotency keys, and what its quotas count: {@value TableLayout#MATCH}
 *     and so on
 * @param find finds what an earlier request created, as a repeated request gets it; empty if it has been deleted since
 * @param stale finds out which ids take room in a quota for nothing
 */
public record Creator<T>(Table table, Clock clock, String of, Function<String, Optional<T>> find, Quota.Stale stale) {

    /**
     * All that is created under the same quota meets in one item: of transactions on it at the same moment, one
     * succeeds and the others must try again. About five seconds including pauses, in which dozens come through.
     */
    private static final int ATTEMPTS = 16;

    /**
     * What to create.
     *
     * @param id one that was never used
     * @param items puts all items, the thing itself first
     * @param isIn whether the item that lies under its key is this very one
     */
    public record Wanted<T>(
            T made, String id, List<TransactWriteItem> items, Predicate<Map<String, AttributeValue>> isIn) {}

    /**
     * Creates it unless an equal request was accepted before, or a quota has no room.
     *
     * @param key {@code null} for a request without an idempotency key
     * @param claims the quotas in which it counts, each with a limit, none twice
     */
    public Creation<T> create(Wanted<T> wanted, IdempotencyKey key, List<Quota.Claim> claims) {
        Transactions transactions = new Transactions(table, ATTEMPTS);
        Set<Quota.Claim> firstOfDay = new HashSet<>();
        Set<Quota.Claim> looked = new HashSet<>();
        for (int attempt = 1; ; ) {
            Attempt made = new Attempt(wanted, key, claims, firstOfDay);
            try {
                transactions.once(made.parts);
                return new Creation.New<>(wanted.made());
            } catch (TransactionCanceledException cancelled) {
                Optional<Creation<T>> decided = made.decided(cancelled);
                if (decided.isPresent()) {
                    return decided.get();
                }
                Map<Quota.Claim, Quota.Refusal> refusals = made.refusals(cancelled);
                for (Quota.Claim claim : refusals.keySet()) {
                    switch (refusals.get(claim)) {
                        case TAKEN_BEFORE -> {
                            // By this request: an earlier attempt was written, and its answer was lost.
                            return new Creation.New<>(wanted.made());
                        }
                        case FULL -> {
                            // One of those that are open may be that of an equal request.
                            Optional<Creation<T>> before = before(wanted, key);
                            if (before.isPresent()) {
                                return before.get();
                            }
                            if (!looked.add(claim)
                                    || !quota(claim).makeRoom(made.found(cancelled, claim), stale, made.now)) {
                                return new Creation.TooManyOpen<>(claim.whose());
                            }
                        }
                        case NO_MORE_TODAY -> {
                            return before(wanted, key)
                                    .orElseGet(() -> new Creation.TooManyToday<>(Quota.tomorrow(made.now)));
                        }
                        case ANOTHER_DAY -> {
                            if (!firstOfDay.remove(claim)) {
                                firstOfDay.add(claim);
                            }
                        }
                    }
                }
                if (!refusals.isEmpty()) {
                    // Ends: a day begins only once, and nobody looks twice.
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

    private Quota quota(Quota.Claim claim) {
        return new Quota(table, of, claim.whose());
    }

    /** One transaction: the items, and the key and the quotas if there are any. */
    private final class Attempt {

        private final Wanted<T> wanted;
        private final IdempotencyKey key;
        private final Instant now = clock.instant();
        private final List<TransactWriteItem> parts = new ArrayList<>();
        private int ofKey = -1;
        private final int ofWanted;
        private final Map<Quota.Claim, Integer> ofClaims = new LinkedHashMap<>();

        private Attempt(Wanted<T> wanted, IdempotencyKey key, List<Quota.Claim> claims, Set<Quota.Claim> firstOfDay) {
            this.wanted = wanted;
            this.key = key;
            if (key != null) {
                ofKey = add(keys().put(key, wanted.id()));
            }
            ofWanted = parts.size();
            parts.addAll(wanted.items());
            claims.forEach(claim ->
                    ofClaims.put(claim, add(quota(claim).taken(claim, wanted.id(), now, firstOfDay.contains(claim)))));
        }

        private int add(TransactWriteItem part) {
            parts.add(part);
            return parts.size() - 1;
        }

        private boolean failed(TransactionCanceledException cancelled, int part) {
            return Transactions.failed(cancelled, parts, part);
        }

        /** What an equal request or this one has created, if one did. */
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
            return Optional.empty();
        }

        /** Which quotas gave no room, in this order: those that are full, and then those whose day is. */
        private Map<Quota.Claim, Quota.Refusal> refusals(TransactionCanceledException cancelled) {
            Map<Quota.Claim, Quota.Refusal> refusals = new LinkedHashMap<>();
            ofClaims.keySet().stream()
                    .filter(claim -> failed(cancelled, ofClaims.get(claim)))
                    .map(claim -> Map.entry(claim, Quota.refusal(found(cancelled, claim), claim, wanted.id(), now)))
                    .sorted(Map.Entry.comparingByValue())
                    .forEach(refusal -> refusals.put(refusal.getKey(), refusal.getValue()));
            return refusals;
        }

        private Map<String, AttributeValue> found(TransactionCanceledException cancelled, Quota.Claim claim) {
            return cancelled.cancellationReasons().get(ofClaims.get(claim)).item();
        }
    }
}
