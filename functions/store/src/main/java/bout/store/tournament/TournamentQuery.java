package bout.store.tournament;

import bout.store.table.Listing;

/**
 * Which tournaments to list, the newest first: all of an owner, or the public ones.
 *
 * @param game a game's id, or {@code null} for all games
 * @param owner whose tournaments, or {@code null} for the public ones of everyone
 * @param limit the most tournaments on a page, 1 to {@value #MAX_LIMIT}
 * @param cursor where to go on, from {@link Listing.Page#cursor}, or {@code null} to begin with the newest
 */
public record TournamentQuery(String game, String owner, int limit, String cursor) {

    public static final int MAX_LIMIT = 100;

    public TournamentQuery {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_LIMIT + " tournaments, not " + limit);
        }
    }
}
