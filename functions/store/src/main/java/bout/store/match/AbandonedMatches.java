package bout.store.match;

import bout.store.runner.Runners;
import bout.store.runner.Runners.RunnerRecord;
import bout.store.runner.Runners.RunnerState;
import bout.table.Condition;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The matches that no runner plays although they should be played: their runner is dead, or their message may be lost.
 * One query finds all runners, and one for each dead runner its matches. Queued matches are read from the oldest on, a
 * page of at most 1 MB and 1,000 matches of each game in a sweep, and more only as long as all of them are overdue. The
 * next call goes on where this one ended. So a call costs at most 128 read units per game (and what it requeues)
 * however many matches wait, and comes to every one of them: after a minute, or a minute for each thousand of its game.
 *
 * <p>Where a sweep ended is known to this object only. If it is lost, the next one begins with the oldest.
 */
public final class AbandonedMatches {

    /**
     * How long the matches of a dead runner are looked for: the index may be late, and a runner that was only paused
     * may take one more match before it notices.
     */
    private static final Duration DEAD_KEPT = Duration.ofHours(1);

    /** How long after a runner's end its matches are looked for once. It left none, unless a write came late. */
    private static final Duration ENDED_KEPT = Duration.ofMinutes(1);

    /** A page of 1 MB may have fewer. */
    private static final int PAGE_ITEMS = 1000;

    private final Table table;
    private final Clock clock;
    private final Runners runners;
    private final List<String> games;
    private final int pageItems;

    /** Where the next sweep begins to read the queued matches of a game; if it is missing, at the oldest. */
    private final Map<String, Place> places = new ConcurrentHashMap<>();

    public AbandonedMatches(Table table, Clock clock, List<String> games) {
        this(table, clock, games, PAGE_ITEMS);
    }

    AbandonedMatches(Table table, Clock clock, List<String> games, int pageItems) {
        this.table = table;
        this.clock = clock;
        this.runners = new Runners(table, clock);
        this.games = List.copyOf(games);
        this.pageItems = pageItems;
    }

    /**
     * @param after the last id that was read, or {@code null} to begin with the oldest
     * @param end ids from here on did not exist when the oldest were last read. They are left for the next pass:
     *     otherwise, matches that arrive faster than they are read would hide the oldest forever
     */
    private record Place(String after, String end) {}

    /**
     * Requeues abandoned matches: those of dead runners, and those that no runner has taken for so long that their
     * message may be lost. The caller sends them to the queue. If that fails, or if a message was only delayed, they
     * are found again later, after a back-off that grows from a minute to an hour.
     *
     * @param most the maximum number; those of dead runners come first, then the most overdue of those that were read
     * @return the matches to send; no other sweeper gets the same ones
     */
    public List<WaitingMatch> requeue(int most) {
        Instant now = clock.instant();
        List<StoredMatch> requeued = new ArrayList<>(ofDeadRunners(now, most));
        if (requeued.size() < most) {
            requeued.addAll(overdue(now, most - requeued.size()));
        }
        return requeued.stream()
                .map(item -> WaitingMatch.of(item.match(), item.lease().quotasOf()))
                .toList();
    }

    private List<StoredMatch> ofDeadRunners(Instant now, int most) {
        List<RunnerRecord> gone = runners.all().stream()
                .filter(runner -> runner.state() == RunnerState.DEAD
                        || runner.state() == RunnerState.ENDED
                                && keptUntil(runner).isBefore(now)
                        || runner.leaseExpired(now) && runners.declareDead(runner))
                .toList();
        List<Left> left = new ArrayList<>();
        // All matches that a runner is playing, as far as the index knows.
        Parallel.call(
                        gone,
                        runner ->
                                StoredMatch.newest(table, TableLayout.runningOf(runner.id()), null, Integer.MAX_VALUE)
                                        .stream()
                                        .map(item -> new Left(runner, item))
                                        .toList())
                .forEach(left::addAll);
        left.sort(Comparator.comparing(each -> each.item().id()));
        List<Left> taken = left.subList(0, Math.min(most, left.size()));
        List<StoredMatch> requeued = Parallel.filter(taken, each -> requeueAfterCrash(each, now)).stream()
                .map(Left::item)
                .toList();
        gone.stream()
                .filter(runner -> runner.endedAt() != null
                        && keptUntil(runner).isBefore(now)
                        && left.stream().noneMatch(each -> each.runner().equals(runner)))
                .forEach(runners::remove);
        return requeued;
    }

