package bout.store.line;

import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.wire.line.LineTickets;

/**
 * The key of {@link LineTickets}. It is drawn when it is first needed, and never changes.
 *
 * <p>{@code pk} = {@code line-key}, {@code sk} = {@code line-key}. Attribute: {@code secret}, 32 bytes.
 */
public final class LineKey {

    private final Table table;
    private volatile LineTickets tickets;

    public LineKey(Table table) {
        this.table = table;
    }

    /** The tickets made with the key; only the first call reads the table. */
    public LineTickets tickets() {
        LineTickets known = tickets;
        if (known == null) {
            known = new LineTickets(table.secretKey(TableLayout.lineKey(), LineTickets.KEY_LENGTH));
            tickets = known;
        }
        return known;
    }
}
