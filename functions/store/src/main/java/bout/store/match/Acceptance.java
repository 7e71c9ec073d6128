package bout.store.match;

import bout.store.table.Creation;
import bout.store.table.Creator;
import bout.store.table.IdempotencyKey;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TakenSlots;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Stores new matches. */
record Acceptance(Table table, Clock clock) {

    /** Accepts a match without an idempotency key, for an owner without limits. */
    Creation<MatchRecord> put(MatchRecord queued) {
        MatchItem item = item(queued, TakenSlots.NONE);
        try {
            table.put(item.attributes()).ifAbsent().itemIfRefused().write();
        } catch (ConditionalCheckFailedException taken) {
            // Our own write, if the answer was lost and the SDK retried.
            if (!new MatchItem(taken.item()).sameMatch(item)) {
                throw new IllegalStateException("there is another match with the id " + queued.id(), taken);
            }
        }
        return new Creation.New<>(queued);
    }

    /** Stores a match unless it already exists. */
    void putIfAbsent(MatchRecord queued) {
        try {
            table.put(item(queued, TakenSlots.NONE).attributes()).ifAbsent().write();
        } catch (ConditionalCheckFailedException there) {
            // It was created before: by another call, or by this one if its answer was lost.
        }
    }

    /**
     * Accepts a match unless an equal request was accepted before, its owner has reached a limit, or a bot has no slot.
     *
     * @param key {@code null} for a request without an idempotency key
     * @param ofBots the bots whose slots it takes
     */
    Creation<MatchRecord> put(MatchRecord queued, IdempotencyKey key, MatchLimits limits, List<Creator.Claim> ofBots) {
        return creator()
                .create(
                        new Creator.Wanted<>(
                                queued,
                                queued.id(),
                                queued.origin().owner(),
                                slots -> List.of(table.put(item(queued, slots).attributes())
                                        .ifAbsent()
                                        .itemIfRefused()
                                        .part()),
                                found -> new MatchItem(found).sameMatch(item(queued, TakenSlots.NONE))),
                        key,
                        limits.open(),
                        limits.day(),
                        ofBots);
    }

    /** The match that an equal request created before, as it was accepted. */
    Optional<MatchRecord> earlier(IdempotencyKey key) {
        return creator().earlier(key);
    }

    private Creator<MatchRecord> creator() {
        return new Creator<>(table, clock, TableLayout.MATCH, this::asAccepted);
    }

    private MatchItem item(MatchRecord queued, TakenSlots slots) {
        return MatchItem.accepted(queued, clock.instant().plus(RequeueBackoff.after(0)), slots);
    }

    private Optional<MatchRecord> asAccepted(String id) {
        return Optional.of(table.item(TableLayout.matchKey(id))
                .map(item -> new MatchItem(item).match().asAccepted())
                .orElseThrow(() -> new IllegalStateException(
                        "an idempotency key names the match " + id + ", but it is not in the table")));
    }
}
