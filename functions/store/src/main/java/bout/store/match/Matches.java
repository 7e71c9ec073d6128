package bout.store.match;

import bout.games.Games;
import bout.store.runner.Runners;
import bout.store.runner.Runners.RunnerRecord;
import bout.store.runner.Runners.RunnerState;
import bout.table.AskedFor;
import bout.table.Condition;
import bout.table.Creation;
import bout.table.Creator.IdempotencyKey;
import bout.table.Due;
import bout.table.Listing;
import bout.table.Listing.Page;
import bout.table.Listing.PageRequest;
import bout.table.Quota;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TableUpdate;
import bout.telemetry.Parallel;
import bout.wire.id.MatchIds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The records of matches: accept, find, list, watch and cancel them, and the work left after their end. {@link Leases}
 * has the changes while they are played.
 *
 * <p>Safe for use by many threads. Errors of the cloud (no network, throttled for long, no permission) are the SDK's
 * exceptions.
 *
 * @param kept how long a match is kept after its end; zero forever
 * @param games the ids of the games whose matches are listed
 */
public record Matches(Table table, Clock clock, Duration kept, List<String> games) {

    /** How long a match counts as watched after a request to watch it. */
    static final Duration WATCHED_FOR = Duration.ofSeconds(30);

    /** No write is needed for a match that counts as watched for longer than this. */
    static final Duration WATCHED_AGAIN = Duration.ofSeconds(15);

    public Matches(Table table, Clock clock, Duration kept) {
        this(
                table,
                clock,
                kept,
                Games.ALL.stream().map(game -> game.card().id()).toList());
    }

    private Runners runners() {
        return new Runners(table, clock);
    }

    private Acceptance acceptance() {
        return new Acceptance(table, clock);
    }

