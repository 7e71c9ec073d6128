package bout.store.match;

import bout.games.Games;
import bout.store.table.Parallel;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The matches that nobody plays although they should be played: their lease expired, or their message may be lost.
 *
 * <p>Safe for use by many threads. Needs the actions {@code Query} of the index and {@code UpdateItem}.
 */
public final class AbandonedMatches {

    private final Table table;
    private final Clock clock;
    private final List<String> games;
    private final MatchIndex index;

    /** The matches of all games in {@link Games#ALL}. */
    public AbandonedMatches(Table table, Clock clock) {
        this(table, clock, Games.ALL.stream().map(game -> game.card().id()).toList());
    }

    /** @param games the ids of all games */
    public AbandonedMatches(Table table, Clock clock, List<String> games) {
        this.table = table;
        this.clock = clock;
        this.games = List.copyOf(games);
        this.index = new MatchIndex(table);
    }

    /**
     * Requeues abandoned matches: those whose lease has expired, and those that no runner has taken for so long that
     * their message may be lost. The caller sends them to the queue. If that fails, or if a message was only delayed,
     * they are found again later, after a back-off that grows from a minute to an hour.
     *
     * @param most the maximum number; those with an expired lease come first, then the oldest
     * @return the ids to send; no other sweeper gets the same ones
     */
    public List<String> requeue(int most) {
        Instant now = clock.instant();
        List<MatchItem> abandoned = new ArrayList<>();
        Parallel.call(games, game -> index.expired(game, now, most)).forEach(abandoned::addAll);
        abandoned.sort(Comparator.comparing(MatchItem::id));
        if (abandoned.size() < most) {
            List<MatchItem> waiting = new ArrayList<>();
            Parallel.call(games, game -> index.waitingTooLong(game, now, most)).forEach(waiting::addAll);
            waiting.sort(Comparator.comparing(MatchItem::id));
            abandoned.addAll(waiting);
        }
        List<MatchItem> taken = abandoned.subList(0, Math.min(most, abandoned.size()));
        return Parallel.call(taken, item -> requeue(item, now) ? Optional.of(item.id()) : Optional.<String>empty())
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** False if the match has changed since it was found, or another sweeper was first. */
    private boolean requeue(MatchItem found, Instant now) {
        boolean expired = found.status() == Status.RUNNING;
        int requeues = expired ? 0 : found.requeues() + 1;
        return MatchItem.update(table, found.id())
                .when("#status = :found AND #fence = :fence AND " + (expired ? "#leaseUntil" : "#requeueAt")
                        + " = :due")
                .with(":found", found.status().code())
                .with(":fence", found.fence())
                .with(":due", expired ? found.leaseUntil() : found.requeueAt())
                .set(TableLayout.STATUS, Status.QUEUED.code())
                .set(TableLayout.LIST, MatchItem.list(found.game(), Status.QUEUED))
                .set(TableLayout.REQUEUE_AT, now.plus(RequeueBackoff.after(requeues)))
                .set(TableLayout.REQUEUES, requeues)
                .set(TableLayout.EXPIRED_LEASES, found.expiredLeases() + (expired ? 1 : 0))
                .remove(TableLayout.HOLDER, TableLayout.LEASE_UNTIL)
                .writeIfAllowed();
    }
}
