package bout.store.match;

import java.util.List;

/** What a {@link MatchQuery} gives. */
public sealed interface Listing {

    /**
     * @param matches by descending id, so the newest first, none twice
     * @param cursor asks for the next page, or {@code null} when this is the last
     */
    record Page(List<MatchRecord> matches, String cursor) implements Listing {}

    /**
     * The cursor is none that a page gave.
     *
     * @param text what is wrong, fit to be shown
     */
    record BadCursor(String text) implements Listing {}
}
