package bout.store.access;

import bout.store.table.Slots;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.time.Clock;

/**
 * How much of their quotas owners use. Nothing is counted for an owner without a limit.
 *
 * <p>Needs the actions {@code Query} and {@code GetItem}.
 *
 * @param clock decides which day it is
 */
public record OwnerCounts(Table table, Clock clock) {

    public int bots(String owner) {
        return new Slots(table, TableLayout.BOT).taken(owner).size();
    }

    /** Queued and running matches. */
    public int openMatches(String owner) {
        return new Slots(table, TableLayout.MATCH).taken(owner).size();
    }

    public int matchesToday(String owner) {
        return new Slots(table, TableLayout.MATCH).today(owner, clock.instant());
    }
}
