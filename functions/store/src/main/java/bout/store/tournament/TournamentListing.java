package bout.store.tournament;

import java.util.List;

/** What a {@link TournamentQuery} gives. */
public sealed interface TournamentListing {

    /**
     * @param tournaments by descending id, so the newest first, none twice
     * @param cursor asks for the next page, or {@code null} when this is the last
     */
    record Page(List<TournamentRecord> tournaments, String cursor) implements TournamentListing {
        public Page {
            tournaments = List.copyOf(tournaments);
        }
    }

    /** The cursor is none that a page gave. */
    record BadCursor() implements TournamentListing {}
}