    private record Left(RunnerRecord runner, StoredMatch item) {}

    private static Instant keptUntil(RunnerRecord runner) {
        return runner.endedAt().plus(runner.state() == RunnerState.DEAD ? DEAD_KEPT : ENDED_KEPT);
    }

    /** False if the match has changed since it was found, or another sweeper was first. */
    private boolean requeueAfterCrash(Left left, Instant now) {
        StoredMatch found = left.item();
        TableUpdate update = StoredMatch.update(table, found.id())
                .named()
                .when(Condition.equal(TableLayout.STATUS, Status.RUNNING))
                .when(Condition.equal(TableLayout.FENCE, found.lease().fence()))
                .when(Condition.equal(TableLayout.HOLDER, left.runner().id()))
                .set(TableLayout.EXPIRED_LEASES, found.lease().expiredLeases() + 1);
        Instant watchedUntil = left.runner().watched().get(found.id());
        if (watchedUntil != null) {
            update.set(TableLayout.WATCHED_UNTIL, watchedUntil);
        }
        return StoredMatch.queue(update, found.game(), 0, now).write().done();
    }

    private List<StoredMatch> overdue(Instant now, int most) {
        List<Part> parts = Parallel.call(games, game -> part(game, now, most));
        List<StoredMatch> waiting = parts.stream()
                .flatMap(part -> part.overdue().stream())
                .sorted(Comparator.comparing(StoredMatch::requeueAt).thenComparing(StoredMatch::id))
                .limit(most)
                .toList();
        List<StoredMatch> requeued = Parallel.filter(waiting, item -> sendAgain(item, now));
        // Only now: after a failure, and where there were too many, the next sweep reads the same part again.
        Set<String> chosen = waiting.stream().map(StoredMatch::id).collect(Collectors.toSet());
        parts.stream()
                .filter(part -> part.overdue().stream().map(StoredMatch::id).allMatch(chosen::contains))
                .forEach(part -> places.put(part.game(), part.next()));
        return requeued.stream().sorted(Comparator.comparing(StoredMatch::id)).toList();
    }

    /** @param next where the next sweep begins */
    private record Part(String game, List<StoredMatch> overdue, Place next) {}

    /** Reads a page, and further ones as long as everything in them is overdue. */
    private Part part(String game, Instant now, int most) {
        Place place = places.getOrDefault(game, new Place(null, MatchIds.before(now)));
        List<StoredMatch> overdue = new ArrayList<>();
        // A later time was written before the clock went back: it is due, too.
        Condition due = Condition.atMost(TableLayout.REQUEUE_AT, now)
                .or(Condition.above(TableLayout.REQUEUE_AT, now.plus(StoredMatch.LATEST_REQUEUE)));
        Table.Page page;
        do {
            page = table.oldestPage(StoredMatch.list(game, Status.QUEUED), place.after(), pageItems, due);
            page.items().forEach(item -> overdue.add(StoredMatch.of(item)));
            place = page.last() == null || page.last().compareTo(place.end()) >= 0
                    ? new Place(null, MatchIds.before(now))
                    : new Place(page.last(), place.end());
        } while (page.items().size() == page.read() && place.after() != null && overdue.size() < most);
        return new Part(game, overdue, place);
    }

    /** False if a runner has taken the match since it was found, or another sweeper was first. */
    private boolean sendAgain(StoredMatch found, Instant now) {
        TableUpdate update = StoredMatch.update(table, found.id())
                .when(Condition.equal(TableLayout.STATUS, Status.QUEUED))
                .when(Condition.equal(TableLayout.FENCE, found.lease().fence()))
                .when(Condition.equal(TableLayout.REQUEUES, found.requeues()));
        return StoredMatch.queue(update, found.game(), found.requeues() + 1, now)
                .write()
                .done();
    }
}
