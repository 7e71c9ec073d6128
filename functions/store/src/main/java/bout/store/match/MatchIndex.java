package bout.store.match;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.store.id.MatchIds;
import bout.store.table.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Queries of matches by game and status. The index follows the table within a fraction of a second. */
record MatchIndex(Table table) {

    /**
     * The newest matches of a game that have a status.
     *
     * @param behind only ids before this one, or {@code null}
     */
    List<MatchItem> newest(String game, Status status, String behind, int most) {
        return table.newest(MatchItem.list(game, status), behind, most).stream()
                .map(MatchItem::new)
                .toList();
    }

    /** The running matches with expired leases, oldest first. */
    List<MatchItem> expired(String game, Instant now, int most) {
        return table
                .oldest(
                        "#list = :list",
                        "#leaseUntil <= :now",
                        Map.of(
                                ":list", text(MatchItem.list(game, Status.RUNNING)),
                                ":now", number(now.toEpochMilli())),
                        most)
                .stream()
                .map(MatchItem::new)
                .toList();
    }

    /** The queued matches whose ids are due to be sent again, oldest first. */
    List<MatchItem> waitingTooLong(String game, Instant now, int most) {
        return table
                .oldest(
                        "#list = :list AND #id < :before",
                        "#requeueAt <= :now",
                        Map.of(
                                ":list", text(MatchItem.list(game, Status.QUEUED)),
                                ":before", text(MatchIds.before(now.minus(RequeueBackoff.after(0)))),
                                ":now", number(now.toEpochMilli())),
                        most)
                .stream()
                .map(MatchItem::new)
                .toList();
    }
}
