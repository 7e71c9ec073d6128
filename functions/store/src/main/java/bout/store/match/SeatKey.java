package bout.store.match;

import bout.table.Table;
import bout.table.TableLayout;
import bout.wire.id.SeatIds;

/**
 * The key of {@link SeatIds}. It is drawn when it is first needed, and never changes: a match has the same seat ids
 * whichever runner plays it, and bots' logs still lead to old matches.
 *
 * <p>{@code pk} = {@code seat-key}, {@code sk} = {@code seat-key}. Attribute: {@code secret}, 16 bytes.
 */
public final class SeatKey {

    private final Table table;
    private volatile SeatIds ids;

    public SeatKey(Table table) {
        this.table = table;
    }

    /** The ids made with the key; only the first call reads the table. */
    public SeatIds ids() {
        SeatIds known = ids;
        if (known == null) {
            known = new SeatIds(table.secretKey(TableLayout.seatKey(), SeatIds.KEY_LENGTH));
            ids = known;
        }
        return known;
    }

    /**
     * The name of a match's files at public paths, such as that of its replay. It is the match's id, except for a match
     * that only its owner may see, and for a rated one, which must not be seen too early: anyone who knows a path can
     * read the file, so it cannot be guessed, and only the API tells it.
     */
    public String fileName(MatchRecord match) {
        return match.rated() || match.origin().seenByOwnerOnly() ? ids().fileName(match.id()) : match.id();
    }
}
