package bout.store.tournament;

import bout.competition.journal.Competition;
import bout.competition.pairings.Fixture;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.tournament.TournamentRecord.TournamentProgress;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.table.Condition;
import bout.table.ConditionalWrite;
import bout.table.ConditionalWrite.Written;
import bout.table.Creation;
import bout.table.Creator;
import bout.table.Creator.IdempotencyKey;
import bout.table.Due;
import bout.table.Item;
import bout.table.Listing;
import bout.table.Listing.Page;
import bout.table.Listing.PageRequest;
import bout.table.Partition;
import bout.table.Quota;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TablePut;
import bout.table.TableUpdate;
import bout.telemetry.Parallel;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The records of tournaments: their settings, their progress, and which matches may be open. Matches and journals have
 * the rest.
 *
 * <p>Every change is one write, conditional on what was read before. So a planner with outdated data notices: the
 * tournament was cancelled meanwhile, or another planner was faster. If an answer is lost, the SDK retries the write,
 * which recognizes its own effect and returns the same result.
 *
 * <p>{@code pk} = {@code tournament#ID}, {@code sk} = {@code tournament}: a {@link TournamentRecord} with {@code list}
 * = {@code tournaments#public} or {@code tournaments#private}; {@code game}, to filter lists; {@code change}; and, from
 * its end until its webhook is queued, {@code due} and {@code dueAt}. {@code sk} = {@code players#NNNN}: some of its
 * {@link Players}. {@code sk} = {@code owner}: {@code id}, {@code game} and {@code list} =
 * {@code tournaments-of#OWNER}. {@code sk} = {@code open}, until it ends: {@code id} and {@code list} =
 * {@code tournaments-open}. All are written in one transaction.
 */
public record Tournaments(Table table, Clock clock) {

    private static final int ATTEMPTS = 8;

    private static final Set<TournamentState> CANCELLABLE = Set.of(TournamentState.PLANNED, TournamentState.RUNNING);

    /** A hundred players with the longest URLs and names take 235 KB; an item may have 400 KB. */
    private static final int PLAYERS_OF_AN_ITEM = 100;

    /** Some of the players, because all of a tournament do not fit into one item. */
    private record Players(List<PlayerRecord> players) {}

    private static TournamentRecord record(Item item) {
        return item.as(TournamentRecord.class);
    }

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
                        planned.id(),
                        key,
                        mostOpen == 0 ? List.of() : List.of(new Quota.Claim(planned.owner(), mostOpen, 0)),
                        place -> store(
                                TournamentRecord.planned(place.id(), planned.settings(), planned.createdAt()),
                                players,
                                place));
    }

    private Optional<Creation<TournamentRecord>> store(
            TournamentRecord planned, List<PlayerRecord> players, Creator.Place place) {
        String id = planned.id();
        List<ConditionalWrite<?>> parts = new ArrayList<>();
        parts.add(table.put(TableLayout.tournamentKey(id))
                .set(planned)
                .set(TableLayout.LIST, TableLayout.tournaments(planned.isPublic()))
                .set(TableLayout.GAME, planned.game())
                .ifAbsent());
        parts.add(
                table.listed(TableLayout.tournamentOfOwnerKey(id), id, TableLayout.tournamentsOfOwner(planned.owner()))
                        .set(TableLayout.GAME, planned.game()));
        parts.add(opened(id));
        parts.addAll(ofPlayers(id, players));
        if (place.key() != null) {
            parts.add(place.stored(id));
        }
        Map<Integer, Item> refused = table.transact(parts);
        if (refused.isEmpty()) {
            return Optional.of(new Creation.New<>(planned));
        } else if (!refused.containsKey(0)) {
            return Optional.empty();
        }
        // Stored by an equal request.
        TournamentRecord there = record(refused.get(0)).asAccepted();
        if (place.key() == null && !there.equals(planned)) {
            throw new IllegalStateException("there is another tournament with the id " + id);
        }
        return Optional.of(new Creation.Repeated<>(there));
    }

    private List<ConditionalWrite<?>> ofPlayers(String id, List<PlayerRecord> players) {
        List<ConditionalWrite<?>> parts = new ArrayList<>();
        int most = PLAYERS_OF_AN_ITEM;
        for (int from = 0; from < players.size(); from += most) {
            List<PlayerRecord> some = players.subList(from, Math.min(from + most, players.size()));
            parts.add(table.put(TableLayout.playersKey(id, from / most)).set(new Players(some)));
        }
        return parts;
    }

    /** As {@link Creator#earlier}, for requests that would no longer be accepted: a bot that they name has changed. */
    public Optional<TournamentRecord> earlier(IdempotencyKey key) {
        return creator().earlier(key);
    }

    private Creator<TournamentRecord> creator() {
        return new Creator<>(
                table, clock, TableLayout.TOURNAMENT, id -> find(id).map(TournamentRecord::asAccepted), this::stale);
    }

    /** Room is freed with the end of a tournament, so what takes room for nothing was never stored. */
    private Set<String> stale(String owner, Set<String> open) {
        Instant before = clock.instant().minus(Creator.STORED_WITHIN);
        return open.stream()
                .filter(id -> MatchIds.time(id).isBefore(before) && find(id).isEmpty())
                .collect(Collectors.toSet());
    }

    public Optional<TournamentRecord> find(String id) {
        return IdKind.TOURNAMENT.is(id)
                ? table.item(TableLayout.tournamentKey(id)).map(Tournaments::record)
                : Optional.empty();
    }

    /** The players of a tournament in seeding order; empty if there is no such tournament. */
    public List<PlayerRecord> players(String id) {
        if (!IdKind.TOURNAMENT.is(id)) {
            return List.of();
        }
        return new Partition(table, TableLayout.tournamentKey(id))
                .items(TableLayout.PLAYERS_PREFIX).stream()
                        .flatMap(item -> item.as(Players.class).players().stream())
                        .toList();
    }

    public Page<TournamentRecord> list(PageRequest<String> query) {
        return Listing.page(query, (behind, most) -> newest(query, behind, most), TournamentRecord::id);
    }

    private List<TournamentRecord> newest(PageRequest<String> query, String behind, int most) {
        String list =
                query.filter() == null ? TableLayout.tournaments(true) : TableLayout.tournamentsOfOwner(query.filter());
        Condition game = query.game() == null ? null : Condition.equal(TableLayout.GAME, query.game());
        List<Item> found = table.newest(list, behind, most, game);
        return query.filter() == null
                ? found.stream().map(Tournaments::record).toList()
                : Parallel.find(found, pointer -> find(pointer.string(TableLayout.ID)));
    }

    /** A page of all tournaments, newest first. @param behind the last id of the previous page, or {@code null} */
    public List<TournamentRecord> page(boolean isPublic, String behind, int most) {
        return table.newest(TableLayout.tournaments(isPublic), behind, most).stream()
                .map(Tournaments::record)
                .toList();
    }

    /**
     * Replaces players by what is left of them, and removes the webhook, all in one write. A reader of the players
     * notices by the revision.
     *
     * @param erased what becomes of a player; itself, if it stays
     * @param withWebhook whether the webhook goes, too
     * @return whether anything was left to erase
     */
    public boolean erase(String id, UnaryOperator<PlayerRecord> erased, boolean withWebhook) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            TournamentRecord before = find(id).orElseThrow();
            List<PlayerRecord> players = players(id);
            List<PlayerRecord> after = players.stream().map(erased).toList();
            boolean webhook = withWebhook && before.settings().webhook() != null;
            if (players.equals(after) && !webhook) {
                return false;
            }
            Map<String, String> names = new HashMap<>();
            for (int i = 0; i < players.size(); i++) {
                if (!players.get(i).equals(after.get(i))) {
                    names.put(players.get(i).name(), after.get(i).name());
                }
            }
            // A winner of the same name stays one.
            after.forEach(player -> names.remove(player.name()));
            List<ConditionalWrite<?>> parts = new ArrayList<>();
            parts.add(update(id)
                    .when(Condition.equal(
                            TableLayout.REVISION, before.progress().revision()))
                    .change(before, before.erased(names, webhook)));
            parts.addAll(ofPlayers(id, after));
            if (table.transact(parts).isEmpty()) {
                return true;
            }
        }
        throw new IllegalStateException("the tournament " + id + " was changed " + ATTEMPTS + " times meanwhile");
    }

    /** The ids of those that are not over. */
    public List<String> open() {
        return table.ids(TableLayout.TOURNAMENTS_OPEN);
    }

    /**
     * Records which matches may be open from now on. The caller starts them afterwards, so that after a crash every
     * match that may exist is known. A planned tournament becomes running; one in state cancelling stays in it.
     *
     * @param open every match that may exist, except those whose results are in the journal
     * @return empty if the tournament has changed since it was read; then nothing was written
     * @throws IllegalArgumentException if the tournament was over
     */
    public Optional<TournamentRecord> plan(TournamentRecord before, List<Fixture> open, long played) {
        if (before.state().over()) {
            throw new IllegalArgumentException("cannot plan a tournament that is over: " + before.id());
        }
        TournamentState state = before.state() == TournamentState.PLANNED ? TournamentState.RUNNING : before.state();
        Written planned = change(before, state, played)
                .setIfAbsent(TableLayout.STARTED_AT, clock.instant())
                .set(TableLayout.OPEN, open)
                .writeAndRead();
        return planned.done() ? Optional.of(record(planned.item())) : Optional.empty();
    }

    /**
     * Cancels a tournament: no new matches start; running ones still count. Has no effect on one that is over or
     * already being cancelled.
     *
     * @return the tournament after that, if there is one
     */
    public Optional<TournamentRecord> cancel(String id) {
        if (!IdKind.TOURNAMENT.is(id)) {
            return Optional.empty();
        }
        return cancelling(id).writeAndRead().item().find(TournamentRecord.class);
    }

    /** The part of a transaction that does the same; empty for a tournament that it would not change. */
    public Optional<TableUpdate> cancelling(TournamentRecord before) {
        return CANCELLABLE.contains(before.state()) ? Optional.of(cancelling(before.id())) : Optional.empty();
    }

    private TableUpdate cancelling(String id) {
        return update(id)
                .when(Condition.in(TableLayout.STATE, CANCELLABLE.toArray(TournamentState[]::new)))
                .set(TableLayout.STATE, TournamentState.CANCELLING)
                .add(TableLayout.REVISION, 1);
    }

    /**
     * Makes a tournament that has finished, and its matches, visible to everybody. The next update publishes its
     * standings, which so far were private. Repeated, it changes nothing.
     */
    public void reveal(String id) {
        update(id)
                .when(Condition.equal(TableLayout.STATE, TournamentState.FINISHED))
                .setIfAbsent(TableLayout.REVEALED_AT, clock.instant())
                .set(TableLayout.LIST, TableLayout.tournaments(true))
                .write();
    }

    /**
     * Parts of a transaction that has a tournament go on, if it has not been changed since it was read: a match is
     * played again, perhaps after its end.
     */
    public List<ConditionalWrite<?>> goingOn(TournamentRecord before) {
        return List.of(
                change(before, TournamentState.RUNNING, before.progress().played())
                        .set(TableLayout.WINNERS, List.of())
                        .set(TableLayout.OPEN, before.progress().open())
                        .remove(TableLayout.FINISHED_AT),
                opened(before.id()));
    }

    private TablePut opened(String id) {
        return table.listed(TableLayout.openTournamentKey(id), id, TableLayout.TOURNAMENTS_OPEN);
    }

    /** The match, for everybody to see if its tournament is. */
    public MatchRecord asRevealed(MatchRecord match) {
        return match.origin().seenByOwnerOnly()
                        && match.origin().competition() instanceof Competition.OfTournament of
                        && find(of.tournament())
                                .filter(TournamentRecord::isPublic)
                                .isPresent()
                ? match.revealed()
                : match;
    }

    /**
     * Ends a tournament. If it has a webhook ({@link TournamentSettings#webhook}), the caller sends that to its queue
     * and then calls {@link #webhookQueued}.
     *
     * @param winners the names of those in the first place, if it finished; kept if they are at most
     *     {@value TournamentProgress#MOST_WINNERS}
     * @return empty as in {@link #plan}
     * @throws IllegalArgumentException if it was already over, or {@code end} is not an end
     */
    public Optional<TournamentRecord> end(
            TournamentRecord before, TournamentState end, long played, List<String> winners) {
        if (!end.over() || before.state().over()) {
            throw new IllegalArgumentException("the tournament " + before.id() + " cannot go from "
                    + before.state().code() + " to " + end.code());
        }
        List<ConditionalWrite<?>> parts = List.of(
                ending(before, end, played, winners),
                table.delete(TableLayout.openTournamentKey(before.id())),
                new Quota(table, TableLayout.TOURNAMENT, before.owner()).freed(before.id()));
        return table.transact(parts).isEmpty() ? find(before.id()) : Optional.empty();
    }

    private TableUpdate ending(TournamentRecord before, TournamentState end, long played, List<String> winners) {
        TableUpdate update = change(before, end, played)
                .set(TableLayout.FINISHED_AT, clock.instant())
                .remove(TableLayout.OPEN);
        if (before.settings().webhook() != null) {
            update.due(Due.Work.TOURNAMENT_WEBHOOKS, clock.instant().plus(Due.SENT_WITHIN));
        }
        if (winners.size() <= TournamentProgress.MOST_WINNERS) {
            update.set(TableLayout.WINNERS, winners);
        }
        return update;
    }

    private TableUpdate change(TournamentRecord before, TournamentState state, long played) {
        return update(before.id())
                .named()
                .when(Condition.equal(TableLayout.REVISION, before.progress().revision()))
                .set(TableLayout.STATE, state)
                .set(TableLayout.PLAYED, played)
                .set(TableLayout.REVISION, before.progress().revision() + 1);
    }

    /**
     * The tournaments that ended more than a minute ago and whose webhooks are not known to be in their queue, oldest
     * first. The caller sends each and then calls {@link #webhookQueued}.
     */
    public List<String> unsentWebhooks(int most) {
        return new Due(table)
                .until(Due.Work.TOURNAMENT_WEBHOOKS, clock.instant(), most)
                .map(TableLayout::tournamentOf)
                .limit(most)
                .toList();
    }

    public void webhookQueued(String id) {
        // Rejected if this was recorded before: by another sweeper, or by this call if its answer was lost.
        update(id).when(Condition.there(TableLayout.DUE)).nothingDue().write();
    }

    private TableUpdate update(String id) {
        return table.update(TableLayout.tournamentKey(id));
    }
}
