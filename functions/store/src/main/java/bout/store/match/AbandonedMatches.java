package bout.store.match;

import bout.store.runner.RunnerRecord;
import bout.store.runner.RunnerState;
import bout.store.runner.Runners;
import bout.store.table.Due;
import bout.store.table.Parallel;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The matches that nobody plays although they should be played: their runner is dead, or their message may be lost. One
 * query finds all runners, one for each dead runner its matches, and one of each part of the queued matches those whose
 * message is overdue. So a sweep costs the same however many matches are queued or running.
 *
 * <p>Safe for use by many threads. Needs the actions {@code Query} of the table and of both indexes,
 * {@code BatchGetItem}, {@code UpdateItem} and {@code DeleteItem}.
 */
public final class AbandonedMatches {

    /**
     * How long the matches of a dead runner are looked for: the index may be late, and a runner that was only paused
     * may take one more match before it notices.
     */
    private static final Duration DEAD_KEPT = Duration.ofHours(1);

    /** How long after a runner's end its matches are looked for once. It left none, unless a write came late. */
    private static final Duration ENDED_KEPT = Duration.ofMinutes(1);

    private final Table table;
    private final Clock clock;
    private final Runners runners;
    private final MatchIndex index;
    private final Due due;

    public AbandonedMatches(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.runners = new Runners(table, clock);
        this.index = new MatchIndex(table);
        this.due = new Due(table);
    }

    /**
     * Requeues abandoned matches: those of dead runners, and those that no runner has taken for so long that their
     * message may be lost. The caller sends them to the queue. If that fails, or if a message was only delayed, they
     * are found again later, after a back-off that grows from a minute to an hour.
     *
     * @param most the maximum number; those of dead runners come first, then the most overdue
     * @return the matches to send; no other sweeper gets the same ones
     */
    public List<WaitingMatch> requeue(int most) {
        Instant now = clock.instant();
        List<MatchItem> requeued = new ArrayList<>(ofDeadRunners(now, most));
        if (requeued.size() < most) {
            requeued.addAll(overdue(now, most - requeued.size()));
        }
        return requeued.stream()
                .map(item -> WaitingMatch.of(item.match(), item.slot() != null))
                .toList();
    }

    private List<MatchItem> ofDeadRunners(Instant now, int most) {
        List<RunnerRecord> gone = runners.all().stream()
                .filter(runner -> runner.state() == RunnerState.DEAD
                        || runner.state() == RunnerState.ENDED
                                && keptUntil(runner).isBefore(now)
                        || runner.leaseExpired(now) && runners.declareDead(runner))
                .toList();
        List<Left> left = new ArrayList<>();
        Parallel.call(gone, runner -> index.allOf(runner.id()).stream()
                        .map(item -> new Left(runner, item))
                        .toList())
                .forEach(left::addAll);
        left.sort(Comparator.comparing(each -> each.item().id()));
        List<Left> taken = left.subList(0, Math.min(most, left.size()));
        List<MatchItem> requeued = Parallel.call(
                        taken,
                        each -> requeueAfterCrash(each, now) ? Optional.of(each.item()) : Optional.<MatchItem>empty())
                .stream()
                .flatMap(Optional::stream)
                .toList();
        gone.stream()
                .filter(runner -> runner.endedAt() != null
                        && keptUntil(runner).isBefore(now)
                        && left.stream().noneMatch(each -> each.runner().equals(runner)))
                .forEach(runners::remove);
        return requeued;
    }

    /** A match that a dead runner has left. */
    private record Left(RunnerRecord runner, MatchItem item) {}

    private static Instant keptUntil(RunnerRecord runner) {
        return runner.endedAt().plus(runner.state() == RunnerState.DEAD ? DEAD_KEPT : ENDED_KEPT);
    }

    /** False if the match has changed since it was found, or another sweeper was first. */
    private boolean requeueAfterCrash(Left left, Instant now) {
        MatchItem found = left.item();
        TableUpdate update = MatchItem.update(table, found.id())
                .when("#status = :running AND #fence = :fence AND #holder = :dead")
                .with(":running", Status.RUNNING.code())
                .with(":fence", found.fence())
                .with(":dead", left.runner().id())
                .set(TableLayout.EXPIRED_LEASES, found.expiredLeases() + 1)
                .set(TableLayout.CHANGE, UUID.randomUUID().toString());
        Instant watchedUntil = left.runner().watched().get(found.id());
        if (watchedUntil != null) {
            update.set(TableLayout.WATCHED_UNTIL, watchedUntil);
        }
        return MatchItem.queue(update, found.id(), found.game(), 0, now).writeIfAllowed();
    }

    private List<MatchItem> overdue(Instant now, int most) {
        List<Due.Mark> found = new ArrayList<>();
        Parallel.call(Due.REQUEUES, part -> due.until(part, now, most)).forEach(found::addAll);
        List<Map<String, AttributeValue>> keys = found.stream()
                .sorted(Comparator.comparing(Due.Mark::dueAt).thenComparing(Due.Mark::pk))
                .limit(most)
                .map(mark -> TableLayout.matchKey(TableLayout.matchOf(mark.pk())))
                .toList();
        List<MatchItem> waiting = table.items(keys).stream()
                .map(MatchItem::new)
                .filter(item -> item.waitsSince(now))
                .sorted(Comparator.comparing(MatchItem::id))
                .toList();
        return Parallel.call(waiting, item -> sendAgain(item, now) ? Optional.of(item) : Optional.<MatchItem>empty())
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** False if a runner has taken the match since it was found, or another sweeper was first. */
    private boolean sendAgain(MatchItem found, Instant now) {
        TableUpdate update = MatchItem.update(table, found.id())
                .when("#status = :queued AND #fence = :fence AND #requeues = :seen")
                .with(":queued", Status.QUEUED.code())
                .with(":fence", found.fence())
                .with(":seen", found.requeues());
        return MatchItem.queue(update, found.id(), found.game(), found.requeues() + 1, now)
                .writeIfAllowed();
    }
}