    /**
     * Stores a match unless its owner has reached a limit. It takes room in its owner's quota before it is stored and
     * frees it after its end; see {@link Quota}.
     *
     * @param queued as {@link MatchRecord#queued} makes it, with an id that was never used, and an owner if there are
     *     limits
     * @param key the idempotency key, or {@code null}; a repeated request is not counted
     * @param othersBots the registered bots that play in it and are not its owner's, and which have limits, too
     * @throws IllegalArgumentException when the match is not queued, not of one of the games, or limited and nobody's
     */
    public Creation<MatchRecord> acceptMatch(
            MatchRecord queued, IdempotencyKey key, MatchLimits limits, Set<String> othersBots) {
        if (queued.origin().owner() == null && !limits.none()) {
            throw new IllegalArgumentException("a match with limits needs an owner: " + queued);
        }
        checkAccepted(queued);
        return acceptance().accept(queued, key, limits.claims(queued.origin().owner(), othersBots));
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
     * Stores those of the matches that do not exist yet, of each board all or none. For matches whose ids follow from
     * their competition ({@code TournamentRecord.matchId}), so that creating one repeatedly gives one match.
     *
     * @param queued as {@link MatchRecord#queued} makes them, each with a competition
     * @param othersBots registered bots that are not the owner's of these matches
     * @param ofBot how many matches of such a bot may be queued or running in tournaments of others than its owner, 2
     *     or more; 0 = no limit
     * @return the ids of those for which there was room
     * @throws IllegalArgumentException when one is not queued, not of one of the games, or has no competition
     */
    public Set<String> createMissing(List<MatchRecord> queued, Set<String> othersBots, int ofBot) {
        for (MatchRecord match : queued) {
            checkAccepted(match);
            if (!match.rated()) {
                throw new IllegalArgumentException("a match without a competition is accepted, not created: " + match);
            }
        }
        Map<Set<String>, List<MatchRecord>> boards = queued.stream()
                .collect(Collectors.groupingBy(
                        match -> Set.of(match.id(), match.otherOnBoard()), LinkedHashMap::new, Collectors.toList()));
        return Parallel.filter(List.copyOf(boards.values()), board -> acceptance()
                        .putIfAbsent(board, MatchLimits.ofTournament(board.getFirst(), othersBots, ofBot)))
                .stream()
                .flatMap(List::stream)
                .map(MatchRecord::id)
                .collect(Collectors.toSet());
    }

    /** Frees what a crash left taken of these bots' places, for matches of a tournament that will never exist. */
    public void freePlaces(List<String> never, Set<String> othersBots) {
        if (!never.isEmpty()) {
            othersBots.forEach(bot -> new Quota(table, TableLayout.MATCH, MatchLimits.ofTournaments(bot)).free(never));
        }
    }

    /** As {@code Creator.earlier}, for requests that would no longer be accepted: a bot that they name has changed. */
    public Optional<MatchRecord> earlier(IdempotencyKey key) {
        return acceptance().earlier(key);
    }

    /**
     * Cancels a match that has not ended: it gets no result, and makes room for another. If a runner plays it, the
     * runner loses it by this write, and stops calling the bots with its next renewal.
     *
     * @return the match after that, if there is one
     */
    public Optional<MatchRecord> cancel(String id, String reason) {
        // Ends: a match changes its status or fence a few times a minute at most.
        for (Optional<StoredMatch> found = StoredMatch.find(table, id); ; found = StoredMatch.find(table, id)) {
            if (found.isEmpty() || found.get().status().over()) {
                return found.map(StoredMatch::match);
            }
            if (cancel(found.get(), reason)) {
                if (found.get().status() == Status.RUNNING) {
                    runners().markStopped(found.get().holder(), id);
                }
                return StoredMatch.find(table, id).map(StoredMatch::match);
            }
        }
    }

    private boolean cancel(StoredMatch found, String reason) {
        MatchRecord match = found.match();
        TableUpdate update = StoredMatch.update(table, found.id())
                .named()
                .when(Condition.equal(TableLayout.STATUS, found.status()))
                .when(Condition.equal(TableLayout.FENCE, found.lease().fence()))
                .set(TableLayout.REASON, reason);
        // The sweeper sends the webhook, with its next run: it is the only one who sends those of others.
        return new Leases(table, clock, kept)
                .end(update, match, found.lease().quotasOf(), Status.CANCELLED, Leases.webhook(match), Duration.ZERO);
    }

    /** Cancels the matches of a registered bot that others than its owner asked for. */
    public void cancelOfOthers(String bot, String reason) {
        openOf(bot).forEach(match -> cancel(match, reason));
    }

    /**
     * The ids of the matches that count as open for an owner, or for a bot that is not their owner's, without those
     * that a crash left behind.
     */
    public Set<String> openOf(String owner) {
        Set<String> open = new HashSet<>(new Quota(table, TableLayout.MATCH, owner).open());
        open.removeAll(acceptance().stale(owner, open));
        return Set.copyOf(open);
    }

    public Optional<MatchRecord> find(String id) {
        return StoredMatch.find(table, id).map(StoredMatch::match);
    }

    public List<MatchRecord> find(List<String> ids) {
        List<String> distinct = ids.stream().filter(MatchIds::isId).distinct().toList();
        Map<String, MatchRecord> found = table
                .items(distinct.stream().map(TableLayout::matchKey).toList())
                .stream()
                .map(item -> StoredMatch.of(item).match())
                .collect(Collectors.toMap(MatchRecord::id, match -> match));
        return distinct.stream().map(found::get).filter(Objects::nonNull).toList();
    }

    /** The ids of those of the matches on whose board another match is not over. */
    public Set<String> onOpenBoards(List<MatchRecord> matches) {
        Set<String> found = new HashSet<>();
        find(matches.stream()
                        .filter(match -> !match.shown())
                        .map(MatchRecord::otherOnBoard)
                        .toList())
                .stream()
                .filter(other -> !other.status().over())
                .forEach(other -> found.add(other.otherOnBoard()));
        return found;
    }

    /**
     * Finds a match and marks it as watched: while it is queued, in its own item; while it is running, in its runner's,
     * which the runner reads when it next renews its lease. However many watch, this costs one write per 15 s (more
     * only if several requests come just when it is due). Leases do not depend on the mark, so losing or repeating the
     * write does no harm.
     *
     * @throws NotNoted if the match was found but could not be marked
     */
    public Optional<MatchRecord> watch(String id) throws NotNoted {
        Optional<StoredMatch> found = StoredMatch.find(table, id);
        if (found.isPresent()) {
            try {
                noteWatched(found.get(), clock.instant());
            } catch (SdkException unreachable) {
                throw new NotNoted(found.get().match(), unreachable);
            }
        }
        return found.map(StoredMatch::match);
    }

    public static final class NotNoted extends Exception {
        private final transient MatchRecord match;

        private NotNoted(MatchRecord match, SdkException cause) {
            super("could not mark the match " + match.id() + " as watched: " + cause.getMessage(), cause);
            this.match = match;
        }

        public MatchRecord match() {
            return match;
        }
    }

    private void noteWatched(StoredMatch found, Instant now) {
        Instant soon = now.plus(WATCHED_AGAIN);
        Instant until = now.plus(WATCHED_FOR);
        if (found.status() == Status.QUEUED && isBefore(found.lease().watchedUntil(), soon)) {
            // Refused if a runner has taken it, or it is already marked.
            StoredMatch.update(table, found.id())
                    .when(Condition.equal(TableLayout.STATUS, Status.QUEUED))
                    .when(Condition.absent(TableLayout.WATCHED_UNTIL)
                            .or(Condition.below(TableLayout.WATCHED_UNTIL, soon)))
                    .set(TableLayout.WATCHED_UNTIL, until)
                    .write();
        } else if (found.status() == Status.RUNNING
                && isBefore(found.lease().watchedUntil(), soon)
                && isBefore(runners().watchedUntil(found.holder(), found.id()).orElse(null), soon)) {
            runners().markWatched(found.holder(), found.id(), soon, until);
        }
    }

    private static boolean isBefore(Instant watchedUntil, Instant soon) {
        return watchedUntil == null || watchedUntil.isBefore(soon);
    }

    /**
     * A page of matches, newest first, without those that only their owners may see: so that everyone may share it, and
     * not even a cursor tells their ids. It is short where too many of these would have to be read.
     *
     * <p>The index follows the table within a fraction of a second. If a list spans several statuses, a match whose
     * status changes meanwhile is listed once, with its later status; one that is requeued just then may be left out.
     */
    public Page<MatchRecord> list(PageRequest<Status> query) {
        return listOfAll(
                new PageRequest<>(
                        query.game(),
                        new MatchFilter(query.filter(), null, null, null, null),
                        query.limit(),
                        query.behind()),
                match -> !match.origin().seenByOwnerOnly(),
                false);
    }

    /** How many matches that the caller may see one page reads at most to find those of a filter. */
    public static final int MOST_LOOKED_AT = 500;

    /** The same of those that an owner asked for, which are read one by one. */
    static final int MOST_OWN_LOOKED_AT = 300;

    /** How often as many are read to get past matches that the caller may not see. */
    private static final int READ_OVER = 3;

    /**
     * A page of the matches that a filter takes, newest first. A page may be short or empty and yet not be the last
     * one: it reads at most {@value #MOST_LOOKED_AT} matches that may be seen, and {@value #READ_OVER} times as many in
     * all.
     *
     * @param seen which matches the caller may see; no other one's id is in a page or in its cursor
     * @param names see {@link MatchFilter#takes}
     */
    public Page<MatchRecord> list(PageRequest<MatchFilter> query, Predicate<MatchRecord> seen, boolean names) {
        String owner = query.filter().owner();
        return owner == null
                ? listOfAll(query, seen, names)
                : list(query, seen, names, MOST_OWN_LOOKED_AT, (behind, most) -> partOfOwn(owner, behind, most));
    }

    private Page<MatchRecord> listOfAll(PageRequest<MatchFilter> query, Predicate<MatchRecord> seen, boolean names) {
        return list(query, seen, names, MOST_LOOKED_AT, (behind, most) -> partOfAll(query, behind, most, seen));
    }

    private static Page<MatchRecord> list(
            PageRequest<MatchFilter> query,
            Predicate<MatchRecord> seen,
            boolean names,
            int mostLookedAt,
            Listing.Parts<MatchRecord> reader) {
        Predicate<MatchRecord> taken = match -> seen.test(match)
                && (query.game() == null || query.game().equals(match.game()))
                && query.filter().takes(match, names);
        return Listing.filtered(
                query,
                mostLookedAt,
                (behind, most) -> {
                    Page<MatchRecord> part = reader.read(behind, most);
                    return new Page<>(part.items().stream().filter(taken).toList(), part.last());
                },
                MatchRecord::id);
    }

    private Page<MatchRecord> partOfOwn(String owner, String behind, int most) {
        List<String> ids = new AskedFor(table).ids(owner, behind, most);
        return new Page<>(find(ids), ids.size() < most ? null : ids.getLast());
    }

    /** The next matches that may be seen. */
    private Page<MatchRecord> partOfAll(
            PageRequest<MatchFilter> query, String behind, int most, Predicate<MatchRecord> seen) {
        String bot = query.filter().bot();
        // A round of the ladder has the time at which it was due.
        String oldest = bot == null ? "" : MatchIds.before(MatchIds.time(bot).minus(Duration.ofHours(1)));
        List<MatchRecord> found = new ArrayList<>();
        String last = behind;
        for (int read = 1; ; read++) {
            // Two at least, so that there is a place between the last ones.
            int size = Math.max(2, most);
            List<MatchRecord> page = newestOfAll(query, last, size);
            boolean end = page.size() < size || page.getLast().id().compareTo(oldest) < 0;
            boolean enough = found.size() + page.stream().filter(seen).count() >= most;
            boolean over = !end && !enough && read == READ_OVER;
            (over ? page.subList(0, size - 1) : page).stream().filter(seen).forEach(found::add);
            if (enough) {
                List<MatchRecord> part = found.subList(0, most);
                String next = part.getLast().id();
                return new Page<>(part, next.compareTo(oldest) < 0 ? null : next);
            }
            if (end) {
                return new Page<>(found, null);
            }
            if (over) {
                // A caller who cannot see these matches does not learn their ids.
                return new Page<>(
                        found,
                        MatchIds.between(page.getLast().id(), page.get(size - 2).id()));
            }
            last = page.getLast().id();
        }
    }

    private List<MatchRecord> newestOfAll(PageRequest<MatchFilter> query, String behind, int most) {
        List<String> listed = query.game() == null ? games : List.of(query.game());
        TreeMap<String, StoredMatch> newestFirst = new TreeMap<>(Comparator.reverseOrder());
        for (List<Status> stage : stages(query.filter().read())) {
            List<List<StoredMatch>> found = stage.equals(List.of(Status.RUNNING))
                    ? running(Set.copyOf(listed), behind, most)
                    : Parallel.call(
                            listed.stream()
                                    .flatMap(game -> stage.stream().map(status -> StoredMatch.list(game, status)))
                                    .toList(),
                            list -> StoredMatch.newest(table, list, behind, most));
            found.forEach(items -> items.forEach(item -> newestFirst.put(item.id(), item)));
        }
        return newestFirst.values().stream().limit(most).map(StoredMatch::match).toList();
    }

    /** A dead runner's matches are still running until the sweeper has queued them again. */
    private List<List<StoredMatch>> running(Set<String> listed, String behind, int most) {
        List<String> playing = runners().all().stream()
                .filter(runner -> runner.state() != RunnerState.ENDED)
                .map(RunnerRecord::id)
                .toList();
        return Parallel.call(playing, runner -> runningOf(runner, listed, behind, most));
    }

    private List<StoredMatch> runningOf(String runner, Set<String> listed, String behind, int most) {
        List<StoredMatch> found = new ArrayList<>();
        String before = behind;
        List<StoredMatch> page;
        do {
            // A runner has so few matches that a partition for each of its games would not be worth it.
            page = StoredMatch.newest(table, TableLayout.runningOf(runner), before, most);
            page.stream().filter(item -> listed.contains(item.game())).forEach(found::add);
            before = page.isEmpty() ? before : page.getLast().id();
        } while (page.size() == most && found.size() < most);
        return found.size() > most ? found.subList(0, most) : found;
    }

    /**
     * A page of the matches of a game that have a status, newest first, also of those that only their owners may see.
     *
     * @param behind only ids before this one, or {@code null}
     */
    public List<MatchRecord> page(String game, Status status, String behind, int most) {
        Stream<StoredMatch> found = status != Status.RUNNING
                ? StoredMatch.newest(table, StoredMatch.list(game, status), behind, most).stream()
                : runners().all().stream()
                        .flatMap(runner -> runningOf(runner.id(), Set.of(game), behind, most).stream())
                        .sorted(Comparator.comparing(StoredMatch::id).reversed())
                        .limit(most);
        return found.map(StoredMatch::match).toList();
    }

    /** Replaces the names in a match that is over. Has no effect if it was put back meanwhile. */
    public void rename(MatchRecord before, MatchRecord after) {
        StoredMatch.update(table, before.id())
                .when(Condition.equal(TableLayout.STATUS, before.status()))
                .change(before, after)
                .write();
    }

    /**
     * The statuses to list, in the order in which to read them. A match that moves on between two reads is seen twice
     * in this order (the later one counts); in any other order it could be missed.
     */
    private static List<List<Status>> stages(Status status) {
        return status == null
                ? List.of(
                        List.of(Status.QUEUED),
                        List.of(Status.RUNNING),
                        List.of(Status.FINISHED, Status.FAILED, Status.CANCELLED))
                : List.of(List.of(status));
    }

    public enum Requeued {
        /** It waits for a runner: it has just been requeued, or was requeued before and no runner has taken it yet. */
        QUEUED,
        RUNNING,
        OVER,
        UNKNOWN
    }

    /**
     * Requeues a failed match and resets its count of faults; its checkpoint stays. The caller sends it to the queue. A
     * match that has not failed stays unchanged.
     */
    public Requeued requeueFailed(String id) {
        Optional<StoredMatch> found = StoredMatch.find(table, id);
        if (found.isEmpty()) {
            return Requeued.UNKNOWN;
        }
        return switch (found.get().status()) {
            case QUEUED -> Requeued.QUEUED;
            case RUNNING -> Requeued.RUNNING;
            case FINISHED, CANCELLED -> Requeued.OVER;
            case FAILED -> putBack(found.get());
        };
    }

    private Requeued putBack(StoredMatch failed) {
        TableUpdate update = StoredMatch.update(table, failed.id())
                .when(Condition.equal(TableLayout.STATUS, Status.FAILED))
                .when(Condition.equal(TableLayout.FENCE, failed.lease().fence()))
                .remove(
                        TableLayout.REASON,
                        TableLayout.FINISHED_AT,
                        TableLayout.EXPIRES,
                        TableLayout.FAULTS,
                        TableLayout.EXPIRED_LEASES)
                // Its webhook comes after it has ended again.
                .nothingDue();
        boolean put = StoredMatch.queue(update, failed.game(), 0, clock.instant())
                .write()
                .done();
        // Requeued by our own write, whose answer was lost, or by another run; or played since.
        return put ? Requeued.QUEUED : requeueFailed(failed.id());
    }

    /**
     * The matches that ended more than a minute ago and whose webhooks are not known to be in their queue, oldest
     * first. The caller sends each and then calls {@link #webhookQueued}.
     */
    public List<String> unsentWebhooks(int most) {
        return ended(Due.Work.WEBHOOKS, most).limit(most).toList();
    }

    /**
     * The matches that were finished more than a minute ago and are not yet in the journals of their competitions, the
     * oldest first, without those that wait for another match on their board. The caller sends each to
     * {@code ResultQueue} and then calls {@link #resultQueued}.
     */
    public List<MatchRecord> unjournalled(int most) {
        // As many as are wanted at a time, since all of them may wait.
        return ended(Due.Work.RESULTS, most)
                .gather(Gatherers.windowFixed(most))
                .map(this::find)
                .flatMap(found -> {
                    Set<String> waiting = onOpenBoards(found);
                    return found.stream().filter(match -> !waiting.contains(match.id()));
                })
                .limit(most)
                .toList();
    }

    private Stream<String> ended(Due.Work unsent, int atOnce) {
        return new Due(table).until(unsent, clock.instant(), atOnce).map(TableLayout::matchOf);
    }

    public void webhookQueued(String id) {
        // Refused if it was said before, by another sweeper or by this call, if its answer was lost, or if the match
        // was requeued meanwhile.
        StoredMatch.update(table, id)
                .when(Condition.equal(TableLayout.DUE, Due.Work.WEBHOOKS))
                .nothingDue()
                .write();
    }

    /** It comes behind all others that are due: many whose journal cannot be written do not keep them from theirs. */
    public void resultQueued(String id) {
        // Refused if it is in its journal by now.
        StoredMatch.update(table, id)
                .when(Condition.equal(TableLayout.DUE, Due.Work.RESULTS))
                .due(Due.Work.RESULTS, clock.instant().plus(Due.SENT_WITHIN))
                .write();
    }

    public void prime() {
        table.item(TableLayout.matchKey(MatchIds.before(Instant.EPOCH)));
    }
}
