package bout.store.match;

import bout.store.table.Listing;

/**
 * Which matches to list, newest first.
 *
 * @param game a game's id, or {@code null} for all games
 * @param status a status, or {@code null} for all
 * @param limit the maximum of matches on a page, 1 to {@value #MAX_LIMIT}
 * @param cursor of the page, from {@link Listing.Page#cursor}, or {@code null} for the first page
 */
public record MatchQuery(String game, Status status, int limit, String cursor) {

    public static final int MAX_LIMIT = 100;

    public MatchQuery {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_LIMIT + " matches, not " + limit);
        }
    }
}
