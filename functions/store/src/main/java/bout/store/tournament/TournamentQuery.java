package bout.store.tournament;

import bout.store.table.Listing;

/**
 * Which tournaments to list, newest first: one owner's, or the public ones.
 *
 * @param game a game's id, or {@code null} for all games
 * @param owner whose tournaments, or {@code null} for the public ones of everyone
 * @param limit the maximum of tournaments on a page, 1 to {@value #MAX_LIMIT}
 * @param cursor of the page, from {@link Listing.Page#cursor}, or {@code null} for the first page
 */
public record TournamentQuery(String game, String owner, int limit, String cursor) {

    public static final int MAX_LIMIT = 100;

    public TournamentQuery {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_LIMIT + " tournaments, not " + limit);
        }
    }
}
