package bout.store.bot;

import java.util.List;

/** What a {@link BotQuery} gives. */
public sealed interface BotListing {

    /**
     * @param bots by descending id, so the newest first, none twice
     * @param cursor asks for the next page, or {@code null} when this is the last
     */
    record Page(List<BotRecord> bots, String cursor) implements BotListing {
        public Page {
            bots = List.copyOf(bots);
        }
    }

    /** The cursor is none that a page gave. */
    record BadCursor() implements BotListing {}
}
