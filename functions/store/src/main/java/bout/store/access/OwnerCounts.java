package bout.store.access;

import bout.store.table.Quota;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.time.Clock;

/** How much of their quotas owners use. Nothing is counted for an owner without a limit. */
public record OwnerCounts(Table table, Clock clock) {

    public int bots(String owner) {
        return new Quota(table, TableLayout.BOT, owner).open().size();
    }

    public int openMatches(String owner) {
        return new Quota(table, TableLayout.MATCH, owner).open().size();
    }

    public int matchesToday(String owner) {
        return new Quota(table, TableLayout.MATCH, owner).today(clock.instant());
    }
}
