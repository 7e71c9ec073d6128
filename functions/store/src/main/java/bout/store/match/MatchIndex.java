package bout.store.match;

import bout.store.table.Condition;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Queries of matches by game and status, and by runner. The index follows the table within a fraction of a second. */
record MatchIndex(Table table) {

    /** @param behind only ids before this one, or {@code null} */
    List<StoredMatch> newest(String game, Status status, String behind, int most) {
        return items(StoredMatch.list(game, status), behind, most);
    }

    List<StoredMatch> newestOf(String runner, Set<String> games, String behind, int most) {
        List<StoredMatch> found = new ArrayList<>();
        String before = behind;
        List<StoredMatch> page;
        do {
            // A runner has so few matches that a partition for each of its games would not be worth it.
            page = items(TableLayout.runningOf(runner), before, most);
            page.stream().filter(item -> games.contains(item.game())).forEach(found::add);
            before = page.isEmpty() ? before : page.getLast().id();
        } while (page.size() == most && found.size() < most);
        return found.size() > most ? found.subList(0, most) : found;
    }

    /** All matches that a runner is playing, as far as the index knows. */
    List<StoredMatch> allOf(String runner) {
        return items(TableLayout.runningOf(runner), null, Integer.MAX_VALUE);
    }

    /**
     * A page of the queued matches of a game.
     *
     * @param overdue those whose message counted as lost at that time, by ascending id
     * @param all whether these are all matches of the page
     * @param last the id of the last match that was read, or {@code null} if no more follow
     */
    record QueuedPage(List<StoredMatch> overdue, boolean all, String last) {}

    /**
     * The oldest queued matches of a game, a page of 1 MB at most.
     *
     * @param after only ids after this one, or {@code null}
     */
    QueuedPage queued(String game, String after, int most, Instant now) {
        Table.Page page = table.oldestPage(
                StoredMatch.list(game, Status.QUEUED),
                after,
                most,
                // A later time was written before the clock went back: it is due, too.
                Condition.atMost(TableLayout.REQUEUE_AT, now)
                        .or(Condition.above(TableLayout.REQUEUE_AT, now.plus(StoredMatch.LATEST_REQUEUE))));
        return new QueuedPage(
                page.items().stream().map(StoredMatch::of).toList(),
                page.items().size() == page.read(),
                page.last());
    }

    private List<StoredMatch> items(String list, String behind, int most) {
        return table.newest(list, behind, most).stream().map(StoredMatch::of).toList();
    }
}
