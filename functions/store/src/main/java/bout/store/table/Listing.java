package bout.store.table;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** What a query of a list gives. */
public sealed interface Listing<T> {

    /**
     * @param items by descending id, so the newest first, none twice
     * @param cursor of the next page, or {@code null} on the last one
     */
    record Page<T>(List<T> items, String cursor) implements Listing<T> {
        public Page {
            items = List.copyOf(items);
        }
    }

    /** The cursor did not come from a page. */
    record BadCursor<T>() implements Listing<T> {}

    @FunctionalInterface
    interface Newest<T> {

        /**
         * @param behind only ids before this one, or {@code null}
         * @param most how many at most
         */
        List<T> read(String behind, int most);
    }

    /** @param cursor from the previous page, or {@code null} for the first page */
    static <T> Listing<T> page(
            String cursor, Predicate<String> isId, int limit, Newest<T> newest, Function<T, String> id) {
        Optional<String> behind = cursor == null ? Optional.empty() : Cursor.read(cursor, isId);
        if (cursor != null && behind.isEmpty()) {
            return new BadCursor<>();
        }
        // One more than fits on the page shows whether there is a next page.
        List<T> found = newest.read(behind.orElse(null), limit + 1);
        List<T> page = found.stream().limit(limit).toList();
        return new Page<>(page, found.size() > page.size() ? Cursor.behind(id.apply(page.getLast())) : null);
    }
}
