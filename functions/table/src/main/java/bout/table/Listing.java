package bout.table;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** The result of a query of a list. */
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

    /** The page of a request without a cursor. */
    default Page<T> first() {
        return switch (this) {
            case Page<T> page -> page;
            case BadCursor<T> _ -> throw new IllegalStateException("the cursor of nobody was rejected");
        };
    }

    /** @param newest reads so many at most, behind this id if it is not {@code null} */
    static <T> Listing<T> page(
            PageRequest<?> query,
            Predicate<String> isId,
            BiFunction<String, Integer, List<T>> newest,
            Function<T, String> id) {
        // One more than fits on the page shows whether there is a next page.
        return filtered(
                query,
                isId,
                query.limit() + 1,
                (behind, most) -> {
                    List<T> found = newest.apply(behind, most);
                    return new Part<>(found, found.size() < most ? null : id.apply(found.getLast()));
                },
                id);
    }

    /**
     * A part of a list that is filtered.
     *
     * @param items those that passed
     * @param last behind which the next part begins, or {@code null} if this is the last one
     */
    record Part<T>(List<T> items, String last) {}

    @FunctionalInterface
    interface Parts<T> {

        /**
         * @param behind only ids before this one, or {@code null}
         * @param most how many are read at most, before they are filtered
         */
        Part<T> read(String behind, int most);
    }

    /**
     * A page of a list of which perhaps few items pass a filter. It is short where too many would have to be read, and
     * may be empty; then its cursor goes on behind those that were read.
     *
     * @param mostRead how many items one page reads at most, before they are filtered
     */
    static <T> Listing<T> filtered(
            PageRequest<?> query, Predicate<String> isId, int mostRead, Parts<T> parts, Function<T, String> id) {
        Optional<String> behind = query.cursor() == null ? Optional.empty() : Cursor.read(query.cursor(), isId);
        if (query.cursor() != null && behind.isEmpty()) {
            return new BadCursor<>();
        }
        List<T> found = new ArrayList<>();
        String last = behind.orElse(null);
        int left = mostRead;
        int next = query.limit() + 1;
        do {
            int most = Math.min(next, left);
            Part<T> part = parts.read(last, most);
            found.addAll(part.items());
            last = part.last();
            left -= most;
            next *= FASTER;
        } while (last != null && found.size() <= query.limit() && left > 0);
        if (found.size() > query.limit()) {
            List<T> page = found.subList(0, query.limit());
            return new Page<>(page, Cursor.behind(id.apply(page.getLast())));
        }
        return new Page<>(found, last == null ? null : Cursor.behind(last));
    }

    /** How much more each further read of a page reads, so that there are few. */
    int FASTER = 8;

    /**
     * Which page of a list to read, newest first.
     *
     * @param game {@code null} for all games
     * @param filter of matches a status or more, of bots and tournaments their owner; {@code null} for all statuses,
     *     and for what is public of everyone
     * @param limit the maximum of items on the page, 1 to {@value #MAX_LIMIT}
     * @param cursor of the page, from {@link Listing.Page#cursor}, or {@code null} for the first page
     */
    record PageRequest<F>(String game, F filter, int limit, String cursor) {

        public static final int MAX_LIMIT = 100;

        public PageRequest {
            if (limit < 1 || limit > MAX_LIMIT) {
                throw new IllegalArgumentException("a page has 1 to " + MAX_LIMIT + " items, not " + limit);
            }
        }
    }

    /**
     * The place in a list after a match, a bot or a tournament, as an opaque text: base64url of a version and its id.
     */
    static final class Cursor {

        private static final String VERSION = "1:";

        private Cursor() {}

        public static String behind(String id) {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString((VERSION + id).getBytes(StandardCharsets.UTF_8));
        }

        /** The id before the cursor; empty if {@link #behind} did not make the text. */
        public static Optional<String> read(String cursor, Predicate<String> isId) {
            String text;
            try {
                text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException notBase64) {
                return Optional.empty();
            }
            if (!text.startsWith(VERSION)) {
                return Optional.empty();
            }
            String id = text.substring(VERSION.length());
            // Base64 has several spellings (padding, spare bits); only ours is a cursor.
            return isId.test(id) && behind(id).equals(cursor) ? Optional.of(id) : Optional.empty();
        }
    }
}
