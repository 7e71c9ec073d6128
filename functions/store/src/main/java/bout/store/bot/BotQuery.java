package bout.store.bot;

import bout.store.table.Listing;

/**
 * Which registered bots to list, newest first: one owner's, or the public ones.
 *
 * @param game a game's id, or {@code null} for all games
 * @param owner whose bots, or {@code null} for the public bots of everyone
 * @param limit the maximum of bots on a page, 1 to {@value #MAX_LIMIT}
 * @param cursor of the page, from {@link Listing.Page#cursor}, or {@code null} for the first page
 */
public record BotQuery(String game, String owner, int limit, String cursor) {

    public static final int MAX_LIMIT = 100;

    public BotQuery {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_LIMIT + " bots, not " + limit);
        }
    }
}
