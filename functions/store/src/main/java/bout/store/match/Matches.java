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
import bout.store.table.TableUpdate;
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
 * The records of matches: accepting, finding, listing and watching them. What becomes of them while they are played is in
 * {@link Leases}.
 *
 * <p>Safe for use by many threads. Errors of the cloud (no network, throttled for long, no permission) are the SDK's
 * exceptions. The actions that a function must be allowed: {@link #acceptMatch} {@code PutItem}, {@code GetItem} and, with
 * limits, {@code UpdateItem} and {@code Query} of the table, {@link #createMissing} {@code PutItem}, {@link #find(String)}
 * and {@link #prime} {@code GetItem}, {@link #find(List)} {@code BatchGetItem}, {@link #watch} {@code GetItem} and
 * {@code UpdateItem}, {@link #list} {@code Query} of the index, {@link #openOf} {@code Query} of the table.
 */
public final class Matches {

    /** For how long a match counts as watched after somebody looked. */
    static final Duration WATCHED_FOR = Duration.ofSeconds(30);

    /** Nothing is written for a look at a match that counts as watched for longer than this. */
    static final Duration WATCHED_AGAIN = Duration.ofSeconds(15);

    private final Table table;
    private final Clock clock;
    private final List<String> games;
    private final MatchIndex index;
    private final Slots slots;
    private final Acceptance acceptance;

    /** The matches of {@link Games#ALL}. */
    public Matches(Table table, Clock clock) {
        this(table, clock, Games.ALL.stream().map(game -> game.card().id()).toList());
    }

    /** @param games the ids of all games that there are matches of */
    public Matches(Table table, Clock clock, List<String> games) {
        this.table = table;
        this.clock = clock;
        this.games = List.copyOf(games);
        this.index = new MatchIndex(table);
        this.slots = new Slots(table, TableLayout.MATCH);
        this.acceptance = new Acceptance(table, clock);
    }

    /**
     * Puts a match into the table.
     *
     * @param queued as {@link MatchRecord#queued} makes it, with an id that was never used
     * @param key what makes this request the same as an earlier one, or {@code null}
     * @throws IllegalArgumentException when the match is not queued or not of one of the games
     */
    public Creation<MatchRecord> acceptMatch(MatchRecord queued, IdempotencyKey key) {
        return acceptMatch(queued, key, MatchLimits.NONE);
    }

    /**
     * Puts a match into the table, unless its owner has as many as may be. One transaction accepts and counts it, another
     * one ends it and counts it as open no more, so whatever fails or is sent again, none is counted twice or for ever.
     *
     * @param queued as {@link MatchRecord#queued} makes it, with an id that was never used, and an owner if there are limits
     * @param key what makes this request the same as an earlier one, or {@code null}; an equal request is not counted
     * @throws IllegalArgumentException when the match is not queued, not of one of the games, or limited and nobody's
     */
    public Creation<MatchRecord> acceptMatch(MatchRecord queued, IdempotencyKey key, MatchLimits limits) {
        if (queued.origin().owner() == null && !limits.none()) {
            throw new IllegalArgumentException("nobody owns the match that is to be counted: " + queued);
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
     * Puts those matches into the table that are not there. For matches whose ids follow from what they are played for
     * ({@code TournamentRecord.matchId}), so that each is one match however often it is created.
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
     * The match that an equal request got within the last 24 hours, as it was accepted. For a request that
     * could not be accepted any more, because what it names has changed since.
     */
    public Optional<MatchRecord> earlier(IdempotencyKey key) {
        return acceptance.earlier(key);
    }

    /** The ids of the matches that count as open among those that an owner may have open at once. */
    public Set<String> openOf(String owner) {
        return Set.copyOf(slots.taken(owner).values());
    }

    /** The match with this id as it is now, if there is one. */
    public Optional<MatchRecord> find(String id) {
        if (!MatchIds.isId(id)) {
            return Optional.empty();
        }
        return table.item(TableLayout.matchKey(id)).map(item -> new MatchItem(item).match());
    }

    /** The matches with these ids as they are now, in the same order; without those that there are none of. */
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
     * The match with this id as it is now, for somebody who watches it: while it is queued or running, its runner learns of
     * that with the next renewal of its lease. However many watch, this is a write each 15 s beside the reads, and one for
     * each that looks in the very moment in which it is due. It touches nothing that a lease depends on, so it may be lost
     * or come twice.
     *
     * @throws NotNoted when the match was found and the write failed
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

    /** A match was found, but that somebody watches it could not be written down. */
    public static final class NotNoted extends Exception {
        private final transient MatchRecord match;

        private NotNoted(MatchRecord match, SdkException cause) {
            super(
                    "It could not be written down that the match " + match.id() + " is watched: " + cause.getMessage(),
                    cause);
            this.match = match;
        }

        /** As it was found. */
        public MatchRecord match() {
            return match;
        }
    }

    private void noteWatched(String id, Instant now) {
        // Refused where it is over meanwhile, or noted by another's look, or by this one, whose answer was lost.
        update(id)
                .when("(#status = :queued OR #status = :running)"
                        + " AND (attribute_not_exists(#watchedUntil) OR #watchedUntil < :soon)")
                .with(":queued", Status.QUEUED.code())
                .with(":running", Status.RUNNING.code())
                .with(":soon", now.plus(WATCHED_AGAIN))
                .set(TableLayout.WATCHED_UNTIL, now.plus(WATCHED_FOR))
                .writeIfAllowed();
    }

    /**
     * A page of matches, the newest first.
     *
     * <p>The index follows the table within a fraction of a second. Where a list spans several statuses, a match that
     * goes on meanwhile is listed once, with its later status; one that at that moment goes back to queued may be left out.
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
     * The statuses to list, in the order in which to read them. A match goes from stage to stage, so one that moves on
     * between two reads is seen twice (the later one counts), where in any other order it could be missed.
     */
    private static List<List<Status>> stages(Status status) {
        return status == null
                ? List.of(List.of(Status.QUEUED), List.of(Status.RUNNING), List.of(Status.FINISHED, Status.FAILED))
                : List.of(List.of(status));
    }

    /** Loads and warms what the other methods need, by a read that finds nothing. */
    public void prime() {
        table.item(TableLayout.matchKey(MatchIds.before(Instant.EPOCH)));
    }

    private TableUpdate update(String id) {
        return table.update(TableLayout.matchKey(id)).itemIfRefused();
    }
}
