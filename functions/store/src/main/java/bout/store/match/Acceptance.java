package bout.store.match;

import bout.store.table.IdempotencyKey;
import bout.store.table.KeptKeys;
import bout.store.table.Places;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.Transactions;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** How a match comes into the table, once for any number of equal requests. */
record Acceptance(Table table, Clock clock, Places places) {

    private static final int ATTEMPTS = 8;

    /** Accepts a match that no other request can be the same as. */
    Accepted accept(MatchRecord queued) {
        MatchItem item = item(queued, null);
        try {
            table.put(item.attributes()).ifAbsent().itemIfRefused().write();
        } catch (ConditionalCheckFailedException taken) {
            // Our own write, if its answer was lost and the SDK sent it again.
            if (!new MatchItem(taken.item()).sameMatch(item)) {
                throw new IllegalStateException("there is another match with the id " + queued.id(), taken);
            }
        }
        return new Accepted.New(queued);
    }

    /** Puts a match that is to be there once, whoever puts it; changes nothing about one that is there. */
    void begin(MatchRecord queued) {
        try {
            table.put(item(queued, null).attributes()).ifAbsent().write();
        } catch (ConditionalCheckFailedException there) {
            // Then it has been begun, by this very call if its answer was lost, or by another.
        }
    }

    /**
     * Accepts a match unless an equal request was accepted before or its owner has as many as may be.
     *
     * @param key {@code null} for a match that no other request can be the same as
     */
    Accepted accept(MatchRecord queued, IdempotencyKey key, MatchLimits limits) {
        Transactions transactions = new Transactions(table, ATTEMPTS);
        for (int attempt = 1; ; ) {
            Integer place = null;
            if (limits.open() > 0) {
                Map<Integer, String> taken = places.taken(queued.owner());
                Optional<Integer> free = Places.free(taken, limits.open());
                if (free.isEmpty()) {
                    // One of the open matches may be that of an equal request, or of this one, whose answer was lost.
                    return taken.containsValue(queued.id())
                            ? new Accepted.New(queued)
                            : before(queued, key).orElseGet(Accepted.TooManyOpen::new);
                }
                place = free.get();
            }
            Attempt made = new Attempt(queued, key, limits, place);
            try {
                transactions.once(made.parts);
                return new Accepted.New(queued);
            } catch (TransactionCanceledException cancelled) {
                Optional<Accepted> decided = made.decided(cancelled);
                if (decided.isPresent()) {
                    return decided.get();
                }
                if (made.placeWasTaken(cancelled)) {
                    // Another request of this owner was faster: that one got on, so this can only go on for so long.
                    continue;
                }
                transactions.pauseAfter(attempt, cancelled);
            } catch (TransactionInProgressException inProgress) {
                transactions.pauseAfter(attempt, inProgress);
            }
            // An equal request is being written at this moment, most likely: then this look finds it.
            attempt++;
            Optional<Accepted> before = before(queued, key);
            if (before.isPresent()) {
                return before.get();
            }
        }
    }

    /** The match that an equal request got before, as it was accepted. */
    Optional<MatchRecord> earlier(IdempotencyKey key) {
        KeptKeys keys = keys();
        return keys.find(key).flatMap(item -> keys.made(key, item)).map(this::matchOf);
    }

    /** What became of an equal request, if there was one. */
    private Optional<Accepted> before(MatchRecord queued, IdempotencyKey key) {
        return key == null ? Optional.empty() : keys().find(key).map(item -> acceptedBefore(queued, key, item));
    }

    private KeptKeys keys() {
        return new KeptKeys(table, clock, TableLayout.MATCH);
    }

    /** One transaction: the match, and beside it what there is of a key, a place and a count. */
    private final class Attempt {

        private final MatchRecord queued;
        private final IdempotencyKey key;
        private final MatchItem item;
        private final Instant now = clock.instant();
        private final List<TransactWriteItem> parts = new ArrayList<>();
        private int ofKey = -1;
        private final int ofMatch;
        private int ofPlace = -1;
        private int ofDay = -1;

        private Attempt(MatchRecord queued, IdempotencyKey key, MatchLimits limits, Integer place) {
            this.queued = queued;
            this.key = key;
            this.item = item(queued, place);
            if (key != null) {
                ofKey = add(keys().put(key, queued.id()));
            }
            ofMatch =
                    add(table.put(item.attributes()).ifAbsent().itemIfRefused().part());
            if (place != null) {
                ofPlace = add(places.take(queued.owner(), place, queued.id()));
            }
            if (limits.day() > 0) {
                ofDay = add(places.countToday(queued.owner(), limits.day(), now));
            }
        }

        private int add(TransactWriteItem part) {
            parts.add(part);
            return parts.size() - 1;
        }

        private boolean failed(TransactionCanceledException cancelled, int part) {
            return Transactions.failed(cancelled, parts, part);
        }

        private boolean placeWasTaken(TransactionCanceledException cancelled) {
            return failed(cancelled, ofPlace);
        }

        /** In this order: an equal request counts first, for it is no match of its own; a full day last. */
        private Optional<Accepted> decided(TransactionCanceledException cancelled) {
            if (failed(cancelled, ofKey)) {
                return Optional.of(acceptedBefore(
                        queued, key, cancelled.cancellationReasons().get(ofKey).item()));
            }
            if (failed(cancelled, ofMatch)) {
                // Our own write, if its answer was lost.
                if (!new MatchItem(cancelled.cancellationReasons().get(ofMatch).item()).sameMatch(item)) {
                    throw new IllegalStateException("there is another match with the id " + queued.id(), cancelled);
                }
                return Optional.of(new Accepted.New(queued));
            }
            return failed(cancelled, ofDay)
                    ? Optional.of(new Accepted.TooManyToday(Places.tomorrow(now)))
                    : Optional.empty();
        }
    }

    private MatchItem item(MatchRecord queued, Integer place) {
        return MatchItem.accepted(queued, clock.instant().plus(Resending.after(0)), place);
    }

    private Accepted acceptedBefore(MatchRecord queued, IdempotencyKey key, Map<String, AttributeValue> keyItem) {
        Optional<String> id = keys().made(key, keyItem);
        if (id.isEmpty()) {
            return new Accepted.Conflicting();
        }
        return id.get().equals(queued.id()) ? new Accepted.New(queued) : new Accepted.Repeated(matchOf(id.get()));
    }

    /** As it was accepted. */
    private MatchRecord matchOf(String id) {
        Map<String, AttributeValue> match = table.item(TableLayout.matchKey(id))
                .orElseThrow(() -> new IllegalStateException(
                        "an idempotency key names the match " + id + ", but it is not in the table"));
        return new MatchItem(match).match().asAccepted();
    }
}
