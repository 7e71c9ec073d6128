package bout.store.match;

import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Queries of matches by game and status, and by runner. The index follows the table within a fraction of a second. */
record MatchIndex(Table table) {

    /**
     * The newest matches of a game that have a status other than running.
     *
     * @param behind only ids before this one, or {@code null}
     */
    List<MatchItem> newest(String game, Status status, String behind, int most) {
        return items(MatchItem.list(game, status), behind, most);
    }

    /**
     * The newest matches of some games that a runner is playing.
     *
     * @param behind only ids before this one, or {@code null}
     */
    List<MatchItem> newestOf(String runner, Set<String> games, String behind, int most) {
        List<MatchItem> found = new ArrayList<>();
        String before = behind;
        List<MatchItem> page;
        do {
            // A runner has so few matches that a partition for each of its games would not be worth it.
            page = items(TableLayout.runningOf(runner), before, most);
            page.stream().filter(item -> games.contains(item.game())).forEach(found::add);
            before = page.isEmpty() ? before : page.getLast().id();
        } while (page.size() == most && found.size() < most);
        return found.size() > most ? found.subList(0, most) : found;
    }

    /** All matches that a runner is playing, as far as the index knows. */
    List<MatchItem> allOf(String runner) {
        return items(TableLayout.runningOf(runner), null, Integer.MAX_VALUE);
    }

    private List<MatchItem> items(String list, String behind, int most) {
        return table.newest(list, behind, most).stream().map(MatchItem::new).toList();
    }
}
