package bout.table;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Creates something once for any number of equal requests, within quotas: first it stores the request's idempotency key
 * with an id, then it takes room, then it stores the thing itself, each with one conditional write.
 *
 * <p>A crash may come between any two of these writes. An equal request then finds the key, and goes on with the same
 * id, for which room is taken once, and of which only one thing can be stored. It says so in the key ({@code shared})
 * before it does, and stores the thing in one transaction with the key ({@code stored}). A request without room takes
 * back what it wrote, the key first; but not if the key is shared, because the other one may build on it. So after a
 * refusal the key either is gone, and with it whatever was taken, or serves the next equal request.
 *
 * <p>Room for an id that nothing is stored under is stale after {@link #STORED_WITHIN}. So an id that is half as old is
 * no longer used: the key is given a new one, unless the thing is stored.
 *
 * <p>A key: {@code pk} = {@code idempotency#HASH}, {@code sk} = {@code idempotency}. HASH is the SHA-256 of caller and
 * key: it has a fixed length and does not reveal the caller. Attributes: the id, in {@code match}, {@code bot},
 * {@code tournament} or {@code contest}; {@code bodyHash}; {@code shared}; {@code stored}; {@code expires} (s since
 * 1970). DynamoDB deletes expired items up to days late, so an expired key counts as absent.
 *
 * @param of the attribute that has its id in idempotency keys, and what its quotas count: {@value TableLayout#MATCH}
 *     and so on
 * @param find finds what an earlier request created, as a repeated request gets it
 * @param stale finds out which ids take room in a quota for nothing
 */
public record Creator<T>(Table table, Clock clock, String of, Function<String, Optional<T>> find, Quota.Stale stale) {

    /** How long a key is remembered. */
    public static final Duration KEPT = Duration.ofHours(24);

    /** Longer than any function runs: a request that counted something has stored it by then, or never will. */
    public static final Duration STORED_WITHIN = Duration.ofMinutes(15);

    /** After this, the request that stored a key is over; and what begins now ends within the time above. */
    private static final Duration CUT_OFF = STORED_WITHIN.dividedBy(2);

    /**
     * Creates it unless an equal request was accepted before, or a quota has no room.
     *
     * @param id one that was never used
     * @param key {@code null} for a request without an idempotency key
     * @param claims none twice
     * @param store stores it at a place: {@link Creation.New}, or {@link Creation.Repeated} if an equal request has;
     *     empty if the key no longer has this id
     */
    public Creation<T> create(
            String id, IdempotencyKey key, List<Quota.Claim> claims, Function<Place, Optional<Creation<T>>> store) {
        // It terminates because each time another request has finished or given up.
        while (true) {
            Optional<Creation<T>> done;
            Place own = new Place(table, of, id, key, true);
            Optional<Item> earlier = key == null
                    ? Optional.empty()
                    : put(own, Condition.absent(TableLayout.PK).or(Condition.atMost(TableLayout.EXPIRES, seconds())));
            if (earlier.isEmpty()) {
                done = store(own, claims, store);
            } else {
                Item found = earlier.get();
                done = answer(found, own);
                if (done.isEmpty()) {
                    // The other request is under way, or was cut off; or this is our own key, and its answer was lost.
                    Place place = cutOff(found) ? own : new Place(table, of, found.string(of), key, false);
                    done = takeOver(found, place) ? store(place, claims, store) : Optional.empty();
                }
            }
            if (done.isPresent()) {
                return done.get();
            }
        }
    }

    /**
     * @param alone whether no other request works with this id; otherwise the key has to say, in the transaction that
     *     stores the thing, that it is stored
     */
    public record Place(Table table, String of, String id, IdempotencyKey key, boolean alone) {

        /** For a transaction: says in the key what is stored, if the key still has this id. */
        public TableUpdate stored(String as) {
            return table.update(TableLayout.idempotencyKey(key))
                    .when(Condition.equal(of, id))
                    .set(of, as)
                    .set(TableLayout.STORED, true);
        }
    }

    /** The answer to a request whose key is there; empty if nothing is stored yet. */
    private Optional<Creation<T>> answer(Item key, Place own) {
        if (!isEqual(key, own.key())) {
            return Optional.of(new Creation.Conflicting<>());
        }
        String earlier = key.string(of);
        Optional<T> made = find.apply(earlier);
        if (made.isPresent()) {
            return Optional.of(
                    earlier.equals(own.id()) ? new Creation.New<>(made.get()) : new Creation.Repeated<>(made.get()));
        }
        return key.has(TableLayout.STORED) ? Optional.of(new Creation.Deleted<>()) : Optional.empty();
    }

    private Optional<Item> put(Place place, Condition condition) {
        ConditionalWrite.Written written = table.put(TableLayout.idempotencyKey(place.key()))
                .set(of, place.id())
                .set(TableLayout.BODY_HASH, place.key().bodyHash())
                .set(TableLayout.EXPIRES, seconds() + KEPT.toSeconds())
                .when(condition)
                .write();
        return written.done() ? Optional.empty() : Optional.of(written.item());
    }

    private boolean isEqual(Item found, IdempotencyKey key) {
        return found.has(of) && found.string(TableLayout.BODY_HASH).equals(key.bodyHash());
    }

    private boolean cutOff(Item key) {
        return key.whole(TableLayout.EXPIRES) - KEPT.toSeconds() + CUT_OFF.toSeconds() < seconds();
    }

    private boolean takeOver(Item found, Place place) {
        Condition same = Condition.equal(of, found.string(of))
                .and(Condition.equal(TableLayout.EXPIRES, found.whole(TableLayout.EXPIRES)))
                .and(Condition.absent(TableLayout.STORED));
        return place.alone()
                ? put(place, same).isEmpty()
                : table.update(TableLayout.idempotencyKey(place.key()))
                        .when(same)
                        .set(TableLayout.SHARED, true)
                        .write()
                        .done();
    }

    private Optional<Creation<T>> store(
            Place place, List<Quota.Claim> claims, Function<Place, Optional<Creation<T>>> store) {
        Instant now = clock.instant();
        List<Quota.Claim> taken = new ArrayList<>();
        for (Quota.Claim claim : claims) {
            Quota.Taken answer;
            try {
                answer = quota(claim).take(claim, place.id(), stale, now);
            } catch (SdkException failed) {
                giveBack(place, taken, now, failed);
                throw failed;
            }
            if (answer != Quota.Taken.CAPACITY) {
                takeBack(place, taken, now);
                // One of those that are open may be that of an equal request.
                Optional<T> made = place.key() == null ? Optional.empty() : earlier(place.key());
                if (made.isPresent()) {
                    return Optional.of(new Creation.Repeated<>(made.get()));
                }
                return Optional.of(
                        answer == Quota.Taken.FULL
                                ? new Creation.TooManyOpen<>(claim.whose())
                                : new Creation.TooManyToday<>(Quota.tomorrow(now)));
            }
            taken.add(claim);
        }
        Optional<Creation<T>> done = store.apply(place);
        if (done.isEmpty()) {
            // Nothing will be stored under this id. It is not known whether it was counted for another request.
            claims.forEach(claim -> quota(claim).free(Set.of(place.id())));
        }
        return done;
    }

    /** With a key, a repetition takes what is taken. Without one, nothing will be stored. */
    private void giveBack(Place place, List<Quota.Claim> taken, Instant now, SdkException failed) {
        if (place.key() == null) {
            try {
                takeBack(place, taken, now);
            } catch (SdkException unreachable) {
                failed.addSuppressed(unreachable);
            }
        }
    }

    private void takeBack(Place place, List<Quota.Claim> taken, Instant now) {
        if (place.key() == null || place.alone() && forget(place)) {
            taken.forEach(claim -> quota(claim).takeBack(claim, place.id(), now));
        }
    }

    /** Whether the key is gone: no other request can work with the id. */
    private boolean forget(Place place) {
        ConditionalWrite.Written deleted = table.delete(TableLayout.idempotencyKey(place.key()))
                .when(Condition.equal(of, place.id()))
                .when(Condition.absent(TableLayout.SHARED))
                .write();
        // No other request deletes it: without it, this was our own write, whose answer was lost.
        return deleted.done() || !deleted.item().is(of, place.id());
    }

    /** The creation of an equal request within the last 24 hours. */
    public Optional<T> earlier(IdempotencyKey key) {
        return table.item(TableLayout.idempotencyKey(key))
                .filter(item -> item.whole(TableLayout.EXPIRES) > seconds() && isEqual(item, key))
                .flatMap(item -> find.apply(item.string(of)));
    }

    private long seconds() {
        return clock.instant().getEpochSecond();
    }

    private Quota quota(Quota.Claim claim) {
        return new Quota(table, of, claim.whose());
    }

    /**
     * A caller's {@code Idempotency-Key}, kept for 24 hours: it makes it safe to send the same POST again.
     *
     * @param caller whose key it is; keys of different callers are independent
     * @param key the header's value
     * @param bodyHash a hash of the request's body; a different hash under the same key is a conflict
     */
    public record IdempotencyKey(String caller, String key, String bodyHash) {}
}
