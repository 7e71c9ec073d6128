package bout.store.tournament;

import static bout.store.table.TableLayout.text;

import bout.store.id.TournamentIds;
import bout.store.match.PlayerRecord;
import bout.store.table.Creation;
import bout.store.table.Creator;
import bout.store.table.IdempotencyKey;
import bout.store.table.IdempotencyKeys;
import bout.store.table.Listing;
import bout.store.table.Outbox;
import bout.store.table.Parallel;
import bout.store.table.Partition;
import bout.store.table.Slots;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import bout.store.table.Transactions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The records of tournaments. What is played and what came of it, matches and journals tell; here is what was asked for,
 * how far it is, and which matches may be open.
 *
 * <p>Every change is one conditional write on what was read before, so a planner that works on what is not so any more
 * learns of it: when the tournament is cancelled meanwhile, or another planner was faster. A write whose answer was lost is
 * sent again by the SDK, knows its own effect and answers as the first time.
 *
 * <p>Safe for use by many threads. The actions that a function must be allowed: {@link #create} {@code PutItem},
 * {@code GetItem} and, with a limit, {@code UpdateItem} and {@code Query} of the table, {@link #find} {@code GetItem},
 * {@link #players} {@code Query} of the table, {@link #list} {@code Query} of the index and {@code GetItem}, {@link #open}
 * {@code Query} of the index, {@link #unsentWebhooks} {@code Query} of the other index, {@link #end} {@code GetItem},
 * {@code UpdateItem} and {@code DeleteItem}, all others {@code UpdateItem}.
 */
public final class Tournaments {

    private static final int ATTEMPTS = 8;

    private final Table table;
    private final Clock clock;
    private final Transactions transactions;
    private final Outbox outbox;
    private final Slots slots;

    public Tournaments(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.transactions = new Transactions(table, ATTEMPTS);
        this.outbox = new Outbox(table);
        this.slots = new Slots(table, TableLayout.TOURNAMENT);
    }

    // --- creating

    /**
     * Puts a tournament and its players into the table, all or nothing, unless its owner has as many as may be.
     *
     * @param planned as {@link TournamentRecord#planned} makes it, with an id that was never used
     * @param players in the order of their seeding
     * @param key what makes this request the same as an earlier one, or {@code null}; an equal request is not counted
     * @param mostOpen how many tournaments the owner may have that are not over; 0 = as many as they like
     * @throws IllegalArgumentException when the tournament is not as it is planned, or has another number of players
     */
    public Creation<TournamentRecord> create(
            TournamentRecord planned, List<PlayerRecord> players, IdempotencyKey key, int mostOpen) {
        if (!planned.equals(planned.asAccepted())
                || players.size() != planned.settings().plan().playerCount()) {
            throw new IllegalArgumentException("a tournament is accepted as planned, with all of its "
                    + planned.settings().plan().playerCount() + " players, not with " + players.size() + ": "
                    + planned);
        }
        return creator()
                .create(
                        new Creator.Wanted<>(
                                planned,
                                planned.id(),
                                planned.owner(),
                                slot -> items(planned, players, slot),
                                found -> new TournamentItem(found)
                                        .tournament()
                                        .asAccepted()
                                        .equals(planned)),
                        key,
                        mostOpen,
                        0);
    }

    private List<TransactWriteItem> items(TournamentRecord planned, List<PlayerRecord> players, Integer slot) {
        List<TransactWriteItem> items = new ArrayList<>();
        items.add(table.put(TournamentItem.planned(planned, slot).attributes())
                .ifAbsent()
                .itemIfRefused()
                .part());
        items.add(table.put(TournamentItem.pointer(planned)).ifAbsent().part());
        items.add(table.put(TournamentItem.openPointer(planned)).ifAbsent().part());
        TournamentItem.players(planned.id(), players)
                .forEach(item -> items.add(table.put(item).ifAbsent().part()));
        return items;
    }

    /**
     * The tournament that an equal request got within the last {@link IdempotencyKeys#KEPT}, as it was accepted. For a
     * request that could not be accepted any more, because what it names has changed since.
     */
    public Optional<TournamentRecord> earlier(IdempotencyKey key) {
        return creator().earlier(key);
    }

    private Creator<TournamentRecord> creator() {
        return new Creator<>(table, clock, TableLayout.TOURNAMENT, this::asAccepted);
    }

    private Optional<TournamentRecord> asAccepted(String id) {
        return Optional.of(find(id).map(TournamentRecord::asAccepted)
                .orElseThrow(() -> new IllegalStateException(
                        "an idempotency key names the tournament " + id + ", but it is not in the table")));
    }

    // --- looking

    /** The tournament with this id as it is now, if there is one. */
    public Optional<TournamentRecord> find(String id) {
        return item(id).map(TournamentItem::tournament);
    }

    private Optional<TournamentItem> item(String id) {
        return TournamentIds.isId(id)
                ? table.item(TableLayout.tournamentKey(id)).map(TournamentItem::new)
                : Optional.empty();
    }

    /** The players of a tournament in the order of their seeding; none where there is no such tournament. */
    public List<PlayerRecord> players(String id) {
        if (!TournamentIds.isId(id)) {
            return List.of();
        }
        return new Partition(table)
                .items("#pk = :pk AND begins_with(#sk, :players)", TableLayout.playersOf(id)).stream()
                        .flatMap(item -> new TournamentItem(item).players().stream())
                        .toList();
    }

    /** A page of tournaments, the newest first. The index follows the table within a fraction of a second. */
    public Listing<TournamentRecord> list(TournamentQuery query) {
        return Listing.page(
                query.cursor(),
                TournamentIds::isId,
                query.limit(),
                (behind, most) -> newest(query, behind, most),
                TournamentRecord::id);
    }

    private List<TournamentRecord> newest(TournamentQuery query, String behind, int most) {
        List<TournamentItem> found = table
                .newest(
                        query.owner() == null
                                ? TableLayout.tournaments(true)
                                : TableLayout.tournamentsOfOwner(query.owner()),
                        behind,
                        most,
                        query.game() == null ? null : "#game = :game",
                        query.game() == null ? Map.of() : Map.of(":game", text(query.game())))
                .stream()
                .map(TournamentItem::new)
                .toList();
        return query.owner() == null
                ? found.stream().map(TournamentItem::tournament).toList()
                : found(found);
    }

    private List<TournamentRecord> found(List<TournamentItem> pointers) {
        return pointers.isEmpty()
                ? List.of()
                : Parallel.call(pointers, pointer -> find(pointer.id())).stream()
                        .flatMap(Optional::stream)
                        .toList();
    }

    /**
     * The ids of tournaments that are not over, the newest first. The index follows the table within a fraction of a
     * second.
     *
     * @param behind the last id of those before, or {@code null} to begin with the newest
     */
    public List<String> open(String behind, int most) {
        return table.newest(TableLayout.TOURNAMENTS_OPEN, behind, most).stream()
                .map(item -> new TournamentItem(item).id())
                .toList();
    }

    // --- planning

    /**
     * Writes down which matches may be open from now on; the caller begins them afterwards, so that whoever goes on after
     * a crash knows of each match that may exist. One that was planned is running then, one that is being cancelled stays
     * so.
     *
     * @param before the tournament as it was read
     * @param open every match that may exist, but for those whose results are in the journal
     * @param played how many matches have a result
     * @throws IllegalArgumentException when the tournament was over
     */
    public Planning plan(TournamentRecord before, List<OpenFixture> open, long played) {
        if (before.state().over()) {
            throw new IllegalArgumentException("nothing is planned of a tournament that is over: " + before.id());
        }
        String change = UUID.randomUUID().toString();
        TournamentState state = before.state() == TournamentState.PLANNED ? TournamentState.RUNNING : before.state();
        TableUpdate update = change(before, change, state, played)
                .set("#startedAt = if_not_exists(#startedAt, :now)")
                .with(":now", clock.instant());
        if (open.isEmpty()) {
            update.remove(TableLayout.OPEN);
        } else {
            update.set(TableLayout.OPEN, TournamentItem.openText(open));
        }
        try {
            return new Planning.Done(new TournamentItem(update.writeAndRead()).tournament());
        } catch (ConditionalCheckFailedException refused) {
            return hasHappened(refused.item(), change);
        }
    }

    /**
     * Calls a tournament off: no match is begun any more. Nothing is changed about one that is over or called off already.
     *
     * @return the tournament as it is then, if there is one
     */
    public Optional<TournamentRecord> cancel(String id) {
        if (!TournamentIds.isId(id)) {
            return Optional.empty();
        }
        TableUpdate update = update(id)
                .when("#state IN (:planned, :running)")
                .with(":planned", TournamentState.PLANNED.code())
                .with(":running", TournamentState.RUNNING.code())
                .set(TableLayout.STATE, TournamentState.CANCELLING.code())
                .set("#planRevision = #planRevision + :one")
                .with(":one", 1);
        try {
            return Optional.of(new TournamentItem(update.writeAndRead()).tournament());
        } catch (ConditionalCheckFailedException refused) {
            return refused.hasItem() ? Optional.of(new TournamentItem(refused.item()).tournament()) : Optional.empty();
        }
    }

    /**
     * Ends a tournament. Where somebody is to be told ({@link TournamentSettings#webhook}), the caller sends the webhook to
     * its queue and then says so with {@link #webhookQueued}.
     *
     * @param before the tournament as it was read
     * @param end finished or cancelled
     * @param played how many matches have a result
     * @param reason why it ended before all was played, fit to be shown, or {@code null}
     * @throws IllegalArgumentException when it was over before, or would not be now
     */
    public Planning end(TournamentRecord before, TournamentState end, long played, String reason) {
        if (!end.over() || before.state().over()) {
            throw new IllegalArgumentException("the tournament " + before.id() + " cannot go from "
                    + before.state().code() + " to " + end.code());
        }
        String change = UUID.randomUUID().toString();
        Optional<TournamentItem> now = item(before.id())
                .filter(item -> item.tournament().progress().revision()
                        == before.progress().revision());
        if (now.isEmpty()) {
            return new Planning.Outdated();
        }
        List<TransactWriteItem> parts = new ArrayList<>();
        parts.add(ending(before, end, played, reason, change));
        parts.add(table.delete(TableLayout.openTournamentKey(before.id())).part());
        Integer slot = now.get().slot();
        if (slot != null) {
            parts.add(slots.giveBack(before.owner(), slot, before.id()));
        }
        Optional<Map<String, AttributeValue>> found = transactions.write(parts, 0);
        return found.isPresent()
                ? hasHappened(found.get(), change)
                : new Planning.Done(find(before.id()).orElseThrow());
    }

    private TransactWriteItem ending(
            TournamentRecord before, TournamentState end, long played, String reason, String change) {
        TableUpdate update = change(before, change, end, played)
                .set(TableLayout.FINISHED_AT, clock.instant())
                .remove(TableLayout.OPEN, TableLayout.SLOT);
        if (before.settings().webhook() != null) {
            update.set(TableLayout.OUTBOX, Outbox.TOURNAMENT_WEBHOOKS);
        }
        if (reason != null) {
            update.set(TableLayout.REASON, reason);
        }
        return update.part();
    }

    /** A change of the tournament as it was read. */
    private TableUpdate change(TournamentRecord before, String change, TournamentState state, long played) {
        return update(before.id())
                .when("#planRevision = :read")
                .with(":read", before.progress().revision())
                .set(TableLayout.STATE, state.code())
                .set(TableLayout.PLAYED, played)
                .set(TableLayout.PLAN_REVISION, before.progress().revision() + 1)
                .set(TableLayout.CHANGE, change);
    }

    /**
     * Whether a change was refused because it has been made already: its answer was lost, and it was sent again.
     *
     * @param found the tournament's item; empty where there is none
     */
    private static Planning hasHappened(Map<String, AttributeValue> found, String change) {
        TournamentItem item = new TournamentItem(found);
        return item.changedBy(change) ? new Planning.Done(item.tournament()) : new Planning.Outdated();
    }

    // --- webhooks

    /**
     * The tournaments that were over more than a minute ago and whose webhooks are not known to be in their queue, the
     * oldest first. The caller sends each, and then says so with {@link #webhookQueued}.
     */
    public List<String> unsentWebhooks(int most) {
        return outbox.before(Outbox.TOURNAMENT_WEBHOOKS, clock.instant().minus(Outbox.SENT_WITHIN), most).stream()
                .map(TableLayout::tournamentOf)
                .toList();
    }

    /** Says that the webhook of a tournament that is over is in its queue. */
    public void webhookQueued(String id) {
        // Refused where it was said before, by another sweeper or by this very call, if its answer was lost.
        update(id).when("attribute_exists(#outbox)").remove(TableLayout.OUTBOX).writeIfAllowed();
    }

    private TableUpdate update(String id) {
        return table.update(TableLayout.tournamentKey(id)).itemIfRefused();
    }
}
