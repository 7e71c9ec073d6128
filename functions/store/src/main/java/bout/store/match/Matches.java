package bout.store.match;

import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.games.Games;
import bout.store.id.MatchIds;
import bout.store.table.Creation;
import bout.store.table.IdempotencyKey;
import bout.store.table.Listing;
import bout.store.table.Outbox;
import bout.store.table.Places;
import bout.store.table.SideBySide;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TableUpdate;
import bout.store.table.Transactions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The records of matches, and their life: queued, running, then finished or failed.
 *
 * <p>Every change is one conditional write, so of any number of runners, duplicates and stragglers exactly one has its
 * way. A write whose answer was lost is sent again by the SDK and then meets its own effect; each change recognizes that
 * and answers as the first time. Clocks of different machines may differ by a few seconds: a lease then ends a little
 * early or late, but who holds it is decided by the fence alone.
 *
 * <p>Safe for use by many threads. Errors of the cloud (no network, throttled for long, no permission) are the SDK's
 * exceptions. The actions that a function must be allowed: {@link #accept} {@code PutItem}, {@code GetItem} and,
 * with limits, {@code UpdateItem} and {@code Query} of the table,
 * {@link #find(String)} and {@link #prime} {@code GetItem}, {@link #find(List)} {@code BatchGetItem}, {@link #watch}
 * {@code GetItem} and {@code UpdateItem}, {@link #list} {@code Query} of the index, {@link #requeueAbandoned}
 * {@code Query} of the index and {@code UpdateItem},
 * {@link #unsentNotices} {@code Query} of the other index, {@link #unjournalled} that and {@code BatchGetItem},
 * {@link #redrive} {@code GetItem} and {@code UpdateItem}, all others {@code UpdateItem}.
 */
public final class Matches {

    /** For how long a match counts as watched after somebody looked. */
    static final Duration WATCHED_FOR = Duration.ofSeconds(30);

    /** Nothing is written for a look at a match that counts as watched for longer than this. */
    static final Duration WATCHED_AGAIN = Duration.ofSeconds(15);

    /** With its pauses some five seconds, well within a lease. */
    private static final int END_ATTEMPTS = 12;

    private final Table table;
    private final Clock clock;
    private final List<String> games;
    private final MatchIndex index;
    private final Outbox outbox;
    private final Places places;
    private final Acceptance acceptance;
    private final Transactions endings;

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
        this.outbox = new Outbox(table);
        this.places = new Places(table, TableLayout.MATCH);
        this.acceptance = new Acceptance(table, clock);
        this.endings = new Transactions(table, END_ATTEMPTS);
    }

    /**
     * Puts a match into the table.
     *
     * @param queued as {@link MatchRecord#queued} makes it, with an id that was never used
     * @param key what makes this request the same as an earlier one, or {@code null}
     * @throws IllegalArgumentException when the match is not queued or not of one of the games
     */
    public Creation<MatchRecord> accept(MatchRecord queued, IdempotencyKey key) {
        return accept(queued, key, MatchLimits.NONE);
    }

    /**
     * Puts a match into the table, unless its owner has as many as may be. One transaction accepts and counts it, another
     * one ends it and counts it as open no more, so whatever fails or is sent again, none is counted twice or for ever.
     *
     * @param queued as {@link MatchRecord#queued} makes it, with an id that was never used, and an owner if there are limits
     * @param key what makes this request the same as an earlier one, or {@code null}; an equal request is not counted
     * @throws IllegalArgumentException when the match is not queued, not of one of the games, or limited and nobody's
     */
    public Creation<MatchRecord> accept(MatchRecord queued, IdempotencyKey key, MatchLimits limits) {
        if (queued.origin().owner() == null && !limits.none()) {
            throw new IllegalArgumentException("nobody owns the match that is to be counted: " + queued);
        }
        checkAccepted(queued);
        return key == null && limits.none() ? acceptance.accept(queued) : acceptance.accept(queued, key, limits);
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
     * ({@code TournamentRecord.matchId}), so that each is one match however often it is begun.
     *
     * @param queued as {@link MatchRecord#queued} makes them, each with a competition
     * @throws IllegalArgumentException when one is not queued, not of one of the games, or played for nothing
     */
    public void begin(List<MatchRecord> queued) {
        for (MatchRecord match : queued) {
            checkAccepted(match);
            if (match.origin().competition() == null) {
                throw new IllegalArgumentException(
                        "a match that is played for nothing is accepted, not begun: " + match);
            }
        }
        SideBySide.call(queued, match -> {
            acceptance.begin(match);
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
        return Set.copyOf(places.taken(owner).values());
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
                    SideBySide.call(partitions, each -> index.newest(each.game(), each.status(), behind, most))) {
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

    /**
     * Takes a match that nobody plays, to play it: one that is queued, or running under a lease that ran out.
     *
     * @param duration how long the lease lasts unless it is renewed
     */
    public Leasing lease(String id, Duration duration) {
        if (!MatchIds.isId(id)) {
            return new Leasing.Unknown();
        }
        Instant now = clock.instant();
        String holder = UUID.randomUUID().toString();
        Instant until = now.plus(duration);
        try {
            return leased(take(id, Status.QUEUED, now, holder, until), now);
        } catch (ConditionalCheckFailedException refused) {
            if (!refused.hasItem() || !new MatchItem(refused.item()).lapsed(now)) {
                return refused(refused, holder, now);
            }
        }
        try {
            return leased(take(id, Status.RUNNING, now, holder, until), now);
        } catch (ConditionalCheckFailedException refused) {
            // The sweeper was faster; then the match is to be had as any other that is queued.
            boolean queuedMeanwhile = refused.hasItem() && new MatchItem(refused.item()).status() == Status.QUEUED;
            return queuedMeanwhile ? lease(id, duration) : refused(refused, holder, now);
        }
    }

    /** A running match can be taken when its lease has run out, and one that did is counted. */
    private MatchItem take(String id, Status found, Instant now, String holder, Instant until) {
        boolean lapsed = found == Status.RUNNING;
        TableUpdate update = update(id)
                .when("#status = :found" + (lapsed ? " AND #leaseUntil <= :now" : ""))
                .with(":found", found.code())
                .with(":now", now)
                .set("#list = #listWhenRunning, #fence = #fence + :one, #startedAt = if_not_exists(#startedAt, :now)")
                .with(":one", 1)
                .set(TableLayout.STATUS, Status.RUNNING.code())
                .set(TableLayout.HOLDER, holder)
                .set(TableLayout.LEASE_UNTIL, until)
                .remove(TableLayout.RESEND_AT, TableLayout.RESENDS);
        if (lapsed) {
            update.set("#lapses = if_not_exists(#lapses, :zero) + :one").with(":zero", 0);
        }
        return new MatchItem(update.writeAndRead());
    }

    private static Leasing refused(ConditionalCheckFailedException refused, String holder, Instant now) {
        if (!refused.hasItem()) {
            return new Leasing.Unknown();
        }
        MatchItem item = new MatchItem(refused.item());
        if (item.heldBy(holder)) {
            return leased(item, now);
        }
        return switch (item.status()) {
            case FINISHED, FAILED -> new Leasing.Over(item.status());
            case RUNNING -> new Leasing.Held(item.leaseUntil());
            case QUEUED -> throw new IllegalStateException("no lease for the match " + item.id() + ", which is queued");
        };
    }

    private static Leasing leased(MatchItem item, Instant now) {
        return new Leasing.Leased(new Lease(
                item.id(),
                item.fence(),
                item.match(),
                item.checkpoint(),
                item.place(),
                item.faults(),
                item.lapses(),
                item.watched(now)));
    }

    /**
     * Says that the match goes on.
     *
     * @param turn how many turns have been played
     * @param duration how long the lease lasts from now
     * @return whether the lease still counts; if not, whoever played the match stops
     */
    public Renewal renew(Lease lease, int turn, Duration duration) {
        Instant now = clock.instant();
        try {
            // The whole item, and not only what is changed, for the watch mark; DynamoDB takes no read unit for it.
            MatchItem item = new MatchItem(underLease(lease)
                    .set(TableLayout.TURN, turn)
                    .set(TableLayout.LEASE_UNTIL, now.plus(duration))
                    .writeAndRead());
            return new Renewal.Renewed(item.watched(now));
        } catch (ConditionalCheckFailedException refused) {
            return new Renewal.Lost();
        }
    }

    /**
     * Says that the match goes on and that its moves are saved.
     *
     * @param turn how many turns are saved
     * @param checkpoint where they lie in {@link Checkpoints}
     * @param duration how long the lease lasts from now
     * @return false when the lease was lost; then the record still names the checkpoint that it named before
     */
    public boolean save(Lease lease, int turn, String checkpoint, Duration duration) {
        return change(
                lease,
                underLease(lease)
                        .set(TableLayout.TURN, turn)
                        .set(TableLayout.CHECKPOINT, checkpoint)
                        .set(TableLayout.LEASE_UNTIL, clock.instant().plus(duration)),
                Status.RUNNING);
    }

    /**
     * Writes down how the match ended. Its replay is in the bucket already.
     *
     * @param failures all calls that gave no move; the first {@value MatchOutcome#STORED_FAILURES} are kept
     * @param turns how many turns were played in all
     * @param tallies how the bots answered, seat 1, then seat 2
     * @return false when the lease was lost, and nothing was written
     */
    public boolean finish(Lease lease, Result result, List<FailedCall> failures, int turns, List<SeatTally> tallies) {
        MatchRecord match = lease.match();
        return end(
                lease,
                match.origin().competition() != null
                        ? Outbox.RESULTS
                        : match.origin().webhook() != null ? Outbox.NOTICES : null,
                underLease(lease)
                        .set(TableLayout.RESULT, MatchItem.resultText(result))
                        .set(TableLayout.FAILURES, MatchItem.failuresText(failures))
                        .set(TableLayout.FAILURE_COUNT, failures.size())
                        .set(TableLayout.TALLIES, MatchItem.talliesText(tallies))
                        .set(TableLayout.TURN, turns),
                Status.FINISHED);
    }

    /**
     * Gives the match up, until somebody puts it back with {@code Redrive}.
     *
     * @param reason why, fit to be shown
     * @return false when the lease was lost, and nothing was written
     */
    public boolean fail(Lease lease, String reason) {
        return end(
                lease,
                // It does not count for its competition: it can be put back, and then has a result.
                lease.match().origin().webhook() != null ? Outbox.NOTICES : null,
                underLease(lease).set(TableLayout.REASON, reason),
                Status.FAILED);
    }

    /**
     * Gives the lease back, so that another runner plays the match from its last checkpoint or else from the start; the
     * caller sends its id to the queue.
     *
     * @return false when the lease was lost, and nothing was written
     */
    public boolean release(Lease lease) {
        return release(lease, underLease(lease));
    }

    /**
     * Gives the lease back with the moves played so far, so that another runner goes on with the match; the caller sends
     * its id to the queue.
     *
     * @param turn how many turns are saved
     * @param checkpoint where they lie in {@link Checkpoints}
     * @return false when the lease was lost, and nothing was written
     */
    public boolean release(Lease lease, int turn, String checkpoint) {
        return release(lease, underLease(lease).set(TableLayout.TURN, turn).set(TableLayout.CHECKPOINT, checkpoint));
    }

    /**
     * Gives the lease back because of a fault of ours, which is counted; see {@link #release(Lease)}.
     *
     * @return false when the lease was lost, and nothing was written
     */
    public boolean releaseAfterFault(Lease lease) {
        return release(lease, underLease(lease).set(TableLayout.FAULTS, lease.faults() + 1));
    }

    private boolean release(Lease lease, TableUpdate release) {
        release.set(TableLayout.STATUS, Status.QUEUED.code())
                .set(TableLayout.LIST, MatchItem.list(lease.match().game(), Status.QUEUED))
                .set(TableLayout.RESEND_AT, clock.instant().plus(Resending.after(0)))
                .set(TableLayout.RESENDS, 0)
                .remove(TableLayout.HOLDER, TableLayout.LEASE_UNTIL);
        return change(lease, release, Status.QUEUED);
    }

    /**
     * Ends the match; one that takes a place among its owner's open matches gives it back in the same transaction.
     *
     * @param outbox what is to be sent because it has ended, or {@code null}
     */
    private boolean end(Lease lease, String outbox, TableUpdate end, Status after) {
        end.set(TableLayout.STATUS, after.code())
                .set(TableLayout.LIST, MatchItem.list(lease.match().game(), after))
                .set(TableLayout.FINISHED_AT, clock.instant())
                .remove(
                        TableLayout.HOLDER,
                        TableLayout.LEASE_UNTIL,
                        TableLayout.LIST_WHEN_RUNNING,
                        TableLayout.WATCHED_UNTIL);
        if (outbox != null) {
            end.set(TableLayout.OUTBOX, outbox);
        }
        if (lease.place() == null) {
            return change(lease, end, after);
        }
        List<TransactWriteItem> both = List.of(
                end.remove(TableLayout.PLACE).part(),
                places.giveBack(lease.match().origin().owner(), lease.place(), lease.id()));
        return endings.write(both, 0)
                .map(found -> hasHappened(lease, found, after))
                .orElse(true);
    }

    private static boolean change(Lease lease, TableUpdate change, Status after) {
        try {
            change.write();
            return true;
        } catch (ConditionalCheckFailedException refused) {
            return hasHappened(lease, refused.item(), after);
        }
    }

    private TableUpdate underLease(Lease lease) {
        return update(lease.id())
                .when("#status = :running AND #fence = :fence")
                .with(":running", Status.RUNNING.code())
                .with(":fence", lease.fence());
    }

    /**
     * Whether a change was refused because the same lease has made it already: its answer was lost, and it was sent again.
     *
     * @param found the match's item; empty where there is none
     */
    private static boolean hasHappened(Lease lease, Map<String, AttributeValue> found, Status after) {
        MatchItem item = new MatchItem(found);
        return !found.isEmpty() && item.fence() == lease.fence() && item.status() == after;
    }

    /** How a match stands after it was to be put back. */
    public enum Redriven {
        /** It waits for a runner: it had failed, or it was put back before and no runner has taken it yet. */
        QUEUED,
        /** A runner has it. */
        RUNNING,
        /** It is finished. */
        OVER,
        /** There is no match with this id. */
        UNKNOWN
    }

    /**
     * Turns a match that failed back to queued, as if there had been no fault; what was saved of it stays. The caller sends
     * it to the queue. Nothing is changed about a match that has not failed.
     */
    public Redriven redrive(String id) {
        Optional<MatchItem> found =
                MatchIds.isId(id) ? table.item(TableLayout.matchKey(id)).map(MatchItem::new) : Optional.empty();
        if (found.isEmpty()) {
            return Redriven.UNKNOWN;
        }
        MatchItem item = found.get();
        return switch (item.status()) {
            case QUEUED -> Redriven.QUEUED;
            case RUNNING -> Redriven.RUNNING;
            case FINISHED -> Redriven.OVER;
            case FAILED -> putBack(item);
        };
    }

    private Redriven putBack(MatchItem failed) {
        boolean put = update(failed.id())
                .when("#status = :failed AND #fence = :fence")
                .with(":failed", Status.FAILED.code())
                .with(":fence", failed.fence())
                .set(TableLayout.STATUS, Status.QUEUED.code())
                .set(TableLayout.LIST, MatchItem.list(failed.game(), Status.QUEUED))
                .set(TableLayout.LIST_WHEN_RUNNING, MatchItem.list(failed.game(), Status.RUNNING))
                .set(TableLayout.RESEND_AT, clock.instant().plus(Resending.after(0)))
                .set(TableLayout.RESENDS, 0)
                .remove(
                        TableLayout.REASON,
                        TableLayout.FINISHED_AT,
                        TableLayout.FAULTS,
                        TableLayout.LAPSES,
                        TableLayout.OUTBOX)
                .writeIfAllowed();
        // Put back by our own write, whose answer was lost, or by another run; or played since.
        return put ? Redriven.QUEUED : redrive(failed.id());
    }

    /**
     * Finds the matches that nobody is at work on, because a lease ran out or because no runner took the match for so
     * long that its message may be lost, and turns each back to queued. The caller sends them to the queue. Should it
     * fail to, or should a message only have been waiting, they are found again later, after waits that grow from a
     * minute to an hour.
     *
     * @param most how many at a time; those whose lease ran out come first, then the oldest
     * @return the ids to send. No other sweeper gets the same at the same time
     */
    public List<String> requeueAbandoned(int most) {
        Instant now = clock.instant();
        List<MatchItem> abandoned = new ArrayList<>();
        SideBySide.call(games, game -> index.lapsed(game, now, most)).forEach(abandoned::addAll);
        abandoned.sort(Comparator.comparing(MatchItem::id));
        if (abandoned.size() < most) {
            List<MatchItem> waiting = new ArrayList<>();
            SideBySide.call(games, game -> index.waitingTooLong(game, now, most))
                    .forEach(waiting::addAll);
            waiting.sort(Comparator.comparing(MatchItem::id));
            abandoned.addAll(waiting);
        }
        List<MatchItem> taken = abandoned.subList(0, Math.min(most, abandoned.size()));
        return SideBySide.call(taken, item -> requeue(item, now) ? Optional.of(item.id()) : Optional.<String>empty())
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** False when the match has gone on since it was found, or another sweeper was first. */
    private boolean requeue(MatchItem found, Instant now) {
        boolean lapsed = found.status() == Status.RUNNING;
        int resends = lapsed ? 0 : found.resends() + 1;
        return update(found.id())
                .when("#status = :found AND #fence = :fence AND " + (lapsed ? "#leaseUntil" : "#resendAt") + " = :due")
                .with(":found", found.status().code())
                .with(":fence", found.fence())
                .with(":due", lapsed ? found.leaseUntil() : found.resendAt())
                .set(TableLayout.STATUS, Status.QUEUED.code())
                .set(TableLayout.LIST, MatchItem.list(found.game(), Status.QUEUED))
                .set(TableLayout.RESEND_AT, now.plus(Resending.after(resends)))
                .set(TableLayout.RESENDS, resends)
                .set(TableLayout.LAPSES, found.lapses() + (lapsed ? 1 : 0))
                .remove(TableLayout.HOLDER, TableLayout.LEASE_UNTIL)
                .writeIfAllowed();
    }

    /**
     * The matches that ended more than a minute ago and whose notices are not known to be in their queue, the oldest first.
     * The caller sends each, and then says so with {@link #noticeSent}.
     */
    public List<String> unsentNotices(int most) {
        return ended(Outbox.NOTICES, most);
    }

    /**
     * The matches that were finished more than a minute ago and are not yet in the journals of their competitions, the
     * oldest first. The caller sends each to {@code ResultQueue}.
     */
    public List<MatchRecord> unjournalled(int most) {
        return find(ended(Outbox.RESULTS, most));
    }

    private List<String> ended(String unsent, int most) {
        return outbox.before(unsent, clock.instant().minus(Outbox.SENT_WITHIN), most).stream()
                .map(TableLayout::matchOf)
                .toList();
    }

    /** Says that the notice of a match that is over is in its queue. */
    public void noticeSent(String id) {
        // Refused where it was said before, by another sweeper or by this very call, if its answer was lost; or where
        // the
        // match was put back meanwhile.
        update(id)
                .when("#outbox = :notices")
                .with(":notices", Outbox.NOTICES)
                .remove(TableLayout.OUTBOX)
                .writeIfAllowed();
    }

    /** Loads and warms what the other methods need, by a read that finds nothing. */
    public void prime() {
        table.item(TableLayout.matchKey(MatchIds.before(Instant.EPOCH)));
    }

    private TableUpdate update(String id) {
        return table.update(TableLayout.matchKey(id)).itemIfRefused();
    }
}
