package bout.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Pages of lists. */
public final class Listing {

    private Listing() {}

    /**
     * A page, or what one read of a list that is filtered gave.
     *
     * @param items by descending id, so the newest first, none twice
     * @param last behind which the next page begins, or {@code null} on the last one
     */
    public record Page<T>(List<T> items, String last) {
        public Page {
            items = List.copyOf(items);
        }
    }

    /** @param newest reads so many at most, behind this id if it is not {@code null} */
    public static <T> Page<T> page(
            PageRequest<?> query, BiFunction<String, Integer, List<T>> newest, Function<T, String> id) {
        // One more than fits on the page shows whether there is a next page.
        return filtered(
                query,
                query.limit() + 1,
                (behind, most) -> {
                    List<T> found = newest.apply(behind, most);
                    return new Page<>(found, found.size() < most ? null : id.apply(found.getLast()));
                },
                id);
    }

    @FunctionalInterface
    public interface Parts<T> {

        /**
         * @param behind only ids before this one, or {@code null}
         * @param most how many are read at most, before they are filtered
         */
        Page<T> read(String behind, int most);
    }

    /**
     * A page of a list of which perhaps few items pass a filter. It is short where too many would have to be read, and
     * may be empty; then the next one begins behind those that were read.
     *
     * @param mostRead how many items one page reads at most, before they are filtered
     */
    public static <T> Page<T> filtered(PageRequest<?> query, int mostRead, Parts<T> parts, Function<T, String> id) {
        List<T> found = new ArrayList<>();
        String last = query.behind();
        int left = mostRead;
        int next = query.limit() + 1;
        do {
            int most = Math.min(next, left);
            Page<T> part = parts.read(last, most);
            found.addAll(part.items());
            last = part.last();
            left -= most;
            next *= FASTER;
        } while (last != null && found.size() <= query.limit() && left > 0);
        if (found.size() > query.limit()) {
            List<T> page = found.subList(0, query.limit());
            return new Page<>(page, id.apply(page.getLast()));
        }
        return new Page<>(found, last);
    }

    /** How much more each further read of a page reads, so that there are few. */
    static final int FASTER = 8;

    /**
     * Which page of a list to read, newest first.
     *
     * @param game {@code null} for all games
     * @param filter of matches a status or more, of bots and tournaments their owner; {@code null} for all statuses,
     *     and for what is public of everyone
     * @param limit the maximum of items on the page, 1 to {@value #MAX_LIMIT}
     * @param behind the {@link Page#last} of the page before, or {@code null} for the first page
     */
    public record PageRequest<F>(String game, F filter, int limit, String behind) {

        public static final int MAX_LIMIT = 100;

        public PageRequest {
            if (limit < 1 || limit > MAX_LIMIT) {
                throw new IllegalArgumentException("a page has 1 to " + MAX_LIMIT + " items, not " + limit);
            }
        }
    }
}
