package bout.store.tournament;

import static bout.store.table.TableLayout.text;

import bout.competition.pairings.Fixture;
import bout.store.id.TournamentIds;
import bout.store.match.PlayerRecord;
import bout.store.table.Creation;
import bout.store.table.Creator;
import bout.store.table.Due;
import bout.store.table.IdempotencyKey;
import bout.store.table.IdempotencyKeys;
import bout.store.table.Listing;
import bout.store.table.PageRequest;
import bout.store.table.Parallel;
import bout.store.table.Partition;
import bout.store.table.Quota;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import bout.store.table.Transactions;
import bout.wire.Json;
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
 * The records of tournaments: their settings, their progress, and which matches may be open. Matches and journals have
 * the rest.
 *
 * <p>Every change is one write, conditional on what was read before. So a planner with outdated data notices: the
 * tournament was cancelled meanwhile, or another planner was faster. If an answer is lost, the SDK retries the write,
 * which recognizes its own effect and returns the same result.
 *
 * <p>Safe for use by many threads. The actions that a function must be allowed: {@link #create} {@code PutItem},
 * {@code GetItem} and, with a limit, {@code UpdateItem}, {@link #find} {@code GetItem}, {@link #players} {@code Query}
 * of the table, {@link #list} {@code Query} of the index and {@code GetItem}, {@link #open} {@code Query} of the index,
 * {@link #unsentWebhooks} {@code Query} of the other index, {@link #end} {@code GetItem}, {@code UpdateItem} and
 * {@code DeleteItem}, all others {@code UpdateItem}.
 */
public final class Tournaments {

    private static final int ATTEMPTS = 8;

    private final Table table;
    private final Clock clock;
    private final Transactions transactions;
    private final Due due;

    public Tournaments(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.transactions = new Transactions(table, ATTEMPTS);
        this.due = new Due(table);
    }

    // --- create

    /**
     * Stores a tournament and its players, all or nothing, unless its owner has reached the limit.
     *
     * @param planned as {@link TournamentRecord#planned} makes it, with an id that was never used
     * @param players in seeding order
     * @param key the idempotency key, or {@code null}; a repeated request is not counted
     * @param mostOpen the maximum of tournaments in progress for the owner; 0 = no limit
     * @throws IllegalArgumentException if the tournament is not new, or the number of players is wrong
     */
    public Creation<TournamentRecord> create(
            TournamentRecord planned, List<PlayerRecord> players, IdempotencyKey key, int mostOpen) {
        if (!planned.equals(planned.asAccepted())
                || players.size() != planned.settings().plan().players()) {
            throw new IllegalArgumentException("a tournament is accepted as planned, with all of its "
                    + planned.settings().plan().players() + " players, not with " + players.size() + ": "
                    + planned);
        }
        return creator()
                .create(
                        new Creator.Wanted<>(
                                planned, planned.id(), items(planned, players), found -> new TournamentItem(found)
                                        .tournament()
                                        .asAccepted()
                                        .equals(planned)),
                        key,
                        mostOpen == 0 ? List.of() : List.of(new Quota.Claim(planned.owner(), mostOpen, 0)));
    }

    private List<TransactWriteItem> items(TournamentRecord planned, List<PlayerRecord> players) {
        List<TransactWriteItem> items = new ArrayList<>();
        items.add(table.put(TournamentItem.planned(planned).attributes())
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
     * The tournament that an equal request created within the last {@link IdempotencyKeys#KEPT}, as it was accepted.
     * For requests that would no longer be accepted, because a bot that they name has changed.
     */
    public Optional<TournamentRecord> earlier(IdempotencyKey key) {
        return creator().earlier(key);
    }

    private Creator<TournamentRecord> creator() {
        return new Creator<>(table, clock, TableLayout.TOURNAMENT, this::asAccepted, Quota.Stale.NEVER);
    }

    private Optional<TournamentRecord> asAccepted(String id) {
        return Optional.of(find(id).map(TournamentRecord::asAccepted)
                .orElseThrow(() -> new IllegalStateException(
                        "an idempotency key names the tournament " + id + ", but it is not in the table")));
    }

    // --- find

    /** The tournament with this id, if there is one, from a consistent read. */
    public Optional<TournamentRecord> find(String id) {
        return item(id).map(TournamentItem::tournament);
    }

    private Optional<TournamentItem> item(String id) {
        return TournamentIds.isId(id)
                ? table.item(TableLayout.tournamentKey(id)).map(TournamentItem::new)
                : Optional.empty();
    }

    /** The players of a tournament in seeding order; empty if there is no such tournament. */
    public List<PlayerRecord> players(String id) {
        if (!TournamentIds.isId(id)) {
            return List.of();
        }
        return new Partition(table)
                .items("#pk = :pk AND begins_with(#sk, :players)", TableLayout.playersOf(id)).stream()
                        .flatMap(item -> new TournamentItem(item).players().stream())
                        .toList();
    }

    /** A page of tournaments, newest first. The index follows the table within a fraction of a second. */
    public Listing<TournamentRecord> list(PageRequest<String> query) {
        return Listing.page(
                query.cursor(),
                TournamentIds::isId,
                query.limit(),
                (behind, most) -> newest(query, behind, most),
                TournamentRecord::id);
    }

    private List<TournamentRecord> newest(PageRequest<String> query, String behind, int most) {
        List<TournamentItem> found = table
                .newest(
                        query.filter() == null
                                ? TableLayout.tournaments(true)
                                : TableLayout.tournamentsOfOwner(query.filter()),
                        behind,
                        most,
                        query.game() == null ? null : "#game = :game",
                        query.game() == null ? Map.of() : Map.of(":game", text(query.game())))
                .stream()
                .map(TournamentItem::new)
                .toList();
        return query.filter() == null
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
     * The ids of tournaments in progress, newest first. The index follows the table within a fraction of a second.
     *
     * @param behind the last id of the previous page, or {@code null} for the first page
     */
    public List<String> open(String behind, int most) {
        return table.newest(TableLayout.TOURNAMENTS_OPEN, behind, most).stream()
                .map(item -> new TournamentItem(item).id())
                .toList();
    }

    // --- plan

    /**
     * Records which matches may be open from now on. The caller starts them afterwards, so that after a crash every
     * match that may exist is known. A planned tournament becomes running; one in state cancelling stays in it.
     *
     * @param before the tournament as it was read
     * @param open every match that may exist, except those whose results are in the journal
     * @param played how many matches have a result
     * @throws IllegalArgumentException if the tournament was over
     */
    public Planning plan(TournamentRecord before, List<Fixture> open, long played) {
        if (before.state().over()) {
            throw new IllegalArgumentException("cannot plan a tournament that is over: " + before.id());
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
     * Cancels a tournament: no new matches start; running ones still count. Has no effect on one that is over or
     * already being cancelled.
     *
     * @return the tournament after that, if there is one
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
     * Ends a tournament. If it has a webhook ({@link TournamentSettings#webhook}), the caller sends that to its queue
     * and then calls {@link #webhookQueued}.
     *
     * @param before the tournament as it was read
     * @param end finished or cancelled
     * @param played how many matches have a result
     * @param reason why it ended early, fit to be shown, or {@code null}
     * @param winners the names of those in the first place, if it finished; kept if they are at most
     *     {@value TournamentProgress#MOST_WINNERS}
     * @throws IllegalArgumentException if it was already over, or {@code end} is not an end
     */
    public Planning end(
            TournamentRecord before, TournamentState end, long played, String reason, List<String> winners) {
        if (!end.over() || before.state().over()) {
            throw new IllegalArgumentException("the tournament " + before.id() + " cannot go from "
                    + before.state().code() + " to " + end.code());
        }
        String change = UUID.randomUUID().toString();
        List<TransactWriteItem> parts = List.of(
                ending(before, end, played, reason, winners, change),
                table.delete(TableLayout.openTournamentKey(before.id())).part(),
                new Quota(table, TableLayout.TOURNAMENT, before.owner()).freed(before.id()));
        Optional<Map<String, AttributeValue>> found = transactions.write(parts, 0);
        return found.isPresent()
                ? hasHappened(found.get(), change)
                : new Planning.Done(find(before.id()).orElseThrow());
    }

    private TransactWriteItem ending(
            TournamentRecord before,
            TournamentState end,
            long played,
            String reason,
            List<String> winners,
            String change) {
        TableUpdate update = change(before, change, end, played)
                .set(TableLayout.FINISHED_AT, clock.instant())
                .remove(TableLayout.OPEN);
        if (before.settings().webhook() != null) {
            update.due(Due.TOURNAMENT_WEBHOOKS, clock.instant().plus(Due.SENT_WITHIN));
        }
        if (reason != null) {
            update.set(TableLayout.REASON, reason);
        }
        if (!winners.isEmpty() && winners.size() <= TournamentProgress.MOST_WINNERS) {
            update.set(TableLayout.WINNERS, Json.text(winners));
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
     * Whether a change was rejected because it has already been made: the answer was lost, and the SDK retried.
     *
     * @param found the tournament's item; empty if there is none
     */
    private static Planning hasHappened(Map<String, AttributeValue> found, String change) {
        TournamentItem item = new TournamentItem(found);
        return item.changedBy(change) ? new Planning.Done(item.tournament()) : new Planning.Outdated();
    }

    // --- webhooks

    /**
     * The tournaments that ended more than a minute ago and whose webhooks are not known to be in their queue, oldest
     * first. The caller sends each and then calls {@link #webhookQueued}.
     */
    public List<String> unsentWebhooks(int most) {
        return due.until(Due.TOURNAMENT_WEBHOOKS, clock.instant(), most).stream()
                .map(mark -> TableLayout.tournamentOf(mark.pk()))
                .toList();
    }

    /** Records that the webhook of a tournament is in its queue. */
    public void webhookQueued(String id) {
        // Rejected if this was recorded before: by another sweeper, or by this call if its answer was lost.
        update(id).when("attribute_exists(#due)").nothingDue().writeIfAllowed();
    }

    private TableUpdate update(String id) {
        return table.update(TableLayout.tournamentKey(id)).itemIfRefused();
    }
}
