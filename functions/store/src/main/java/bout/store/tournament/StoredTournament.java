package bout.store.tournament;

import bout.store.match.PlayerRecord;
import bout.store.table.Item;
import bout.store.table.Within;
import java.util.List;

/**
 * A tournament's item in the table: {@code pk} = {@code tournament#ID}, {@code sk} = {@code tournament}. Besides these
 * attributes it has {@code list} = {@code tournaments#public} or {@code tournaments#private}; {@code game}, to filter
 * lists; and, from its end until its webhook is queued, {@code due} and {@code dueAt}.
 *
 * <p>More items with the same {@code pk}: {@code sk} = {@code players#NNNN} ({@link Players}); {@code sk} =
 * {@code owner}, with {@code id}, {@code game} and {@code list} = {@code tournaments-of#OWNER}; and, until it ends,
 * {@code sk} = {@code open}, with {@code id} and {@code list} = {@code tournaments-open}. All are written in one
 * transaction.
 *
 * @param change a random name of the last change, so that one that is sent twice is recognized
 */
record StoredTournament(@Within TournamentRecord tournament, String change) {

    /** A hundred players with the longest URLs and names take 235 KB; an item may have 400 KB. */
    static final int PLAYERS_OF_AN_ITEM = 100;

    /** Some of the players, because all of a tournament do not fit into one item. */
    record Players(List<PlayerRecord> players) {}

    static StoredTournament of(Item item) {
        return item.as(StoredTournament.class);
    }
}
