package bout.store.match;

import bout.store.table.Slots;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import bout.store.table.TakenSlots;
import bout.store.table.Transactions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Changes of matches that recognize themselves, and those that end a match. */
record Ending(Table table) {

    /** About five seconds including pauses. */
    private static final int ATTEMPTS = 12;

    /**
     * Makes a change.
     *
     * @return whether it was made, by this attempt or an earlier one whose answer was lost
     */
    static boolean change(TableUpdate update) {
        String change = named(update);
        try {
            update.write();
            return true;
        } catch (ConditionalCheckFailedException refused) {
            return hasHappened(refused.item(), change);
        }
    }

    /**
     * Ends a match, and frees its slots in the same transaction if it has any.
     *
     * @param update with its condition, and what it changes besides
     * @param slots which slots it takes
     * @param due which message has to be sent then, or {@code null}
     * @param dueAt when the sweeper sends it
     * @return whether it ended so, by this attempt or an earlier one whose answer was lost
     */
    boolean end(
            TableUpdate update,
            MatchRecord match,
            TakenSlots slots,
            Status status,
            Instant now,
            String due,
            Instant dueAt) {
        update.set(TableLayout.STATUS, status.code())
                .set(TableLayout.LIST, MatchItem.list(match.game(), status))
                .set(TableLayout.FINISHED_AT, now)
                .remove(TableLayout.HOLDER, TableLayout.WATCHED_UNTIL, TableLayout.REQUEUES, TableLayout.REQUEUE_AT);
        if (due != null) {
            update.due(due, dueAt);
        }
        if (slots.none()) {
            return change(update);
        }
        String change = named(update);
        Slots all = new Slots(table, TableLayout.MATCH);
        List<TransactWriteItem> parts = new ArrayList<>();
        parts.add(update.remove(TableLayout.SLOT, TableLayout.BOT_SLOTS).part());
        if (slots.ofOwner() != null) {
            parts.add(all.giveBack(match.origin().owner(), slots.ofOwner(), match.id()));
        }
        slots.ofOthers().forEach((bot, slot) -> parts.add(all.giveBack(bot, slot, match.id())));
        Optional<Map<String, AttributeValue>> found = new Transactions(table, ATTEMPTS).write(parts, 0);
        return found.isEmpty() || hasHappened(found.get(), change);
    }

    /** Gives a change its name. */
    private static String named(TableUpdate update) {
        String change = UUID.randomUUID().toString();
        update.set(TableLayout.CHANGE, change);
        return change;
    }

    /** @param found the match's item; empty if there is none */
    private static boolean hasHappened(Map<String, AttributeValue> found, String change) {
        return !found.isEmpty() && new MatchItem(found).changedBy(change);
    }
}
