package bout.store.table;

/**
 * Which page of a list to read, newest first.
 *
 * @param game {@code null} for all games
 * @param filter of matches a status, of bots and tournaments their owner; {@code null} for all statuses, and for what
 *     is public of everyone
 * @param limit the maximum of items on the page, 1 to {@value #MAX_LIMIT}
 * @param cursor of the page, from {@link Listing.Page#cursor}, or {@code null} for the first page
 */
public record PageRequest<F>(String game, F filter, int limit, String cursor) {

    public static final int MAX_LIMIT = 100;

    public PageRequest {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_LIMIT + " items, not " + limit);
        }
    }
}
