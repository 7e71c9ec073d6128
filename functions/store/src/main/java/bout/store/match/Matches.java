package bout.store.match;

import bout.games.Games;
import bout.store.id.MatchIds;
import bout.store.table.Creation;
import bout.store.table.IdempotencyKey;
import bout.store.table.Listing;
import bout.store.table.Parallel;
import bout.store.table.Slots;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The records of matches: accept, find, list and watch them. {@link Leases} has the changes while they are played.
 *
 * <p>Safe for use by many threads. Errors of the cloud (no network, throttled for long, no permission) are the SDK's
 * exceptions. The actions that a function must be allowed: {@link #acceptMatch} {@code PutItem}, {@code GetItem} and,
 * with limits, {@code UpdateItem} and {@code Query} of the table, {@link #createMissing} {@code PutItem},
 * {@link #find(String)} and {@link #prime} {@code GetItem}, {@link #find(List)} {@code BatchGetItem}, {@link #watch}
 * {@code GetItem} and {@code UpdateItem}, {@link #list} {@code Query} of the index, {@link #openOf} {@code Query} of
 * the table.
 */
public final class Matches {

    /** How long a match counts as watched after a request to watch it. */
    static final Duration WATCHED_FOR = Duration.ofSeconds(30);

    /** No write is needed for a match that counts as watched for longer than this. */
    static final Duration WATCHED_AGAIN = Duration.ofSeconds(15);

    private final Table table;
    private final Clock clock;
    private final List<String> games;
    private final MatchIndex index;
    private final Slots slots;
    private final Acceptance acceptance;

    /** The matches of all games in {@link Games#ALL}. */
    public Matches(Table table, Clock clock) {
        this(table, clock, Games.ALL.stream().map(game -> game.card().id()).toList());
    }

    /** @param games the ids of all games */
    public Matches(Table table, Clock clock, List<String> games) {
        this.table = table;
        this.clock = clock;
        this.games = List.copyOf(games);
        this.index = new MatchIndex(table);
        this.slots = new Slots(table, TableLayout.MATCH);
        this.acceptance = new Acceptance(table, clock);
    }

    /**
     * Stores a match.
     *
     * @param queued as {@link MatchRecord#queued} makes it, with an id that was never used
     * @param key the idempotency key, or {@code null}
     * @throws IllegalArgumentException when the match is not queued or not of one of the games
     */
    public Creation<MatchRecord> acceptMatch(MatchRecord queued, IdempotencyKey key) {
        return acceptMatch(queued, key, MatchLimits.NONE);
    }

    /**
     * Stores a match unless its owner has reached a limit. One transaction accepts the match and takes its slot,
     * another ends it and frees the slot. So no match is counted twice or for ever, whatever fails or is retried.
     *
     * @param queued as {@link MatchRecord#queued} makes it, with an id that was never used, and an owner if there are
     *     limits
     * @param key the idempotency key, or {@code null}; a repeated request is not counted
     * @throws IllegalArgumentException when the match is not queued, not of one of the games, or limited and nobody's
     */
    public Creation<MatchRecord> acceptMatch(MatchRecord queued, IdempotencyKey key, MatchLimits limits) {
        if (queued.origin().owner() == null && !limits.none()) {
            throw new IllegalArgumentException("a match with limits needs an owner: " + queued);
        }
        checkAccepted(queued);
        return key == null && limits.none() ? acceptance.put(queued) : acceptance.put(queued, key, limits);
    }

    private void checkAccepted(MatchRecord queued) {
        if (!queued.equals(queued.asAccepted())) {
            throw new IllegalArgumentException("a match is accepted as queued and not yet played: " + queued);
        }
        if (!games.contains(queued.game())) {
            throw new IllegalArgumentException("no match of " + queued.game() + " is ever listed; there are " + games);
        }
    }

    /**
     * Stores those of the matches that do not exist yet. For matches whose ids follow from their competition
     * ({@code TournamentRecord.matchId}), so that creating one repeatedly gives one match.
     *
     * @param queued as {@link MatchRecord#queued} makes them, each with a competition
     * @throws IllegalArgumentException when one is not queued, not of one of the games, or has no competition
     */
    public void createMissing(List<MatchRecord> queued) {
        for (MatchRecord match : queued) {
            checkAccepted(match);
            if (match.origin().competition() == null) {
                throw new IllegalArgumentException("a match without a competition is accepted, not created: " + match);
            }
        }
        Parallel.call(queued, match -> {
            acceptance.putIfAbsent(match);
            return match.id();
        });
    }

    /**
     * The match that an equal request created within the last 24 hours, as it was accepted. For requests that would no
     * longer be accepted, because a bot that they name has changed.
     */
    public Optional<MatchRecord> earlier(IdempotencyKey key) {
        return acceptance.earlier(key);
    }

    /** The ids of the matches that take slots of an owner. */
    public Set<String> openOf(String owner) {
        return Set.copyOf(slots.taken(owner).values());
    }

    /** The match with this id, if there is one, from a consistent read. */
    public Optional<MatchRecord> find(String id) {
        if (!MatchIds.isId(id)) {
            return Optional.empty();
        }
        return table.item(TableLayout.matchKey(id)).map(item -> new MatchItem(item).match());
    }

    /** The matches with these ids, in the same order, from a consistent read; unknown ids are left out. */
    public List<MatchRecord> find(List<String> ids) {
        List<String> distinct = ids.stream().filter(MatchIds::isId).distinct().toList();
        Map<String, MatchRecord> found = new HashMap<>();
        table.items(distinct.stream().map(TableLayout::matchKey).toList()).forEach(item -> {
            MatchRecord match = new MatchItem(item).match();
            found.put(match.id(), match);
        });
        return distinct.stream().filter(found::containsKey).map(found::get).toList();
    }

    /**
     * Finds a match and marks it as watched: while it is queued or running, its runner learns this when it next renews
     * its lease. However many watch, this costs one write per 15 s (more only if several requests come just when it is
     * due). Leases do not depend on the mark, so losing or repeating the write does no harm.
     *
     * @throws NotNoted if the match was found but could not be marked
     */
    public Optional<MatchRecord> watch(String id) throws NotNoted {
        Optional<MatchItem> found =
                MatchIds.isId(id) ? table.item(TableLayout.matchKey(id)).map(MatchItem::new) : Optional.empty();
        Instant now = clock.instant();
        if (found.isPresent() && found.get().mayBeWatched(now.plus(WATCHED_AGAIN))) {
            try {
                noteWatched(id, now);
            } catch (SdkException unreachable) {
                throw new NotNoted(found.get().match(), unreachable);
            }
        }
        return found.map(MatchItem::match);
    }

    /** A match was found, but could not be marked as watched. */
    public static final class NotNoted extends Exception {
        private final transient MatchRecord match;

        private NotNoted(MatchRecord match, SdkException cause) {
            super("could not mark the match " + match.id() + " as watched: " + cause.getMessage(), cause);
            this.match = match;
        }

        /** As it was found. */
        public MatchRecord match() {
            return match;
        }
    }

    private void noteWatched(String id, Instant now) {
        // Rejected if the match is over, or already marked by another request or by this one, if its answer was lost.
        MatchItem.update(table, id)
                .when("(#status = :queued OR #status = :running)"
                        + " AND (attribute_not_exists(#watchedUntil) OR #watchedUntil < :soon)")
                .with(":queued", Status.QUEUED.code())
                .with(":running", Status.RUNNING.code())
                .with(":soon", now.plus(WATCHED_AGAIN))
                .set(TableLayout.WATCHED_UNTIL, now.plus(WATCHED_FOR))
                .writeIfAllowed();
    }

    /**
     * A page of matches, newest first.
     *
     * <p>The index follows the table within a fraction of a second. If a list spans several statuses, a match whose
     * status changes meanwhile is listed once, with its later status; one that is requeued just then may be left out.
     */
    public Listing<MatchRecord> list(MatchQuery query) {
        return Listing.page(
                query.cursor(),
                MatchIds::isId,
                query.limit(),
                (behind, most) -> newest(query, behind, most),
                MatchRecord::id);
    }

    private List<MatchRecord> newest(MatchQuery query, String behind, int most) {
        List<String> listed = query.game() == null ? games : List.of(query.game());
        TreeMap<String, MatchItem> newestFirst = new TreeMap<>(Comparator.reverseOrder());
        for (List<Status> stage : stages(query.status())) {
            List<Partition> partitions = listed.stream()
                    .flatMap(game -> stage.stream().map(status -> new Partition(game, status)))
                    .toList();
            for (List<MatchItem> items :
                    Parallel.call(partitions, each -> index.newest(each.game(), each.status(), behind, most))) {
                items.forEach(item -> newestFirst.put(item.id(), item));
            }
        }
        return newestFirst.values().stream().limit(most).map(MatchItem::match).toList();
    }

    private record Partition(String game, Status status) {}

    /**
     * The statuses to list, in the order in which to read them. A match that moves on between two reads is seen twice
     * in this order (the later one counts); in any other order it could be missed.
     */
    private static List<List<Status>> stages(Status status) {
        return status == null
                ? List.of(List.of(Status.QUEUED), List.of(Status.RUNNING), List.of(Status.FINISHED, Status.FAILED))
                : List.of(List.of(status));
    }

    /** Loads and warms what the other methods need, with a read that finds nothing. */
    public void prime() {
        table.item(TableLayout.matchKey(MatchIds.before(Instant.EPOCH)));
    }
}
